//! Rows in which coins slide: their gaps are a list of numbers.
//!
//! ```text
//!   every move slides one coin over free cells, all in one direction, as far as is wished or by one of some numbers of cells
//!   the gaps are a list: a move takes so much from one number and adds it to the one before; a law of these lists
//!   ──────────────────────────────────────────────────────────────────────────────────────────────────
//!   a row is what the list of its gaps is, from the end on that no coin slides to
//! ```
//!
//! Coins do not pass each other, so a row is told by how many free cells lie behind the last coin,
//! between it and the one before, and so on; and a slide by k cells takes k from the gap before a
//! coin and adds them to the one behind it, wherever that gap is k at least. So rows and lists are
//! played alike, by induction along play. (For slides of any length the lists are a staircase, and
//! the law is de Bruijn's: the gaps before every second coin are heaps of Nim.)
//!
//! Slides of any length are seen by the term: it is compared with that of the rules that are
//! written down here. Others are read as rewriting of words.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use dashu_int::UBig;
use whowins_analysis::derive::words;
use whowins_analysis::program::Notation;
use whowins_analysis::{Game, Stuck};
use whowins_core as core;
use whowins_rules::{Parameters, Rules};

/// Coins that slide over free cells, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slides {
    /// The symbol of a free cell, by its number; the other one of the two is that of a coin.
    pub free: u8,
    /// Whether coins slide to the left.
    pub left: bool,
}

/// How a game of a row ends where no player can move.
const ENDINGS: [&str; 2] = ["", "misère play\n"];

/// A game of coins that slide as far as is wished.
struct Row {
    slides: Slides,
    ending: &'static str,
    term: core::Game,
}

/// All of them, lowered once.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (free, symbols) in [(0, ". o"), (1, "o .")] {
        for (left, slide) in [
            (true, "(some .) o -> o (some .)"),
            (false, "o (some .) -> (some .) o"),
        ] {
            for ending in ENDINGS {
                let text =
                    format!("game \"Row\"\nposition row of {symbols}\nmove {slide}\n{ending}");
                let game = game_of(&text);
                let program = game.as_ref().and_then(Game::program);
                all.extend(program.map(|program| Row {
                    slides: Slides { free, left },
                    ending,
                    term: program.term.clone(),
                }));
            }
        }
    }
    all
});

/// The game of these rules.
fn game_of(text: &str) -> Option<Game> {
    let rules = Rules::parse("gaps", text).ok()?;
    rules.game(&Parameters::new()).ok()
}

/// Whether two terms have the same positions, moves and endings, whatever parts are called and
/// where play starts.
fn alike(one: &core::Game, other: &core::Game) -> bool {
    let ranges = |game: &core::Game| -> Vec<_> {
        let parts = game.parts.iter();
        parts
            .map(|part| (part.least.clone(), part.most.clone()))
            .collect()
    };
    ranges(one) == ranges(other)
        && one.consts == other.consts
        && one.tiers == other.tiers
        && one.ends == other.ends
        && one.blocks == other.blocks
        && one.stuck == other.stuck
}

/// By how many cells a rule on words slides a coin, and how; `None` where it does something else.
fn slide(factor: &[u8], replacement: &[u8]) -> Option<(Slides, usize)> {
    let (first, last) = (*factor.first()?, *factor.last()?);
    let far = factor.len() - 1;
    let turned = |word: &[u8]| word.iter().rev().eq(replacement.iter());
    let (free, left) = match far {
        0 => return None,
        1 => (first.min(last), first < last),
        _ if factor[..far].iter().all(|one| *one == first) => (first, true),
        _ => (last, false),
    };
    let coin = if left { last } else { first };
    let rest = if left { &factor[..far] } else { &factor[1..] };
    let fits = coin != free && rest.iter().all(|one| *one == free) && turned(factor);
    fits.then_some((Slides { free, left }, far))
}

impl Slides {
    /// The slides of a row, and the game of its gaps; `None` where it has other moves.
    pub(super) fn of(game: &Game) -> Option<(Self, Game)> {
        let (slides, far, ending) = match game.board() {
            Some(_) => Self::by_words(game)?,
            None => Self::by_term(game)?,
        };
        let text = format!(
            "game \"Gaps\"\nposition gap: numbers\nmove gap[i] -= k, gap[i - 1] += k for i in 2..length(gap), {far}\n{ending}"
        );
        Some((slides, game_of(&text)?))
    }

    /// Slides of any length.
    fn by_term(game: &Game) -> Option<(Self, String, &'static str)> {
        let program = game.program()?;
        let [own] = &program.parts[..] else {
            return None;
        };
        let of_two = |notation: &Notation| matches!(notation, Notation::Cells { symbols, is_board: false, .. } if symbols.len() == 2);
        if !of_two(&own.notation) || program.term.parts.len() != 2 {
            return None;
        }
        let row = ROWS.iter().find(|row| alike(&program.term, &row.term))?;
        Some((row.slides, "k >= 1".into(), row.ending))
    }

    /// Slides by some numbers of cells.
    fn by_words(game: &Game) -> Option<(Self, String, &'static str)> {
        let board = game.board()?;
        let ending = match game.ending.stuck {
            Stuck::Loses => ENDINGS[0],
            Stuck::Wins => ENDINGS[1],
            Stuck::Draws => return None,
        };
        let plain = game.ending.goals.is_empty() && game.ending.blocked == 0;
        if !plain || !board.at_once.is_empty() || board.alphabet.len() != 2 {
            return None;
        }
        let words = words(board).ok()?;
        let [first, second] = &words.rules;
        if first != second
            || first
                .iter()
                .any(|rule| rule.0.iter().any(|one| *one >= words.left_end()))
        {
            return None;
        }
        let all = first
            .iter()
            .map(|(factor, replacement)| slide(factor, replacement));
        let all: Vec<(Self, usize)> = all.collect::<Option<_>>()?;
        // A slide by one cell does not say which of the two is the coin.
        let told = all.iter().find(|one| one.1 > 1).or(all.first())?.0;
        let other = Self {
            free: 1 - told.free,
            left: !told.left,
        };
        let fits = |(own, far): &(Self, usize)| *own == told || *far == 1 && *own == other;
        if !all.iter().all(fits) {
            return None;
        }
        let far: BTreeSet<String> = all.iter().map(|one| one.1.to_string()).collect();
        let far = far.into_iter().collect::<Vec<_>>().join(", ");
        Some((told, format!("k in {{{far}}}"), ending))
    }

    /// The gaps of a row, from the end on that no coin slides to: one more than there are coins.
    pub(super) fn gaps(self, cells: &[u8]) -> Vec<UBig> {
        let gaps = cells.split(|cell| *cell != self.free);
        let mut gaps: Vec<UBig> = gaps.map(|gap| UBig::from(gap.len())).collect();
        if self.left {
            gaps.reverse();
        }
        gaps
    }
}
