//! Batches: collects queries, runs the program on them, and compares its answers.
//!
//! Invariant: a batch contains only queries with a known answer, so every mismatch is an error of
//! the program.
//!
//! Start reading at [`Judge::add`]. [`Judge::run_if_full`] starts a run, and [`Judge::examine`]
//! evaluates it.

use std::ops::Range as Span;
use std::sync::Arc;
use std::time::{Duration, Instant};

use whowins::analysis::Value as Outcome;
use whowins::contest::Case;

use super::{BATCH, Batch, Collecting, Expected, Judge, SINGLES};
use crate::answers::answers;
use crate::cut::{cut, owned};
use crate::program::{Ended, Ran};
use crate::report::Verdict;
use crate::sizes::Flow;
use crate::truth::{Answer, Truth, Unanswered};

impl Judge<'_> {
    /// Adds the queries of an input to the batch. Skips queries to which the rules give no answer.
    pub(super) fn add(&mut self, input: Case<'static>) -> Flow {
        if self.is_time() {
            return Flow::Break(());
        }
        let last = self.questions.format.levels.len() - 1;
        let mut answers = Vec::new();
        let mut kept = Vec::new();
        let mut at = 0;
        let deadline = self.deadline;
        let over = || Instant::now() >= deadline;
        let ended = self.truth.answers(&input, &mut |_, _, answer| {
            at += 1;
            match answer {
                // Computing answers can be slow. When the time is over, test the queries answered
                // so far.
                Ok(answer) => {
                    answers.push(answer);
                    kept.push(at - 1);
                    if over() { Err(None) } else { Ok(()) }
                }
                // A timeout of the engine doesn't mean that a query has no answer.
                Err(Unanswered::Engine(error)) if error.is_budget() => {
                    Err(Some(error).filter(|_| !over()))
                }
                Err(_) => Ok(()),
            }
        });
        let flow = match ended {
            Ok(()) => Flow::Continue(()),
            Err(None) => Flow::Break(()),
            Err(Some(error)) => {
                self.record_unknown(&error);
                return Flow::Break(());
            }
        };
        if kept.is_empty() {
            return flow;
        }
        let input = match kept.len() == at && flow.is_continue() {
            true => input,
            // Drop queries without an answer.
            false => {
                let mut whole: Option<Case<'static>> = None;
                for one in kept {
                    let cut = cut(&input, 0, last, one, one + 1);
                    match (&mut whole, cut) {
                        (Some(whole), Some(cut)) => join(whole, cut, 0, last),
                        (None, cut) => whole = cut,
                        (Some(_), None) => {}
                    }
                }
                let Some(whole) = whole else {
                    return flow;
                };
                whole
            }
        };
        self.put(input, answers)?;
        flow
    }

    /// Adds several inputs. Joins inputs with a common prefix if the format would need one run for
    /// each.
    pub(super) fn add_joined(&mut self, inputs: Vec<Case<'static>>) -> Flow {
        let questions = self.questions;
        let last = questions.format.levels.len() - 1;
        let room = usize::try_from(questions.room(0)).unwrap_or(usize::MAX);
        let mut open: Option<Case<'static>> = None;
        for input in inputs {
            match &mut open {
                Some(whole)
                    if last == 1
                        && !questions.are_joined()
                        && whole.values == input.values
                        && whole.inner.len() < room.min(self.most) =>
                {
                    join(whole, input, 0, last);
                }
                _ => {
                    if let Some(full) = open.replace(input) {
                        self.add(full)?;
                    }
                }
            }
        }
        match open {
            Some(full) => self.add(full),
            None => Flow::Continue(()),
        }
    }

    pub(super) fn put(&mut self, mut input: Case<'static>, answers: Vec<Answer>) -> Flow {
        let joined = self.questions.are_joined();
        let more = self.sums(&input);
        let fits = match &self.collecting {
            Some(Collecting::Cases(root, known, sums)) => {
                let sums_fit = sums.iter().zip(&more).zip(&self.questions.format.sums);
                joined
                    && known.len() + answers.len() <= self.most.max(answers.len())
                    && ((root.inner.len() + input.inner.len()) as u64) <= self.questions.room(0)
                    && sums_fit.clone().all(|((a, b), sum)| a + b <= sum.most)
            }
            _ => false,
        };
        if !fits {
            self.flush();
        }
        match &mut self.collecting {
            Some(Collecting::Cases(root, known, sums)) => {
                root.inner.append(&mut input.inner);
                known.extend(answers);
                for (sum, more) in sums.iter_mut().zip(more) {
                    *sum += more;
                }
            }
            _ => self.collecting = Some(Collecting::Cases(input, answers, more)),
        }
        let many = match &self.collecting {
            Some(Collecting::Cases(_, known, _)) => known.len(),
            _ => 0,
        };
        match many >= self.most || !joined {
            true => self.run_if_full(),
            false => Flow::Continue(()),
        }
    }

    /// Returns the amounts that an input adds to the sums limited by the format.
    fn sums(&self, input: &Case<'_>) -> Vec<u64> {
        let format = self.questions.format;
        let all = format.sums.iter().map(|sum| {
            let field = &format.fields[sum.of.field()];
            let counts = format.counter(field.level) == Some(sum.of.field());
            let mut total = 0u64;
            let mut level = vec![input];
            for _ in 0..field.level {
                level = level.iter().flat_map(|case| &case.inner).collect();
            }
            for case in level {
                total += match (counts, case.values.get(field.place)) {
                    (true, _) => case.inner.len() as u64,
                    (false, Some(value)) => value.term(sum.of).unsigned_abs(),
                    (false, None) => 0,
                };
            }
            total
        });
        all.collect()
    }

    /// Runs a complete batch. Breaks if the time is over.
    pub(super) fn run_if_full(&mut self) -> Flow {
        self.flush();
        match self.over || self.is_time() {
            true => Flow::Break(()),
            false => Flow::Continue(()),
        }
    }

    pub(super) fn flush(&mut self) {
        let (input, expected, root) = match self.collecting.take() {
            None => return,
            Some(Collecting::Lines(input, values)) => (input, Expected::Values(values), None),
            Some(Collecting::Cases(root, answers, _)) => {
                let mut input = Vec::new();
                self.questions.format.write(&root, &mut input);
                (input, Expected::Answers(answers), Some(root))
            }
        };
        if expected.len() == 0 {
            return;
        }
        let batch = Batch {
            stage: self.stage,
            input: Arc::new(input),
            expected,
            root,
        };
        // Runs are asynchronous, so the next batch is collected in the meantime.
        while self.pending.len() >= self.jobs && !self.over {
            self.finish_oldest_run();
        }
        if self.over {
            return;
        }
        let (program, input) = (self.program.clone(), Arc::clone(&batch.input));
        let bounds = self.bounds(&batch);
        let run = std::thread::spawn(move || program.run(input, &bounds));
        self.pending.push_back((batch, run));
    }

    fn finish_oldest_run(&mut self) {
        let Some((batch, run)) = self.pending.pop_front() else {
            return;
        };
        let began = Instant::now();
        let ran = run.join().ok().and_then(Result::ok);
        self.waited += began.elapsed();
        self.examine(&batch, ran);
    }

    /// Waits for all pending runs.
    pub(super) fn wait_for_runs(&mut self) {
        while !self.pending.is_empty() {
            match self.over {
                true => self.pending.clear(),
                false => self.finish_oldest_run(),
            }
        }
    }

    /// Evaluates the answers of a run and how it ended.
    pub(super) fn examine(&mut self, batch: &Batch, ran: Option<Ran>) {
        if self.over {
            return;
        }
        let Some(ran) = ran else {
            let why = Ended::NoStart("the system gave no process".into());
            return self.record_last_failure(batch, 0, None, &why, "");
        };
        self.isolation = ran.isolation.or(self.isolation);
        let many = batch.expected.len();
        match &ran.ended {
            Ended::Well => {
                self.pace(many, ran.took);
                self.compare(batch, &ran);
            }
            Ended::Cut if self.end.over().is_some() => {
                self.record_unanswered(batch);
                if self.met.is_none() {
                    self.met = Some(self.describe_unanswered(batch, &ran));
                }
            }
            Ended::NoStart(_) => self.record_last_failure(batch, 0, None, &ran.ended, &ran.error),
            ended if many == 1 => self.record_last_failure(batch, 0, None, ended, &ran.error),
            Ended::Cut | Ended::TimedOut => {
                self.most = (many / 4).max(1);
                self.search(batch, &ran.output);
            }
            ended => {
                // Bisect to find the failing query. A batch may fail only because it is too large,
                // which isn't an error of the program.
                self.most = (many / 4).max(1);
                for half in [0..many / 2, many / 2..many] {
                    if let Some(part) = self.slice(batch, half) {
                        self.ask(&part);
                    }
                }
                if !self.over && matches!(ended, Ended::Code(_) | Ended::Signal(_)) {
                    self.record_last_failure(batch, many - 1, None, ended, &ran.error);
                }
            }
        }
    }

    /// Adapts the size of the next batch to the duration of a successful run.
    fn pace(&mut self, many: usize, took: Duration) {
        if self.runs < SINGLES {
            self.startup = (self.startup * self.runs + took) / (self.runs + 1);
            self.runs += 1;
            return;
        }
        let spare = self.patience().saturating_sub(self.startup) / 2;
        let each = took.saturating_sub(self.startup).as_secs_f64() / many as f64;
        // The quotient may be infinite, and the cast gives the maximum.
        let fitting = (spare.as_secs_f64() / each) as usize;
        self.most = fitting
            .clamp(self.most.div_ceil(2), 4 * self.most)
            .min(BATCH);
    }

    /// Returns a slice of a batch.
    pub(super) fn slice(&self, batch: &Batch, span: Span<usize>) -> Option<Batch> {
        let format = self.questions.format;
        let last = format.levels.len() - 1;
        let part = match &batch.root {
            Some(root) => cut(root, 0, last, span.start, span.end),
            None => {
                let read = format.read(&batch.input).ok()?;
                cut(&read, 0, last, span.start, span.end).map(owned)
            }
        }?;
        let mut input = Vec::new();
        format.write(&part, &mut input);
        Some(Batch {
            stage: batch.stage,
            input: Arc::new(input),
            expected: batch.expected.slice(span),
            root: Some(part),
        })
    }

    fn compare(&mut self, batch: &Batch, ran: &Ran) {
        let format = self.questions.format;
        let many = batch.expected.len();
        let root = batch.root.as_ref().filter(|_| format.output.joined);
        let lines = root.map(|root| format.answers_a_line(root));
        let said = answers(format, &ran.output, &lines, many);
        if !self.check(batch, &said[..said.len().min(many)], &ran.error) {
            return;
        }
        if said.len() < many {
            self.record_last_failure(batch, said.len(), None, &Ended::Well, &ran.error);
        } else if let Some(extra) = said.get(many) {
            let extra = String::from_utf8_lossy(extra).into_owned();
            let why = format!("it says more than the {many} answers asked for");
            let verdict = Verdict::Nonsense;
            self.record_failure(batch, many - 1, Some(extra), verdict, why, &ran.error);
        }
    }

    /// Checks the answers to the first queries of a batch. Returns true if all are valid answers.
    pub(super) fn check(&mut self, batch: &Batch, said: &[&[u8]], error: &str) -> bool {
        let tally = batch.stage as usize;
        let words = self.words();
        for (at, said) in said.iter().enumerate() {
            self.tallies[tally].asked += 1;
            let is_word = match &batch.expected {
                Expected::Values(values) => words[place(values[at])].as_bytes() == *said,
                Expected::Answers(answers) => self.truth.word(&answers[at]).as_bytes() == *said,
            };
            if is_word {
                continue;
            }
            let text = String::from_utf8_lossy(said).into_owned();
            let answer = batch.expected.at(at);
            let told = |truth: &mut Truth, chain: &[&Case<'_>]| match truth
                .is_right(chain, &answer, &text)
            {
                Ok(true) => Some(true),
                Ok(false) if truth.is_answer(chain, &text) => Some(false),
                _ => None,
            };
            let right = match answer {
                Answer::Move(_) => self.with_query(batch, at, told),
                // Other answers don't need the position.
                _ => Some(told(self.truth, &[])),
            };
            match right {
                Some(Some(true)) => {}
                Some(Some(false)) => {
                    self.tallies[tally].wrong += 1;
                    self.record_wrong(batch, at, text);
                }
                _ => {
                    self.record_last_failure(batch, at, Some(text), &Ended::Well, error);
                    return false;
                }
            }
        }
        true
    }

    /// Returns the words for a win, a loss and a draw.
    pub(super) fn words(&self) -> [String; 3] {
        [Outcome::Win, Outcome::Loss, Outcome::Draw]
            .map(|value| self.truth.word(&Answer::Winner(value)).into_owned())
    }

    /// Calls `work` with one query of a batch.
    pub(super) fn with_query<T>(
        &mut self,
        batch: &Batch,
        at: usize,
        work: impl FnOnce(&mut Truth, &[&Case<'_>]) -> T,
    ) -> Option<T> {
        let part = self.slice(batch, at..at + 1)?;
        let root = part.root?;
        let mut work = Some(work);
        let mut done = None;
        let truth = &mut *self.truth;
        let _ = self
            .questions
            .format
            .each_question(&root, &mut |chain| -> Result<(), ()> {
                done = work.take().map(|work| work(truth, chain));
                Ok(())
            });
        done
    }
}

/// Appends the cases of `part` to `whole`. Both must start with the same values.
pub(crate) fn join(whole: &mut Case<'static>, part: Case<'static>, level: usize, last: usize) {
    for inner in part.inner {
        match whole.inner.last_mut() {
            Some(known) if level + 1 < last && known.values == inner.values => {
                join(known, inner, level + 1, last);
            }
            _ => whole.inner.push(inner),
        }
    }
}

fn place(value: Outcome) -> usize {
    match value {
        Outcome::Win => 0,
        Outcome::Loss => 1,
        Outcome::Draw => 2,
    }
}

impl Expected {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Values(values) => values.len(),
            Self::Answers(answers) => answers.len(),
        }
    }

    pub(super) fn at(&self, at: usize) -> Answer {
        match self {
            Self::Values(values) => Answer::Winner(values[at]),
            Self::Answers(answers) => answers[at].clone(),
        }
    }

    pub(super) fn slice(&self, span: Span<usize>) -> Self {
        match self {
            Self::Values(values) => Self::Values(values[span].to_vec()),
            Self::Answers(answers) => Self::Answers(answers[span].to_vec()),
        }
    }
}
