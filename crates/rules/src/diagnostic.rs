//! What is wrong with a text, where, and how to mend it.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A stretch of the source text, in bytes.
pub type Span = Range<usize>;

/// One fault in a text, or a warning: the place, what is wrong there, and a mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The bytes of the source it speaks of.
    pub span: Span,
    /// A few words to stand under the place; may be empty.
    pub label: String,
    /// What the writer can do about it.
    pub help: Option<String>,
    /// Whether the text is good all the same, and only may not mean what was meant.
    pub is_warning: bool,
    /// A change of the source after which its line has no error, if one was found.
    pub fix: Option<Fix>,
}

/// A change of a source text that a program can make.
///
/// The text with it was parsed, and had no error at that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes that are replaced: a whole line without its line break.
    pub span: Span,
    /// What replaces them: nothing, or lines with `\n` between them.
    pub text: String,
}

impl Diagnostic {
    /// A fault at `span`.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span,
            label: String::new(),
            help: None,
            is_warning: false,
            fix: None,
        }
    }

    /// What a good text says at `span` and its writer may not have meant.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self {
            is_warning: true,
            ..Self::new(span, message)
        }
    }

    /// The same fault with words under its place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same fault with a mend.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The help that offers one name for another, which [`suggested`] reads back.
pub(crate) fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The name that a help offers.
pub(crate) fn suggested(help: &str) -> Option<&str> {
    help.strip_prefix("did you mean `")?.strip_suffix("`?")
}

/// All the faults of one text, in the order of their places; never empty when returned as an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The name shown for the text: a file's name, or words such as `the rules`.
    pub origin: String,
    /// The text itself.
    pub source: String,
    /// The faults.
    pub faults: Vec<Diagnostic>,
}

/// More faults than these are counted, not shown.
const SHOWN: usize = 20;

impl Diagnostics {
    /// Line and column, both from 1, of a byte of the source; the column counts characters.
    ///
    /// Linear in the source's length.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let before = self.source.get(..byte).unwrap_or(&self.source);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    /// The faults as a person reads them: each with its line, the source under it, and a mend; with the terminal's colours where that is wanted.
    ///
    /// ```
    /// use whowins_rules::Rules;
    ///
    /// let faults = Rules::parse("bad.game", "game \"Bad\"\nposition n\nmove n -= kk for k >= 1").expect_err("kk is unknown");
    /// let told = faults.render(false);
    /// assert!(told.contains("bad.game:3") && told.contains("help"));
    /// ```
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut shown: Vec<String> = self
            .faults
            .iter()
            .take(SHOWN)
            .map(|fault| renderer.render(&[self.group(fault)]))
            .collect();
        if self.faults.len() > SHOWN {
            shown.push(format!("... and {} more faults", self.faults.len() - SHOWN));
        }
        shown.join("\n\n")
    }

    fn group<'a>(&'a self, fault: &'a Diagnostic) -> Group<'a> {
        let end = self.source.len();
        let span = fault.span.start.min(end)..fault.span.end.min(end);
        let level = if fault.is_warning {
            Level::WARNING
        } else {
            Level::ERROR
        };
        let group = Group::with_title(level.primary_title(&fault.message)).element(
            Snippet::source(&self.source)
                .path(&self.origin)
                .annotation(AnnotationKind::Primary.span(span).label(&fault.label)),
        );
        match &fault.help {
            Some(help) => group.element(Level::HELP.message(help)),
            None => group,
        }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
