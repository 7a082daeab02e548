//! Two numbers, from one of which any multiple of the other is taken: found from small positions,
//! in a few systems.

use std::collections::HashMap;

use dashu_int::UBig;
use whowins_analysis::{Player, Position};
use whowins_automata::{Moore, NumerationSystem, learn};
use whowins_engine::EngineError;
use whowins_verify::firstorder::FirstOrder;
use whowins_verify::{Budget, Claim, Law};

use crate::automatic::numerals::Numerals;
use crate::lines::wording;
use crate::reading::{automata_limits, of_law};
use crate::{Explanation, Finding, Search};

/// The systems that are tried.
const SYSTEMS: [&str; 4] = ["Zeckendorf", "base 2", "base 3", "Ostrowski [0; 3, (2)]"];
/// The most states.
const STATES: usize = 80;
/// A guess is compared with small positions below so much.
const BOX: u64 = 128;
/// Larger numbers are not looked at.
const LARGEST: u64 = 1 << 14;
/// So many multiples are tried from either end of a ray.
const NEAR: u64 = 16;

/// Who wins, worked out.
struct Outcomes {
    moves: [bool; 2],
    misere: bool,
    known: HashMap<[u64; 2], bool>,
}

impl Outcomes {
    /// Whether the player to move wins. The largest multiples are tried first, so that what is
    /// looked at stays small.
    fn wins(&mut self, at: [u64; 2]) -> bool {
        if let Some(known) = self.known.get(&at) {
            return *known;
        }
        let moves = self.moves;
        let (mut can, mut wins) = (false, false);
        for lowered in (0..2).filter(|one| moves[*one]) {
            let (from, step) = (at[lowered], at[1 - lowered]);
            if step == 0 || from < step {
                continue;
            }
            can = true;
            let mut to = from % step;
            while to < from && !wins {
                let mut option = at;
                option[lowered] = to;
                wins = !self.wins(option);
                to += step;
            }
        }
        let wins = wins || !can && self.misere;
        self.known.insert(at, wins);
        wins
    }
}

/// What a word says: whether the player to move wins; `None` where it is no position.
type Label = Option<bool>;

/// Looks for a law of a game in which multiples of these numbers are taken.
pub(super) fn find(search: &Search<'_>, moves: [bool; 2]) -> Finding {
    let misere = search.game.ending.stuck == whowins_analysis::Stuck::Wins;
    let mut outcomes = Outcomes {
        moves,
        misere,
        known: HashMap::new(),
    };
    for name in SYSTEMS {
        let Some(system) = Numerals::named(name) else {
            continue;
        };
        let found = learned(search, &system, &mut outcomes);
        if let Some(over) = search.limits.check().err() {
            return Finding::Stopped(over);
        }
        let Ok(Some((law, states))) = found else {
            continue;
        };
        let law = Law::FirstOrder(law);
        let limits = automata_limits(search.limits);
        let words = of_law(&law, search.game).and_then(|law| wording(&law, &limits));
        let explanation = Explanation {
            formula: words.map(|words| words.to_string()),
            source: "Euclid's game: A. J. Cole, A. J. T. Davie 1969. Automata learned from questions: Angluin 1987.".into(),
            found: format!("{states} states over {name} digits; {} positions decided", outcomes.known.len()),
        };
        return Finding::Law(Box::new(law), explanation);
    }
    Finding::Nothing(format!(
        "no automaton of up to {STATES} states in {} has the losses",
        SYSTEMS.join(", ")
    ))
}

fn learned(
    search: &Search<'_>,
    system: &Numerals,
    outcomes: &mut Outcomes,
) -> Result<Option<(FirstOrder, usize)>, EngineError> {
    let outcomes = std::cell::RefCell::new(outcomes);
    let label = |word: &[usize]| -> Result<Label, ()> {
        search.limits.check().map_err(|_| ())?;
        let Some(numbers) = system.numbers(word, 2).map_err(|_| ())? else {
            return Ok(None);
        };
        match numbers.iter().all(|one| *one <= LARGEST) {
            true => Ok(Some(outcomes.borrow_mut().wins([numbers[0], numbers[1]]))),
            false => Err(()),
        }
    };
    let wrong = |guess: &Moore<Label>| -> Result<Option<Vec<usize>>, ()> {
        let is_wrong = |label: &Label, position: bool| label.is_some() != position;
        if let Some(word) = system.misread(guess, 2, is_wrong) {
            return Ok(Some(word));
        }
        for (_, word) in system.in_box(BOX, 2) {
            if *guess.output(&word) != label(&word)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    };
    let letters = system.radix().pow(2);
    let Ok(found) = learn(letters, STATES, label, wrong) else {
        return Ok(None);
    };
    let law = FirstOrder {
        lengths: vec![1, 1],
        above: Vec::new(),
        system: system.system().name(),
        falls: vec![vec![1, 1]],
        next: (found.next.iter())
            .map(|row| row.iter().map(|state| *state as u32).collect()) // states are few
            .collect(),
        says: (found.outputs.iter())
            .map(|label| match label {
                None => String::new(),
                Some(true) => "FS".into(),
                Some(false) => "SF".into(),
            })
            .collect(),
    };
    let budget = Budget::default().within(&search.limits.budget);
    let holds = law.check(search.game, &budget).is_ok();
    Ok(holds.then_some((law, found.next.len())))
}

/// A position after a move that is `lost` and `right`, and who is to move there: from either end of
/// each ray.
pub(super) fn winning_move(
    moves: [bool; 2],
    numbers: &[UBig],
    player: Player,
    lost: impl Fn(&[UBig]) -> bool,
    right: impl Fn(&Position, Player) -> bool,
) -> Option<(Position, Player)> {
    for lowered in (0..2).filter(|one| moves[*one]) {
        let (from, step) = (numbers.get(lowered)?, numbers.get(1 - lowered)?);
        if *step == UBig::ZERO || from < step {
            continue;
        }
        let last = from % step;
        for times in 0..NEAR {
            let times = UBig::from(times);
            let up = &last + &times * step;
            let down = (&times + UBig::ONE) * step;
            let down = (down <= *from).then(|| from - down);
            let options = [(up < *from).then_some(up), down];
            for to in options.into_iter().flatten() {
                let mut after = numbers.to_vec();
                after[lowered] = to;
                if !lost(&after) {
                    continue;
                }
                let after = Position::tuple(after);
                if right(&after, player.other()) {
                    return Some((after, player.other()));
                }
            }
        }
    }
    None
}
