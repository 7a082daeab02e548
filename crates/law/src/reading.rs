//! A law of numbers as one automaton that reads their digits, whatever its kind.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use whowins_analysis::paths::{Form, Layout};
use whowins_analysis::{Game, Position, Value};
use whowins_automata::{Base, Dfa, Error, Labelled, Limits, NumerationSystem, System, letters};
use whowins_verify::firstorder::term;
use whowins_verify::{Law, Verified};

use crate::firstorder::names;
use crate::words::{Arithmetic, Class, Context, Statement, Term};

/// Larger automata are not written out of laws that are no automata.
const STATES: usize = 1 << 14;
/// The bounds of constructions.
const STEPS: usize = 1 << 28;

/// `next[state][letter]`.
type Next = Vec<Vec<u32>>;

/// Who wins, for the first-named and for the second-named player to move.
pub type Values = [Value; 2];

/// A law that speaks of all positions of some numbers, as an automaton over their digits.
///
/// Some numbers may be *memory*: of few values each, and no tracks. For each value of the memory
/// the states of one automaton say who wins.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The kind of law that it was.
    pub kind: &'static str,
    /// The numeration system.
    pub system: System,
    /// What people call the numbers of a position, in the order in which they are written.
    pub names: Vec<String>,
    /// What people call what each track holds.
    pub tracks: Vec<String>,
    /// What each track holds, as a number of the position or a difference of some.
    pub terms: Vec<Term>,
    /// The players.
    pub players: [String; 2],
    /// What each memory is: the numbers' names and values; one empty list where there is no memory.
    pub remembered: Vec<Vec<(String, IBig)>>,
    /// For each memory the position's numbers as forms in the tracks.
    pub elements: Vec<Vec<Form>>,
    /// `next[state][letter]`: a letter is the tuple of digits, the first track's the most
    /// significant. Reading begins in state 0.
    pub next: Vec<Vec<u32>>,
    /// For each state what it says, memory by memory; empty where the digits are no position.
    pub says: Vec<Vec<Values>>,
}

/// The name of a numeration system.
pub fn system_name(system: &System) -> String {
    system.name()
}

/// The first of the laws that is one of all positions of some numbers.
pub fn reading(verified: &Verified) -> Option<Reading> {
    let laws = verified.certificate().laws.iter();
    // A closed form stands first, and says less of digits.
    let found: Vec<Reading> = laws
        .filter_map(|law| of_law(law, verified.game()))
        .collect();
    let kind = |wanted: &[&str]| found.iter().position(|one| wanted.contains(&one.kind));
    let at =
        kind(&["automatic", "first-order"]).or(if found.is_empty() { None } else { Some(0) })?;
    found.into_iter().nth(at)
}

