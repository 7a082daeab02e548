//! What rows of any length are worth that are runs of one symbol between others which stay where
//! they are: values that repeat in the length of a run, up to a summand.
//!
//! ```text
//!   every rule writes over some blanks beside each other, and looks at no more than one cell on either side, which it leaves
//!   V(e, n, f) = {values of Left's options | values of Right's}     for each run of n < b blanks between e and f
//!   V(e, n + p, f) = V(e, n, f) + S                                 for n0 <= n and n + p < b
//!   S's own options are of no use beside the last runs              for b - p <= n < b
//!   ─────────────────────────────────────────────────────────────────────────────────────────────────
//!   V(e, n + p, f) = V(e, n, f) + S for all n >= n0, and a row is worth the sum of its runs, in every sum
//! ```
//!
//! where b is 2(n0 + p) + m, n0 at least 1, and m the most blanks that a rule writes over. A *run*
//! is what stands between two symbols other than the blank that follow each other, ends of the row
//! among these. A move lies in one run, and leaves runs in its place. From b on those of a run
//! longer by a period are the same with one of the outer two runs longer by as much, so the
//! argument is that of heaps ([`super::HeapValues`]): `proofs/ValueGrowth.v`.

use std::collections::BTreeMap;

use dashu_int::UBig;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_values::{Arena, Budget as Room, Value as Form};

use super::lines::{Lines, Sheet};
use super::sums::Counted;
use super::{ROOM, brings, has_values, laid_out};
use crate::rejection::size;
use crate::{Budget, Checked, Claim, Rejection};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 12;
/// Nor alphabets with more symbols.
const SYMBOLS: usize = 16;

/// What every row is worth, by its runs.
///
/// Source: R. K. Guy, C. A. B. Smith 1956 for values that repeat, of heaps of one kind; here of
/// runs, a kind for each two ends. The theorem: `proofs/ValueRuns.v`, `runs_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowRuns {
    /// From this length on.
    pub preperiod: u64,
    /// A run longer by so much is worth `saltus` more.
    pub period: u64,
    /// The form by which values grow with each period; 0 where they repeat.
    pub saltus: u32,
    /// The forms that runs of 0, 1, 2, ... blanks are worth: a list for each kind, by the number of
    /// its left end times the number of ends, and that of its right end.
    pub values: Vec<Vec<u32>>,
    /// The sheet with the forms.
    pub lines: Lines,
}

/// A run of blanks: its left end, its length, its right end. End 0 is the row's, the others are the
/// symbols but the blank, in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Run {
    /// The end on the left.
    pub left: usize,
    /// Blanks.
    pub length: u64,
    /// The end on the right.
    pub right: usize,
}

/// What a rule does in a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Change {
    /// The end that must stand right before, if any.
    pub before: Option<usize>,
    /// What is written over as many blanks; `None` leaves one.
    pub written: Vec<Option<usize>>,
    /// The end that must stand right behind, if any.
    pub after: Option<usize>,
}

/// The rules of a row as changes of runs.
#[derive(Clone, Debug)]
pub struct Runs {
    blank: u8,
    /// Kinds of ends.
    ends: usize,
    /// What each player may do, each once.
    changes: [Vec<Change>; 2],
}

impl Runs {
    /// Reads the rules of a row.
    ///
    /// # Errors
    ///
    /// Where the game is none of rows, or its rules are not of this kind: the rule that is not.
    pub fn of(game: &Game) -> Result<Self, Rejection> {
        let board = game.board().filter(|board| board.row);
        let board = board.ok_or_else(|| Rejection::rules("the positions aren't rows"))?;
        has_values(game)?;
        if !board.at_once.is_empty() || board.size.is_some() || board.alphabet.len() > SYMBOLS {
            return Err(Rejection::rules(
                "this law knows no moves made at once, no fixed length, and 16 symbols at most",
            ));
        }
        let blank = blank(board)?;
        let mut changes = [Vec::new(), Vec::new()];
        for rewrite in &board.moves {
            for stencil in &rewrite.stencils {
                let change = change(stencil, blank).ok_or_else(|| {
                    Rejection::rules(format!(
                        "`{}` is not of this kind: it must write over cells that show `{}`, and look at one cell more on either side at most, which it leaves",
                        rewrite.text,
                        board.alphabet[usize::from(blank)]
                    ))
                })?;
                for player in Player::BOTH {
                    if rewrite.by.allows(player) {
                        changes[player.index()].push(change.clone());
                    }
                }
            }
        }
        for side in &mut changes {
            side.sort_unstable();
            side.dedup();
        }
        Ok(Self {
            blank,
            ends: board.alphabet.len(),
            changes,
        })
    }

