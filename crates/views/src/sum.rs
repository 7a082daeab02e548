//! Sums of positions and values: what they are worth, their parts, and the moves that win.

use serde_json::{Value as Json, json};
use whowins_analysis::{Game, Player, Position};
use whowins_engine::values::{NoValue, Part, Positions, Refusal};
use whowins_engine::{EngineError, Limits};
use whowins_rules::{Diagnostic, Rules};
use whowins_values::{Arena, Cut, Dyadic, Question, Side, Thermographs, Value, Why, Width};

use crate::fault::Fault;
use crate::value::ValueCard;

/// A term of a sum.
pub enum Term {
    /// A position of a game; the player named first is Left.
    Position {
        /// The game, its parameters given.
        game: Box<Game>,
        /// The position.
        position: Position,
    },
    /// An expression, and its text.
    Expression {
        /// As it was written.
        text: String,
        /// As it was read.
        question: Box<Question>,
    },
}

/// Why a sum has no value: which of its terms, and why.
pub struct NoSum {
    /// The term's place, from 0.
    pub term: usize,
    /// Why.
    pub why: NoTerm,
}

/// Why a term has none.
pub enum NoTerm {
    /// The game's positions have none, or this one has none.
    Refused(Refusal),
    /// The expression has none.
    Expression(Why),
    /// The arena gives no answer.
    Cut(Cut),
    /// A search for who wins met a limit.
    Search(EngineError),
}

impl From<Cut> for NoTerm {
    fn from(cut: Cut) -> Self {
        Self::Cut(cut)
    }
}

impl From<NoValue> for NoTerm {
    fn from(why: NoValue) -> Self {
        match why {
            NoValue::Refused(refusal) => Self::Refused(refusal),
            NoValue::Cut(cut) => Self::Cut(cut),
        }
    }
}

/// A part of a position, told.
#[derive(Clone, Debug)]
pub struct PartCard {
    /// Where, and what it looks like.
    pub part: Part,
    /// Its form as text.
    pub form: String,
    /// Its temperature as text.
    pub temperature: String,
}

/// A term, told.
#[derive(Clone, Debug)]
pub struct TermCard {
    /// The game's name, or the expression.
    pub name: String,
    /// The position as text.
    pub position: Option<String>,
    /// The players' names.
    pub players: [String; 2],
    /// The form as text.
    pub form: String,
    /// The parts of a position, those that look alike together.
    pub parts: Vec<PartCard>,
    /// Whether of each player's moves the best one alone is told, as of long rows that are numbers
    /// by their signs.
    pub tells_best_alone: bool,
}

/// A move of a sum, told.
#[derive(Clone, Debug)]
pub struct MoveCard {
    /// The place of the term that it is made in.
    pub term: usize,
    /// Whose.
    pub side: Side,
    /// In words.
    pub text: String,
    /// The term after it; of a board of more than 1,024 cells the part that is moved in, with where
    /// it lies.
    pub to: String,
    /// In how many parts that look alike the same move can be made; told is the first.
    pub count: u64,
    /// The form of the whole sum after it.
    pub form: String,
    /// Whether who makes it wins.
    pub wins: bool,
    /// The temperature of what it gains: how urgent it is.
    pub temperature: String,
    /// Whether no move of this player is more urgent.
    pub is_hottest: bool,
}

/// A sum, told.
pub struct SumCard {
    /// The whole.
    pub total: ValueCard,
    /// Its terms.
    pub terms: Vec<TermCard>,
    /// All moves of both players, of parts that look alike those of the first.
    pub moves: Vec<MoveCard>,
}

/// Forms beside moves and parts are as long as this.
pub(crate) const SHORT: Width = Width {
    plain: 60,
    named: 0,
};

/// A move before it is told.
struct Made {
    term: usize,
    side: Side,
    text: String,
    /// The term after it.
    to: String,
    /// The value of what it is made in, before it and after it.
    before: Value,
    after: Value,
    count: u64,
}

