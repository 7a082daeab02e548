//! Which question of a batch it is that the program hangs on.
//!
//! A batch is cut after less time than a single question may take, so a cut shows nothing by itself.
//! The search asks smaller and smaller parts; only a single question that takes longer than the
//! program's own limit is a verdict.

use std::sync::Arc;
use std::time::Duration;

use super::{Batch, Expected, Judge, Stage};
use crate::program::{Ended, Ran, RunBounds};
use crate::said::answers;

/// A batch is cut after this part of a single question's time.
const BATCH_SHARE: u32 = 3;
/// Unless it takes this many times as long to start the program.
const STARTS: u32 = 4;
/// In a search a part is cut after this part of a single question's time.
const PART_SHARE: u32 = 8;
/// Output that any run may print, and that each answer may take on top of twice the right one.
const OUTPUT: u64 = 64 << 10;
const EACH: u64 = 64;

impl Judge<'_> {
    /// How long a batch may take.
    pub(super) fn patience(&self) -> Duration {
        self.at_least_startup(self.program.allowed.wall / BATCH_SHARE)
    }

    fn at_least_startup(&self, time: Duration) -> Duration {
        let least = match self.runs {
            0 => Duration::ZERO,
            _ => STARTS * self.startup,
        };
        time.max(least).min(self.program.allowed.wall)
    }

    /// The bounds of a batch's run.
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
            budget: self.end.clone(),
        }
    }

    /// Runs the program on a batch, and judges what it does.
    pub(super) fn ask(&mut self, batch: &Batch) {
        let ran = self.run(batch, self.bounds(batch));
        self.examine(batch, ran);
    }

    fn run(&self, batch: &Batch, bounds: RunBounds) -> Option<Ran> {
        self.program.run(Arc::clone(&batch.input), &bounds).ok()
    }

    /// Finds the question that a batch hangs on, from what it printed before it was cut.
    pub(super) fn search(&mut self, batch: &Batch, output: &[u8]) {
        let format = self.questions.format;
        let many = batch.expected.len();
        let end = output.iter().rposition(|byte| *byte == b'\n');
        let printed = &output[..end.map_or(0, |end| end + 1)];
        let lines = batch.root.as_ref().filter(|_| format.output.joined);
        let lines = lines.map(|root| format.answers_a_line(root));
        let known = answers(format, printed, &lines, many).len().min(many - 1);
        // Output is printed in blocks, so more questions may be answered; no fewer are.
        if known > 0
            && let Some(answered) = self.part(batch, 0..known)
        {
            self.compare(
                &answered,
                &Ran {
                    ended: Ended::Well,
                    output: printed.to_vec(),
                    error: String::new(),
                    took: Duration::ZERO,
                    isolation: None,
                },
            );
        }
        // A program that prints each answer at once hangs on the next.
        for part in [known..known + 1, known + 1..many] {
            if !self.over
                && !part.is_empty()
                && let Some(part) = self.part(batch, part)
            {
                match part.expected.len() {
                    1 => self.ask(&part),
                    _ => self.narrow(&part),
                }
            }
        }
    }

    /// Asks a part that the program is believed to hang on, half by half.
    fn narrow(&mut self, part: &Batch) {
        let many = part.expected.len();
        if self.over {
            return;
        }
        if self.end.over().is_some() {
            return self.gives_up_on(part);
        }
        if many == 1 {
            return self.ask(part);
        }
        let halves = [0..many / 2, many / 2..many].map(|half| self.part(part, half));
        let [Some(left), Some(right)] = halves else {
            return self.gives_up_on(part);
        };
        if left.expected.len() == 1 {
            self.ask(&left);
            return self.narrow(&right);
        }
        let bounds = RunBounds {
            patience: Some(self.at_least_startup(self.program.allowed.wall / PART_SHARE)),
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

    /// Notes that a batch was not answered, and that nothing is known about the program there.
    pub(super) fn gives_up_on(&mut self, batch: &Batch) {
        if batch.stage != Stage::InOrder {
            return;
        }
        let size = self.size_at(batch, 0).unwrap_or(0);
        self.unanswered = Some(self.unanswered.map_or(size, |known| known.min(size)));
    }
}
