//! The reference of the rules language, `docs/rules.md` and `docs/rules/`, as a data structure.
//!
//! Its tables explain each form of the language. Editors show these explanations for the words of a
//! form.

use std::sync::LazyLock;

use whowins_rules::WORDS;

/// The pages of the reference, in order.
const TEXT: &str = concat!(
    include_str!("../../rules.txt"),
    include_str!("../../rules/players.md"),
    include_str!("../../rules/positions.md"),
    include_str!("../../rules/expressions.md"),
    include_str!("../../rules/moves.md"),
    include_str!("../../rules/lists.md"),
    include_str!("../../rules/boards.md"),
    include_str!("../../rules/patterns.md"),
    include_str!("../../rules/tokens.md"),
    include_str!("../../rules/heaps.md"),
    include_str!("../../rules/endings.md"),
    include_str!("../../rules/grammar.md"),
);

/// A form of the language with its meaning: a row of a table of the reference.
#[derive(Debug)]
pub(crate) struct Form {
    /// The form as written in the table, with backticks.
    pub(crate) written: &'static str,
    /// The explanation.
    pub(crate) means: String,
    /// True for a complete statement.
    pub(crate) is_statement: bool,
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut forms = Vec::new();
    let (mut is_statement, mut head) = (false, "");
    for line in TEXT.lines() {
        let row = line
            .strip_prefix("| ")
            .and_then(|row| row.strip_suffix(" |"));
        let Some((written, means)) = row.and_then(|row| row.split_once(" | ")) else {
            if !line.starts_with("|--") {
                head = "";
            }
            continue;
        };
        if head.is_empty() {
            head = written;
            is_statement = head == "statement";
        } else if written.contains('`') {
            forms.push(Form {
                written,
                means: means.replace(" | ", "; "),
                is_statement,
            });
        }
    }
    forms
});

/// Returns all forms, in the order of the reference.
pub(crate) fn forms() -> &'static [Form] {
    &FORMS
}

/// Returns the texts between backticks.
fn codes(written: &str) -> impl Iterator<Item = &str> {
    written.split('`').skip(1).step_by(2)
}

impl Form {
    /// Returns true if a form contains a word of the language.
    fn contains_word(&self, word: &str) -> bool {
        codes(self.written)
            .chain(codes(&self.means))
            .any(|code| has(code, word))
    }

    /// Returns the lower-case words at the beginning of each variant of the form, such as "who
    /// cannot move draws". Optional words before them are skipped.
    pub(crate) fn beginnings(&self) -> impl Iterator<Item = String> {
        let written = self.written.split(" (").next().unwrap_or_default();
        codes(written).filter_map(|code| {
            let mut rest = code;
            while let Some((_, after)) = rest.strip_prefix('[').and_then(|one| one.split_once("] "))
            {
                rest = after;
            }
            let plain = |word: &&str| !word.is_empty() && word.chars().all(char::is_lowercase);
            let words: Vec<&str> = rest.split([' ', ':']).take_while(plain).collect();
            (!words.is_empty()).then(|| words.join(" "))
        })
    }
}

/// Returns the explanation of a word, in Markdown, statements first. Returns `None` for an unknown
/// word.
pub(crate) fn meaning(word: &str) -> Option<String> {
    let holding = |is_statement: bool| {
        forms()
            .iter()
            .filter(move |form| form.is_statement == is_statement && form.contains_word(word))
    };
    let said: Vec<String> = holding(true)
        .chain(holding(false))
        .take(MAX_SHOWN)
        .map(|form| format!("{}: {}", form.written, form.means))
        .collect();
    match said.is_empty() {
        // The reference may only have the plural, for example "options".
        true => sentence(word)
            .or_else(|| sentence(&format!("{word}s")))
            .map(str::to_owned),
        false => Some(said.join("\n\n")),
    }
}

/// Returns every word of the language with two or more letters, with its meaning. Cached, because
/// completions need it at each key stroke.
pub(crate) fn words() -> &'static [(&'static str, Option<String>)] {
    static MEANINGS: LazyLock<Vec<(&str, Option<String>)>> = LazyLock::new(|| {
        let words = WORDS.into_iter().filter(|word| word.len() > 1);
        words.map(|word| (word, meaning(word))).collect()
    });
    &MEANINGS
}

/// The paragraphs of the reference, one line each.
static PARAGRAPHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut all = vec![String::new()];
    let mut is_code = false;
    for line in TEXT.lines() {
        is_code ^= line.starts_with("```");
        let is_piece =
            is_code || line.is_empty() || line.starts_with(['|', '#']) || line.starts_with("```");
        match all.last_mut() {
            Some(last) if !is_piece => {
                last.push_str(line);
                last.push(' ');
            }
            Some(last) if last.is_empty() => {}
            _ => all.push(String::new()),
        }
    }
    all
});

/// Returns the first sentence of the reference with a word in backticks.
fn sentence(word: &str) -> Option<&'static str> {
    let speaks = |sentence: &&str| codes(sentence).any(|code| has(code, word));
    let all = PARAGRAPHS.iter();
    all.flat_map(|paragraph| paragraph.split_inclusive(". "))
        .find(speaks)
        .map(str::trim)
}

/// Returns true if a piece of code contains a word.
fn has(code: &str, word: &str) -> bool {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|one| one == word)
}

/// Maximum number of forms to show at once.
const MAX_SHOWN: usize = 6;
