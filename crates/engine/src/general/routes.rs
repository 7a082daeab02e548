//! Ways through a token's move, laid out to be walked fast, forwards or backwards.
//!
//! A path of the rules becomes one *route* a case of its checks, in each direction. What a route
//! asks of tokens that it leaves where they are is asked once, in front; what it asks of the moving
//! token's cell alone is worked into the lists of neighbours; what is left are comparisons of two
//! tokens' cells, made while a list is read.

use whowins_analysis::expression::Cond;
use whowins_analysis::frame::{Part, Path, TokensFrame};
use whowins_analysis::{Budget, By, Player};

use super::literals::{Cases, Literal, Test, cases, product};
use super::space::Flow;

/// One way through a move in one direction.
pub struct Route {
    /// What must hold where it sets out.
    first: Vec<Test>,
    legs: Vec<Leg>,
    /// The tokens that it moves or looks at.
    concerns: Vec<bool>,
}

/// One token goes one step.
struct Leg {
    token: usize,
    /// What one more in the token's cell adds to the index.
    weight: i64,
    lists: Lists,
    /// Other tokens, and whether the token must stand with them after the step.
    meets: Vec<(usize, bool)>,
    /// What else must hold after the step.
    after: Vec<Test>,
}

/// A list of cells for each cell, end to end.
struct Lists {
    start: Vec<u32>,
    cells: Vec<u32>,
}

impl Lists {
    fn new(lists: impl Iterator<Item = Vec<u32>>) -> Self {
        let (mut start, mut cells) = (vec![0], Vec::new());
        for list in lists {
            cells.extend(list);
            start.push(cells.len() as u32);
        }
        Self { start, cells }
    }

    #[inline]
    fn of(&self, cell: usize) -> &[u32] {
        &self.cells[self.start[cell] as usize..self.start[cell + 1] as usize]
    }

    fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// The steps of a path, and the literals before, between and after them.
struct Plan {
    by: By,
    /// Token and relation.
    steps: Vec<(usize, usize)>,
    /// `checks[i]` holds before step i, the last after all steps.
    checks: Vec<Vec<Literal>>,
}

/// Plans that are laid out: each case of each check on a path multiplies them.
const MOST_PLANS: usize = 1 << 13;

/// Each player's routes along all paths, forwards and backwards; `weight` as in the numbering of
/// the states. `None` where there are too many to lay out.
pub fn routes(tokens: &TokensFrame, weight: &[u64]) -> Option<[[Vec<Route>; 2]; 2]> {
    let mut all = Vec::new();
    for path in tokens.paths.as_ref()? {
        all.extend(plans(path, tokens, MOST_PLANS - all.len())?);
    }
    let routes = |back| {
        Player::BOTH.map(|player| {
            all.iter()
                .filter(|plan| plan.by.allows(player))
                .map(|plan| plan.route(tokens, weight, back))
                .filter(|route| !route.is_blocked())
                .collect()
        })
    };
    Some([false, true].map(routes))
}

/// A path's cases, disjoint; `None` where there are more than `most`.
fn plans(path: &Path, tokens: &TokensFrame, most: usize) -> Option<Vec<Plan>> {
    let mut steps = Vec::new();
    // Each point of the path has a list of cases of its own; a plan is a choice of one of each.
    let mut points: Vec<Cases> = vec![vec![Vec::new()]];
    for part in &path.parts {
        match part {
            Part::Check(condition) => {
                let last = points.len() - 1;
                let found = cases(condition, true, tokens.tokens, tokens.cells);
                points[last] = product(&points[last], &found).unwrap_or_else(|| {
                    let whole = vec![vec![Literal::Other(condition.clone(), true)]];
                    whole_product(&points[last], &whole)
                });
            }
            Part::Go(go) => {
                steps.push((go.token, go.relation));
                let apart = (0..tokens.tokens)
                    .filter(|other| go.free && *other != go.token)
                    .map(|other| Literal::Same(go.token, other, false))
                    .collect();
                points.push(vec![apart]);
            }
        }
    }
    let count = points.iter().map(Vec::len).fold(1, usize::saturating_mul);
    if count > most {
        return None;
    }
    let mut chosen: Vec<Vec<Vec<Literal>>> = vec![Vec::new()];
    for cases in points {
        chosen = chosen
            .iter()
            .flat_map(|before| {
                cases.iter().map(move |case| {
                    let mut checks = before.clone();
                    checks.push(case.clone());
                    checks
                })
            })
            .collect();
    }
    let plans = chosen.into_iter().map(|checks| Plan {
        by: path.by,
        steps: steps.clone(),
        checks,
    });
    Some(plans.collect())
}

fn whole_product(a: &Cases, whole: &Cases) -> Cases {
    a.iter()
        .flat_map(|a| whole.iter().map(|b| [a.as_slice(), b].concat()))
        .collect()
}

impl Plan {
    /// The route through the steps, or through the steps undone.
    fn route(&self, tokens: &TokensFrame, weight: &[u64], back: bool) -> Route {
        let steps = self.steps.len();
        let moves = |token: usize| self.steps.iter().any(|step| step.0 == token);
        // The check point that a route in this direction meets after so many legs.
        let point = |legs: usize| if back { steps - legs } else { legs };
        let standing =
            |literal: &Literal| (0..tokens.tokens).all(|t| !literal.mentions(t) || !moves(t));
        let is_on = |literal: &Literal| matches!(literal, Literal::On(..));
        let mut first: Vec<Test> = self
            .checks
            .iter()
            .flatten()
            .filter(|literal| standing(literal))
            .map(Literal::compile)
            .collect();
        first.extend(
            self.checks[point(0)]
                .iter()
                .filter(|literal| !standing(literal) && !is_on(literal))
                .map(Literal::compile),
        );
        let legs = (0..steps)
            .map(|leg| {
                let step = if back { steps - 1 - leg } else { leg };
                let (token, relation) = self.steps[step];
                let left = |literal: &&Literal| !standing(literal) && !is_on(literal);
                let checks = &self.checks[point(leg + 1)];
                Leg {
                    token,
                    weight: weight[token] as i64,
                    lists: self.lists(tokens, step, relation, back),
                    meets: checks
                        .iter()
                        .filter(left)
                        .filter_map(|literal| meeting(literal, token))
                        .collect(),
                    after: checks
                        .iter()
                        .filter(left)
                        .filter(|literal| meeting(literal, token).is_none())
                        .map(Literal::compile)
                        .collect(),
                }
            })
            .collect();
        let concerns = |token: usize| {
            let mut checks = self.checks.iter().flatten();
            moves(token) || checks.any(|literal| literal.mentions(token))
        };
        Route {
            first,
            legs,
            concerns: (0..tokens.tokens).map(concerns).collect(),
        }
    }

