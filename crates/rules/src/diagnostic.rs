//! Errors and warnings in a text: what, where, and how to fix it.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A stretch of the source text, in bytes.
pub type Span = Range<usize>;

/// One error or warning in a text, with its place and a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The error, in one sentence without a full stop.
    pub message: String,
    /// The place, in bytes of the source.
    pub span: Span,
    /// A few words under the place; may be empty.
    pub label: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Whether this is a warning: the text can be read, but may not mean what was intended.
    pub is_warning: bool,
    /// A change of the source after which its line has no error, if one was found.
    pub fix: Option<Box<Fix>>,
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
    /// Returns an error at `span`.
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

    /// Returns a warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self {
            is_warning: true,
            ..Self::new(span, message)
        }
    }

    /// Sets the words under the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets the help: what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Returns the help that offers another name; [`suggested`] reads the name back.
pub(crate) fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// Returns the name that a help offers.
pub(crate) fn suggested(help: &str) -> Option<&str> {
    help.strip_prefix("did you mean `")?.strip_suffix("`?")
}

/// The errors of one text, in the order of their places; never empty when returned as an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The name shown for the text, such as a file's name.
    pub origin: String,
    /// The text itself.
    pub source: String,
    /// The errors, or the warnings.
    pub errors: Vec<Diagnostic>,
}

/// Further errors are counted, not shown.
const SHOWN: usize = 20;

impl Diagnostics {
    /// Returns the line and column of a byte of the source, both from 1, the column in characters.
    ///
    /// Linear in the source's length.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let before = self.source.get(..byte).unwrap_or(&self.source);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    /// Returns the errors as text: each with its place, its source line and its help, in the
    /// terminal's colours if `colour` is set.
    ///
    /// ```
    /// use whowins_rules::Rules;
    ///
    /// let text = "game \"Bad\"\nposition n\nmove n -= kk for k >= 1";
    /// let errors = Rules::parse("bad.game", text).expect_err("kk is unknown");
    /// let printed = errors.render(false);
    /// assert!(printed.contains("bad.game:3") && printed.contains("help"));
    /// ```
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut shown: Vec<String> = self
            .errors
            .iter()
            .take(SHOWN)
            .map(|error| renderer.render(&self.groups(error)))
            .collect();
        if self.errors.len() > SHOWN {
            shown.push(format!("... and {} more errors", self.errors.len() - SHOWN));
        }
        shown.join("\n\n")
    }

    fn groups<'a>(&'a self, error: &'a Diagnostic) -> Vec<Group<'a>> {
        let end = self.source.len();
        let span = error.span.start.min(end)..error.span.end.min(end);
        let level = if error.is_warning {
            Level::WARNING
        } else {
            Level::ERROR
        };
        let group = Group::with_title(level.primary_title(&error.message)).element(
            Snippet::source(&self.source)
                .path(&self.origin)
                .annotation(AnnotationKind::Primary.span(span).label(&error.label)),
        );
        let help = error.help.as_deref();
        let help = help.map(|help| Group::with_title(Level::HELP.secondary_title(help)));
        [group].into_iter().chain(help).collect()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
