//! The judge: asks a program all questions from the smallest on, then hard ones, then random ones, and holds each answer against the truth.

use std::collections::VecDeque;
use std::ops::Range as Span;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use whowins::analysis::{Player, Value as Outcome};
use whowins::best_line;
use whowins::contest::{Case, Kind, Question, Value};

use crate::cut::cut;
use crate::hard::{Draw, Random, Reach};
use crate::program::{Ended, Program, Ran};
use crate::questions::Questions;
use crate::report::{Failing, Report, Share, Tally, Verdict};
use crate::said::answers;
use crate::sizes::{Flow, Positions, tuples};
use crate::truth::{Answer, Truth, Unanswered};

/// How a program is to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Time for all of it.
    pub time: Duration,
    /// Runs of the program at once.
    pub jobs: usize,
    /// What is asked where nothing bounds it.
    pub reach: Reach,
    /// No larger questions are asked in order.
    pub up_to: Option<u64>,
    /// No more hard questions than these are drawn, and no more random ones.
    pub drawn: u64,
    /// Where the random questions begin.
    pub seed: u64,
}

/// The most questions of one run.
const BATCH: usize = 1 << 18;
/// The first runs are small, so that a slow program shows itself.
const FIRST: usize = 1 << 8;
/// Random questions after a wrong answer was found: enough for the share.
const SHARE: u64 = 2000;
/// Moves of best play that are shown.
const SHOWN: usize = 24;

/// Which questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    InOrder,
    Hard,
    Random,
}

/// What is right, question by question.
#[derive(Clone, Debug)]
enum Expected {
    Values(Vec<Outcome>),
    Answers(Vec<Answer>),
}

/// One run's questions.
#[derive(Clone, Debug)]
struct Batch {
    stage: Stage,
    input: Arc<Vec<u8>>,
    expected: Expected,
}

/// A batch under way.
enum Collecting {
    /// Positions of numbers, a line each, whose values are known at a look.
    Lines(Vec<u8>, Vec<Outcome>),
    /// Any other.
    Cases(Case<'static>, Vec<Answer>, Vec<u64>),
}

/// What was found on one question.
struct Found {
    failing: Failing,
    verdict: Verdict,
}

struct Judge<'j> {
    truth: &'j mut Truth,
    program: &'j Program,
    questions: &'j Questions<'j>,
    jobs: usize,
    deadline: Instant,
    collecting: Option<Collecting>,
    stage: Stage,
    most: usize,
    pending: VecDeque<(Batch, JoinHandle<std::io::Result<Ran>>)>,
    tallies: [Tally; 3],
    /// The first failure of the questions in order.
    first: Option<Found>,
    /// The smallest failure of the others.
    other: Option<Found>,
    /// Set where the program cannot be asked any more.
    over: bool,
    /// Why the truth is not known further on.
    unknown: Option<String>,
}