/// The law as an automaton over digits; `None` where it is of another kind, or too large.
pub fn of_law(law: &Law, game: &Game) -> Option<Reading> {
    let kind = law.claim().kind();
    let plain = || -> Option<Vec<String>> {
        let numbers = game.numbers()?;
        let natural = numbers.variables.iter().all(|one| one.least == 0);
        natural.then(|| {
            numbers
                .variables
                .iter()
                .map(|one| one.name.clone())
                .collect()
        })
    };
    let folded = |names: Vec<String>,
                  from: &[u64],
                  by: &[u64],
                  values: &dyn Fn(&[u64]) -> Option<Values>| {
        let (next, says) = folds(from, by, &|numbers| Some(vec![values(numbers)?]))?;
        Some(flat(
            kind,
            &game.players,
            System::Base(Base::new(2).ok()?),
            names,
            next,
            says,
        ))
    };
    let value = |wins: bool| if wins { Value::Win } else { Value::Loss };
    match law {
        Law::FirstOrder(law) => {
            let layout = law.layout(&term(game)).ok()?;
            let labels = law.labels()?;
            let of_state = |says: &Vec<i8>| of_memories(says);
            let says = labels.says.iter().map(of_state).collect();
            Some(remembering(
                game,
                kind,
                &layout,
                (law.numerals()?, labels.next, says),
            ))
        }
        Law::Remainders(law) => {
            let layout = law.layout(&term(game)).ok()?;
            let values = |numbers: &[u64]| {
                let tracks: Vec<UBig> = numbers.iter().map(|number| UBig::from(*number)).collect();
                let says = (0..layout.memories()).map(|memory| law.says_of(memory, &tracks));
                Some(of_memories(&says.collect::<Option<Vec<i8>>>()?))
            };
            let [from, by] = [law.from, law.modulus].map(|one| vec![one; layout.tracks()]);
            let (next, says) = folds(&from, &by, &values)?;
            let system = System::Base(Base::new(2).ok()?);
            Some(remembering(game, kind, &layout, (system, next, says)))
        }
        Law::Automatic(law) => {
            let system = System::named(&law.system)?;
            let of = |wins: &Option<[bool; 2]>| wins.map(|wins| vec![wins.map(value)]);
            let says = law
                .automaton
                .wins
                .iter()
                .map(|one| of(one).unwrap_or_default());
            let (next, says) = (law.automaton.next.clone(), says.collect());
            Some(flat(kind, &game.players, system, plain()?, next, says))
        }
        Law::Beatty(law) if law.t == 1 => {
            let names = plain()?;
            let pair = |less: usize, more: usize| {
                let [less, more] = [less, more].map(|at| Term::Name(names[at].clone()).into());
                let difference = Term::Difference(more, Box::clone(&less)).into();
                let golden = Term::Golden(difference);
                Statement::Compare(whowins_analysis::expression::Relation::Equal, *less, golden)
            };
            let mut arithmetic = Arithmetic::new(System::Zeckendorf, Limits::default()).ok()?;
            let lost = arithmetic.set(&pair(0, 1).or(pair(1, 0)), &names).ok()?;
            let all = arithmetic.theory().valid(2).ok()?;
            let sets = [all, lost];
            let (next, ends) = joined(&sets)?;
            let says = ends.iter().map(|on| match on[0] {
                true => vec![[value(!on[1]); 2]],
                false => Vec::new(),
            });
            Some(flat(
                kind,
                &game.players,
                System::Zeckendorf,
                names,
                next,
                says.collect(),
            ))
        }
        Law::Periodic(_) | Law::Grundy(_) | Law::Product(_) => {
            let names = plain()?;
            let (from, by) = match law {
                Law::Periodic(law) => (vec![law.preperiod], vec![law.period]),
                Law::Product(law) => (law.preperiods.clone(), law.periods.clone()),
                // Where values grow, none is 0 beyond the first period.
                Law::Grundy(law) => (vec![law.preperiod + law.period], vec![law.period]),
                _ => return None,
            };
            let values = |numbers: &[u64]| {
                let numbers = numbers.iter().copied();
                law.claim().values(game, &Position::tuple(numbers))
            };
            folded(names, &from, &by, &values)
        }
        _ => None,
    }
}

/// Who wins, for each memory, the turn left out, where the signs of what the first-named player
/// gets are these for each memory.
fn of_memories(says: &[i8]) -> Vec<Values> {
    let half = says.len() / 2;
    let sign = |sign: i8, player: usize| match (sign, player) {
        (0, _) => Value::Draw,
        (1, 0) | (-1, 1) => Value::Win,
        _ => Value::Loss,
    };
    let of = |memory| [sign(says[memory], 0), sign(says[memory + half], 1)];
    (0..half).map(of).collect()
}

/// An automaton over the tracks of a layout, with the layout's memory.
fn remembering(
    game: &Game,
    kind: &'static str,
    layout: &Layout,
    (system, next, says): (System, Next, Vec<Vec<Values>>),
) -> Reading {
    let remembered = names::remembered(game, layout);
    let of_memory = |memory: usize| {
        let values = layout.remembered(memory).into_iter().skip(1);
        remembered.iter().cloned().zip(values).collect()
    };
    let elements = |memory: usize| layout.forms(memory)[1..].concat();
    let half = layout.memories() / 2;
    Reading {
        kind,
        system,
        names: names::elements(game, layout)[1..].concat(),
        tracks: names::tracks(game, layout),
        terms: names::terms(game, layout),
        players: game.players.clone(),
        remembered: (0..half).map(of_memory).collect(),
        elements: (0..half).map(elements).collect(),
        next,
        says,
    }
}

fn flat(
    kind: &'static str,
    players: &[String; 2],
    system: System,
    names: Vec<String>,
    next: Vec<Vec<u32>>,
    says: Vec<Vec<Values>>,
) -> Reading {
    Reading {
        kind,
        system,
        tracks: names.clone(),
        terms: names.iter().map(|name| Term::Name(name.clone())).collect(),
        players: players.clone(),
        remembered: vec![Vec::new()],
        elements: vec![(0..names.len()).map(Form::unknown).collect()],
        names,
        next,
        says,
    }
}

