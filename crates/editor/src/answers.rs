//! What is answered at once.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CompletionItem, CompletionItemKind,
    Diagnostic, DiagnosticSeverity, DocumentHighlight, DocumentSymbol, Documentation, Hover,
    HoverContents, Location, MarkupContent, MarkupKind, Range, SymbolKind, TextEdit, Uri,
    WorkspaceEdit,
};
use whowins::core::Game as Term;
use whowins::rules::{self, Name, Naming, Parameters, Rules, laid_out};
use whowins::shipped::ShippedGames;
use whowins::writing::{Offer, Offered, said};

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

/// The corrections of the errors in a range, each as one edit.
pub(crate) fn corrections(uri: &Uri, text: &Read, range: Range) -> Vec<CodeActionOrCommand> {
    let action = |error: &rules::Diagnostic| {
        let fix = error.fix.as_ref()?;
        let place = text.range(&fix.span);
        if place.start > range.end || place.end < range.start {
            return None;
        }
        let title = match fix.text.as_str() {
            "" => "Delete this line".to_owned(),
            line => format!("Write: {}", line.replace('\n', " / ")),
        };
        let edit = TextEdit::new(place, fix.text.clone());
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(text, error)]),
            edit: Some(WorkspaceEdit::new(HashMap::from([(
                uri.clone(),
                vec![edit],
            )]))),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    };
    text.found.iter().filter_map(action).collect()
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

/// The meaning of what stands at a byte.
pub(crate) fn hover(text: &Read, byte: usize) -> Option<Hover> {
    let meaning = text.text.meaning(byte)?;
    Some(Hover {
        contents: HoverContents::Markup(markdown(meaning.says)),
        range: Some(text.range(&meaning.span)),
    })
}

/// What can stand at a byte.
pub(crate) fn completions(text: &Read, byte: usize) -> Vec<CompletionItem> {
    let item = |offer: Offer| CompletionItem {
        label: offer.text,
        kind: Some(match offer.kind {
            Offered::Name(Naming::Definition) => CompletionItemKind::FUNCTION,
            Offered::Name(Naming::Word | Naming::Player) => CompletionItemKind::ENUM_MEMBER,
            Offered::Name(Naming::Game) => CompletionItemKind::MODULE,
            Offered::Name(_) => CompletionItemKind::VARIABLE,
            Offered::Statement | Offered::Word => CompletionItemKind::KEYWORD,
        }),
        detail: offer.written,
        documentation: (offer.says).map(|said| Documentation::MarkupContent(markdown(said))),
        ..CompletionItem::default()
    };
    text.text.offers(byte).into_iter().map(item).collect()
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
    text.text.names.iter().filter_map(symbol).collect()
}

/// Where the name at a byte is declared.
pub(crate) fn definition(uri: &Uri, text: &Read, byte: usize) -> Option<Location> {
    let (name, _) = text.text.name_at(byte)?;
    Some(Location::new(uri.clone(), text.range(&name.declared)))
}

/// Where the name at a byte is used.
pub(crate) fn references(uri: &Uri, text: &Read, byte: usize) -> Vec<Location> {
    let found = text.text.name_at(byte).into_iter();
    found
        .flat_map(|(name, _)| &name.uses)
        .map(|span| Location::new(uri.clone(), text.range(span)))
        .collect()
}

/// The same, within the text.
pub(crate) fn highlights(text: &Read, byte: usize) -> Vec<DocumentHighlight> {
    let found = text.text.name_at(byte).into_iter();
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
/// Where no name of the text stands there, the new one is none or has a meaning already, or the
/// rules would mean something else: they are read with the new name, and their terms compared.
pub(crate) fn rename(
    uri: &Uri,
    text: &Read,
    byte: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let (name, _) = text
        .text
        .name_at(byte)
        .ok_or("no name of these rules stands here")?;
    let mut renamed = text.text.source.clone();
    for span in name.uses.iter().rev() {
        renamed.replace_range(span.clone(), new);
    }
    let rules = text
        .rules
        .as_ref()
        .ok_or("the rules have an error: fix it before you change a name")?;
    let said = |errors: &rules::Diagnostics| {
        let first = errors.errors.first();
        first.map_or_else(String::new, |fault| fault.message.clone())
    };
    let other = Rules::parse_with(SOURCE, &renamed, &ShippedGames)
        .map_err(|errors| format!("`{new}` cannot stand here: {}", said(&errors)))?;
    if let Some(before) = bare_term(rules)
        && bare_term(&other).is_none_or(|after| after != before)
    {
        return Err(format!(
            "the name `{new}` would change the meaning of the rules"
        ));
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

/// What rules without open parameters mean: their core term, without the names that it keeps for
/// readers.
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
    match laid_out(SOURCE, &text.text.source) {
        Ok(laid) if laid != text.text.source => vec![TextEdit {
            range: text.range(&(0..text.text.source.len())),
            new_text: laid,
        }],
        _ => Vec::new(),
    }
}
