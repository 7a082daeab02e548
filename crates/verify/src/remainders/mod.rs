//! Outcomes that are told by remainders, of games whose moves are anything: divisors, primes,
//! digits, squares, products.
//!
//! ```text
//!   every number of the position is one of 0, ..., N - 1, or of one of the m classes of those from N on: so positions are cells, finitely many
//!   at each cell where a player is said to win, a way that is there for certain leads to cells where he is said to win
//!   at each cell where he is said to lose, every way leads to such cells, and being without a move loses, or some way is there for certain
//!   with every way the sum of the numbers falls, or stays while the memory goes on without coming back
//!   ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   the labels of the cells are the outcomes
//! ```
//!
//! The ways are those of the term, run on what is known of the numbers of a cell ([`run`]): from
//! where to where they lie, what they leave when they are divided, how far they are from the
//! numbers before ([`number`]; Cousot and Cousot 1977, Granger 1989). So nothing need be linear:
//! that an odd number has odd divisors alone, that a multiple of 4 is neither prime nor
//! square-free, that the last digit is what is left by 10, comes out of the operations' own rules.
//! The theorem is the one of kernels (von Neumann and Morgenstern 1944).

pub mod number;
pub mod run;

use std::collections::BTreeSet;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::paths::Layout;
use whowins_analysis::{Game, Interval, Player, Position, Value};
use whowins_core::{Expr, Op, Part};

use crate::firstorder::term;
use crate::rejection::at;
use crate::{Budget, Checked, Claim, Rejection};
use number::{Number, gcd};
use run::{Run, Way};

/// The largest N, and the largest m.
const LARGEST: u64 = 1 << 10;
/// The most cells.
const CELLS: usize = 1 << 14;

/// Who wins, by what the position's numbers leave when they are divided by one modulus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remainders {
    /// How many numbers each part of the position has, whose turn it is not counted.
    pub lengths: Vec<usize>,
    /// m: numbers are told apart by what they leave by this, from N on.
    pub modulus: u64,
    /// N: smaller numbers are told apart one by one.
    pub from: u64,
    /// For each cell who wins, a letter for each memory as in laws of kind `first-order`: F or S,
    /// the first-named or the second-named player. Cells are tuples of places, the first number's
    /// the most significant: a number below N is at its own place, a larger one at N and what it
    /// leaves by m when N is taken off.
    pub says: Vec<String>,
}

/// The law beside the term that it is checked of.
struct Check<'a> {
    law: &'a Remainders,
    term: &'a whowins_core::Game,
    layout: Layout,
    run: Run<'a>,
    budget: &'a Budget,
    /// Pairs of memories, the turn left out, of which the second may follow the first while the sum
    /// of the numbers stays.
    stays: BTreeSet<(usize, usize)>,
}

impl Remainders {
    /// The positions that the law speaks of.
    ///
    /// # Errors
    ///
    /// Where the game has no such positions.
    pub fn layout(&self, term: &whowins_core::Game) -> Result<Layout, Rejection> {
        let lengths: Vec<usize> = std::iter::once(1)
            .chain(self.lengths.iter().copied())
            .collect();
        Layout::new(term, &lengths, &[]).map_err(crate::firstorder::refused)
    }

    /// How many places a number has.
    fn places(&self) -> u64 {
        self.from + self.modulus
    }

    fn place(&self, number: &UBig) -> usize {
        let place = match *number < UBig::from(self.from) {
            true => u64::try_from(number),
            false => u64::try_from((number - self.from) % UBig::from(self.modulus))
                .map(|left| self.from + left),
        };
        place
            .ok()
            .and_then(|place| usize::try_from(place).ok())
            .unwrap_or_default() // less than the places
    }

    /// Who wins with these tracks and this memory: 1 for the first-named player, -1 for the
    /// second-named.
    pub fn says_of(&self, memory: usize, tracks: &[UBig]) -> Option<i8> {
        let places = usize::try_from(self.places()).ok()?;
        let cell = tracks.iter().try_fold(0usize, |cell, number| {
            cell.checked_mul(places)?.checked_add(self.place(number))
        })?;
        match self.says.get(cell)?.chars().nth(memory)? {
            'F' => Some(1),
            'S' => Some(-1),
            _ => None,
        }
    }