/// The automaton over binary digits of what repeats in every coordinate: its states are the
/// coordinates brought below preperiod + period.
fn folds(
    from: &[u64],
    by: &[u64],
    values: &dyn Fn(&[u64]) -> Option<Vec<Values>>,
) -> Option<(Next, Vec<Vec<Values>>)> {
    let letters = 1usize.checked_shl(u32::try_from(from.len()).ok()?)?;
    let mut states = vec![vec![0u64; from.len()]];
    let mut known = BTreeMap::from([(states[0].clone(), 0u32)]);
    let (mut next, mut at) = (Vec::new(), 0);
    while at < states.len() {
        let mut row = Vec::new();
        for letter in 0..letters {
            let digit = |track: usize| (letter >> (from.len() - 1 - track)) as u64 & 1;
            let here = states[at].iter().enumerate();
            let to = here.map(|(track, number)| {
                let number = 2 * number + digit(track);
                match number.checked_sub(from[track]) {
                    Some(past) => from[track] + past % by[track].max(1),
                    None => number,
                }
            });
            let to: Vec<u64> = to.collect();
            let fresh = u32::try_from(states.len()).ok()?;
            let state = *known.entry(to.clone()).or_insert_with(|| {
                states.push(to);
                fresh
            });
            row.push(state);
        }
        next.push(row);
        at += 1;
        if states.len() > STATES {
            return None;
        }
    }
    let says: Option<Vec<Vec<Values>>> = states.iter().map(|one| values(one)).collect();
    Some(merged(next, says?))
}

/// The automaton with states that say the same of all that follows made one.
fn merged(next: Vec<Vec<u32>>, says: Vec<Vec<Values>>) -> (Vec<Vec<u32>>, Vec<Vec<Values>>) {
    let mut class: Vec<usize> = vec![0; next.len()];
    let mut count = 0;
    loop {
        let mut known = std::collections::HashMap::new();
        let mut fresh = Vec::with_capacity(next.len());
        for (state, row) in next.iter().enumerate() {
            let after: Vec<usize> = row.iter().map(|to| class[*to as usize]).collect();
            let number = known.len();
            // In the first round what is said tells states apart, then what follows as well.
            let key = (format!("{:?}", says[state]), after);
            fresh.push(*known.entry(key).or_insert(number));
        }
        let found = known.len();
        class = fresh;
        if found == count {
            break;
        }
        count = found;
    }
    let mut least = vec![usize::MAX; count];
    for (state, class) in class.iter().enumerate().rev() {
        least[*class] = state;
    }
    let row = |state: &usize| {
        next[*state]
            .iter()
            .map(|to| class[*to as usize] as u32)
            .collect()
    };
    let rows = least.iter().map(row).collect();
    (
        rows,
        least.iter().map(|state| says[*state].clone()).collect(),
    )
}

/// Several automata side by side: the joint one, and which of them accept in each of its states.
/// State 0 is the first.
pub(crate) fn joined(sets: &[Dfa]) -> Option<(Next, Vec<Vec<bool>>)> {
    let letters = sets
        .first()?
        .digits()
        .iter()
        .map(|d| usize::from(*d))
        .product();
    let start: Vec<u32> = sets.iter().map(Dfa::start).collect();
    let mut states = vec![start.clone()];
    let mut known = BTreeMap::from([(start, 0u32)]);
    let (mut next, mut at) = (Vec::new(), 0);
    while at < states.len() {
        let mut row = Vec::with_capacity(letters);
        for letter in 0..letters {
            let here = sets.iter().zip(&states[at]);
            let to: Vec<u32> = here.map(|(set, state)| set.next(*state, letter)).collect();
            let fresh = u32::try_from(states.len()).ok()?;
            let state = *known.entry(to.clone()).or_insert_with(|| {
                states.push(to);
                fresh
            });
            row.push(state);
        }
        next.push(row);
        at += 1;
        if states.len() > STATES {
            return None;
        }
    }
    let accepts = |state: &Vec<u32>| {
        let each = sets.iter().zip(state);
        each.map(|(set, state)| set.is_accepting(*state)).collect()
    };
    let accepted = states.iter().map(accepts).collect();
    Some((next, accepted))
}

