//! Finds where the outcomes of one heap begin to repeat.
//!
//! What the rules say of a heap depends on the outcomes of the heaps within the sets' reach below
//! and, for numbers beyond it, on the remainders at which losses have occurred before. That state
//! takes finitely many values, so it repeats; R. P. Brent's algorithm (1980) finds the repeat
//! exactly, comparing whole states.

use whowins_engine::EngineError;
use whowins_verify::Law;
use whowins_verify::heap::{Periodic, Takes};

use super::{LONGEST, LOOK, allowed, prime_factors, takes, too_long};
use crate::words::{Repeating, Statement, Term, length};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Outcomes of one heap.
pub(super) struct OutcomesRepeat;

impl Finder for OutcomesRepeat {
    fn kind(&self) -> &'static str {
        "periodic"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let takes = match takes(search) {
            Ok(takes) => takes,
            Err(finding) => return finding,
        };
        let mut walk = Walk::new(&takes);
        let (start, period) = match walk.repeat(search) {
            Ok(Some(repeat)) => repeat,
            Ok(None) => return too_long(walk.outcomes.len()),
            Err(error) => return Finding::Stopped(error),
        };
        let looked = walk.outcomes.len();
        let (preperiod, period) = least(&walk.outcomes, start, period);
        if preperiod + period > LONGEST {
            return too_long(LONGEST);
        }
        let classes = &walk.outcomes[..preperiod + period];
        let letter = |class: &u8| match class {
            0 => 'P',
            1 => 'L',
            2 => 'R',
            _ => 'N',
        };
        let explanation = Explanation {
            formula: Some(formula(search, classes, preperiod)),
            source: source(&takes).into(),
            found: format!(
                "the outcomes of {looked} heaps were computed; the state of the rules after them repeats exactly (Brent 1980)"
            ),
        };
        let law = Periodic {
            preperiod: preperiod as u64,
            period: period as u64,
            outcomes: classes.iter().map(letter).collect(),
        };
        Finding::Law(Box::new(Law::Periodic(law)), explanation)
    }
}

fn source(takes: &Takes) -> &'static str {
    match (takes.finite(), takes.impartial()) {
        (true, true) => "the repeat of the window of the last outcomes: S. W. Golomb 1966",
        (true, false) => {
            "the repeat of the window of both players' last outcomes: A. Fraenkel and A. Kotzig 1987, after S. W. Golomb 1966"
        }
        (false, _) => {
            "the repeat of the window of the last outcomes (S. W. Golomb 1966), with the remainders at which losses occurred before"
        }
    }
}

/// Least preperiod and period of outcomes that repeat with `period` from `start` on.
fn least(outcomes: &[u8], mut start: usize, mut period: usize) -> (usize, usize) {
    for prime in prime_factors(period) {
        while period.is_multiple_of(prime) {
            let shorter = period / prime;
            if outcomes[start..start + period - shorter]
                != outcomes[start + shorter..start + period]
                || (0..shorter)
                    .any(|n| outcomes[start + n] != outcomes[start + period - shorter + n])
            {
                break;
            }
            period = shorter;
        }
    }
    while start > 0 && outcomes[start - 1] == outcomes[start - 1 + period] {
        start -= 1;
    }
    (start, period)
}

/// Bit 0: the first-named player wins when moving first; bit 1: the other.
type Class = u8;

/// The rules, followed from heap 0 up.
struct Walk {
    reach: usize,
    modulus: usize,
    near: [Vec<usize>; 2],
    far: [Vec<usize>; 2],
    least: [Option<usize>; 2],
    misere: bool,
    outcomes: Vec<Class>,
    /// By player, the remainders of heaps beyond the reach at which this player loses.
    lost: [Vec<bool>; 2],
}

impl Walk {
    fn new(takes: &Takes) -> Self {
        let far = |player: usize| {
            let classes = takes.far(player);
            (0..classes.len()).filter(|class| classes[*class]).collect()
        };
        Self {
            reach: takes.reach(),
            modulus: takes.modulus(),
            near: [takes.near(0), takes.near(1)],
            far: [far(0), far(1)],
            least: [takes.least(0), takes.least(1)],
            misere: takes.misere(),
            outcomes: Vec::new(),
            lost: [0, 1].map(|_| vec![false; takes.modulus()]),
        }
    }

    /// The next heap.
    fn advance(&mut self) {
        let n = self.outcomes.len();
        let (modulus, at) = (self.modulus, n % self.modulus);
        let mut class = 0;
        for player in 0..2 {
            let other = 1 - player;
            let wins = if self.least[player].is_none_or(|least| n < least) {
                self.misere
            } else {
                let mut near = self.near[player].iter().take_while(|taken| **taken <= n);
                near.any(|taken| self.outcomes[n - taken] >> other & 1 == 0)
                    || self.far[player]
                        .iter()
                        .any(|class| self.lost[other][(at + modulus - class) % modulus])
            };
            class |= Class::from(wins) << player;
        }
        self.outcomes.push(class);
        if let Some(old) = n.checked_sub(self.reach) {
            for player in 0..2 {
                self.lost[player][old % modulus] |= self.outcomes[old] >> player & 1 == 0;
            }
        }
    }