    /// The number that is smallest of those at a place.
    fn least(&self, cell: usize, tracks: usize) -> Vec<UBig> {
        let mut rest = u64::try_from(cell).unwrap_or(u64::MAX);
        let mut numbers: Vec<UBig> = (0..tracks)
            .map(|_| {
                let place = rest % self.places();
                rest /= self.places();
                UBig::from(place)
            })
            .collect();
        numbers.reverse();
        numbers
    }

    fn well_formed(&self, layout: &Layout) -> Result<(), Rejection> {
        if !(1..=LARGEST).contains(&self.modulus) || self.from > LARGEST {
            return Err(Rejection::malformed(format!(
                "the modulus is from 1 to {LARGEST}, and where it begins to count at most {LARGEST}"
            )));
        }
        let tracks = u32::try_from(layout.tracks()).ok();
        let cells =
            tracks.and_then(|tracks| usize::try_from(self.places()).ok()?.checked_pow(tracks));
        let Some(cells) = cells.filter(|cells| *cells <= CELLS) else {
            return Err(Rejection::malformed(format!(
                "more than the {CELLS} cells that are checked"
            )));
        };
        let memories = layout.memories();
        let letters =
            |says: &String| says.len() == memories && says.chars().all(|one| "FS".contains(one));
        match self.says.len() == cells && self.says.iter().all(letters) {
            true => Ok(()),
            false => Err(Rejection::malformed(format!(
                "the law needs {cells} cells of {memories} letters F or S each"
            ))),
        }
    }
}

impl<'a> Check<'a> {
    fn new(
        law: &'a Remainders,
        term: &'a whowins_core::Game,
        budget: &'a Budget,
    ) -> Result<Self, Rejection> {
        let layout = law.layout(term)?;
        law.well_formed(&layout)?;
        if !layout.domain().is_empty() {
            return Err(Rejection::rules(
                "a number of the position has a largest value; this kind of law has none of that",
            ));
        }
        let far = |part: &Part| !Interval::exactly(&part.least).is_word();
        if term.parts.iter().any(far) {
            return Err(Rejection::rules(
                "a number's least value isn't a machine word; this kind of law has none of that",
            ));
        }
        let first = usize::try_from(law.places()).unwrap_or_default(); // at most 2^11
        Ok(Self {
            law,
            term,
            layout,
            run: Run::new(term, law.modulus, first, budget),
            budget,
            stays: BTreeSet::new(),
        })
    }

    /// What is known of the elements at a cell.
    fn state(&self, cell: usize, memory: usize) -> Vec<Vec<Number>> {
        let here = self.law.least(cell, self.layout.tracks());
        let element = |form: &whowins_analysis::paths::Form| match form.terms.first_key_value() {
            None => Number::exactly(form.constant.clone()),
            // A track and a constant, as no track is counted from another.
            Some((track, _)) => {
                let least = Interval::exactly(&form.constant);
                let mut number = match here[*track] < UBig::from(self.law.from) {
                    true => Number::exactly(here[*track].clone()),
                    false => {
                        let within = Interval::new(i128::from(self.law.from), Interval::ANY.most);
                        let rest = u64::try_from(&here[*track]).unwrap_or_default(); // a place
                        Number::class(within, self.law.modulus, rest)
                    }
                };
                number.beyond = Some((*track, Interval::new(0, 0)));
                let mut number =
                    Number::of(Op::Add, &number, &Number::exactly(form.constant.clone()));
                number.beyond = Some((*track, least));
                number
            }
        };
        let forms = self.layout.forms(memory);
        forms
            .iter()
            .map(|part| part.iter().map(element).collect())
            .collect()
    }

    /// The places at which a track may be after a way, from a place and with what is known of it.
    fn touched(&self, before: u64, track: &Number, by: Interval) -> Vec<usize> {
        let law = self.law;
        // What is added may say more of the rest than the sum does.
        let [modulus, width] = [i128::from(law.modulus), by.most - by.least];
        let near = |place: u64| {
            let rest = i128::from(place) - i128::from(before) - by.least;
            width >= modulus || rest.rem_euclid(modulus) <= width
        };
        let may = |place: u64| {
            let (within, class) = match place < law.from {
                true => (Interval::new(place.into(), place.into()), 0),
                false => (
                    Interval::new(law.from.into(), Interval::ANY.most),
                    law.modulus,
                ),
            };
            if track.within.meet(within).is_none() || !near(place) {
                return false;
            }
            match &track.exact {
                Some(number) => UBig::try_from(number.clone())
                    .is_ok_and(|number| law.place(&number) == at(place)),
                None => {
                    let common = gcd(track.modulus, class);
                    track.rest % common == place % common
                }
            }
        };
        (0..law.places())
            .filter(|place| may(*place))
            .map(at)
            .collect()
    }

