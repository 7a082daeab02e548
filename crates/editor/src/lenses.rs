//! Who wins at the `example` lines: found out by a thread of its own, under limits.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Message, RequestId, Response};
use lsp_types::{CodeLens, Command};
use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins::{Asked, examples};

use crate::text::{Read, Texts};

/// All examples of a text are looked at for so long, together.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// And with so many bytes at most.
pub const MEMORY: u64 = 256 << 20;

/// What is asked: one example of a text.
pub(crate) struct Question {
    pub(crate) id: RequestId,
    pub(crate) uri: String,
    pub(crate) text: Arc<Read>,
    /// Which example, from 0.
    pub(crate) at: usize,
    pub(crate) lens: CodeLens,
}

/// The thread that finds out who wins.
pub(crate) struct Lenses {
    questions: Option<Sender<Question>>,
    thread: Option<JoinHandle<()>>,
}

impl Lenses {
    /// Answers go to `out`, and so do errors of the examples of a text that has not changed
    /// meanwhile.
    pub(crate) fn start(out: impl Fn(Message) + Send + 'static, texts: Texts) -> Self {
        let (questions, asked) = channel();
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || answer_all(&asked, &out, &texts))
            .ok();
        Self {
            questions: Some(questions),
            thread,
        }
    }

    /// Whether the question could be handed over.
    pub(crate) fn ask(&self, question: Question) -> bool {
        let sender = self.questions.as_ref();
        self.thread.is_some() && sender.is_some_and(|sender| sender.send(question).is_ok())
    }
}

impl Drop for Lenses {
    /// Waits for the question in work: at most [`PATIENCE`].
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Solving may go deep.
const STACK: usize = 64 << 20;

fn answer_all(asked: &Receiver<Question>, out: &dyn Fn(Message), texts: &Texts) {
    // The answers of the text that was asked last: its lenses come one after the other.
    let mut last: Option<(Arc<Read>, Vec<Asked>)> = None;
    while let Ok(question) = asked.recv() {
        let Question {
            id,
            uri,
            text,
            at,
            lens,
        } = question;
        let is_known = last
            .as_ref()
            .is_some_and(|(one, _)| Arc::ptr_eq(one, &text));
        if !is_known && texts.is_current(&uri, &text) {
            let found = text.rules.as_ref().map(look).unwrap_or_default();
            let players = text.players();
            let errors = found.iter().filter_map(|one| one.fault(&players)).collect();
            texts.examples_are_wrong(&uri, &text, errors, out);
            last = Some((text.clone(), found));
        }
        let known = last.as_ref().filter(|(one, _)| Arc::ptr_eq(one, &text));
        let one = known.and_then(|(_, found)| found.get(at));
        let title = one.map_or_else(
            || "not looked at: the text has changed".into(),
            |one| said(one, &text.players()),
        );
        let lens = CodeLens {
            // It does nothing: an editor shows the title.
            command: Some(Command::new(title, String::new(), None)),
            ..lens
        };
        out(Message::Response(Response::new_ok(id, lens)));
    }
}

/// Who wins at all examples, as far as it is found out under the limits.
fn look(rules: &Rules) -> Vec<Asked> {
    let limits = Limits::default().with_time(PATIENCE).with_memory(MEMORY);
    examples(rules, &Parameters::new(), &limits).unwrap_or_default()
}

fn said(one: &Asked, players: &[String; 2]) -> String {
    match &one.found {
        Ok(found) => match one.agrees() {
            Some(true) => format!("so it is: {}", found.said(players)),
            _ => format!("wrong: {}", found.said(players)),
        },
        Err(error) => format!("not found out: {error}"),
    }
}
