//! Why a position is won or lost: the law with its numbers in it, the moves, what each kind of move
//! runs into.

use std::collections::BTreeMap;

use dashu_int::IBig;
use serde::Serialize;
use whowins::{Grundy, Legal, best_line, legal_moves};
use whowins_analysis::{Game, Player, Position, Stuck, Value};
use whowins_engine::{Engine, EngineError, Limits, Outcome, components};
use whowins_law::{LawSource, Run};

use crate::answer::{winner, word};
use crate::fault::Fault;
use crate::more::Step;
use crate::play::reason::{by_law, cut, shown};

/// Longer play is not told as a line.
const LINE: usize = 40;
/// No more kinds of moves are told one by one.
const KINDS: usize = 12;
/// Grundy values are worked out for heaps up to this.
const VALUED: u64 = 2_000;

/// A move, with what it brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhyMove {
    /// Its words.
    pub text: String,
    /// The position after it.
    pub to: String,
    /// `win`, `loss` or `draw`, for the player who makes it.
    pub value: &'static str,
    /// The outcome class of the position after it, where both players' values are known.
    pub class: Option<char>,
    /// Why that is so, with the numbers in it.
    pub why: Option<String>,
}

/// What becomes of the moves of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindTold {
    /// The kind: the words of its moves, with `k` in the place of numbers.
    pub kind: String,
    /// How many moves there are of it.
    pub moves: usize,
    /// How many of them win.
    pub wins: usize,
    /// One of them.
    pub example: String,
    /// The position after that one.
    pub to: String,
    /// The best answer to it, and the position after the answer.
    pub answer: Option<[String; 2]>,
}

/// A component of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summand {
    /// What it is.
    pub name: String,
    /// Its Grundy value.
    pub value: u64,
    /// The value in binary, as many digits for all components.
    pub digits: String,
}

/// Why a position is won or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The game's name.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub to_move: String,
    /// Who wins; `null` for a draw.
    pub winner: Option<String>,
    /// `win`, `loss` or `draw`, for the player to move.
    pub value: &'static str,
    /// The outcome class, where both players' values are known.
    pub outcome: Option<char>,
    /// The proved law that says so, as a sentence.
    pub law: Option<String>,
    /// The law in a line, where it has one.
    pub formula: Option<String>,
    /// The reason, with the position's numbers in it.
    pub reason: Option<String>,
    /// How the law's automaton reads the position.
    #[serde(skip)]
    pub run: Option<Run>,
    /// The same, for programs.
    pub digits: Option<Digits>,
    /// The components of a sum, with their values.
    pub sum: Vec<Summand>,
    /// Their nim-sum.
    pub nim_sum: Option<u64>,
    /// The best move, where one is known.
    pub best: Option<WhyMove>,
    /// All moves; `null` where there are too many to lay out.
    pub moves: Option<Vec<WhyMove>>,
    /// What becomes of each kind of move.
    pub kinds: Vec<KindTold>,
    /// How many moves best play lasts, where that is known.
    pub remoteness: Option<u64>,
    /// Best play to its end, where it is short.
    pub line: Vec<Step>,
    /// All that in plain sentences.
    pub sentences: Vec<String>,
    /// The outcome with its reason: the first of the sentences.
    #[serde(skip)]
    pub here: String,
    /// Why there is no move, if there is none.
    #[serde(skip)]
    pub over: Option<String>,
}

/// A run of an automaton, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Digits {
    /// The numeration system.
    pub system: String,
    /// What each track holds, and its digits.
    pub tracks: Vec<(String, Vec<u8>)>,
    /// The states, one more than there are digits.
    pub states: Vec<u32>,
    /// The class that the last of them says.
    pub class: &'static str,
}

/// Whether a limit was met in laying moves out, so that the rest can be told without them.
fn is_large(error: &EngineError) -> bool {
    matches!(error, EngineError::TooLarge(_))
}