    /// The memory after a way and the cells in which it may end; the sum of the numbers is looked
    /// at.
    fn after(
        &mut self,
        cell: usize,
        memory: usize,
        way: &Way,
    ) -> Result<(usize, Vec<usize>), Rejection> {
        let here = self.law.least(cell, self.layout.tracks());
        let (mut state, mut tracks) = (Vec::new(), vec![(Number::ANY, Interval::ANY); here.len()]);
        let mut rise = Interval::new(0, 0);
        for (part, forms) in way.state.iter().zip(self.layout.elements()) {
            let mut own = Vec::new();
            for (number, form) in part.iter().zip(forms) {
                let Some(form) = form else {
                    let Some(exact) = &number.exact else {
                        return Err(Rejection::rules(
                            "a memory becomes no single number; this kind of law has none of that",
                        ));
                    };
                    own.push(exact.clone());
                    continue;
                };
                // In place of what is not known, a number with which the memory is read.
                own.push(form.constant.clone());
                let Some(track) = form.terms.first_key_value().map(|one| *one.0) else {
                    continue;
                };
                let after = Number::of(Op::Sub, number, &Number::exactly(form.constant.clone()));
                let before = u64::try_from(&here[track])
                    .ok()
                    .filter(|number| *number < self.law.from);
                let by = match (after.beyond, before) {
                    (Some((of, by)), _) if of == track => by,
                    (_, Some(before)) => Interval::of(
                        Op::Sub,
                        after.within,
                        Interval::new(before.into(), before.into()),
                    ),
                    _ => Interval::ANY,
                };
                rise = Interval::of(Op::Add, rise, by);
                tracks[track] = (after, by);
            }
            state.push(own);
        }
        let Some((next, _)) = self.layout.read(&state) else {
            return Err(Rejection::rules("a move leads to no position of the law"));
        };
        let half = self.layout.memories() / 2;
        match rise.most {
            ..0 => {}
            0 => _ = self.stays.insert((memory % half, next % half)),
            _ => {
                return Err(Rejection::false_claim(
                    "nothing shows that play ends: with a move the sum of the numbers may rise",
                ));
            }
        }
        let places = usize::try_from(self.law.places()).unwrap_or_default(); // at most 2^11
        let mut cells = vec![0];
        for ((track, by), before) in tracks.iter().zip(&here) {
            let before = u64::try_from(before).unwrap_or_default(); // a place
            let touched = self.touched(before, track, *by);
            self.budget
                .spend(1 + (cells.len() * touched.len()) as u64)?;
            cells = cells
                .iter()
                .flat_map(|cell: &usize| touched.iter().map(move |place| cell * places + place))
                .collect();
        }
        Ok((next, cells))
    }

    /// Whether the player is said to win.
    fn wins(&self, cell: usize, memory: usize, player: usize) -> bool {
        self.law.says[cell].as_bytes().get(memory) == Some(&b"FS"[player])
    }

    /// Who is paid by an expression, where that is known.
    fn paid(&self, expr: &Expr, start: &Way) -> Result<usize, Rejection> {
        let pays = self.run.value(expr, &mut Vec::new(), start)?.within;
        match (pays.least > 0, pays.most < 0) {
            (true, _) => Ok(0),
            (_, true) => Ok(1),
            _ => Err(Rejection::rules(
                "an end does not pay the same player for certain; this kind of law has none of that",
            )),
        }
    }

