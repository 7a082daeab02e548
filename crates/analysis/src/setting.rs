//! What stays as it is while a game is played.

use whowins_core::{Array, Command, Game, State};

use crate::Interval;

/// A game as it is played from some state: what no move changes is known.
///
/// ```
/// use whowins_analysis::Setting;
/// use whowins_core::{Array, Game};
///
/// let game: Game = "(game g (part turn 0 1) (part heaps 1 -) (part width 1 9) (start (0) (3 5) (4))
///     ; A move removes the first heap.
///     (tier (seq (splice heaps 0 1) (set turn (- 1 turn)))) (stuck 0))".parse()?;
/// let setting = Setting::new(&game, &game.starts[0]);
/// assert_eq!(setting.length(Array::Part(1)), None);
/// // No move writes the width.
/// assert_eq!(setting.ranges[2].single(), Some(4));
/// # Ok::<(), whowins_core::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setting<'a> {
    /// The game.
    pub game: &'a Game,
    /// For each part how many elements it has; `None` where moves change that.
    pub lengths: Vec<Option<usize>>,
    /// For each part whether no move writes to it.
    pub constant: Vec<bool>,
    /// For each part between which numbers its elements lie: the game's own range, or those of the
    /// state where no move writes.
    pub ranges: Vec<Interval>,
}

impl<'a> Setting<'a> {
    /// What the term shows of all play from a state. `O(the term)`.
    pub fn new(game: &'a Game, state: &State) -> Self {
        let mut written = vec![(false, false); game.parts.len()];
        for tier in &game.tiers {
            writes(tier, &mut written);
        }
        let lengths = state.iter().zip(&written);
        let lengths = lengths.map(|(array, (_, spliced))| (!spliced).then_some(array.len()));
        let constant: Vec<bool> = written
            .iter()
            .map(|(set, spliced)| !set && !spliced)
            .collect();
        let range = |(at, part): (usize, &whowins_core::Part)| {
            let own = Interval::exactly(&part.least);
            let most = part.most.as_ref().map_or(Interval::ANY, Interval::exactly);
            let whole = Interval::new(own.least, most.most);
            let values = state[at].iter().map(Interval::exactly);
            let seen = values.reduce(Interval::join);
            seen.filter(|_| constant[at]).unwrap_or(whole)
        };
        Self {
            game,
            lengths: lengths.collect(),
            ranges: game.parts.iter().enumerate().map(range).collect(),
            constant,
        }
    }

    /// The length of an array, where it never changes.
    pub fn length(&self, array: Array) -> Option<usize> {
        match array {
            Array::Const(at) => Some(self.game.consts[at].values.len()),
            Array::Part(at) => self.lengths[at],
        }
    }
}

/// Which parts a command sets elements of, and which it changes the length of.
fn writes(command: &Command, written: &mut [(bool, bool)]) {
    match command {
        Command::Guard(_) => {}
        Command::Seq(all) | Command::Alt(all) => all.iter().for_each(|one| writes(one, written)),
        Command::When(_, yes, no) => {
            writes(yes, written);
            writes(no, written);
        }
        Command::Choose(_, _, body) | Command::Loop(_, _, body) | Command::Repeat(_, body) => {
            writes(body, written);
        }
        Command::Set(part, ..) => written[*part].0 = true,
        Command::Splice(part, ..) => written[*part].1 = true,
    }
}
