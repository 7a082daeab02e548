//! Rows that fall apart into heaps.
//!
//! ```text
//!   every move looks at cells of one symbol alone, and writes others in place of some; what it leaves of a run of that symbol are at most two runs
//!   the runs are heaps, of which so many tokens are taken and so many heaps stay: a law of these heaps
//!   ──────────────────────────────────────────────────────────────────────────────────────────────────
//!   a row is what the sum of the heaps is that are as long as its runs
//! ```
//!
//! A cell of another symbol never changes, and no move looks at it; so each move is made within one
//! run. It is from the row to a row whose runs are those after the heap's move, and each move of
//! the heap is one of the row: the code is taken only where it allows exactly the runs that the
//! moves leave, at every place of a run. So the outcomes are the same, by induction along play.
//!
//! Where coins slide, it is the gaps between them that are a list of numbers ([`Slides`]).
//!
//! A ring with a cell of another symbol is a row that begins there. One without is no sum of runs:
//! a move that takes t of its n cells leaves a single run of n - t, and what that is worth is
//! known.

use std::collections::BTreeSet;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::derive::{WordRule, words};
use whowins_analysis::heaps::Breaking;
use whowins_analysis::program::Notation;
use whowins_analysis::{Ending, Game, Player, Position, Stuck, Value};

use super::Slides;
use crate::{Budget, Checked, Claim, Law, Rejection};

/// A row or ring by the law of the heaps that its runs are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowHeaps {
    /// The law of the heaps.
    pub heaps: Box<Law>,
}

/// A row or ring game as one of heaps.
#[derive(Clone, Debug)]
pub struct Heaps {
    /// Whether the cells are a ring.
    pub is_ring: bool,
    /// The symbol whose runs are heaps, by its number.
    pub live: u8,
    /// Where coins slide over free cells, how: the gaps between them are the heaps, in order, and
    /// nothing is taken.
    pub slides: Option<Slides>,
    /// What each player's moves take of a run.
    pub takings: [BTreeSet<Taking>; 2],
    /// The game of the heaps.
    pub game: Game,
}

/// What a move does to a run of the live symbol: so many of its cells it writes over, with at least
/// so many left before them, and behind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taking {
    /// Cells that must be left before.
    pub before: usize,
    /// What is written over the cells that are taken; none of it is live.
    pub written: Vec<u8>,
    /// Cells that must be left behind.
    pub behind: usize,
}

impl Taking {
    /// What a rule on words takes from a run of this symbol; `None` where it looks at others, or
    /// leaves a run of its own in the middle.
    pub fn of((factor, replacement): &WordRule, live: u8) -> Option<Self> {
        if factor.iter().any(|letter| *letter != live) {
            return None;
        }
        let is_live = |letter: &&u8| **letter == live;
        let before = replacement.iter().take_while(is_live).count();
        let behind = replacement.iter().rev().take_while(is_live).count();
        let written = replacement.get(before..replacement.len().checked_sub(behind)?)?;
        let within = written.contains(&live) || written.is_empty();
        (!within).then(|| Self {
            before,
            written: written.to_vec(),
            behind,
        })
    }
}

/// The code that allows exactly what these moves leave, whatever the run and the place; `None`
/// where no code does.
fn code(moves: &BTreeSet<Taking>) -> Option<Breaking> {
    let most = moves.iter().map(|one| one.written.len()).max().unwrap_or(0);
    let mut digits = vec![0u8; most + 1];
    for (taken, digit) in digits.iter_mut().enumerate().skip(1) {
        let all: Vec<(usize, usize)> = moves
            .iter()
            .filter(|one| one.written.len() == taken)
            .map(|one| (one.before, one.behind))
            .collect();
        // The least run that stays alone where the move is at one end of its run, by either end.
        let alone = all
            .iter()
            .filter(|one| one.0.min(one.1) == 0)
            .map(|one| one.0.max(one.1))
            .min();
        // Two runs that stay, each of one cell or more.
        let both = all.iter().map(|one| one.0.max(one.1)).min();
        match (alone, both) {
            (None, None) => {}
            (Some(0), _) => *digit = 1 + 2 + 4,
            (Some(1), _) => *digit = 2 + 4,
            (None, Some(1)) => *digit = 4,
            // Some runs are long enough for it, and others are not.
            _ => return None,
        }
    }
    Some(Breaking::of_digits(digits))
}