    /// What is wrong with the label of a cell.
    fn fault(&mut self, cell: usize, memory: usize) -> Result<Option<&'static str>, Rejection> {
        let player = self.layout.turn(memory);
        let wins = self.wins(cell, memory, player);
        let start = Run::start(self.state(cell, memory));
        for end in &self.term.ends {
            match self
                .run
                .value(&end.when, &mut Vec::new(), &start)?
                .is_true()
            {
                Some(false) => {}
                Some(true) => {
                    let fits = (self.paid(&end.pays, &start)? == player) == wins;
                    return Ok((!fits).then_some("an end pays somebody else"));
                }
                None => return Ok(Some("play may be over or not")),
            }
        }
        // Whether the tiers so far may have a move; whether one is there for certain that a winner
        // wants, and that a loser has.
        let (mut possible, mut found) = (false, false);
        for tier in &self.term.tiers {
            let ways = self.run.command(tier, &mut Vec::new(), start.clone())?;
            for way in &ways {
                let (next, cells) = self.after(cell, memory, way)?;
                let to = |won: bool| {
                    cells
                        .iter()
                        .all(|cell| self.wins(*cell, next, player) == won)
                };
                if !wins && !to(false) {
                    return Ok(Some("a move may lead to where the loser wins"));
                }
                found |= way.certain && !possible && !cells.is_empty() && (!wins || to(true));
            }
            if ways.iter().any(|way| way.certain) {
                // Those after it never count.
                possible = true;
                break;
            }
            possible |= !ways.is_empty();
        }
        if found {
            return Ok(None);
        }
        let stuck = self.paid(&self.term.stuck, &start)? == player;
        Ok(match wins {
            true if stuck && !possible => None,
            true => Some("no move leads for certain to where the winner wins"),
            false if !stuck => None,
            false => Some("there may be no move, and then the loser wins"),
        })
    }

    /// Whether a memory may come back while the sum of the numbers stays.
    fn goes_round(&self) -> bool {
        let mut left = self.stays.clone();
        loop {
            let onward: BTreeSet<usize> = left.iter().map(|one| one.0).collect();
            let before = left.len();
            // What leads to where nothing goes on is done with.
            left.retain(|(_, to)| onward.contains(to));
            if left.len() == before {
                return !left.is_empty();
            }
        }
    }

    /// A position of a cell, for a sentence.
    fn position(&self, game: &Game, cell: usize, memory: usize) -> String {
        let tracks = self.law.least(cell, self.layout.tracks());
        match game.of_core(&self.layout.state(memory, &tracks)) {
            Some((position, player)) => format!(
                "{} with {} to move",
                game.show(&position),
                game.player(player)
            ),
            None => "a position".into(),
        }
    }
}

impl Claim for Remainders {
    fn kind(&self) -> &'static str {
        "remainders"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let term = term(game);
        let mut check = Check::new(self, &term, budget)?;
        for cell in 0..self.says.len() {
            for memory in 0..check.layout.memories() {
                if let Some(error) = check.fault(cell, memory)? {
                    return Err(Rejection::false_claim(format!(
                        "at {}, or with the same remainders, {error}",
                        check.position(game, cell, memory)
                    )));
                }
            }
        }
        if check.goes_round() {
            return Err(Rejection::false_claim(
                "nothing shows that play ends: the sum of the numbers stays, and the memory may come back",
            ));
        }
        Ok(vec![
            format!(
                "A player with a win has a move to a win, and a player with a loss has none: {} cells, {} memories. The check uses the remainders of sums, products, quotients, divisors and digits.",
                self.says.len(),
                check.layout.memories()
            ),
            "Play ends: every move lowers the sum of the numbers, or keeps it and advances the memory.".into(),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let term = term(game);
        let parts = term.parts.iter().skip(1).zip(&self.lengths);
        let names: Vec<String> = parts
            .map(|(part, length)| match length {
                1 => part.name.clone(),
                _ => format!("{length} numbers {}", part.name),
            })
            .collect();
        let past = match self.from {
            0 => String::new(),
            from => format!(" from {from} on, and by smaller numbers themselves"),
        };
        format!(
            "For all values of {}, the winner depends only on the numbers modulo {}{past}.",
            names.join(", "),
            self.modulus
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let term = term(game);
        let layout = self.layout(&term).ok()?;
        let value = |player: Player| {
            let (memory, tracks) = layout.read(&position.core_state(player))?;
            let first = self.says_of(memory, &tracks)? == 1;
            Some(if first == (player == Player::First) {
                Value::Win
            } else {
                Value::Loss
            })
        };
        Some([value(Player::First)?, value(Player::Second)?])
    }
}
