//! Locates the query of a batch on which the program hangs.
//!
//! A batch is stopped after less time than a single query may take, so a stop proves nothing. The
//! search runs smaller and smaller parts. Only a single query that exceeds the limit of the program
//! gives a verdict.
//!
//! Start reading at [`Judge::search`].

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::{Batch, Expected, Judge, Stage};
use crate::answers::answers;
use crate::program::{Ended, Ran, RunBounds};

/// A batch is stopped after this fraction of a single query's time limit.
const BATCH_SHARE: u32 = 5;
/// The time limit of a batch is at least this multiple of the program's start time.
const STARTS: u32 = 4;
/// A part is stopped after this fraction of a single query's time limit, plus two starts.
const PART_SHARE: u32 = 20;
/// Bytes of output that any run may print, and that each answer may take in addition to twice the
/// correct answer.
const OUTPUT: u64 = 64 << 10;
const EACH: u64 = 64;

impl Judge<'_> {
    /// Returns the time limit of a batch.
    pub(super) fn patience(&self) -> Duration {
        let wall = self.program.allowed.wall;
        (wall / BATCH_SHARE).max(STARTS * self.startup).min(wall)
    }

    /// Returns the limits of a batch's run.
    pub(super) fn bounds(&self, batch: &Batch) -> RunBounds {
        let many = batch.expected.len();
        let length = |answer| self.truth.word(answer).len() as u64;
        let longest = match &batch.expected {
            Expected::Values(_) => self.words().iter().map(|word| word.len() as u64).max(),
            Expected::Answers(answers) => answers.iter().map(length).max(),
        };
        let longest = longest.unwrap_or(0);
        RunBounds {
            patience: (many > 1).then(|| self.patience()),
            output: OUTPUT + (EACH + 2 * longest) * many as u64,
            terminal: false,
            budget: self.end.clone(),
        }
    }

    /// Runs the program on a batch and evaluates the result.
    pub(super) fn ask(&mut self, batch: &Batch) {
        let ran = self.run(batch, self.bounds(batch));
        self.examine(batch, ran);
    }

    fn run(&self, batch: &Batch, bounds: RunBounds) -> Option<Ran> {
        self.program.run(Arc::clone(&batch.input), &bounds).ok()
    }

    /// Locates the query on which a batch hangs, starting from the output before the stop.
    pub(super) fn search(&mut self, batch: &Batch, output: &[u8]) {
        self.located(batch, output);
        if !self.over && self.end.over().is_some() && self.unlocated.is_none() {
            let place = self.place(batch);
            let patience = self.patience().as_secs_f64();
            self.unlocated = Some(format!(
                "a run on {place} took longer than {patience:.2} s, and the time was over before it \
                 was known whether the program hangs on one of them"
            ));
        }
    }

    fn located(&mut self, batch: &Batch, output: &[u8]) {
        let known = self.printed(batch, output);
        let Some(rest) = self.unless_over(batch, known..batch.expected.len()) else {
            return;
        };

        if rest.expected.len() == 1 {
            return self.ask(&rest);
        }
        // Programs print in blocks to a pipe, but line by line to a terminal.
        let bounds = RunBounds {
            terminal: true,
            ..self.bounds(&rest)
        };
        let ran = self.run(&rest, bounds);
        let output = match &ran {
            Some(ran) if matches!(ran.ended, Ended::Cut | Ended::TimedOut) => &ran.output,
            _ => return self.examine(&rest, ran),
        };
        let known = self.printed(&rest, output);
        // The program hangs after the last answer or on the next query, or it reads all input
        // first.
        let many = rest.expected.len();
        let next = (known + 2).min(many);

        for part in [known..known + 1, known + 1..next, next..many] {
            if let Some(part) = self.unless_over(&rest, part) {
                self.narrow(&part);
            }
        }
    }

    /// Returns a part of a batch to run, or `None` if the verdict is known or the part is empty.
    fn unless_over(&self, batch: &Batch, span: Range<usize>) -> Option<Batch> {
        (!self.over && !span.is_empty()).then(|| self.slice(batch, span))?
    }

    /// Evaluates the answers that a batch printed before it was stopped, except the last, after
    /// which the program may hang. Returns their number.
    fn printed(&mut self, batch: &Batch, output: &[u8]) -> usize {
        let format = self.questions.format;
        let many = batch.expected.len();
        let end = output.iter().rposition(|byte| *byte == b'\n');
        let lines = batch.root.as_ref().filter(|_| format.output.joined);
        let lines = lines.map(|root| format.answers_a_line(root));
        let output = &output[..end.map_or(0, |end| end + 1)];
        let said = answers(format, output, &lines, many);
        let known = said.len().min(many).saturating_sub(1);
        self.check(batch, &said[..known], "");
        known
    }

    /// Bisects a part on which the program seems to hang.
    fn narrow(&mut self, part: &Batch) {
        let many = part.expected.len();
        if self.over {
            return;
        }
        if self.end.over().is_some() {
            return self.record_unanswered(part);
        }
        if many == 1 {
            return self.ask(part);
        }
        let halves = [0..many / 2, many / 2..many].map(|half| self.slice(part, half));
        let [Some(left), Some(right)] = halves else {
            return self.record_unanswered(part);
        };
        if left.expected.len() == 1 {
            self.ask(&left);
            return self.narrow(&right);
        }
        let bounds = RunBounds {
            patience: Some(2 * self.startup + self.program.allowed.wall / PART_SHARE),
            ..self.bounds(&left)
        };
        let ran = self.run(&left, bounds);
        match ran.as_ref().map(|ran| &ran.ended) {
            Some(Ended::Cut | Ended::TimedOut) => {
                self.narrow(&left);
                if !self.over {
                    self.ask(&right);
                }
            }
            _ => {
                self.examine(&left, ran);
                self.narrow(&right);
            }
        }
    }

    /// Records that a batch was not answered, so that nothing is known about it.
    pub(super) fn record_unanswered(&mut self, batch: &Batch) {
        if batch.stage != Stage::InOrder {
            return;
        }
        let size = self.size_at(batch, 0).unwrap_or(0);
        self.unanswered = Some(self.unanswered.map_or(size, |known| known.min(size)));
    }
}