    /// Kinds of ends: the row's own, and the symbols but the blank.
    pub fn ends(&self) -> usize {
        self.ends
    }

    /// The symbol over which others are written.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// The symbol that an end is; `None` for the row's own.
    pub fn symbol(&self, end: usize) -> Option<u8> {
        let symbol = end.checked_sub(usize::from(end <= usize::from(self.blank)))?;
        u8::try_from(symbol).ok()
    }

    /// What a player may do, each once.
    pub fn changes(&self, player: Player) -> &[Change] {
        &self.changes[player.index()]
    }

    /// The most blanks that a move writes over.
    pub fn widest(&self) -> usize {
        let all = self.changes.iter().flatten();
        all.map(|change| change.written.len()).max().unwrap_or(0)
    }

    /// The number of a run's kind.
    pub fn kind(&self, run: &Run) -> usize {
        run.left * self.ends + run.right
    }

    /// The end that a symbol other than the blank is.
    fn end(&self, symbol: u8) -> usize {
        usize::from(symbol) + usize::from(symbol < self.blank)
    }

    /// The runs of a row, by their numbers of blanks.
    pub fn split(&self, cells: &[u8]) -> Vec<Run> {
        let marks = cells.iter().map(|symbol| match *symbol == self.blank {
            true => None,
            false => Some(self.end(*symbol)),
        });
        let mut all = Vec::new();
        cut(0, 0, marks, 0, 0, &mut |run| all.push(run));
        all
    }

    /// Calls `leaf` with the runs that each of a player's moves leaves of a run, until it says no.
    /// A run may stand there twice, and moves may leave the same.
    pub fn options(&self, player: Player, run: Run, mut leaf: impl FnMut(&[Run]) -> bool) -> bool {
        let mut left = Vec::new();
        for change in &self.changes[player.index()] {
            let Some(free) = run.length.checked_sub(change.written.len() as u64) else {
                continue;
            };
            let at_left = change.before.is_some();
            let at_right = change.after.is_some();
            if change.before.is_some_and(|end| end != run.left)
                || change.after.is_some_and(|end| end != run.right)
                || (at_left && at_right && free > 0)
            {
                continue;
            }
            let places = match (at_left, at_right) {
                (true, _) => 0..1,
                (false, true) => free..free + 1,
                (false, false) => 0..free + 1,
            };
            for place in places {
                left.clear();
                let marks = change.written.iter().copied();
                cut(
                    run.left,
                    place,
                    marks,
                    free - place,
                    run.right,
                    &mut |run| {
                        left.push(run);
                    },
                );
                if !leaf(&left) {
                    return false;
                }
            }
        }
        true
    }
}

/// Cuts blanks, marks and blanks between two ends into runs.
fn cut(
    left: usize,
    before: u64,
    marks: impl Iterator<Item = Option<usize>>,
    behind: u64,
    right: usize,
    take: &mut impl FnMut(Run),
) {
    let mut run = Run {
        left,
        length: before,
        right: 0,
    };
    for mark in marks {
        match mark {
            None => run.length += 1,
            Some(end) => {
                take(Run { right: end, ..run });
                run = Run {
                    left: end,
                    length: 0,
                    right: 0,
                };
            }
        }
    }
    take(Run {
        length: run.length + behind,
        right,
        ..run
    });
}

/// The one symbol that rules write others over.
fn blank(board: &Board) -> Result<u8, Rejection> {
    let stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    let mut changed = stencils
        .flat_map(|stencil| &stencil.cells)
        .filter_map(|cell| {
            let (before, after) = cell.before.zip(cell.after)?;
            (before != after).then_some(before)
        });
    let first = changed.next();
    match first.filter(|first| changed.all(|other| other == *first)) {
        Some(blank) => Ok(blank),
        None => Err(Rejection::rules(
            "this law asks for one symbol over which all others are written, and which stay",
        )),
    }
}