impl Why {
    /// The reasons at a position. A law is looked for if it has not been; the engine is one that
    /// answers from the same source.
    ///
    /// # Errors
    ///
    /// What the engine says.
    pub fn of(
        engine: &mut Engine,
        law: &LawSource,
        position: &Position,
        player: Player,
        limits: &Limits,
    ) -> Result<Self, Fault> {
        let verified = law.law();
        let answered = engine.answer(position, player)?;
        let (answer, values) = (answered.answer, answered.values);
        let game = engine.game().clone();
        let speaks = verified.and_then(|law| {
            let all = law.certificate().laws.iter().zip(law.statements());
            let mut all = all.filter(|(one, _)| one.claim().values(&game, position).is_some());
            all.next()
        });
        let words = law.words();
        let wording = words.and_then(|words| words.wording.as_ref());
        let formula = speaks
            .as_ref()
            .and_then(|(law, _)| whowins_law::formula(law));
        let run = words.and_then(|words| words.run(position, player));
        let sum = summands(&game, position, limits)?;
        let nim_sum = (!sum.is_empty()).then(|| sum.iter().fold(0, |sum, one| sum ^ one.value));
        let mut why = Self {
            game: game.name.clone(),
            position: game.show(position),
            to_move: game.player(player).to_string(),
            winner: winner(&game, player, answer.value).map(str::to_string),
            value: word(answer.value),
            outcome: class(values),
            law: speaks.map(|(_, statement)| statement),
            formula: formula.or_else(|| wording.map(ToString::to_string)),
            reason: by_law(law, &game, position, player),
            digits: run.as_ref().map(|run| Digits {
                system: run.system.clone(),
                tracks: run.tracks.clone(),
                states: run.states.clone(),
                class: run.class,
            }),
            run,
            sum,
            nim_sum,
            best: None,
            moves: None,
            kinds: Vec::new(),
            remoteness: answer.remoteness,
            line: Vec::new(),
            sentences: Vec::new(),
            here: String::new(),
            over: None,
        };
        if let Some(best) = &answer.best {
            let legal = Legal {
                text: best.text.clone(),
                to: best.to.clone(),
                next: best.next(player),
            };
            why.best = Some(told(engine, law, &legal, player)?);
        }
        match legal_moves(&game, position, player, limits) {
            Ok(legal) => why.lay_out(engine, law, &legal, player)?,
            Err(error) if is_large(&error) => {}
            Err(error) => return Err(error.into()),
        }
        if why.remoteness.is_some_and(|moves| moves <= LINE as u64) {
            why.play(engine, position, player)?;
        }
        why.here = why.class_sentence(&game, position, answer.value);
        why.over = why.no_moves(&game, position, player);
        why.sentences = why.say(answer.value);
        Ok(why)
    }

    /// All moves, and what becomes of each kind.
    fn lay_out(
        &mut self,
        engine: &mut Engine,
        law: &LawSource,
        legal: &[Legal],
        player: Player,
    ) -> Result<(), Fault> {
        let mut moves = Vec::new();
        // In the order in which kinds are met: the moves of each, by their places.
        let mut kinds: Vec<(String, Vec<usize>)> = Vec::new();
        for (at, one) in legal.iter().enumerate() {
            moves.push(told(engine, law, one, player)?);
            let kind = kind(&one.text);
            match kinds.iter_mut().find(|known| known.0 == kind) {
                Some(known) => known.1.push(at),
                None => kinds.push((kind, vec![at])),
            }
        }
        for (kind, of) in kinds.into_iter().take(KINDS) {
            let wins: Vec<usize> = of
                .iter()
                .copied()
                .filter(|at| moves[*at].value == word(Value::Win))
                .collect();
            let example = wins.first().or(of.first()).copied().unwrap_or(0);
            let one = &legal[example];
            let answer = match moves[example].value == word(Value::Loss) {
                true => engine.answer(&one.to, one.next)?.answer.best,
                false => None,
            };
            let game = engine.game();
            self.kinds.push(KindTold {
                kind: if of.len() == 1 {
                    one.text.clone()
                } else {
                    kind
                },
                moves: of.len(),
                wins: wins.len(),
                example: one.text.clone(),
                to: game.show(&one.to),
                answer: answer.map(|best| [best.text, game.show(&best.to)]),
            });
        }
        self.moves = Some(moves);
        Ok(())
    }

