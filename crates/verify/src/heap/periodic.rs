//! Outcomes of one heap that repeat.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Player, Position, Value};

use super::takes::least_common_multiple;
use super::{LONGEST, Takes};
use crate::repeat::{Repeat, place};
use crate::{Budget, Checked, Claim, Rejection};

/// Outcomes of one heap that repeat.
///
/// Source: S. W. Golomb 1966 (finite sets, impartial); A. Fraenkel and A. Kotzig 1987 (finite sets,
/// partizan). That the same holds for ultimately periodic sets is shown at [`Claim::check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Periodic {
    /// The outcomes repeat from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The outcome classes of the heaps 0, 1, ..., `preperiod + period - 1`, a letter each: `N` the
    /// player to move wins, `P` the other, `L` the first-named player whoever moves, `R` the
    /// second-named.
    pub outcomes: String,
}

impl Periodic {
    fn repeat(&self) -> Repeat<'_, u8> {
        Repeat {
            preperiod: self.preperiod,
            period: self.period,
            saltus: 0,
            table: self.outcomes.as_bytes(),
        }
    }

    /// The outcome class of a heap; `None` if the law's fields do not hold together.
    pub fn outcome(&self, heap: &UBig) -> Option<char> {
        let class = self.repeat().value(heap)?;
        Some(char::from(u8::try_from(&class).ok()?))
    }
}

/// Whether each player wins when moving first, by class.
fn wins(class: u8) -> Option<[bool; 2]> {
    match class {
        b'N' => Some([true, true]),
        b'P' => Some([false, false]),
        b'L' => Some([true, false]),
        b'R' => Some([false, true]),
        _ => None,
    }
}

impl Claim for Periodic {
    fn kind(&self) -> &'static str {
        "periodic"
    }

    /// The law `f` is the table, continued with the period. It is the outcome if at every heap it
    /// is what the rules say of it at the heaps below (play ends: every move lowers the heap). Let
    /// T be the reach and M the modulus of the sets, L the least common multiple of the period and
    /// of M (the period alone where the sets are finite), and n at least `preperiod + T + L`
    /// (without L where the sets are finite). There each player with any number at all can take
    /// one: the least is at most T of a finite set, at most T + M of an endless one. Then the rules
    /// say the same at n and at n + L:
    ///
    /// - f is the same at n - s and at n + L - s for s up to T, as n - s is past the preperiod;
    /// - the remainders by M of losses at heaps below n - T and below n + L - T are the same: they
    ///   are those of all losses past the preperiod, which repeat with L, and of those before;
    /// - who cannot move is the same.
    ///
    /// So it is enough to try the rules on the heaps below that bound plus L. Period and preperiod
    /// are the least if no quotient of the period by a prime is a period, and the last heap before
    /// the preperiod breaks the repeat. Steps: heaps tried times numbers in the sets.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let repeat = self.repeat();
        let (preperiod, period) = repeat.sizes(LONGEST)?;
        let takes = Takes::read(game, budget)?;
        let table = self
            .outcomes
            .bytes()
            .map(wins)
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Rejection::malformed("an outcome must be N, P, L or R"))?;
        let law = |n: usize| table[place(n, preperiod, period)];

        let finite = takes.finite();
        let cycle = match finite {
            true => period,
            false => least_common_multiple(period, takes.modulus()).ok_or_else(large)?,
        };
        let settled = (preperiod + takes.reach())
            .checked_add(if finite { 0 } else { cycle })
            .ok_or_else(large)?;
        let heaps = settled.checked_add(cycle).ok_or_else(large)?;
        follow(&takes, heaps, &law, budget)?;

        repeat.is_least("outcomes", budget)?;
        Ok(vec![
            format!(
                "the rules were tried on the outcomes of the heaps below {heaps}; from heap {settled} on what they say repeats every {cycle} heaps"
            ),
            format!("preperiod {preperiod} and period {period} are the least"),
        ])
    }

    fn statement(&self, _game: &Game) -> String {
        const SHOWN: usize = 48;
        let every = match self.preperiod {
            0 => "every n".to_string(),
            from => format!("every n >= {from}"),
        };
        let table = match self.outcomes.len() <= SHOWN {
            true => format!("are {}", self.outcomes),
            false => "are listed in the certificate".into(),
        };
        format!(
            "Heaps of n and of n + {} have the same outcome, for {every}; no smaller period and no earlier start will do. The \
             outcome classes of the heaps 0 to {} {table}.",
            self.period,
            self.outcomes.len() - 1
        )
    }

    fn values(&self, _game: &Game, position: &Position) -> Option<[Value; 2]> {
        let [heap] = position.elements() else {
            return None;
        };
        let class = u8::try_from(self.outcome(heap.as_ubig()?)?).ok()?;
        let value = |won| if won { Value::Win } else { Value::Loss };
        Some(wins(class)?.map(value))
    }
}

/// Tries the rules at each heap below `heaps`, the law being known below it.
fn follow(
    takes: &Takes,
    heaps: usize,
    law: &dyn Fn(usize) -> [bool; 2],
    budget: &Budget,
) -> Result<(), Rejection> {
    let modulus = takes.modulus();
    let near = [takes.near(0), takes.near(1)];
    let far = [takes.far(0), takes.far(1)];
    let least = [takes.least(0), takes.least(1)];
    let work = 1 + near[0].len() + near[1].len() + far[0].len() + far[1].len();
    // Whether a loss of this player has occurred more than the reach below, by remainder of the
    // heap.
    let mut lost = [0, 1].map(|_| vec![false; modulus]);
    for n in 0..heaps {
        budget.spend(work as u64)?;
        if let Some(old) = n.checked_sub(takes.reach() + 1) {
            for (player, won) in law(old).into_iter().enumerate() {
                lost[player][old % modulus] |= !won;
            }
        }
        let claimed = law(n);
        for player in Player::BOTH {
            let (mine, other) = (player.index(), player.other().index());
            let stuck = least[mine].is_none_or(|least| n < least);
            let wins = match stuck {
                true => takes.misere(),
                false => {
                    let mut near = near[mine].iter().take_while(|taken| **taken <= n);
                    let mut far = far[mine].iter().enumerate().filter(|(_, taken)| **taken);
                    near.any(|taken| !law(n - taken)[other])
                        || far.any(|(class, _)| {
                            lost[other][(n % modulus + modulus - class) % modulus]
                        })
                }
            };
            if wins != claimed[mine] {
                let claim = |won| if won { "wins" } else { "loses" };
                return Err(Rejection::false_claim(format!(
                    "on a heap of {n} player {} to move {}, and the law says {}",
                    mine + 1,
                    claim(wins),
                    claim(claimed[mine])
                )));
            }
        }
    }
    Ok(())
}

fn large() -> Rejection {
    Rejection::budget("the law's period and the rules' remainders have too large a common multiple")
}