    /// Whether the state before heap `then`, when losses were `lost`, is the state now.
    fn same(&self, then: usize, lost: &[Vec<bool>; 2]) -> bool {
        let (now, modulus) = (self.outcomes.len(), self.modulus);
        let turned = |player: usize| {
            self.far[1 - player].is_empty()
                || (0..modulus).all(|class| {
                    lost[player][class] == self.lost[player][(class + now - then) % modulus]
                })
        };
        self.outcomes[then - self.reach..then] == self.outcomes[now - self.reach..]
            && turned(0)
            && turned(1)
    }

    /// From which heap on, and with which period, the outcomes repeat.
    fn repeat(&mut self, search: &Search<'_>) -> Result<Option<(usize, usize)>, EngineError> {
        // From here on every player with any number can move, and the window is full.
        let all_move = self.least.iter().flatten().copied().max().unwrap_or(0);
        while self.outcomes.len() < all_move.max(self.reach) {
            self.look(search)?;
            self.advance();
        }
        let mut stride = 1;
        loop {
            let (then, lost) = (self.outcomes.len(), self.lost.clone());
            for _ in 0..stride {
                if self.outcomes.len() >= 4 * LONGEST {
                    return Ok(None);
                }
                self.look(search)?;
                self.advance();
                if self.same(then, &lost) {
                    return Ok(Some((then - self.reach, self.outcomes.len() - then)));
                }
            }
            stride *= 2;
        }
    }

    fn look(&self, search: &Search<'_>) -> Result<(), EngineError> {
        match self.outcomes.len().is_multiple_of(LOOK) {
            true => allowed(search.limits, self.outcomes.len(), 3),
            false => Ok(()),
        }
    }
}

/// Returns the numbers for which the player to move loses, or wins if that is shorter; for both
/// players if the outcomes differ. If the numbers are many, it returns the recurrence only.
fn formula(search: &Search<'_>, classes: &[Class], preperiod: usize) -> String {
    /// The most characters of a line.
    const MOST: usize = 160;
    /// A line about wins must be shorter by more than this.
    const CLEARLY: usize = 3;
    let variable = search.game.numbers().and_then(|all| all.variables.first());
    let name = variable.map_or("n", |variable| variable.name.as_str());
    let term = Term::Name(name.into());
    let losses = |player: usize| {
        let loses = |class: &Class| class >> player & 1 == 0;
        let mut cycle: Vec<bool> = classes[preperiod..].iter().map(loses).collect();
        let by = cycle.len();
        cycle.rotate_right(preperiod % by.max(1));
        Repeating::new(classes[..preperiod].iter().map(loses).collect(), cycle)
    };
    let period = classes.len() - preperiod;
    let recurrence = match preperiod {
        0 => format!("o({name} + {period}) = o({name}), o the outcome class"),
        from => {
            format!("o({name} + {period}) = o({name}) for {name} ≥ {from}, o the outcome class")
        }
    };
    let cost = |one: &Statement| {
        let is_negated = matches!(one, Statement::Not(_));
        length(one) + if is_negated { 2 * CLEARLY } else { 0 }
    };
    let say = |player: usize, [loses, wins, is]: [String; 3]| {
        let losses = losses(player)?;
        let of = |set: &Repeating| set.statement(&term, &Repeating::all());
        let line = match [of(&losses), of(&losses.complement())] {
            [Statement::Constant(_), Statement::Constant(true)] if is != ": " => wins,
            [Statement::Constant(true), _] if is != ": " => loses,
            [lost, won] if cost(&won) + CLEARLY < cost(&lost) => {
                format!("{wins}{is}{}", won.line())
            }
            [lost, _] => format!("{loses}{is}{}", lost.line()),
        };
        (line.chars().count() <= MOST).then_some(line)
    };
    if classes.iter().all(|class| matches!(class, 0 | 3)) {
        let line = say(0, ["P-positions", "N-positions", ": "].map(String::from));
        return line.unwrap_or(recurrence);
    }
    let of_player = |player: usize| {
        let name = &search.game.players[player];
        let [loses, wins] = ["loses", "wins"].map(|verb| format!("{name} to move {verb}"));
        say(player, [loses, wins, " ⇔ ".into()])
    };
    match (of_player(0), of_player(1)) {
        (Some(first), Some(second)) => format!("{first}. {second}"),
        _ => recurrence,
    }
}