impl SumCard {
    /// Works a sum out: the values of its terms, and what each move comes to.
    ///
    /// # Errors
    /// The first term that has no value, and why.
    pub fn of(arena: &mut Arena, terms: &[Term]) -> Result<Self, NoSum> {
        let mut told = Vec::new();
        let mut values = Vec::new();
        let mut made: Vec<Made> = Vec::new();
        for (term, one) in terms.iter().enumerate() {
            let (card, value) =
                card_of(arena, term, one, &mut made).map_err(|why| NoSum { term, why })?;
            told.push(card);
            values.push(value);
        }
        let whole = |why: Cut| NoSum {
            term: 0,
            why: NoTerm::Cut(why),
        };
        let total = arena.total(values.iter().copied()).map_err(whole)?;
        Ok(Self {
            total: ValueCard::of(arena, total).map_err(whole)?,
            moves: moves_of(arena, total, made).map_err(whole)?,
            terms: told,
        })
    }

    /// The sum as one object; the fields' meanings are in `docs/json.md`.
    pub fn json(&self) -> Json {
        let mut told = self.total.json();
        let terms = self.terms.iter().map(|term| {
            let parts = term.parts.iter().map(|card| {
                json!({
                    "place": card.part.place, "position": card.part.shown, "count": card.part.count, "form": card.form,
                    "temperature": card.temperature,
                })
            });
            json!({"name": term.name, "position": term.position, "form": term.form, "parts": parts.collect::<Vec<_>>()})
        });
        let moves = self.moves.iter().map(|one| {
            let player = &self.terms[one.term].players[one.side as usize];
            json!({
                "term": one.term + 1, "player": player, "text": one.text, "to": one.to, "count": one.count, "form": one.form,
                "wins": one.wins, "temperature": one.temperature, "hottest": one.is_hottest,
            })
        });
        told["terms"] = terms.collect();
        told["moves"] = moves.collect();
        told
    }

    /// The players' names, where all terms have the same; else Left and Right.
    pub fn players(&self) -> [&str; 2] {
        let first = self.terms.first().map(|term| &term.players);
        let plain = ["Left", "Right"];
        match first {
            Some(players) if self.terms.iter().all(|term| term.players == *players) => {
                [&players[0], &players[1]]
            }
            _ => plain,
        }
    }
}

/// A term's value with what there is to tell of it; its moves are added to the list.
fn card_of(
    arena: &mut Arena,
    place: usize,
    term: &Term,
    made: &mut Vec<Made>,
) -> Result<(TermCard, Value), NoTerm> {
    let (game, position) = match term {
        Term::Position { game, position } => (game, position),
        Term::Expression { text, question } => {
            let value = question.answer(arena).map_err(NoTerm::Expression)?.value;
            for side in Side::BOTH {
                for option in arena.options(value, side)?.to_vec() {
                    let form = arena.show_within(option, SHORT)?;
                    made.push(Made {
                        term: place,
                        side,
                        text: form.clone(),
                        to: form,
                        before: value,
                        after: option,
                        count: 1,
                    });
                }
            }
            let card = TermCard {
                name: text.clone(),
                position: None,
                players: ["Left".into(), "Right".into()],
                form: arena.show_within(value, SHORT)?,
                parts: Vec::new(),
                tells_best_alone: false,
            };
            return Ok((card, value));
        }
    };
    let mut positions = Positions::new(game)?;
    let value = positions.value(arena, position)?;
    let mut graphs = Thermographs::new();
    let mut parts = Vec::new();
    for part in positions.parts(arena, position)? {
        parts.push(PartCard {
            form: arena.show_within(part.value, SHORT)?,
            temperature: graphs.of(arena, part.value)?.temperature.to_string(),
            part,
        });
    }
    for one in positions.moves(arena, position)? {
        let side = match one.player {
            Player::First => Side::Left,
            Player::Second => Side::Right,
        };
        made.push(Made {
            term: place,
            side,
            text: one.text,
            to: one.to,
            before: one.before,
            after: one.after,
            count: one.count,
        });
    }
    let card = TermCard {
        name: game.name.clone(),
        position: Some(game.show(position)),
        players: game.players.clone(),
        form: arena.show_within(value, SHORT)?,
        tells_best_alone: positions.tells_best_alone(position),
        parts,
    };
    Ok((card, value))
}