/// Judges a program.
///
/// # Errors
///
/// Where the format does not suit the game, or nothing says in which order its positions are to be asked.
pub fn judge(truth: &mut Truth, program: &Program, wishes: &Wishes) -> Result<Report, Unanswered> {
    let began = Instant::now();
    let format = truth.format().clone();
    let limits = truth.limits().clone();
    let has_positions = format
        .fields
        .iter()
        .any(|field| matches!(field.kind, Kind::Position));
    let game = match has_positions {
        true => Some(truth.game(&[])?.clone()),
        false => None,
    };
    let positions = game
        .as_ref()
        .map(|game| Positions::new(game, truth.player(), &limits));
    let positions = positions.transpose().map_err(Unanswered::Input)?;
    let questions = Questions::new(&format, positions);
    let most = questions.largest();
    let mut judge = Judge {
        truth,
        program,
        questions: &questions,
        jobs: wishes.jobs.max(1),
        deadline: began + wishes.time.mul_f64(0.6),
        collecting: None,
        stage: Stage::InOrder,
        most: FIRST,
        pending: VecDeque::new(),
        tallies: [Tally::default(); 3],
        first: None,
        other: None,
        over: false,
        unknown: None,
    };
    let mut up_to = judge.in_order(0, most, wishes.up_to);
    if judge.first.is_none() && !judge.over && !judge.is_all(up_to, most) {
        judge.deadline = began + wishes.time.mul_f64(0.8);
        judge.drawn(Stage::Hard, wishes, wishes.drawn);
    }
    if !judge.over && !judge.is_all(up_to, most) {
        judge.deadline = (began + wishes.time).max(Instant::now() + Duration::from_millis(300));
        let known = judge.first.is_some() || judge.other.is_some();
        let enough = if known {
            wishes.drawn.min(SHARE)
        } else {
            wishes.drawn
        };
        judge.drawn(Stage::Random, wishes, enough);
    }
    if judge.first.is_none()
        && let Some(size) = judge.other.as_ref().map(|found| found.failing.size)
    {
        // A wrong answer is known: all that is smaller is asked too, as long as time lasts.
        judge.deadline = began + wishes.time;
        let from = up_to.map_or(0, |up_to| up_to + 1);
        let until = wishes.up_to.map_or(size, |most| most.min(size));
        judge.over = false;
        up_to = judge.in_order(from, most, Some(until)).or(up_to);
    }
    let all = judge.is_all(up_to, most);
    let found = judge.first.or(judge.other);
    let [in_order, hard, random] = judge.tallies;
    Ok(Report {
        problem: format.title.clone(),
        question: format.question.told().to_string(),
        verdict: found.as_ref().map_or(Verdict::Right, |found| found.verdict),
        failing: found.map(|found| found.failing),
        order: questions.order(),
        up_to,
        all,
        in_order,
        hard,
        random: (random.asked > 0).then(|| Share::of(random)),
        stopped: judge.unknown,
        seconds: began.elapsed().as_secs_f64(),
    })
}