impl Heaps {
    /// The game of the heaps that a row or ring game is; else why it is none, in a sentence.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn of(game: &Game) -> Result<Self, String> {
        let ring = game.ring();
        if let Some((slides, gaps)) = Slides::of(game).filter(|_| ring.is_none()) {
            return Ok(Self {
                is_ring: false,
                live: slides.free,
                slides: Some(slides),
                takings: Default::default(),
                game: gaps,
            });
        }
        let (rules, symbols) = match (&ring, game.board()) {
            (Some(ring), _) => {
                let rules = Player::BOTH.map(|player| ring.rules(player).into_iter().collect());
                (rules, ring.symbols)
            }
            (None, Some(board)) => {
                if !game.ending.goals.is_empty()
                    || game.ending.stuck == Stuck::Draws
                    || game.ending.blocked > 0
                    || !board.at_once.is_empty()
                {
                    return Err("the rules have goals, moves at once, blocked options, or draws where a player cannot move".into());
                }
                let words = words(board)?;
                let symbols = words.left_end();
                (words.rules, symbols)
            }
            (None, None) => {
                return Err("the positions aren't rows, nor are they rings with patterns".into());
            }
        };
        let first: Option<&WordRule> = rules.iter().flatten().next();
        let Some(live) = first.and_then(|rule| rule.0.first().copied()) else {
            return Err("there are no moves".into());
        };
        if live >= symbols {
            return Err("a move looks at the end of the row".into());
        }
        let of = |player: Player| -> Option<BTreeSet<Taking>> {
            let rules = rules[player.index()].iter();
            rules.map(|rule| Taking::of(rule, live)).collect()
        };
        let none =
            "a move looks at more than one symbol, or leaves of a run what no code of heaps says";
        let [Some(first), Some(second)] = Player::BOTH.map(of) else {
            return Err(none.into());
        };
        let takings = [first, second];
        let [Some(first), Some(second)] = takings.each_ref().map(code) else {
            return Err(none.into());
        };
        let mut game = game.on_heaps([first, second]);
        if let Some(ring) = &ring {
            game.ending = Ending {
                stuck: ring.stuck,
                goals: Vec::new(),
                repetition_draws: false,
                blocked: 0,
            };
        }
        Ok(Self {
            is_ring: ring.is_some(),
            live,
            slides: None,
            takings,
            game,
        })
    }

    /// The cells, from one on that parts them where they are a ring; `None` for a ring that no cell
    /// parts.
    fn parted(&self, row: &Position) -> Option<Vec<u8>> {
        let mut cells = row.cells()?;
        if self.is_ring && !cells.is_empty() {
            let start = cells.iter().position(|cell| *cell != self.live)?;
            cells.rotate_left(start);
        }
        Some(cells)
    }

    /// The heaps of a row, in its order, or its gaps, from the end on that no coin slides to; of a
    /// ring from a cell on that parts it, `None` where there is none.
    pub fn runs(&self, row: &Position) -> Option<Vec<UBig>> {
        let cells = self.parted(row)?;
        if let Some(slides) = self.slides {
            return Some(slides.gaps(&cells));
        }
        let runs = cells.split(|cell| *cell != self.live);
        let runs = runs.filter(|run| !run.is_empty());
        Some(runs.map(|run| UBig::from(run.len())).collect())
    }

    /// The same as a position of the game of the heaps.
    pub fn position(&self, row: &Position) -> Option<Position> {
        Some(Position::list(self.runs(row)?))
    }

    /// How many cells a ring has that no cell parts; `None` for any other position.
    pub fn whole(&self, row: &Position) -> Option<usize> {
        let cells = row
            .cells()
            .filter(|cells| self.is_ring && !cells.is_empty())?;
        cells
            .iter()
            .all(|cell| *cell == self.live)
            .then_some(cells.len())
    }

    /// What a move of the player leaves of a ring of so many cells that no cell parts: one run, as
    /// heaps.
    pub fn left_of_whole(&self, length: usize, player: Player) -> Vec<Position> {
        let fits = self.takings[player.index()].iter().filter_map(|one| {
            let taken = one.written.len();
            let looked_at = one.before.checked_add(taken)?.checked_add(one.behind)?;
            (looked_at <= length).then(|| length - taken)
        });
        let lengths: BTreeSet<usize> = fits.collect();
        let heap = |left: usize| Position::list((left > 0).then(|| UBig::from(left)));
        lengths.into_iter().map(heap).collect()
    }
}

