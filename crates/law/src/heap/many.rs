//! One list of any number of elements: what each is worth, and moves by worths.

use std::collections::HashMap;

use dashu_int::{IBig, UBig};
use whowins_analysis::paths::members;
use whowins_analysis::program::Notation;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_automata::{Formula, System, Term, Theory, constant, var};
use whowins_core::State;
use whowins_verify::firstorder::term;
use whowins_verify::heap::{List, ManyHeaps, Picks};
use whowins_verify::{Budget, Claim, Law, Why};

use super::places::{self, Elements, as_law};
use super::winning_move;
use crate::kinds::{Asked, Keeps, Kind};
use crate::reading::automata_limits;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `many-heaps`.
pub(crate) struct ManyHeapsFinder;

/// Values are worked out at so many places, the last of the list each.
const PLACES: usize = 8;
/// Of numbers up to so much.
const NUMBERS: u64 = 96;
/// So many positions are looked at for each place; more where what they show is not proved.
const POSITIONS: [usize; 3] = [1 << 6, 1 << 8, 1 << 11];
/// Longer play is not followed.
const DEPTH: usize = 1 << 9;
/// The classes of places that are tried: so many by themselves, and then so many by their
/// remainder.
const PLACED: [(u64, u64); 5] = [(0, 1), (0, 2), (1, 1), (0, 3), (1, 2)];
/// As many classes of numbers are tried.
const CLASSES: u64 = 40;
/// Multiples of numbers are sums, written out.
const FACTOR: u64 = 64;

/// Numbers `first`, `first + step`, ...; the first alone where the step is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    first: u64,
    step: u64,
}

impl Class {
    /// So many numbers by themselves, then so many classes.
    fn all(alone: u64, period: u64) -> Vec<Self> {
        let class = |first| Self {
            first,
            step: if first < alone { 0 } else { period },
        };
        (0..alone + period).map(class).collect()
    }

    /// How many steps behind the first a number is.
    fn steps(&self, number: u64) -> Option<u64> {
        let more = number.checked_sub(self.first)?;
        match self.step {
            0 => (more == 0).then_some(0),
            step => more.is_multiple_of(step).then_some(more / step),
        }
    }

    /// "The number is the first and `steps` steps".
    fn is(&self, number: &str, steps: &str) -> Formula {
        let sum = times(constant(self.first), self.step, steps);
        var(number).equals(sum)
    }
}

/// `term` and so many times a variable.
fn times(term: Term, times: u64, name: &str) -> Term {
    (0..times).fold(term, |sum, _| sum.plus(var(name)))
}

/// What the numbers of a class are worth at places of a class: `base`, and more with each step.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    place: Class,
    number: Class,
    base: u64,
    by_place: u64,
    by_number: u64,
}

impl Cell {
    /// The plainest that the table allows; `None` where none does.
    fn fit(place: Class, number: Class, table: &[Vec<u64>]) -> Option<Self> {
        let at = |place: u64, number: u64| {
            let row = table.get(usize::try_from(place).ok()?)?;
            row.get(usize::try_from(number).ok()?).copied()
        };
        let base = at(place.first, number.first)?;
        let more = |next: Option<u64>| next.map_or(Some(0), |next| next.checked_sub(base));
        let cell = Self {
            place,
            number,
            base,
            by_place: more(at(place.first + place.step, number.first))?,
            by_number: more(at(place.first, number.first + number.step))?,
        };
        let fits = (0..).zip(table).all(|(at, row)| {
            let Some(places) = place.steps(at) else {
                return true;
            };
            (0..).zip(row).all(|(at, worth)| {
                let predicted = number
                    .steps(at)
                    .map(|numbers| base + places * cell.by_place + numbers * cell.by_number);
                predicted.is_none_or(|predicted| predicted == *worth)
            })
        });
        let plain = cell.by_place <= FACTOR && cell.by_number <= FACTOR;
        (fits && plain).then_some(cell)
    }

    fn formula(&self) -> Formula {
        let worth = times(constant(self.base), self.by_place, "j");
        let worth = times(worth, self.by_number, "k");
        let all = self.place.is("i", "j").and(self.number.is("x", "k"));
        all.and(var("v").equals(worth)).exists("j").exists("k")
    }
}