    /// The steps that the checks of the moving token's own cell allow: those since its step before,
    /// and those up to its next.
    fn lists(&self, tokens: &TokensFrame, step: usize, relation: usize, back: bool) -> Lists {
        let token = self.steps[step].0;
        let since = (0..step)
            .rev()
            .find(|before| self.steps[*before].0 == token)
            .map_or(0, |before| before + 1);
        let until = (step + 1..self.steps.len())
            .find(|after| self.steps[*after].0 == token)
            .unwrap_or(self.steps.len());
        let allowed = |points: &[Vec<Literal>], cell: u32| {
            points.iter().flatten().all(|literal| match literal {
                Literal::On(on, marked) => *on != token || marked[cell as usize],
                _ => true,
            })
        };
        let from = |cell: u32| allowed(&self.checks[since..=step], cell);
        let to = |cell: u32| allowed(&self.checks[step + 1..=until], cell);
        let relation = &tokens.relations[relation];
        let (lists, here, there): (_, &dyn Fn(u32) -> bool, &dyn Fn(u32) -> bool) = if back {
            (&relation.backward, &to, &from)
        } else {
            (&relation.forward, &from, &to)
        };
        Lists::new(lists.iter().enumerate().map(|(cell, list)| {
            let open = here(cell as u32);
            list.iter()
                .copied()
                .filter(|next| open && there(*next))
                .collect()
        }))
    }
}

fn meeting(literal: &Literal, token: usize) -> Option<(usize, bool)> {
    match literal {
        Literal::Same(a, b, wanted) if *a == token && *b != token => Some((*b, *wanted)),
        Literal::Same(a, b, wanted) if *b == token && *a != token => Some((*a, *wanted)),
        _ => None,
    }
}

impl Route {
    /// Whether some step leads nowhere, from wherever it is taken.
    fn is_blocked(&self) -> bool {
        self.legs.iter().any(|leg| leg.lists.is_empty())
    }