/// What a position alone is worth, with its parts and what each move comes to.
///
/// # Errors
///
/// Where the rules or the position have no value: the line of the rules that forbids it, and
/// `help`. Where the forms take more than there is.
pub fn value_of(
    rules: &Rules,
    game: &Game,
    position: &Position,
    limits: &Limits,
    help: &str,
) -> Result<SumCard, Fault> {
    let term = Term::Position {
        game: Box::new(game.clone()),
        position: position.clone(),
    };
    let mut arena = Arena::new(limits.budget.clone());
    SumCard::of(&mut arena, &[term]).map_err(|no| match no.why {
        NoTerm::Refused(refusal) => without_value(refusal, Some(rules), help),
        NoTerm::Cut(Cut::Over(_)) => Fault::Engine(EngineError::Time),
        NoTerm::Cut(cut) => Fault::Input(format!("{cut}; {help}")),
        NoTerm::Search(error) => Fault::Engine(error),
        NoTerm::Expression(why) => Fault::Input(why.to_string()),
    })
}

/// Why a position of these rules has no value, with the line that forbids it.
pub fn without_value(refusal: Refusal, rules: Option<&Rules>, help: &str) -> Fault {
    let line = rules.and_then(|rules| sentence(refusal, rules.source()));
    match (rules, line) {
        (Some(rules), Some(span)) => {
            let fault = Diagnostic::new(span, refusal.to_string()).help(help);
            Fault::Rules(rules.faulty(vec![fault]))
        }
        _ => Fault::Input(format!("{refusal}; {help}")),
    }
}

/// The line of the rules that forbids values.
fn sentence(refusal: Refusal, source: &str) -> Option<std::ops::Range<usize>> {
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        let is_comment =
            text.starts_with('/') || text.starts_with("game ") || text.starts_with("example");
        let mut words = refusal.sentence().iter();
        if !is_comment && words.any(|words| format!("{text} ").contains(words)) {
            let start = at + line.len() - line.trim_start().len();
            return Some(start..start + text.len());
        }
        at += line.len();
    }
    None
}

/// What a sum is worth after a move in a part of it, which was worth one value and is worth
/// another.
pub(crate) fn after(
    arena: &mut Arena,
    total: Value,
    (before, after): (Value, Value),
) -> Result<Value, Cut> {
    if total == before {
        return Ok(after);
    }
    let rest = arena.sub(total, before)?;
    arena.add(rest, after)
}

/// How hot what a player gains by a move is. The difference of two dicots may be far larger than
/// both, and is not worked out: it is a dicot, and no number but 0.
fn heat(
    arena: &mut Arena,
    graphs: &mut Thermographs,
    side: Side,
    before: Value,
    after: Value,
) -> Result<Dyadic, Cut> {
    if before != after && arena.is_dicot(before)? && arena.is_dicot(after)? {
        return Ok(Dyadic::default());
    }
    let gain = match side {
        Side::Left => arena.sub(after, before)?,
        Side::Right => arena.sub(before, after)?,
    };
    Ok(graphs.of(arena, gain)?.temperature.clone())
}

/// What each move comes to in the whole sum.
fn moves_of(arena: &mut Arena, total: Value, made: Vec<Made>) -> Result<Vec<MoveCard>, Cut> {
    let mut graphs = Thermographs::new();
    let mut hottest = [None, None];
    let mut all = Vec::new();
    for one in made {
        let Made {
            side,
            before,
            after,
            ..
        } = one;
        let heat = heat(arena, &mut graphs, side, before, after)?;
        let after = self::after(arena, total, (before, after))?;
        let most = &mut hottest[side as usize];
        if most.as_ref().is_none_or(|most| heat > *most) {
            *most = Some(heat.clone());
        }
        let wins = !arena.wins_first(after, side.other())?;
        let card = MoveCard {
            term: one.term,
            side,
            text: one.text,
            to: one.to,
            count: one.count,
            form: arena.show_within(after, SHORT)?,
            wins,
            temperature: heat.to_string(),
            is_hottest: false,
        };
        all.push((card, heat));
    }
    let cards = all.into_iter().map(|(card, heat)| MoveCard {
        is_hottest: hottest[card.side as usize].as_ref() == Some(&heat),
        ..card
    });
    Ok(cards.collect())
}