impl RowHeaps {
    /// Whether the law inside is one of heaps that fall apart, or of lists where the heaps are
    /// gaps.
    fn is_of(&self, heaps: &Heaps) -> bool {
        if heaps.slides.is_some() {
            return matches!(*self.heaps, Law::ManyHeaps(_));
        }
        matches!(
            *self.heaps,
            Law::GuySmith(_)
                | Law::SparseSpace(_)
                | Law::Arithmetic(_)
                | Law::AutomaticGraph(_)
                | Law::MisereQuotient(_)
                | Law::HeapValues(_)
        )
    }
}

impl Claim for RowHeaps {
    fn kind(&self) -> &'static str {
        "row-heaps"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        budget.spend(1)?;
        let heaps = Heaps::of(game).map_err(Rejection::rules)?;
        if !self.is_of(&heaps) {
            return Err(Rejection::malformed(
                "the law inside is none of what the row falls apart into",
            ));
        }
        let mut checked = vec![match heaps.slides {
            Some(_) => "Each move slides one coin over free cells in one direction: the gap in front shrinks by what the gap behind grows.".to_string(),
            None => "Each move changes one run of equal cells, as the code of a game of heaps allows. No move depends on another symbol.".into(),
        }];
        checked.append(&mut self.heaps.claim().check(&heaps.game, budget)?);
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        match Heaps::of(game) {
            Ok(heaps) => {
                let law = self.heaps.claim().statement(&heaps.game);
                let symbol = symbol(game, heaps.live);
                if let Some(slides) = heaps.slides {
                    let last = if slides.left { "last" } else { "first" };
                    return format!(
                        "A row is what the list is of how many `{symbol}` lie between its coins, first those beyond the {last} coin. {law}"
                    );
                }
                match heaps.is_ring {
                    false => format!(
                        "A row equals the sum of heaps as large as its runs of `{symbol}` are long. {law}"
                    ),
                    true => format!(
                        "A ring with a cell that is not `{symbol}` equals the sum of heaps as large as its runs of `{symbol}` are long. A move in any other ring leaves one run. {law}"
                    ),
                }
            }
            Err(_) => "The game has no rows that split into heaps.".into(),
        }
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let heaps = Heaps::of(game).ok()?;
        let law = self.heaps.claim();
        let Some(length) = heaps.whole(position) else {
            return law.values(&heaps.game, &heaps.position(position)?);
        };
        let stuck = match heaps.game.ending.stuck {
            Stuck::Loses => Value::Loss,
            Stuck::Wins => Value::Win,
            Stuck::Draws => return None,
        };
        let value = |player: Player| -> Option<Value> {
            let left = heaps.left_of_whole(length, player);
            let other = player.other().index();
            let values = left
                .iter()
                .map(|run| Some(law.values(&heaps.game, run)?[other].reversed()));
            let values: Vec<Value> = values.collect::<Option<_>>()?;
            Some(values.into_iter().max().unwrap_or(stuck))
        };
        Some([value(Player::First)?, value(Player::Second)?])
    }

    fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        let heaps = Heaps::of(game).ok()?;
        let law = self.heaps.claim();
        let Some(length) = heaps.whole(position) else {
            return law.grundy(&heaps.game, &heaps.position(position)?);
        };
        let left = heaps.left_of_whole(length, Player::First);
        let values = left.iter().map(|run| law.grundy(&heaps.game, run));
        let values: BTreeSet<UBig> = values.collect::<Option<_>>()?;
        (0..=values.len())
            .map(UBig::from)
            .find(|value| !values.contains(value))
    }
}

/// The symbol of a cell, as it is written.
fn symbol(game: &Game, cell: u8) -> char {
    let symbols = match (game.board(), game.program()) {
        (Some(board), _) => Some(&board.alphabet),
        (None, Some(program)) => program.parts.iter().find_map(|part| match &part.notation {
            Notation::Cells { symbols, .. } => Some(symbols),
            _ => None,
        }),
        (None, None) => None,
    };
    symbols
        .and_then(|symbols| symbols.get(usize::from(cell)))
        .copied()
        .unwrap_or('?')
}