    /// How many ways the route goes from here; fewer where the budget is over.
    #[inline]
    pub fn count(&self, state: &[i64], budget: &Budget) -> u32 {
        if !self.first.iter().all(|test| test.passes(state)) {
            return 0;
        }
        if let [leg] = &self.legs[..]
            && leg.after.is_empty()
            && leg.meets.len() < 2
        {
            let list = leg.lists.of(state[leg.token] as usize);
            let [(other, wanted)] = leg.meets[..] else {
                return list.len() as u32;
            };
            let there = state[other] as u32;
            return list
                .iter()
                .map(|to| u32::from((*to == there) == wanted))
                .sum();
        }
        let mut count = 0;
        let _ = go(&self.legs, state, 0, budget, &mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Adds how many ways the route goes from each state of a row, in which the token `last` takes
    /// every cell from `low` on.
    pub fn count_row<'a>(
        &self,
        state: &mut [i64],
        last: usize,
        low: i64,
        budget: &Budget,
        counts: impl Iterator<Item = &'a mut u32>,
    ) {
        if !self.concerns[last] {
            let same = self.count(state, budget);
            counts.for_each(|count| *count += same);
            return;
        }
        for (at, count) in counts.enumerate() {
            state[last] = low + at as i64;
            *count += self.count(state, budget);
        }
    }

    /// Calls `emit` with the index of each state at the end of the route.
    #[inline]
    pub fn walk(
        &self,
        state: &[i64],
        index: i64,
        budget: &Budget,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        if self.first.iter().all(|test| test.passes(state)) {
            go(&self.legs, state, index, budget, emit)
        } else {
            Flow::Continue(())
        }
    }
}

#[inline]
fn go(
    legs: &[Leg],
    state: &[i64],
    index: i64,
    budget: &Budget,
    emit: &mut impl FnMut(u64) -> Flow,
) -> Flow {
    let Some((leg, rest)) = legs.split_first() else {
        return emit(index as u64);
    };
    let from = state[leg.token];
    let list = leg.lists.of(from as usize);
    if list.is_empty() {
        return Flow::Continue(());
    }
    let base = index - from * leg.weight;
    match (&leg.meets[..], rest.is_empty() && leg.after.is_empty()) {
        ([], true) => list
            .iter()
            .try_for_each(|to| emit((base + i64::from(*to) * leg.weight) as u64)),
        ([(other, wanted)], true) => {
            let there = state[*other];
            list.iter().map(|to| i64::from(*to)).try_for_each(|to| {
                if (to == there) == *wanted {
                    emit((base + to * leg.weight) as u64)
                } else {
                    Flow::Continue(())
                }
            })
        }
        _ => list.iter().map(|to| i64::from(*to)).try_for_each(|to| {
            let met = leg
                .meets
                .iter()
                .all(|(other, wanted)| (to == state[*other]) == *wanted);
            if met {
                go_on(leg, to, rest, state, base + to * leg.weight, budget, emit)
            } else {
                Flow::Continue(())
            }
        }),
    }
}

/// Goes on after a step; apart, because the common routes have one leg and no need of a changed
/// state.
#[inline(never)]
fn go_on(
    leg: &Leg,
    to: i64,
    rest: &[Leg],
    state: &[i64],
    index: i64,
    budget: &Budget,
    emit: &mut impl FnMut(u64) -> Flow,
) -> Flow {
    budget.charge(1)?;
    let mut slots = Slots::of(state);
    let state = slots.as_mut();
    state[leg.token] = to;
    if leg.after.iter().all(|test| test.passes(state)) {
        go(rest, state, index, budget, emit)
    } else {
        Flow::Continue(())
    }
}

/// Conditions on a placement, one of which must hold.
pub struct Screen(Vec<Vec<Test>>);

impl Screen {
    /// For a game of `tokens` tokens on `cells` cells.
    pub fn new<'a>(
        conditions: impl Iterator<Item = &'a Cond>,
        tokens: usize,
        cells: usize,
    ) -> Self {
        Self(
            conditions
                .flat_map(|condition| cases(condition, true, tokens, cells))
                .map(|case| case.iter().map(Literal::compile).collect())
                .collect(),
        )
    }

    /// Whether one of the conditions holds.
    #[inline]
    pub fn any(&self, state: &[i64]) -> bool {
        self.0
            .iter()
            .any(|case| case.iter().all(|test| test.passes(state)))
    }
}

/// A state that can be changed without an allocation where there are few tokens.
enum Slots {
    Few([i64; 8], usize),
    Many(Vec<i64>),
}

impl Slots {
    fn of(state: &[i64]) -> Self {
        let mut few = [0; 8];
        match few.get_mut(..state.len()) {
            Some(slots) => {
                slots.copy_from_slice(state);
                Self::Few(few, state.len())
            }
            None => Self::Many(state.to_vec()),
        }
    }

    fn as_mut(&mut self) -> &mut [i64] {
        match self {
            Self::Few(slots, len) => &mut slots[..*len],
            Self::Many(slots) => slots,
        }
    }
}