/// What each number is worth at each place.
struct Worths {
    cells: Vec<Cell>,
    /// The classes of places, and of numbers.
    places: Vec<Class>,
    numbers: Vec<Class>,
}

impl Worths {
    /// The fewest classes that have all the values.
    fn fit(table: &[Vec<u64>], most: Option<u64>) -> Option<Self> {
        let longest = table.iter().map(Vec::len).max().unwrap_or(0) as u64;
        let mut numbers: Vec<Vec<Class>> = Vec::new();
        match most {
            Some(most) => numbers.push(Class::all(most + 1, 0)),
            None => {
                for classes in 1..=CLASSES {
                    let alone = (0..classes).filter(|alone| {
                        // Each class is seen three times at least.
                        alone + 3 * (classes - alone) <= longest
                    });
                    numbers.extend(alone.map(|alone| Class::all(alone, classes - alone)));
                }
            }
        }
        let mut tries: Vec<(Vec<Class>, &Vec<Class>)> = Vec::new();
        for (alone, period) in PLACED {
            tries.extend((numbers.iter()).map(|numbers| (Class::all(alone, period), numbers)));
        }
        tries.sort_by_key(|(places, numbers)| places.len() * numbers.len());
        tries.into_iter().find_map(|(places, numbers)| {
            let cells = places.iter().flat_map(|place| {
                let fit = |number: &Class| Cell::fit(*place, *number, table);
                numbers.iter().map(fit)
            });
            Some(Self {
                cells: cells.collect::<Option<_>>()?,
                places: places.clone(),
                numbers: numbers.clone(),
            })
        })
    }

    /// As an automaton of place, number and worth.
    fn law(&self, limits: &whowins_automata::Limits) -> Option<ManyHeaps> {
        let theory = Theory::new(System::named("base 2")?, limits).ok()?;
        let cells = self.cells.iter().map(Cell::formula);
        let worth = cells.reduce(Formula::or)?;
        let dfa = theory.automaton(&["i", "x", "v"], &worth).ok()?;
        Some(as_law(&dfa))
    }

    /// In a line; `name` is the list's, `least` the least number.
    fn formula(&self, name: &str, least: &IBig) -> String {
        let rows = self.cells.chunks(self.numbers.len());
        let counted: Vec<(&Class, &[Cell])> = (self.places.iter().zip(rows))
            .filter(|(_, row)| {
                row.iter()
                    .any(|cell| cell.base + cell.by_place + cell.by_number > 0)
            })
            .collect();
        let itself = |row: &[Cell]| {
            matches!(
                row,
                [Cell {
                    base: 0,
                    by_place: 0,
                    by_number: 1,
                    ..
                }]
            )
        };
        if counted.iter().all(|(_, row)| itself(row)) && *least == IBig::ZERO {
            let mut places: Vec<u64> = Vec::new();
            for (class, _) in &counted {
                let more = (0..3).map(|step| class.first + step * class.step + 1);
                places.extend(more);
            }
            places.sort_unstable();
            places.dedup();
            let terms: Vec<String> = (places.iter().take(3))
                .map(|place| format!("{name}[{place}]"))
                .collect();
            let more = if counted.iter().any(|one| one.0.step > 0) {
                " ⊕ ..."
            } else {
                ""
            };
            return format!("{}{more} = 0", terms.join(" ⊕ "));
        }
        let worth = |cell: &Cell| {
            // Places are counted from 1.
            let place = match (cell.by_place, cell.place.step) {
                (1, 1) => format!("its place less {}", cell.place.first + 1),
                (by, _) => format!("{by} for each step of its place"),
            };
            match (cell.base, cell.by_place) {
                (base, 0) => base.to_string(),
                (base, 1) if cell.place.step == 1 && base == cell.place.first + 1 => {
                    "its place".into()
                }
                (0, _) => place,
                (base, _) => format!("{base} and {place}"),
            }
        };
        let rows = counted.iter().map(|(class, row)| {
            let values: Vec<String> = row.iter().map(worth).collect();
            let last = self.numbers.iter().filter(|one| one.step > 0).count();
            let from = self.numbers.len() - last;
            let rise = match row.last().map_or(0, |cell| cell.by_number) {
                _ if last == 0 => String::new(),
                0 => format!(
                    ", and so on every {last} from {} on",
                    least + IBig::from(from)
                ),
                rise => format!(
                    ", rising by {rise} every {last} from {} on",
                    least + IBig::from(from)
                ),
            };
            let at = match (class.step, self.places.len()) {
                (_, 1) => String::new(),
                (0, _) => format!(" at place {}", class.first + 1),
                (step, _) => format!(
                    " at places {}, {}, ...",
                    class.first + 1,
                    class.first + 1 + step
                ),
            };
            format!(
                "the numbers from {least} on{at} are worth {}{rise}",
                values.join(", ")
            )
        });
        let rows: Vec<String> = rows.collect();
        format!("the nim-sum of the worths is 0; {}", rows.join("; "))
    }
}