/// A stencil as a change of a run; `None` where it is none.
fn change(stencil: &Stencil, blank: u8) -> Option<Change> {
    let end = |symbol: u8| usize::from(symbol) + usize::from(symbol < blank);
    let (first, last) = (
        stencil.cells.iter().map(|cell| cell.right).min()?,
        stencil.cells.iter().map(|cell| cell.right).max()?,
    );
    let (mut before, mut after) = (None, None);
    let mut written = Vec::new();
    for column in first..=last {
        let mut here = stencil.cells.iter().filter(|cell| cell.right == column);
        let cell = here.next().filter(|cell| cell.down == 0)?;
        if here.next().is_some() {
            return None;
        }
        let wanted = cell.before?;
        let written_here = cell.after.unwrap_or(wanted);
        if wanted == blank {
            written.push((written_here != blank).then(|| end(written_here)));
            continue;
        }
        let side = match (column == first, column == last) {
            // A cell by itself is no blank.
            (true, true) | (false, false) => return None,
            (true, false) => &mut before,
            (false, true) => &mut after,
        };
        if written_here != wanted {
            return None;
        }
        *side = Some(end(wanted));
    }
    for (down, right) in &stencil.outside {
        let side = match *right {
            right if right == first - 1 => &mut before,
            right if right == last + 1 => &mut after,
            _ => return None,
        };
        if *down != 0 || side.is_some() {
            return None;
        }
        // The row's own end.
        *side = Some(0);
    }
    let is_change = written.iter().any(Option::is_some);
    is_change.then_some(Change {
        before,
        written,
        after,
    })
}

/// The values of a run's options for each player, each once.
type Options = [Vec<u32>; 2];

impl Claim for RowRuns {
    fn kind(&self) -> &'static str {
        "row-runs"
    }

    /// The value of each run is shown by the lines on the sheet. Steps: the lines, and the options
    /// of the runs.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let runs = Runs::of(game)?;
        let (preperiod, period, bound) = self.sizes(&runs)?;
        let sheet = self.lines.check(budget)?;
        let forms = self.values.iter().flatten().chain([&self.saltus]);
        if let Some(form) = forms.into_iter().find(|form| !sheet.has(**form)) {
            return Err(Rejection::malformed(format!("there is no form {form}")));
        }
        // Many runs have options of the same values.
        let mut shown: FxHashSet<(Options, u32)> = FxHashSet::default();
        for kind in 0..self.values.len() {
            for length in 0..bound {
                let run = Run {
                    left: kind / runs.ends,
                    length: length as u64,
                    right: kind % runs.ends,
                };
                let value = self.values[kind][length];
                if length >= preperiod
                    && length + period < bound
                    && sheet.sum(value, self.saltus) != Some(self.values[kind][length + period])
                {
                    return Err(Rejection::false_claim(format!(
                        "no line says that {} is worth what one shorter by {period} is worth, and the summand",
                        told(
                            game,
                            &Run {
                                length: run.length + self.period,
                                ..run
                            }
                        )
                    )));
                }
                let options = self.options(&runs, &sheet, run, budget)?;
                if length + period >= bound {
                    self.has_no_use(game, &sheet, &run, value, &options)?;
                }
                if shown.contains(&(options.clone(), value)) {
                    continue;
                }
                if !sheet.is(&options[0], &options[1], value, budget)? {
                    return Err(Rejection::false_claim(format!(
                        "no lines show that {} is worth form {value}",
                        told(game, &run)
                    )));
                }
                shown.insert((options, value));
            }
        }
        let [forms, order, sums] = sheet.counts();
        let mut checked = vec![
            "play ends: each move writes over some blank, and no blank is written".to_owned(),
            format!("{forms} forms, {order} comparisons and {sums} sums, each by those before it"),
            format!(
                "each run of fewer than {bound} blanks, of {} kinds, is worth the form of its options' values, and for longer ones that repeats",
                self.values.len()
            ),
        ];
        if self.saltus != 0 {
            checked.push(format!("the summand's own options are dominated at each of the last {period} runs of each kind, and so at all longer ones"));
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let mut show = |form: u32| -> Option<String> {
            let forms = laid_out(&self.lines.forms, &mut arena).ok()?;
            arena.show(*forms.get(form as usize)?).ok()
        };
        let (grows, means) = match self.saltus {
            0 => (String::new(), "repeat"),
            form => (
                show(form).map_or_else(|| " + S".into(), |form| format!(" + ({form})")),
                "grow by the same amount with each period",
            ),
        };
        let blank = Runs::of(game).ok().zip(game.board());
        let blank = blank.map_or('.', |(runs, board)| board.alphabet[usize::from(runs.blank)]);
        let [left, _] = &game.players;
        format!(
            "V(n + {}) = V(n){grows} for n ≥ {}, where V(n) is the value of n times `{blank}` between any two ends, {left} being Left: the values of runs {means}. The value of a row is the sum of the values of its runs.",
            self.period, self.preperiod
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let counted = self.counted(game, position)?;
        counted.outcome(&self.lines.forms, &mut arena).map(brings)
    }

    fn worth(&self, game: &Game, position: &Position, arena: &mut Arena) -> Option<Form> {
        let counted = self.counted(game, position)?;
        counted.total(&self.lines.forms, arena).ok()?
    }
}

