//! A text that is open in an editor: what was read of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{Position, PublishDiagnosticsParams, Range, Uri};
use whowins::rules::{Diagnostic, Parameters, Rules, Span};
use whowins::shipped::ShippedGames;
use whowins::writing::Text;

use crate::answers::diagnostic;
use crate::lines::Lines;

/// A version of a text, read.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) version: i32,
    pub(crate) text: Text,
    pub(crate) lines: Lines,
    /// Faults, or the warnings of a text without any.
    pub(crate) found: Vec<Diagnostic>,
    /// The rules, where they have no fault.
    pub(crate) rules: Option<Rules>,
    /// The places of the `example` lines of a game whose parameters are all known.
    pub(crate) examples: Vec<Span>,
    players: [String; 2],
}

impl Read {
    /// Reads a text as `whowins check` does. Linear in it but for long statements.
    pub(crate) fn new(origin: &str, source: String, version: i32) -> Self {
        let parsed = Rules::parse_with(origin, &source, &ShippedGames);
        let (mut found, mut examples) = (Vec::new(), Vec::new());
        let (mut rules, mut players) = (None, Default::default());
        match parsed {
            Err(errors) => found = errors.errors,
            Ok(good) => {
                found.extend(good.warnings().into_iter().flat_map(|all| all.errors));
                let game = is_closed(&good).then(|| good.game(&Parameters::new()));
                let asked = |game| Ok((good.examples(&game)?, game.players));
                match game.map(|game| game.and_then(asked)) {
                    Some(Err(errors)) => found = errors.errors,
                    Some(Ok((all, who))) => {
                        examples = all.into_iter().map(|one| one.span).collect();
                        players = who;
                        rules = Some(good);
                    }
                    None => rules = Some(good),
                }
            }
        }
        Self {
            version,
            lines: Lines::of(&source),
            text: Text::of(source),
            found,
            rules,
            examples,
            players,
        }
    }

    /// The players' names, where all is known that they hang on.
    pub(crate) fn players(&self) -> [String; 2] {
        self.players.clone()
    }

    pub(crate) fn range(&self, span: &Span) -> Range {
        self.lines.range(&self.text.source, span)
    }

    pub(crate) fn byte(&self, position: Position) -> usize {
        self.lines.byte(&self.text.source, position)
    }
}

/// Whether all parameters have a value where none is given.
pub(crate) fn is_closed(rules: &Rules) -> bool {
    rules.parameters().iter().all(|one| one.default.is_some())
}

/// A text that is open, and the examples that were found wrong.
struct Open {
    uri: Uri,
    text: Arc<Read>,
    wrong: Vec<Diagnostic>,
}

/// The texts that are open, by their addresses.
#[derive(Clone, Default)]
pub(crate) struct Texts(Arc<Mutex<HashMap<String, Open>>>);

impl Texts {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a text anew, and tells its errors.
    pub(crate) fn set(&self, uri: Uri, source: String, version: i32, out: &dyn Fn(Message)) {
        let key = uri.as_str().to_owned();
        let origin = key.rsplit('/').next().unwrap_or_default();
        let text = Arc::new(Read::new(origin, source, version));
        let open = Open {
            uri,
            text,
            wrong: Vec::new(),
        };
        let mut all = self.all();
        open.tell(out);
        all.insert(key, open);
    }

    /// Forgets a text, and takes its errors back.
    pub(crate) fn close(&self, uri: &Uri, out: &dyn Fn(Message)) {
        if self.all().remove(uri.as_str()).is_some() {
            out(told(uri.clone(), None, Vec::new()));
        }
    }

    pub(crate) fn get(&self, uri: &Uri) -> Option<Arc<Read>> {
        Some(self.all().get(uri.as_str())?.text.clone())
    }

    /// Whether a text has not changed since it was read.
    pub(crate) fn is_current(&self, uri: &str, text: &Arc<Read>) -> bool {
        self.all()
            .get(uri)
            .is_some_and(|open| Arc::ptr_eq(&open.text, text))
    }

    /// Tells the errors of a text again, with those of its examples, unless it has changed.
    pub(crate) fn examples_are_wrong(
        &self,
        uri: &str,
        text: &Arc<Read>,
        wrong: Vec<Diagnostic>,
        out: &dyn Fn(Message),
    ) {
        let mut all = self.all();
        let open = all.get_mut(uri);
        if let Some(open) = open.filter(|open| Arc::ptr_eq(&open.text, text) && !wrong.is_empty()) {
            open.wrong = wrong;
            open.tell(out);
        }
    }
}

impl Open {
    fn tell(&self, out: &dyn Fn(Message)) {
        let all = self.text.found.iter().chain(&self.wrong);
        let all = all.map(|fault| diagnostic(&self.text, fault)).collect();
        out(told(self.uri.clone(), Some(self.text.version), all));
    }
}

fn told(uri: Uri, version: Option<i32>, errors: Vec<lsp_types::Diagnostic>) -> Message {
    let told = PublishDiagnosticsParams::new(uri, errors, version);
    Message::Notification(Notification::new(PublishDiagnostics::METHOD.into(), told))
}