/// Grundy values of lists with one element above the least number, the last; for each place a row,
/// as far as it was easy.
struct Values<'a> {
    game: &'a whowins_core::Game,
    budget: &'a whowins_core::Budget,
    known: HashMap<State, u64>,
    allowed: usize,
    /// How many elements lists have, where the rules fix it.
    length: Option<usize>,
}

impl Values<'_> {
    fn value(&mut self, state: &State, depth: usize) -> Option<u64> {
        if let Some(known) = self.known.get(state) {
            return Some(*known);
        }
        if depth >= DEPTH || self.known.len() >= self.allowed {
            return None;
        }
        let options = self.game.options(state, self.budget).ok()?;
        let mut values = Vec::new();
        for mut option in options {
            option[0] = state[0].clone();
            values.push(self.value(&option, depth + 1)?);
        }
        values.sort_unstable();
        values.dedup();
        let value = (0..).zip(&values).find(|(at, value)| at != *value);
        let value = value.map_or(values.len() as u64, |(at, _)| at);
        self.known.insert(state.clone(), value);
        Some(value)
    }

    fn table(&mut self, least: &IBig, most: Option<u64>, positions: usize) -> Vec<Vec<u64>> {
        let mut table = Vec::new();
        self.allowed = 0;
        for place in 0..self.length.map_or(PLACES, |length| length.min(PLACES)) {
            self.allowed += positions;
            let mut row = Vec::new();
            for number in 0..=most.unwrap_or(NUMBERS).min(NUMBERS) {
                let mut list = vec![least.clone(); self.length.unwrap_or(place + 1)];
                list[place] += IBig::from(number);
                let Some(value) = self.value(&vec![vec![IBig::ZERO], list], 0) else {
                    break;
                };
                row.push(value);
            }
            table.push(row);
        }
        table
    }
}

/// How many elements a row has, where the list is a board that is written row by row.
fn columns(game: &Game) -> Option<usize> {
    let parts = &game.program()?.parts;
    parts.iter().find_map(|one| match one.notation {
        Notation::Numbers { columns, .. } => columns,
        _ => None,
    })
}

/// A law that was found.
struct Found {
    law: ManyHeaps,
    /// The law in a line.
    formula: String,
    /// How many rules the worths follow.
    rules: usize,
}

impl Kind for ManyHeapsFinder {
    fn best(&self, law: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let (Law::ManyHeaps(law), Value::Win) = (law, asked.value) else {
            return None;
        };
        let next = asked.player.other();
        let right = |to: &Position| keeps(to, next);
        let to = winning_move(
            law,
            asked.game,
            asked.position,
            &UBig::ZERO,
            asked.budget,
            right,
        )?;
        Some((to, next))
    }

    fn coq(&self, game: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::ManyHeaps(law) => super::coq::many_heaps(game, law),
            _ => Err("this isn't a law of the kind".into()),
        }
    }
}