/// A run as a person reads it.
fn told(game: &Game, run: &Run) -> String {
    let alphabet = game.board().map_or(&[][..], |board| &board.alphabet);
    let runs = Runs::of(game).ok();
    let end = |end: usize| {
        let symbol = runs.as_ref().and_then(|runs| runs.symbol(end));
        match symbol.and_then(|symbol| alphabet.get(usize::from(symbol))) {
            Some(symbol) => format!("`{symbol}`"),
            None => "the row's end".to_owned(),
        }
    };
    format!(
        "a run of {} between {} and {}",
        run.length,
        end(run.left),
        end(run.right)
    )
}

impl RowRuns {
    /// Preperiod, period, and the length of the tables, where these are enough.
    fn sizes(&self, runs: &Runs) -> Result<(usize, usize, usize), Rejection> {
        let length = self.preperiod.checked_add(self.period);
        if self.period == 0 || self.preperiod == 0 || length.is_none_or(|length| length > LONGEST) {
            return Err(Rejection::malformed(format!(
                "preperiod or period are 0, or together more than {LONGEST}"
            )));
        }
        let (preperiod, period) = (size(self.preperiod)?, size(self.period)?);
        let needed = 2 * (preperiod + period) + runs.widest();
        // What the tables say of more runs is checked like the rest, and the theorem holds from any
        // larger bound on.
        let bound = self.values.first().map_or(0, Vec::len);
        let is_square = self.values.len() == runs.ends * runs.ends
            && self.values.iter().all(|kind| kind.len() == bound);
        if !is_square || bound < needed || bound as u64 > 8 * LONGEST {
            return Err(Rejection::malformed(format!(
                "there must be {} tables of one length, {needed} at least",
                runs.ends * runs.ends
            )));
        }
        Ok((preperiod, period, bound))
    }

    fn options(
        &self,
        runs: &Runs,
        sheet: &Sheet<'_>,
        run: Run,
        budget: &Budget,
    ) -> Result<Options, Rejection> {
        let mut both = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut fault = None;
            runs.options(player, run, |left| {
                let sum = left.iter().try_fold(0, |sum, part| {
                    // A part is shorter than the run.
                    let kind = &self.values[runs.kind(part)];
                    sheet.sum(sum, *kind.get(size(part.length).ok()?)?)
                });
                match (budget.spend(1 + left.len() as u64), sum) {
                    (Ok(()), Some(sum)) => both[player.index()].push(sum),
                    (Err(rejection), _) => fault = Some(rejection),
                    (_, None) => {
                        fault = Some(Rejection::false_claim(format!(
                            "the value of an option of a run of {} is not on the sheet",
                            run.length
                        )));
                    }
                }
                fault.is_none()
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
            both[player.index()].sort_unstable();
            both[player.index()].dedup();
        }
        Ok(both)
    }

    /// That moves in the summand are dominated beside a run with these options.
    fn has_no_use(
        &self,
        game: &Game,
        sheet: &Sheet<'_>,
        run: &Run,
        value: u32,
        options: &Options,
    ) -> Result<(), Rejection> {
        match sheet.has_no_use(self.saltus, value, [&options[0], &options[1]]) {
            true => Ok(()),
            false => Err(Rejection::false_claim(format!(
                "no lines show that moves in the summand are dominated next to {}",
                told(game, run)
            ))),
        }
    }

    /// The run of the tables that a run is worth as much as, and how often the summand comes to it.
    pub fn reduced(&self, runs: &Runs, run: &Run) -> Option<(u32, u64)> {
        let kind = self.values.get(runs.kind(run))?;
        let within = |length: u64| kind.get(usize::try_from(length).ok()?).copied();
        if let Some(form) = within(run.length) {
            return Some((form, 0));
        }
        let past = run.length.checked_sub(self.preperiod)?;
        let period = self.period;
        let first = self.preperiod + past.checked_rem(period)?;
        Some((within(first)?, past / period))
    }

    fn counted(&self, game: &Game, position: &Position) -> Option<Counted> {
        let runs = Runs::of(game).ok()?;
        let mut many: BTreeMap<Run, u64> = BTreeMap::new();
        for run in runs.split(&position.cells()?) {
            *many.entry(run).or_default() += 1;
        }
        let mut forms: FxHashMap<u32, UBig> = FxHashMap::default();
        for (run, many) in many {
            let (form, times) = self.reduced(&runs, &run)?;
            *forms.entry(form).or_default() += UBig::from(many);
            *forms.entry(self.saltus).or_default() += UBig::from(many) * UBig::from(times);
        }
        Some(Counted::of(forms))
    }
}