impl Class {
    /// Whether a position of these values is of the class, where this player is to move.
    pub fn is_of(self, values: Values, turn: usize) -> bool {
        use Value::{Draw, Loss, Win};
        match self {
            Self::P => values == [Loss, Loss],
            Self::N => values == [Win, Win],
            Self::L => values == [Win, Loss],
            Self::R => values == [Loss, Win],
            Self::D => values.contains(&Draw),
            Self::Lost => values[turn] == Loss,
            Self::Won => values[turn] == Win,
            Self::Drawn => values[turn] == Draw,
        }
    }
}

/// The automaton of a law, to be drawn: of numbers' digits, or of a row's cells; `None` where the
/// law is of another kind.
pub fn drawn(verified: &Verified) -> Option<Labelled> {
    let rows = verified
        .certificate()
        .laws
        .iter()
        .find_map(|law| match law {
            Law::Regular(law) => {
                let game = verified.game();
                let value = |wins: bool| if wins { Value::Win } else { Value::Loss };
                let says = |wins: &Option<[bool; 2]>| wins.map(|wins| wins.map(value));
                let says: Vec<Option<Values>> = law.automaton.wins.iter().map(says).collect();
                let label = |one: &Option<Values>| one.map_or("", letter).to_string();
                let alphabet = &game.board()?.alphabet;
                Some(Labelled {
                    system: String::new(),
                    tracks: vec!["the row".into()],
                    letters: alphabet.iter().map(ToString::to_string).collect(),
                    next: law.automaton.next.clone(),
                    labels: says.iter().map(label).collect(),
                    accepting: says
                        .iter()
                        .map(|one| one.map(letter) == Some("P"))
                        .collect(),
                })
            }
            _ => None,
        });
    reading(verified).map(|law| law.drawn()).or(rows)
}

/// The letter of an outcome class.
fn letter(values: Values) -> &'static str {
    let classes = [Class::P, Class::N, Class::L, Class::R, Class::D];
    let class = classes.into_iter().find(|class| class.is_of(values, 0));
    class.map_or("", Class::name)
}

/// The bounds of automata within the engine's limits.
pub fn automata_limits(limits: &whowins_engine::Limits) -> Limits {
    let work = &limits.budget;
    Limits {
        max_steps: STEPS,
        ..Limits::default()
    }
    .within(work)
}

impl Reading {
    /// The automaton, to be drawn: each state with its outcome class, one for each memory where
    /// there are several.
    pub fn drawn(&self) -> Labelled {
        let label = |says: &Vec<Values>| {
            let all: Vec<&str> = says.iter().map(|values| letter(*values)).collect();
            match all.windows(2).all(|two| two[0] == two[1]) {
                true => all.first().copied().unwrap_or("").to_string(),
                false => all.join("/"),
            }
        };
        let lost = |says: &Vec<Values>| says.first().map(|values| letter(*values)) == Some("P");
        Labelled {
            system: self.system.name(),
            tracks: self.tracks.clone(),
            letters: letters(self.system.digits(), self.tracks.len()),
            next: self.next.clone(),
            labels: self.says.iter().map(label).collect(),
            accepting: self.says.iter().map(lost).collect(),
        }
    }

    /// What statements about the law's positions may speak of.
    pub fn context(&self, game: &Game) -> Context {
        Context {
            names: self.names.clone(),
            players: game.players.to_vec(),
            free: false,
        }
    }

    /// The tracks of which the states that `pick` picks speak, for one memory.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn set(
        &self,
        memory: usize,
        pick: impl Fn(Values) -> bool,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let digits = vec![self.system.digits(); self.tracks.len()];
        let picked = |says: &Vec<Values>| says.get(memory).is_some_and(|values| pick(*values));
        let accepting = self.says.iter().map(picked).collect();
        Dfa::new(digits, self.next.concat(), accepting, 0, limits)?.minimised(limits)
    }

    /// What the automaton says of tracks, for one memory; `None` where they are no position.
    pub fn values(&self, memory: usize, word: &[usize]) -> Option<Values> {
        let end = word
            .iter()
            .fold(0u32, |state, letter| self.next[state as usize][*letter]);
        self.says[end as usize].get(memory).copied()
    }
}