impl Finder for ManyHeapsFinder {
    fn kind(&self) -> &'static str {
        "many-heaps"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("the game has open parameters".into());
        }
        // What single numbers have is said by kinds of law for these, and sooner.
        if search.game.is_tuple() {
            let why = "positions are not one list of any length in which play ends where a player cannot move";
            return Finding::Foreign(why.into());
        }
        let work = &search.limits.budget;
        let term = term(search.game);
        if let Some(found) = picked(&term, search) {
            return found;
        }
        let list = match List::read(search.game, &Budget::default().within(work)) {
            Ok(list) => list,
            Err(why) if why.why == Why::Budget => return Finding::Nothing(why.to_string()),
            Err(why) => return Finding::Foreign(why.to_string()),
        };
        if list.moves[0] != list.moves[1] {
            return Finding::Foreign("the players have different moves".into());
        }
        let part = &term.parts[1];
        let most = (list.most.as_ref()).map(|most| u64::try_from(most).unwrap_or(u64::MAX));
        if most.is_some_and(|most| most >= CLASSES) {
            return Finding::Nothing("the list's numbers have a bound that is not small".into());
        }
        // Sets of few places are chosen as these.
        let written_out = members(&term);
        let mut values = Values {
            game: &written_out,
            budget: work,
            known: HashMap::new(),
            allowed: 0,
            length: list.length,
        };
        let limits = automata_limits(search.limits);
        let budget = Budget::default().within(work);
        let change = match list.over() {
            Ok(change) => change,
            Err(why) => return Finding::Foreign(why.to_string()),
        };
        let whole = |law: ManyHeaps| match change {
            None => Some(law),
            Some(change) => places::with_sums(law, change, search.game, list.length, &limits),
        };
        let proved = |law: &ManyHeaps| law.check(search.game, &budget).is_ok();
        let (mut found, mut is_proved) = (None, false);
        for positions in POSITIONS {
            let table = values.table(&part.least, most, positions);
            if let Err(over) = search.limits.check() {
                return Finding::Stopped(over);
            }
            let worths = Worths::fit(&table, most).and_then(|worths| {
                Some(Found {
                    law: whole(worths.law(&limits)?)?,
                    formula: worths.formula(&part.name, &part.least),
                    rules: worths.cells.len(),
                })
            });
            found = worths.or(found);
            is_proved = found.as_ref().is_some_and(|found| proved(&found.law));
            if is_proved {
                break;
            }
        }
        let elements = Elements {
            game: &written_out,
            most,
            length: list.length,
        };
        if !is_proved && let Some(rows) = places::rows(&elements, work, &limits) {
            let law = places::relation(&rows, &limits).and_then(|dfa| whole(as_law(&dfa)));
            let by_places = law.map(|law| Found {
                law,
                formula: places::told(&rows, &part.least, columns(search.game)),
                rules: rows.len(),
            });
            found = by_places.filter(|found| proved(&found.law)).or(found);
        }
        if let Err(over) = search.limits.check() {
            return Finding::Stopped(over);
        }
        let looked = values.known.len();
        let Some(Found {
            law,
            formula,
            rules,
        }) = found
        else {
            return Finding::Nothing(format!(
                "the values of {looked} lists with one number that is not the least follow no pattern that is tried"
            ));
        };
        let (except, source) = match list.misere {
            false => ("", "sums: R. Sprague 1935, P. M. Grundy 1939"),
            true => (
                " if some value is above 1, and = 1 otherwise",
                "misère play: C. L. Bouton 1902 (Nim), T. S. Ferguson 1974 (sets of numbers to take)",
            ),
        };
        let explanation = Explanation {
            formula: Some(format!("P-positions: {formula}{except}")),
            source: source.into(),
            found: format!(
                "the Grundy values of {looked} lists were worked out; those with one number that is not the least follow {rules} rules by place and number"
            ),
        };
        Finding::Law(Box::new(Law::ManyHeaps(law)), explanation)
    }
}

/// The law of a list in which a move changes several elements at once, or the largest alone: each
/// number is worth itself.
fn picked(term: &whowins_core::Game, search: &Search<'_>) -> Option<Finding> {
    let (formula, source) = match Picks::of(term) {
        Picks::Own => return None,
        Picks::Several(most) => (
            format!(
                "P-positions: in each binary column the digits 1 are a multiple of {}",
                most + 1
            ),
            "E. H. Moore 1910",
        ),
        Picks::Largest => (
            "P-positions: the largest number is 0 or stands there evenly often".into(),
            "M. H. Albert, R. J. Nowakowski 2004",
        ),
    };
    let rest = Class { first: 0, step: 1 };
    let cell = Cell {
        place: rest,
        number: rest,
        base: 0,
        by_place: 0,
        by_number: 1,
    };
    let worths = Worths {
        cells: vec![cell],
        places: vec![rest],
        numbers: vec![rest],
    };
    let law = worths.law(&automata_limits(search.limits))?;
    let explanation = Explanation {
        formula: Some(formula),
        source: source.into(),
        found: "the rules' term is that of a game with this law".into(),
    };
    Some(Finding::Law(Box::new(Law::ManyHeaps(law)), explanation))
}
