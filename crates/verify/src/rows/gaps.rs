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
//! Slides of any length are recognised by the term, which is compared with the one of this module.
//! Others are read as rewriting of words.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use dashu_int::UBig;
use whowins_analysis::derive::words;
use whowins_analysis::program::{Holding, Notation, Program};
use whowins_analysis::{Game, Stuck};
use whowins_core as core;

/// Coins that slide over free cells, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slides {
    /// The symbol of a free cell, by its number; the other one of the two is that of a coin.
    pub free: u8,
    /// Whether coins slide to the left.
    pub left: bool,
}

/// What player 0 gets where a player cannot move: in normal play, and in misère play.
const STUCK: [&str; 2] = ["(if turn 1 -1)", "(if turn -1 1)"];

/// Returns the term of the row whose coins slide any distance.
fn row_term(slides: Slides, stuck: &str) -> Option<core::Game> {
    let (free, coin) = (slides.free, 1 - slides.free);
    let far = |cells: &str, from: &str| {
        format!(
            "(choose v1 1 (+ (fold v1 v2 0 {cells} 0 (+ v2 (if (= v1 v2) (= (get row (+ {from} v1) -1) {free}) 0))) 1)"
        )
    };
    let slide = match slides.left {
        true => format!(
            "{} (seq (guard (< v1 (- (len row) v0))) (guard (= (get row (+ v0 v1) -1) {coin}))
             (set row v0 {coin}) (loop v2 0 v1 (set row (+ (+ v0 1) v2) {free}))))",
            far("(- (len row) v0)", "v0")
        ),
        false => format!(
            "(seq (guard (= (get row v0 -1) {coin})) {} (seq (loop v2 0 v1 (set row (+ v0 v2) {free}))
             (set row (+ v0 v1) {coin}))))",
            far("(- (- (len row) v0) 1)", "(+ v0 1)")
        ),
    };
    let term = format!(
        "(game Row (part turn 0 1) (part row 0 1)
         (tier (seq (choose v0 0 (- (len row) 1) {slide}) (set turn (- 1 turn)))) (stuck {stuck}))"
    );
    term.parse().ok()
}

/// Returns the game of the gaps: `far` are the distances of a slide, any if there are none.
fn gaps_game(players: [String; 2], far: &BTreeSet<usize>, stuck: &str) -> Option<Game> {
    let (set, choice, by) = match far.is_empty() {
        true => (String::new(), "(choose v1 1 (+ (get gap (- v0 1)) 1)", "v1"),
        false => {
            let far: Vec<String> = far.iter().map(usize::to_string).collect();
            (
                format!("(const far {})", far.join(" ")),
                "(choose v1 0 (len far)",
                "(get far v1)",
            )
        }
    };
    let term = format!(
        "(game Gaps {set} (part turn 0 1) (part gap 0 -)
         (tier (seq (choose v0 2 (+ (len gap) 1) {choice} (seq
         (set gap (- v0 1) (- (get gap (- v0 1)) {by})) (set gap (- v0 2) (+ (get gap (- v0 2)) {by})))))
         (set turn (- 1 turn)))) (stuck {stuck}))"
    );
    let list = Holding {
        name: "gap".into(),
        part: 1,
        notation: Notation::Numbers {
            length: None,
            columns: None,
            facing: false,
        },
        on: None,
    };
    let program = Program {
        term: term.parse().ok()?,
        parts: vec![list],
        score: None,
        rest: Vec::new(),
        sum: None,
    };
    Some(program.game(players, String::new()))
}

/// All terms of rows whose coins slide any distance.
static ROWS: LazyLock<Vec<(Slides, &str, core::Game)>> = LazyLock::new(|| {
    [(0, true), (0, false), (1, true), (1, false)]
        .into_iter()
        .map(|(free, left)| Slides { free, left })
        .flat_map(|slides| STUCK.map(|stuck| (slides, stuck)))
        .filter_map(|(slides, stuck)| Some((slides, stuck, row_term(slides, stuck)?)))
        .collect()
});

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
        let (slides, far, stuck) = match game.board() {
            Some(_) => Self::by_words(game)?,
            None => Self::by_term(game)?,
        };
        Some((slides, gaps_game(game.players.clone(), &far, stuck)?))
    }

    /// Slides of any length.
    fn by_term(game: &Game) -> Option<(Self, BTreeSet<usize>, &'static str)> {
        let term = &game.program()?.term;
        if term.parts.len() != 2 {
            return None;
        }
        // Play ends, so what endless play pays does not matter.
        let plain = core::Game {
            endless: None,
            ..term.clone()
        };
        let mut rows = ROWS.iter();
        let (slides, stuck, _) = rows.find(|(_, _, row)| plain.is_same(row))?;
        Some((*slides, BTreeSet::new(), stuck))
    }

    /// Slides by some numbers of cells.
    fn by_words(game: &Game) -> Option<(Self, BTreeSet<usize>, &'static str)> {
        let board = game.board()?;
        let stuck = match game.ending.stuck {
            Stuck::Loses => STUCK[0],
            Stuck::Wins => STUCK[1],
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
        Some((told, all.iter().map(|one| one.1).collect(), stuck))
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
