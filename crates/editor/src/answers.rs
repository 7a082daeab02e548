//! What is answered at once.

use std::collections::HashMap;

use lsp_types::{
    CompletionItem, CompletionItemKind, Diagnostic, DiagnosticSeverity, DocumentHighlight,
    DocumentSymbol, Documentation, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use whowins::core::Game as Term;
use whowins::rules::{self, Name, Naming, Parameters, Rules, laid_out};
use whowins::shipped::ShippedGames;

use crate::reference::{forms, meaning, words};
use crate::text::{Read, is_closed};

/// Where a fault comes from, as editors show it.
const SOURCE: &str = "whowins";

/// A fault of the rules, as the protocol has it.
pub(crate) fn diagnostic(text: &Read, fault: &rules::Diagnostic) -> Diagnostic {
    let mend = fault.help.iter().map(|help| format!("\nhelp: {help}"));
    let severity = match fault.is_warning {
        true => DiagnosticSeverity::WARNING,
        false => DiagnosticSeverity::ERROR,
    };
    Diagnostic {
        range: text.range(&fault.span),
        severity: Some(severity),
        source: Some(SOURCE.into()),
        message: std::iter::once(fault.message.clone()).chain(mend).collect(),
        ..Diagnostic::default()
    }
}

/// What a name stands for, in words.
fn said(naming: Naming) -> &'static str {
    match naming {
        Naming::Player => "a player",
        Naming::Parameter => "a parameter: `whowins ... --set` gives it",
        Naming::Part => "a part of the position",
        Naming::Word => "a word that a part can be",
        Naming::Definition => "a definition",
        Naming::Argument => "an argument of the definition",
        Naming::Choice => "chosen, gone through or remembered in this statement",
        Naming::Game => "a game of the sum",
    }
}

/// The line that declares a name.
fn declaration<'a>(text: &'a Read, name: &Name) -> &'a str {
    let start = name.declared.start - text.line_before(name.declared.start).len();
    text.source[start..]
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

fn name_in_words(text: &Read, name: &Name) -> String {
    let line = declaration(text, name);
    format!("`{}`: {}\n\n```\n{line}\n```", name.text, said(name.naming))
}

/// The meaning of what stands at a byte: a name of the text first, then a word of the language.
pub(crate) fn hover(text: &Read, byte: usize) -> Option<Hover> {
    let (value, span) = match text.name_at(byte) {
        Some((name, span)) => (name_in_words(text, name), span.clone()),
        None => {
            let (word, span) = text.word_at(byte)?;
            (meaning(word)?, span)
        }
    };
    Some(Hover {
        contents: HoverContents::Markup(markdown(value)),
        range: Some(text.range(&span)),
    })
}

/// What can stand at a byte: at the beginning of a line statements, elsewhere names that can be used there and words of the language.
pub(crate) fn completions(text: &Read, byte: usize) -> Vec<CompletionItem> {
    let item = |label: String, kind, detail: Option<String>, documentation: Option<String>| {
        CompletionItem {
            label,
            kind: Some(kind),
            detail,
            documentation: documentation.map(|said| Documentation::MarkupContent(markdown(said))),
            ..CompletionItem::default()
        }
    };
    let begins = text
        .line_before(byte)
        .chars()
        .all(|c| c.is_alphanumeric() || c == '_');
    if begins {
        let statements = forms().iter().filter(|form| form.is_statement);
        let mut all: Vec<CompletionItem> = Vec::new();
        for form in statements {
            for words in form.beginnings() {
                if all.iter().all(|one| one.label != words) {
                    let written = Some(form.written.replace('`', ""));
                    let kind = CompletionItemKind::KEYWORD;
                    all.push(item(words, kind, written, Some(form.means.clone())));
                }
            }
        }
        return all;
    }
    let mut all: Vec<CompletionItem> = Vec::new();
    for name in &text.names {
        let is_seen = name.scope.start <= byte && byte <= name.scope.end;
        if is_seen && all.iter().all(|one| one.label != name.text) {
            let kind = match name.naming {
                Naming::Definition => CompletionItemKind::FUNCTION,
                Naming::Word | Naming::Player => CompletionItemKind::ENUM_MEMBER,
                Naming::Game => CompletionItemKind::MODULE,
                _ => CompletionItemKind::VARIABLE,
            };
            let detail = Some(said(name.naming).into());
            all.push(item(name.text.clone(), kind, detail, None));
        }
    }
    all.extend(words().iter().map(|(word, said)| {
        let kind = CompletionItemKind::KEYWORD;
        item((*word).into(), kind, None, said.clone())
    }));
    all
}

