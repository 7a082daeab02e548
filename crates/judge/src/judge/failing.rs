//! Describes a query on which a program fails.

use std::time::{Duration, Instant};

use whowins::analysis::{Player, Value as Outcome};
use whowins::best_line;
use whowins::contest::{Case, Kind, Value};

use super::{Batch, Found, Judge, Stage};
use crate::program::{Ended, Ran};
use crate::report::{Failing, Verdict};

/// Minimum time for the remaining queries of a size.
const LEAST: Duration = Duration::from_secs(2);
/// Maximum number of moves of optimal play in a report.
const SHOWN: usize = 24;

impl Judge<'_> {
    /// Records a wrong answer.
    pub(super) fn record_wrong(&mut self, batch: &Batch, at: usize, said: String) {
        if self.first.is_some() {
            return;
        }
        // Out of order, only the smallest failure is stored. Computing optimal play from large
        // positions is slow.
        let size = self.size_at(batch, at);
        let known = self.other.as_ref().map(|known| known.failing.size);
        if batch.stage != Stage::InOrder && known.is_some() && size >= known {
            return;
        }
        let failing = self.failing(batch, at, Some(said), None);
        self.keep(batch.stage, failing, Verdict::Wrong);
    }

    /// Records a failure after which the program isn't tested any more.
    pub(super) fn record_last_failure(
        &mut self,
        batch: &Batch,
        at: usize,
        said: Option<String>,
        how: &Ended,
        error: &str,
    ) {
        let verdict = Verdict::of(how);
        let many = batch.expected.len();
        let allowed = self.program.allowed;
        let mut why = match (how, &said) {
            (Ended::Well, None) => "it prints no answer".to_string(),
            (Ended::Well, Some(_)) => "its output is not an answer".into(),
            (Ended::TimedOut, _) => format!(
                "it took longer than {:.2} s of processor time, or {:.2} s with the time it slept",
                allowed.time.as_secs_f64(),
                allowed.wall.as_secs_f64()
            ),
            (how, _) => how.to_string(),
        };
        if many > 1 && verdict == Verdict::Crashed {
            // If the time is over, the halves may not have been run completely.
            let halves = match self.end.over() {
                None => ", and not on either half,",
                Some(_) => "",
            };
            why = format!("on {many} questions at once{halves} {why}");
        }
        self.record_failure(batch, at, said, verdict, why, error);
    }

    /// Records a failure with its verdict and the reason.
    pub(super) fn record_failure(
        &mut self,
        batch: &Batch,
        at: usize,
        said: Option<String>,
        verdict: Verdict,
        mut why: String,
        error: &str,
    ) {
        if let Some(last) = error.lines().rfind(|line| !line.trim().is_empty()) {
            why = format!("{why} (`{}`)", last.trim());
        }
        let failing = self.failing(batch, at, said, Some(why));
        self.keep(batch.stage, failing, verdict);
        self.over = true;
    }

    fn keep(&mut self, stage: Stage, mut failing: Failing, verdict: Verdict) {
        failing.smallest = stage == Stage::InOrder && self.unanswered.is_none();
        let place = match stage {
            Stage::InOrder => &mut self.first,
            Stage::Hard | Stage::Random => &mut self.other,
        };
        let smaller = place
            .as_ref()
            .is_none_or(|known| stage != Stage::InOrder && failing.size < known.failing.size);
        if smaller {
            *place = Some(Found { failing, verdict });
            if stage == Stage::InOrder {
                // Spend at most as much time on the rest of this size as on everything before.
                let again = self.began.elapsed().max(LEAST);
                self.until(self.deadline.min(Instant::now() + again));
            }
        }
    }

    /// Describes a batch that the program had not answered when the time was over.
    pub(super) fn describe_unanswered(&self, batch: &Batch, ran: &Ran) -> String {
        let place = self.place(batch);
        let (took, elapsed) = (ran.took.as_secs_f64(), ran.elapsed.as_secs_f64());
        let wall = self.program.allowed.wall.as_secs_f64();
        format!(
            "the time was over before the program answered {place}: it had taken {took:.2} s \
             ({elapsed:.2} s by the clock), and one run may take {wall:.2} s"
        )
    }

    /// Describes the queries of a batch.
    pub(super) fn place(&self, batch: &Batch) -> String {
        let input = self.slice(batch, 0..1).map(|part| part.input);
        let input = input.map(|input| String::from_utf8_lossy(&input).trim().to_owned());
        let first = input.filter(|input| input.lines().count() == 1);
        match (first, batch.expected.len()) {
            (Some(first), 1) => first,
            (None, 1) => "a question".into(),
            (Some(first), many) => format!("{many} questions from {first} on"),
            (None, many) => format!("{many} questions"),
        }
    }

    /// Returns the size of a query of a batch.
    pub(super) fn size_at(&mut self, batch: &Batch, at: usize) -> Option<u64> {
        let own = |case: &&Case<'_>| {
            let values = case.values.iter().cloned();
            values.map(Value::into_owned).collect::<Vec<_>>()
        };
        let values = self.with_query(batch, at, |_, chain| {
            chain.iter().map(own).collect::<Vec<_>>()
        });
        Some(self.size(&values?))
    }

    /// Describes the query on which the program fails. If it can't be isolated, the report has the
    /// complete input, so that no failure is lost.
    fn failing(
        &mut self,
        batch: &Batch,
        at: usize,
        said: Option<String>,
        why: Option<String>,
    ) -> Failing {
        // The description may take longer than the stage.
        self.truth.until(self.deadline.max(Instant::now() + LEAST));
        let described = self.describe(batch, at, said.clone(), why.clone());
        self.truth.until(self.deadline);
        described.unwrap_or_else(|| Failing {
            input: String::from_utf8_lossy(&batch.input).into_owned(),
            position: String::new(),
            size: 0,
            said,
            right: self.truth.word(&batch.expected.at(at)).into_owned(),
            why,
            smallest: false,
            line: Vec::new(),
            winner: None,
        })
    }

    fn describe(
        &mut self,
        batch: &Batch,
        at: usize,
        said: Option<String>,
        why: Option<String>,
    ) -> Option<Failing> {
        let part = self.slice(batch, at..at + 1)?;
        let answer = batch.expected.at(at);
        let size = self.size_at(batch, at)?;
        self.with_query(batch, at, |truth, chain| {
            let player = truth.player();
            let right = truth.word(&answer).into_owned();
            let position = truth.position(chain).ok();
            let mut failing = Failing {
                input: String::from_utf8_lossy(&part.input).into_owned(),
                position: String::new(),
                size,
                said,
                right,
                why,
                smallest: false,
                line: Vec::new(),
                winner: None,
            };
            let (Some(position), Ok(engine)) = (position, truth.engine(chain)) else {
                return failing;
            };
            // If a position has too many moves to enumerate, nobody reads a line of play either.
            let line = match engine.game().is_large(&position) {
                true => Vec::new(),
                false => best_line(engine, &position, player, SHOWN).unwrap_or_default(),
            };
            let value = engine.value(&position, player).ok();
            let game = engine.game();
            let name = |player: Player| Some(game.player(player).to_string());
            failing.position = game.show(&position);
            failing.winner = match value {
                Some(Outcome::Win) => name(player),
                Some(Outcome::Loss) => name(player.other()),
                Some(Outcome::Draw) | None => None,
            };
            failing.line = line
                .iter()
                .map(|legal| format!("{} to {}", legal.text, game.show(&legal.to)))
                .collect();
            failing
        })
    }

    /// Returns the size of a query from the values of its fields.
    fn size(&self, values: &[Vec<Value<'static>>]) -> u64 {
        let format = self.questions.format;
        let last = format.levels.len() - 1;
        let path: Vec<Case<'static>> = values
            .iter()
            .map(|values| Case {
                values: values.clone(),
                ..Case::default()
            })
            .collect();
        let counts = |at: &usize| {
            let inner = self.questions.closed && format.fields[*at].level == last;
            !self.questions.is_counter(*at) && !inner
        };
        (0..format.fields.len())
            .filter(counts)
            .map(|at| {
                let field = &format.fields[at];
                let value = &path[field.level].values[field.place];
                match (&self.questions.positions, field.kind == Kind::Position) {
                    (Some(positions), true) => positions.size_of(value),
                    _ => self.questions.range(at, &path).size(value),
                }
            })
            .sum()
    }
}