impl Judge<'_> {
    fn is_all(&self, up_to: Option<u64>, most: Option<u64>) -> bool {
        self.unknown.is_none() && up_to.is_some() && up_to >= most && most.is_some()
    }

    /// Whether it is time to stop.
    fn is_time(&self) -> bool {
        Instant::now() >= self.deadline || self.truth.limits().budget.over().is_some()
    }

    /// Asks the questions from a size on, to the end of the first size with a failure; up to which size all were asked.
    fn in_order(&mut self, from: u64, most: Option<u64>, up_to: Option<u64>) -> Option<u64> {
        self.stage = Stage::InOrder;
        let last = match (most, up_to) {
            (Some(most), Some(up_to)) => most.min(up_to),
            (most, up_to) => most.or(up_to).unwrap_or(u64::MAX),
        };
        let mut whole = from.checked_sub(1);
        let mut size = from;
        while size <= last && !self.over && self.first.is_none() {
            let done = match self.fast_ranges() {
                Some(ranges) => self.fast_size(&ranges, size),
                None => {
                    let questions = self.questions;
                    questions.of_size(size, &mut |input| self.add(input))
                }
            };
            if done.is_break() || self.unknown.is_some() {
                break;
            }
            whole = Some(size);
            size += 1;
        }
        self.flush();
        self.settle();
        whole
    }

    /// The ranges of numbers whose values may be known at a look.
    fn fast_ranges(&self) -> Option<Vec<(u64, Option<u64>)>> {
        let format = self.questions.format;
        let is_winner = matches!(format.question, Question::Winner(..));
        let positions = self.questions.positions.as_ref()?;
        let alone = format.fields.len() == 1 && format.levels.len() == 2 && format.sets.is_empty();
        (is_winner && alone).then_some(())?;
        positions.plain_numbers().map(<[_]>::to_vec)
    }

    fn fast_size(&mut self, ranges: &[(u64, Option<u64>)], size: u64) -> Flow {
        let mut state: Vec<i64> = Vec::new();
        tuples(ranges, size, &mut Vec::new(), &mut |numbers| {
            state.clear();
            state.extend(numbers.iter().map(|number| *number as i64));
            let Some(value) = self.truth.known(&state) else {
                // A table is made, or a law is found; after that a look is enough, for larger ones too.
                let side = size.next_power_of_two();
                let corner: Vec<u64> = ranges
                    .iter()
                    .map(|(_, most)| most.map_or(side, |most| most.min(side)))
                    .collect();
                self.truth.expect(&corner);
                let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
                let case = Case {
                    values: vec![Value::Text(texts.join(",").into_bytes().into())],
                    ..Case::default()
                };
                return self.add(Case {
                    inner: vec![case],
                    ..Case::default()
                });
            };
            if value == Outcome::Draw && !self.has_draws() {
                return Flow::Continue(());
            }
            let Some(Collecting::Lines(input, values)) = &mut self.collecting else {
                self.flush();
                let room = 16 * self.most;
                self.collecting = Some(Collecting::Lines(
                    Vec::with_capacity(room),
                    Vec::with_capacity(self.most),
                ));
                return self.line(numbers, value);
            };
            write_line(input, numbers);
            values.push(value);
            match values.len() >= self.most {
                true => self.full(),
                false => Flow::Continue(()),
            }
        })
    }

    fn line(&mut self, numbers: &[u64], value: Outcome) -> Flow {
        if let Some(Collecting::Lines(input, values)) = &mut self.collecting {
            write_line(input, numbers);
            values.push(value);
        }
        Flow::Continue(())
    }

    fn has_draws(&self) -> bool {
        matches!(
            self.questions.format.question,
            Question::Winner(_, _, Some(_))
        )
    }

    /// Adds an input's questions to the batch; those that the rules leave without an answer are no questions.
    fn add(&mut self, input: Case<'static>) -> Flow {
        if self.is_time() {
            return Flow::Break(());
        }
        let last = self.questions.format.levels.len() - 1;
        let mut answers = Vec::new();
        let mut kept = Vec::new();
        let mut unknown = None;
        let mut at = 0;
        let questions = self.questions;
        let _ = questions.format.each_question(&input, &mut |chain| {
            at += 1;
            match self.truth.answer(chain) {
                Ok(answer) => {
                    answers.push(answer);
                    kept.push(at - 1);
                    Ok(())
                }
                Err(Unanswered::Input(_) | Unanswered::Draw) => Ok(()),
                Err(Unanswered::Engine(error)) if !error.is_budget() => Ok(()),
                Err(Unanswered::Engine(error)) => {
                    unknown = Some(format!("the truth is not known there: {error}"));
                    Err(())
                }
            }
        });
        if unknown.is_some() {
            if self.stage == Stage::InOrder {
                self.unknown = unknown;
            }
            return Flow::Break(());
        }
        if kept.is_empty() {
            return Flow::Continue(());
        }
        let input = match kept.len() == at {
            true => input,
            // What is no question is left out.
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
                    return Flow::Continue(());
                };
                whole
            }
        };
        self.put(input, answers)
    }

    fn put(&mut self, mut input: Case<'static>, answers: Vec<Answer>) -> Flow {
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
            true => self.full(),
            false => Flow::Continue(()),
        }
    }

    /// What an input adds to the sums that the format bounds.
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

    /// Sends a full batch off; breaks where it is time to stop.
    fn full(&mut self) -> Flow {
        self.flush();
        match self.over || self.is_time() {
            true => Flow::Break(()),
            false => Flow::Continue(()),
        }
    }

    fn flush(&mut self) {
        let (input, expected) = match self.collecting.take() {
            None => return,
            Some(Collecting::Lines(input, values)) => (input, Expected::Values(values)),
            Some(Collecting::Cases(root, answers, _)) => {
                let mut input = Vec::new();
                self.questions.format.write(&root, &mut input);
                (input, Expected::Answers(answers))
            }
        };
        if expected.len() == 0 {
            return;
        }
        let batch = Batch {
            stage: self.stage,
            input: Arc::new(input),
            expected,
        };
        let (program, input) = (self.program.clone(), Arc::clone(&batch.input));
        let run = std::thread::spawn(move || program.run(input));
        self.pending.push_back((batch, run));
        while self.pending.len() >= self.jobs && !self.over {
            self.take_one();
        }
    }

    fn take_one(&mut self) {
        let Some((batch, run)) = self.pending.pop_front() else {
            return;
        };
        let ran = run.join().ok().and_then(Result::ok);
        self.examine(&batch, ran);
    }

    /// Waits for all that was sent off.
    fn settle(&mut self) {
        while !self.pending.is_empty() {
            match self.over {
                true => self.pending.clear(),
                false => self.take_one(),
            }
        }
    }

    fn run(&self, batch: &Batch) -> Option<Ran> {
        self.program.run(Arc::clone(&batch.input)).ok()
    }

    fn examine(&mut self, batch: &Batch, ran: Option<Ran>) {
        if self.over {
            return;
        }
        let Some(ran) = ran else {
            let why = Ended::NoStart("the system gave no process".into());
            return self.fails(batch, 0, None, &why, "");
        };
        let many = batch.expected.len();
        match &ran.ended {
            Ended::Well => {
                let time = self.program.allowed.time;
                if ran.took > time / 3 {
                    self.most = (self.most / 2).max(1);
                } else if ran.took < time / 8 && many >= self.most / 2 {
                    self.most = (4 * self.most).min(BATCH);
                }
                self.compare(batch, &ran);
            }
            Ended::NoStart(_) => self.fails(batch, 0, None, &ran.ended, &ran.error),
            ended if many == 1 => self.fails(batch, 0, None, ended, &ran.error),
            ended => {
                // Which question it is, is found by halves; and a batch that was only too large is no fault.
                self.most = (many / 4).max(1);
                for half in [0..many / 2, many / 2..many] {
                    if let Some(part) = self.part(batch, half) {
                        let ran = self.run(&part);
                        self.examine(&part, ran);
                    }
                }
                if !self.over && matches!(ended, Ended::Code(_) | Ended::Signal(_)) {
                    self.fails(batch, many - 1, None, ended, &ran.error);
                }
            }
        }
    }

    /// A part of a batch.
    fn part(&self, batch: &Batch, span: Span<usize>) -> Option<Batch> {
        let format = self.questions.format;
        let read = format.read(&batch.input).ok()?;
        let part = cut(&read, 0, format.levels.len() - 1, span.start, span.end)?;
        let mut input = Vec::new();
        format.write(&part, &mut input);
        Some(Batch {
            stage: batch.stage,
            input: Arc::new(input),
            expected: batch.expected.part(span),
        })
    }

    fn compare(&mut self, batch: &Batch, ran: &Ran) {
        let format = self.questions.format;
        let many = batch.expected.len();
        let is_plain = matches!(batch.expected, Expected::Values(_));
        let lines = match is_plain {
            true => vec![1; many],
            false => match format.read(&batch.input) {
                Ok(read) => format.answers_a_line(&read),
                Err(_) => vec![1; many],
            },
        };
        let said = answers(format, &ran.output, &lines);
        let tally = batch.stage as usize;
        let mut words: Option<[String; 3]> = None;
        for (at, said) in said.iter().take(many).enumerate() {
            self.tallies[tally].asked += 1;
            if let Expected::Values(values) = &batch.expected {
                let words = words.get_or_insert_with(|| {
                    [Outcome::Win, Outcome::Loss, Outcome::Draw]
                        .map(|value| self.truth.word(&Answer::Winner(value)).into_owned())
                });
                if words[place(values[at])].as_bytes() == *said {
                    continue;
                }
            }
            let text = String::from_utf8_lossy(said).into_owned();
            let answer = batch.expected.at(at);
            let right = self.with_chain(batch, at, |truth, chain| {
                match truth.is_right(chain, &answer, &text) {
                    Ok(true) => Some(true),
                    Ok(false) if truth.is_answer(chain, &text) => Some(false),
                    _ => None,
                }
            });
            match right {
                Some(Some(true)) => {}
                Some(Some(false)) => {
                    self.tallies[tally].wrong += 1;
                    self.wrong(batch, at, text);
                }
                _ => {
                    let why = Ended::Well;
                    return self.fails(batch, at, Some(text), &why, &ran.error);
                }
            }
        }
        if said.len() < many {
            self.fails(batch, said.len(), None, &Ended::Well, &ran.error);
        } else if let Some(extra) = said.get(many) {
            let extra = String::from_utf8_lossy(extra).into_owned();
            self.fails(batch, many - 1, Some(extra), &Ended::Output, &ran.error);
        }
    }

    /// Works on one question of a batch, which is read again.
    fn with_chain<T>(
        &mut self,
        batch: &Batch,
        at: usize,
        work: impl FnOnce(&mut Truth, &[&Case<'_>]) -> T,
    ) -> Option<T> {
        let part = self.part(batch, at..at + 1)?;
        let read = self.questions.format.read(&part.input).ok()?;
        let mut work = Some(work);
        let mut done = None;
        let truth = &mut *self.truth;
        let _ = self
            .questions
            .format
            .each_question(&read, &mut |chain| -> Result<(), ()> {
                done = work.take().map(|work| work(truth, chain));
                Ok(())
            });
        done
    }

    /// A wrong answer.
    fn wrong(&mut self, batch: &Batch, at: usize, said: String) {
        if self.first.is_some() {
            return;
        }
        if let Some(failing) = self.failing(batch, at, Some(said), None) {
            self.keep(batch.stage, failing, Verdict::Wrong);
        }
    }

    /// A failure after which the program is not asked any more.
    fn fails(&mut self, batch: &Batch, at: usize, said: Option<String>, how: &Ended, error: &str) {
        let verdict = match how {
            Ended::Well | Ended::Output => Verdict::Nonsense,
            Ended::Code(_) | Ended::Signal(_) => Verdict::Crashed,
            Ended::TimedOut => Verdict::TimedOut,
            Ended::Memory => Verdict::Memory,
            Ended::Processes => Verdict::Processes,
            Ended::NoStart(_) => Verdict::NoStart,
        };
        let many = batch.expected.len();
        let mut why = match (how, &said) {
            (Ended::Well, None) => "it gives no answer".to_string(),
            (Ended::Well, Some(_)) => "what it says is no answer".into(),
            (Ended::Output, Some(_)) => format!("it says more than the {many} answers asked for"),
            (how, _) => how.to_string(),
        };
        if many > 1 && verdict == Verdict::Crashed {
            why = format!("on {many} questions at once, and not on either half, {why}");
        }
        if let Some(last) = error.lines().rfind(|line| !line.trim().is_empty()) {
            why = format!("{why} («{}»)", last.trim());
        }
        if let Some(failing) = self.failing(batch, at, said, Some(why)) {
            self.keep(batch.stage, failing, verdict);
        }
        self.over = true;
    }

    fn keep(&mut self, stage: Stage, mut failing: Failing, verdict: Verdict) {
        failing.smallest = stage == Stage::InOrder;
        let place = match stage {
            Stage::InOrder => &mut self.first,
            Stage::Hard | Stage::Random => &mut self.other,
        };
        let smaller = place
            .as_ref()
            .is_none_or(|known| stage != Stage::InOrder && failing.size < known.failing.size);
        if smaller {
            *place = Some(Found { failing, verdict });
        }
    }

    /// All about a question on which the program fails.
    fn failing(
        &mut self,
        batch: &Batch,
        at: usize,
        said: Option<String>,
        why: Option<String>,
    ) -> Option<Failing> {
        let part = self.part(batch, at..at + 1)?;
        let answer = batch.expected.at(at);
        let own = |case: &&Case<'_>| {
            let values = case.values.iter().cloned();
            values.map(Value::into_owned).collect::<Vec<_>>()
        };
        let values = self.with_chain(batch, at, |_, chain| {
            chain.iter().map(own).collect::<Vec<_>>()
        });
        let size = self.size(&values?);
        self.with_chain(batch, at, |truth, chain| {
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
            let line = best_line(engine, &position, player, SHOWN).unwrap_or_default();
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

    /// The size of a question, from its fields' values.
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

    /// Asks hard questions, or random ones, until time is over or so many were asked.
    fn drawn(&mut self, stage: Stage, wishes: &Wishes, enough: u64) {
        self.stage = stage;
        let mut random = Random(wishes.seed);
        let questions = self.questions;
        let many = if questions.are_joined() && questions.format.levels.len() == 2 {
            1
        } else {
            100
        };
        let mut idle = 0;
        let mut sent = 0;
        while !self.is_time() && !self.over && idle < 10_000 && sent < enough {
            let draw = match (stage, random.between(0, 5)) {
                (Stage::Random, _) => Draw::Uniform,
                (_, 0) => Draw::Largest,
                _ => Draw::Hard,
            };
            idle += 1;
            let Some(input) = questions.draw(draw, many, wishes.reach, &mut random) else {
                continue;
            };
            if stage == Stage::Hard {
                for near in self.near(&input) {
                    if self.add(near).is_break() {
                        break;
                    }
                }
            }
            let before = self.sent();
            let _ = self.add(input);
            if self.sent() > before {
                idle = 0;
            }
            sent += many;
        }
        self.flush();
        self.settle();
    }

    /// Questions answered or under way.
    fn sent(&self) -> u64 {
        let pending = self.pending.iter().map(|(batch, _)| batch.expected.len());
        let collecting = match &self.collecting {
            Some(Collecting::Lines(_, values)) => values.len(),
            Some(Collecting::Cases(_, answers, _)) => answers.len(),
            None => 0,
        };
        self.tallies.iter().map(|tally| tally.asked).sum::<u64>()
            + pending.sum::<usize>() as u64
            + collecting as u64
    }

    /// The lost positions that best moves from these lead to, with their neighbours: where a wrong law shows.
    fn near(&mut self, input: &Case<'static>) -> Vec<Case<'static>> {
        let format = self.questions.format;
        let last = format.levels.len() - 1;
        let Some(template) = format.position.clone() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut at = 0;
        let _ = format.each_question(input, &mut |chain| {
            at += 1;
            if at > 8 {
                return Err(());
            }
            let Ok(position) = self.truth.position(chain) else {
                return Ok(());
            };
            let player = self.truth.player();
            let Ok(engine) = self.truth.engine(chain) else {
                return Ok(());
            };
            let Ok(asked) = engine.answer(&position, player) else {
                return Ok(());
            };
            let Some(best) = asked.answer.best else {
                return Ok(());
            };
            let text = engine.game().show(&best.to);
            if let Some(values) = template.unfill(&text) {
                let values: Vec<(usize, String)> = values
                    .into_iter()
                    .map(|(field, text)| (field, text.to_string()))
                    .collect();
                found.push((at - 1, values));
            }
            Ok(())
        });
        let mut near = Vec::new();
        for (at, values) in found {
            let Some(question) = cut(input, 0, last, at, at + 1) else {
                continue;
            };
            for shift in shifts(&values) {
                let mut moved = question.clone();
                let fits = shift
                    .iter()
                    .all(|(field, value)| self.questions.set(&mut moved, *field, value.clone()));
                if fits && self.questions.is_legal(&moved) {
                    near.push(moved);
                }
            }
        }
        near
    }
}

/// The values themselves, and each with one number a step up or down.
fn shifts(values: &[(usize, String)]) -> Vec<Vec<(usize, Value<'static>)>> {
    let plain = |text: &str| match text.parse::<u64>() {
        Ok(number) => Value::Number(number),
        Err(_) => Value::Text(text.as_bytes().to_vec().into()),
    };
    // One field may hold a whole position: its numbers are moved one by one.
    if let [(field, text)] = values
        && text.contains(',')
    {
        let parts: Vec<&str> = text.split(',').collect();
        let whole =
            |parts: Vec<String>| vec![(*field, Value::Text(parts.join(",").into_bytes().into()))];
        let own = || parts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut all = vec![whole(own())];
        for at in 0..parts.len() {
            let Ok(number) = parts[at].parse::<u64>() else {
                continue;
            };
            for near in [number.checked_sub(1), number.checked_add(1)]
                .into_iter()
                .flatten()
            {
                let mut moved = own();
                moved[at] = near.to_string();
                all.push(whole(moved));
            }
        }
        return all;
    }
    let own: Vec<(usize, Value<'static>)> = values
        .iter()
        .map(|(field, text)| (*field, plain(text)))
        .collect();
    let mut all = vec![own.clone()];
    for at in 0..own.len() {
        let Value::Number(number) = own[at].1 else {
            continue;
        };
        for near in [number.checked_sub(1), number.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let mut moved = own.clone();
            moved[at].1 = Value::Number(near);
            all.push(moved);
        }
    }
    all
}

/// Puts the cases of one input into another that begins as it does.
fn join(whole: &mut Case<'static>, part: Case<'static>, level: usize, last: usize) {
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

/// Numbers with commas between, as a line.
fn write_line(out: &mut Vec<u8>, numbers: &[u64]) {
    let mut digits = [0; 20];
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        let (mut left, mut begin) = (*number, digits.len());
        loop {
            begin -= 1;
            digits[begin] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        out.extend_from_slice(&digits[begin..]);
    }
    out.push(b'\n');
}

impl Expected {
    fn len(&self) -> usize {
        match self {
            Self::Values(values) => values.len(),
            Self::Answers(answers) => answers.len(),
        }
    }

    fn at(&self, at: usize) -> Answer {
        match self {
            Self::Values(values) => Answer::Winner(values[at]),
            Self::Answers(answers) => answers[at].clone(),
        }
    }

    fn part(&self, span: Span<usize>) -> Self {
        match self {
            Self::Values(values) => Self::Values(values[span].to_vec()),
            Self::Answers(answers) => Self::Answers(answers[span].to_vec()),
        }
    }
}