/// The names of the whole text.
pub(crate) fn symbols(text: &Read) -> Vec<DocumentSymbol> {
    let kind = |naming| match naming {
        Naming::Player => Some(SymbolKind::INTERFACE),
        Naming::Parameter => Some(SymbolKind::CONSTANT),
        Naming::Part => Some(SymbolKind::FIELD),
        Naming::Definition => Some(SymbolKind::FUNCTION),
        Naming::Game => Some(SymbolKind::MODULE),
        Naming::Word | Naming::Argument | Naming::Choice => None,
    };
    let symbol = |name: &Name| {
        // The protocol's type still has a field that it has given up.
        #[allow(deprecated)]
        Some(DocumentSymbol {
            name: name.text.clone(),
            detail: Some(said(name.naming).into()),
            kind: kind(name.naming)?,
            tags: None,
            deprecated: None,
            range: text.range(&name.declared),
            selection_range: text.range(&name.declared),
            children: None,
        })
    };
    text.names.iter().filter_map(symbol).collect()
}

/// Where the name at a byte is declared.
pub(crate) fn definition(uri: &Uri, text: &Read, byte: usize) -> Option<Location> {
    let (name, _) = text.name_at(byte)?;
    Some(Location::new(uri.clone(), text.range(&name.declared)))
}

/// Where the name at a byte is used.
pub(crate) fn references(uri: &Uri, text: &Read, byte: usize) -> Vec<Location> {
    let found = text.name_at(byte).into_iter();
    found
        .flat_map(|(name, _)| &name.uses)
        .map(|span| Location::new(uri.clone(), text.range(span)))
        .collect()
}

/// The same, within the text.
pub(crate) fn highlights(text: &Read, byte: usize) -> Vec<DocumentHighlight> {
    let found = text.name_at(byte).into_iter();
    found
        .flat_map(|(name, _)| &name.uses)
        .map(|span| DocumentHighlight {
            range: text.range(span),
            kind: None,
        })
        .collect()
}

/// Another name for the one at a byte, everywhere.
///
/// # Errors
///
/// Where no name of the text stands there, the new one is none or has a meaning already, or the rules would mean something else: they are read with the new name, and their
/// terms compared.
pub(crate) fn rename(
    uri: &Uri,
    text: &Read,
    byte: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let (name, _) = text
        .name_at(byte)
        .ok_or("no name of these rules stands here")?;
    let mut renamed = text.source.clone();
    for span in name.uses.iter().rev() {
        renamed.replace_range(span.clone(), new);
    }
    let rules = text
        .rules
        .as_ref()
        .ok_or("the rules have a fault: mend it before a name is changed")?;
    let said = |faults: &rules::Diagnostics| {
        let first = faults.faults.first();
        first.map_or_else(String::new, |fault| fault.message.clone())
    };
    let other = Rules::parse_with(SOURCE, &renamed, &ShippedGames)
        .map_err(|faults| format!("«{new}» cannot stand here: {}", said(&faults)))?;
    if let Some(before) = bare_term(rules)
        && bare_term(&other).is_none_or(|after| after != before)
    {
        return Err(format!("with «{new}» the rules would mean something else"));
    }
    let edits = name.uses.iter().map(|span| TextEdit {
        range: text.range(span),
        new_text: new.into(),
    });
    // The protocol's addresses are keys of its own type.
    #[allow(clippy::mutable_key_type)]
    let changes = HashMap::from([(uri.clone(), edits.collect())]);
    Ok(WorkspaceEdit::new(changes))
}

/// What rules without open parameters mean: their core term, without the names that it keeps for readers.
fn bare_term(rules: &Rules) -> Option<Term> {
    let game = is_closed(rules).then(|| rules.game(&Parameters::new()));
    let mut term = game?.ok()?.core();
    term.name.clear();
    let parts = term.parts.iter_mut().map(|part| &mut part.name);
    let consts = term.consts.iter_mut().map(|one| &mut one.name);
    parts.chain(consts).for_each(String::clear);
    Some(term)
}

/// The text in its canonical layout, as one edit; none where it is laid out or has a fault.
pub(crate) fn layout(text: &Read) -> Vec<TextEdit> {
    match laid_out(SOURCE, &text.source) {
        Ok(laid) if laid != text.source => vec![TextEdit {
            range: text.range(&(0..text.source.len())),
            new_text: laid,
        }],
        _ => Vec::new(),
    }
}