    fn play(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        player: Player,
    ) -> Result<(), Fault> {
        let mut to_move = player;
        for legal in best_line(engine, position, player, LINE)? {
            let game = engine.game();
            self.line.push(Step {
                player: game.player(to_move).to_string(),
                text: legal.text,
                to: game.show(&legal.to),
            });
            to_move = legal.next;
        }
        Ok(())
    }

    /// Returns the outcome of the position with its reason.
    fn class_sentence(&self, game: &Game, position: &Position, value: Value) -> String {
        let at = shown(game, position);
        let because = match &self.reason {
            Some(reason) => format!(": {reason}"),
            None => String::new(),
        };
        let class = match (game.is_impartial(), value) {
            (_, Value::Draw) => format!("{at} with {} to move is a draw", self.to_move),
            (true, Value::Loss) => format!("{at} is a P-position, lost for the player to move"),
            (true, Value::Win) => format!("{at} is an N-position, won for the player to move"),
            (false, Value::Win) => format!("at {at} {} to move wins", self.to_move),
            (false, Value::Loss) => format!("at {at} {} to move loses", self.to_move),
        };
        format!("{class}{because}.")
    }

    /// Returns the reason why the player to move has no move, if there is none.
    fn no_moves(&self, game: &Game, position: &Position, player: Player) -> Option<String> {
        if !self.moves.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let over = match game.ending.stuck {
            _ if game.end_at(player, position).is_some() => "play is over there",
            Stuck::Wins => "there is no move, and a player who cannot move wins",
            Stuck::Loses => "there is no move, and a player who cannot move loses",
            _ => "there is no move",
        };
        Some(over.into())
    }

    /// Returns the reasons in plain sentences.
    fn say(&self, value: Value) -> Vec<String> {
        let mut all = vec![self.here.clone()];
        if let Some(sum) = self.nim_sum {
            let parts: Vec<String> = self
                .sum
                .iter()
                .map(|one| format!("{} has the Grundy value {}", one.name, one.value))
                .collect();
            let means = if sum == 0 {
                "so the player to move loses"
            } else {
                "so the player to move wins"
            };
            all.push(format!(
                "It is a sum: {}; the nim-sum of these is {sum}, {means}.",
                parts.join(", ")
            ));
        }
        match (value, &self.best) {
            (Value::Win, Some(best)) => {
                let why = best
                    .why
                    .as_ref()
                    .map_or(String::new(), |why| format!(": {why}"));
                all.push(format!(
                    "{} wins by {} to {}{why}.",
                    self.to_move,
                    cut(&best.text),
                    cut(&best.to)
                ));
            }
            (Value::Draw, Some(best)) => {
                all.push(format!(
                    "{} holds the draw by {} to {}.",
                    self.to_move,
                    cut(&best.text),
                    cut(&best.to)
                ));
            }
            _ => {}
        }
        if let Some(over) = &self.over {
            all.push(format!("{} has nothing to choose: {over}.", self.to_move));
        }
        if value == Value::Loss {
            for kind in &self.kinds {
                let many = match kind.moves {
                    1 => format!("The move {} leads", kind.kind),
                    2 => format!("Both moves {} lead", kind.kind),
                    moves => format!("All {moves} moves {} lead", kind.kind),
                };
                let answer = kind.answer.as_ref().map_or(String::new(), |[text, to]| {
                    format!(
                        "; {} to {} is answered by {text} to {to}",
                        kind.example, kind.to
                    )
                });
                all.push(format!("{many} to a win of the other player{answer}."));
            }
        }
        if !self.line.is_empty() {
            let moves = self.line.len();
            let plural = if moves == 1 { "" } else { "s" };
            let first: Vec<String> = self
                .line
                .iter()
                .take(6)
                .map(|step| format!("{} {}", step.player, step.text))
                .collect();
            let more = if moves > 6 { ", ..." } else { "" };
            all.push(format!(
                "Best play lasts {moves} move{plural}: {}{more}.",
                first.join(", ")
            ));
        }
        all
    }
}

