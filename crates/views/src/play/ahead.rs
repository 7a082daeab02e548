//! Looking ahead where a game is not solved: what a few moves force, and nothing beyond.

use std::collections::HashMap;
use std::ops::ControlFlow;

use whowins_analysis::{Frame, Player, Value};

/// What a look ahead has shown of a state: its value for the player to move lies between these.
type Bounds = (Value, Value);

/// Nothing is known.
const OPEN: Bounds = (Value::Loss, Value::Win);

/// More states are not kept.
const KEPT: usize = 1 << 20;
/// Between two looks at the clock.
const PATIENCE: u32 = 1 << 10;
/// Deeper looks need a deeper stack.
const DEEPEST: u64 = 400;

/// What was seen from one position.
pub struct Ahead {
    /// How many moves were looked ahead, along every line of play.
    pub moves: u64,
    /// For each option in turn, for the player who moves there: its value, where it was forced, and
    /// in how many moves it was seen.
    pub options: Vec<Option<(Value, u64)>>,
}

/// Looks from the options of a position, one move deeper each time, until all is decided or the
/// frame's budget is over; what it has seen takes up to `memory` bytes. Only what every line of
/// play within the horizon forces is called known. States that come back in play count as open.
pub fn look(frame: &Frame, options: &[Vec<i64>], player: Player, memory: u64) -> Ahead {
    let each = 128 + 8 * options.first().map_or(0, Vec::len) as u64;
    let mut search = Search {
        frame,
        most: usize::try_from(memory / each).map_or(KEPT, |most| most.min(KEPT)),
        steps: 0,
        stopped: false,
        kept: HashMap::new(),
    };
    let mut ahead = Ahead {
        moves: 0,
        options: vec![None; options.len()],
    };
    for depth in 0..DEEPEST {
        let mut news = Vec::new();
        for (at, option) in options.iter().enumerate() {
            if ahead.options[at].is_none() {
                let reply = search.frame.next_player(option, player);
                let (least, most) = search.bounds(option, reply, depth);
                if least == most {
                    news.push((at, (least, depth + 1)));
                }
            }
            if search.stopped {
                break;
            }
        }
        for (at, seen) in news {
            ahead.options[at] = Some(seen);
        }
        if search.stopped {
            break;
        }
        ahead.moves = depth + 1;
        let won = |seen: &Option<(Value, u64)>| seen.is_some_and(|(value, _)| value == Value::Loss);
        if ahead.options.iter().any(won) || ahead.options.iter().all(Option::is_some) {
            break;
        }
    }
    ahead
}

struct Search<'a> {
    frame: &'a Frame,
    /// States that are kept.
    most: usize,
    steps: u32,
    stopped: bool,
    /// Bounds by state and player, with the depth they were seen at.
    kept: HashMap<(Vec<i64>, Player), (Bounds, u64)>,
}

impl Search<'_> {
    fn bounds(&mut self, state: &[i64], player: Player, depth: u64) -> Bounds {
        self.steps += 1;
        if self.steps.is_multiple_of(PATIENCE) {
            self.stopped |= self.frame.budget().over().is_some();
        }
        if self.stopped {
            return OPEN;
        }
        if let Some(end) = self.frame.end(state) {
            let value = end.for_next(player);
            return (value, value);
        }
        let key = (state.to_vec(), player);
        if let Some((known, seen)) = self.kept.get(&key)
            && (known.0 == known.1 || *seen >= depth)
        {
            return *known;
        }
        let found = if depth == 0 {
            self.stuck(state, player)
        } else {
            self.deeper(state, player, depth)
        };
        if !self.stopped && self.kept.len() < self.most {
            self.kept.insert(key, (found, depth));
        }
        found
    }

    /// At the horizon only the end of the game is seen.
    fn stuck(&self, state: &[i64], player: Player) -> Bounds {
        let free = self
            .frame
            .options(player, state, &mut |_| ControlFlow::Break(()));
        match free {
            ControlFlow::Break(()) => OPEN,
            ControlFlow::Continue(()) => (self.frame.stuck(), self.frame.stuck()),
        }
    }

    fn deeper(&mut self, state: &[i64], player: Player, depth: u64) -> Bounds {
        let mut best: Option<Bounds> = None;
        let frame = self.frame;
        let mut enough = false;
        let whole = frame.options(player, state, &mut |option| {
            let reply = frame.next_player(option.to, player);
            let (mut least, mut most) = self.bounds(option.to, reply, depth - 1);
            if reply != player {
                (least, most) = (most.reversed(), least.reversed());
            }
            let so_far = best.map_or((least, most), |(low, high)| {
                (low.max(least), high.max(most))
            });
            best = Some(so_far);
            enough = so_far.0 == Value::Win || self.stopped;
            match enough {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if whole.is_break() && !enough {
            // The time was over: options are missing.
            self.stopped = true;
            return OPEN;
        }
        best.unwrap_or((frame.stuck(), frame.stuck()))
    }
}