/// The outcome class of two values.
fn class(values: [Option<Value>; 2]) -> Option<char> {
    match values {
        [Some(first), Some(second)] => {
            Some(Outcome::of(first, second).letter()).and_then(|text| text.chars().next())
        }
        _ => None,
    }
}

fn told(
    engine: &mut Engine,
    law: &LawSource,
    legal: &Legal,
    player: Player,
) -> Result<WhyMove, Fault> {
    // A law gives the values without a search for a best reply.
    let by_proof = law
        .law()
        .and_then(|proved| proved.values(engine.game(), &legal.to));
    let (value, values) = match by_proof {
        Some(values) => (values[legal.next.index()], values.map(Some)),
        None => {
            let asked = engine.answer(&legal.to, legal.next)?;
            (asked.answer.value, asked.values)
        }
    };
    let value = match legal.next == player {
        true => value,
        false => value.reversed(),
    };
    let game = engine.game();
    Ok(WhyMove {
        text: legal.text.clone(),
        to: game.show(&legal.to),
        value: word(value),
        class: class(values),
        why: by_law(law, game, &legal.to, legal.next),
    })
}

/// Returns the text of a move with `k` instead of each number that follows a blank. The number
/// before an arrow, as in `heap[1]: 5 -> 4`, stays.
fn kind(text: &str) -> String {
    let word = |(word, next): (&str, Option<&str>)| {
        let bare = word.trim_end_matches([',', ';', ')']);
        let number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
        match number && next != Some("->") {
            true => format!("k{}", &word[bare.len()..]),
            false => word.to_string(),
        }
    };
    let next = text.split(' ').skip(1).map(Some).chain([None]);
    let words: Vec<String> = text.split(' ').zip(next).map(word).collect();
    words.join(" ")
}

/// The components of a sum with their Grundy values: heaps, or the games that a sum is made of.
fn summands(game: &Game, position: &Position, limits: &Limits) -> Result<Vec<Summand>, Fault> {
    let mut all: Vec<(String, u64)> = Vec::new();
    let heaps = position.elements();
    match game.heaps() {
        Some(_) if heaps.len() > 1 && game.ending.stuck == Stuck::Loses => {
            let small = heaps.iter().all(|heap| *heap <= IBig::from(VALUED));
            let Some(mut values) = Grundy::new(game, limits).ok().filter(|_| small) else {
                return Ok(Vec::new());
            };
            let mut known: BTreeMap<&IBig, u64> = BTreeMap::new();
            for heap in heaps {
                let value = match known.get(heap) {
                    Some(value) => *value,
                    None => match values.value(&Position::list([heap.clone()])) {
                        Ok(value) => value,
                        Err(_) => return Ok(Vec::new()),
                    },
                };
                known.insert(heap, value);
                all.push((format!("the heap {heap}"), value));
            }
        }
        None if game.program().is_some() => {
            let found = components(game, position, limits)?;
            let each = found.into_iter().flatten();
            all.extend(each.map(|(name, at, value)| (format!("{name} at {at}"), value.into())));
        }
        _ => {}
    }
    let most = all.iter().map(|one| one.1).max().unwrap_or(0);
    let width = (u64::BITS - most.leading_zeros()).max(1) as usize;
    let summand = |(name, value): (String, u64)| Summand {
        name,
        value,
        digits: format!("{value:0width$b}"),
    };
    Ok(all.into_iter().map(summand).collect())
}
