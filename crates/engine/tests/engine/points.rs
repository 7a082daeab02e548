//! Points in play that may go round, held to a naive solver.

use dashu_int::IBig;
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Expr, Game as Core, State};
use whowins_engine::EngineError;
use whowins_engine::search::Searcher;
use whowins_engine::terms::{Solver, solve};

/// More than any play here brings.
const MOST: i64 = 70;

/// A graph whose nodes lie in layers: play goes round within a layer, and gathers points on the way
/// to a later one.
struct Layers {
    layer: Vec<usize>,
    /// The edges of each player from each node, with what they bring player 0.
    edges: [Vec<Vec<(usize, i64)>>; 2],
    /// What player 0 gets beside the points where nobody can move.
    bonus: Vec<i64>,
    /// Whose turn it is after a move to the node: the same player's?
    again: Vec<bool>,
}

impl Layers {
    fn random(random: &mut Random) -> Self {
        let nodes = 2 + random.below(9);
        let layers = 1 + random.below(4);
        let layer: Vec<usize> = (0..nodes).map(|at| at * layers / nodes).collect();
        let mut edges = [Vec::new(), Vec::new()];
        for own in &mut edges {
            for at in 0..nodes {
                let mut list = Vec::new();
                for _ in 0..random.below(4) {
                    let to = random.below(nodes);
                    match layer[to].cmp(&layer[at]) {
                        std::cmp::Ordering::Less => {}
                        std::cmp::Ordering::Equal => list.push((to, 0)),
                        std::cmp::Ordering::Greater => {
                            list.push((to, random.below(15) as i64 - 7));
                        }
                    }
                }
                own.push(list);
            }
        }
        Self {
            layer,
            edges,
            bonus: (0..nodes).map(|_| random.below(13) as i64 - 6).collect(),
            again: (0..nodes).map(|_| random.below(5) == 0).collect(),
        }
    }

    /// The same as a term, with the points in its third part.
    fn term(&self, endless: Option<Expr>) -> Core {
        let list = |own: &[Vec<(usize, i64)>], of: &dyn Fn(&(usize, i64)) -> i64| {
            let three = |list: &Vec<(usize, i64)>| -> Vec<String> {
                let at = |place: usize| list.get(place).map_or(-1, of).to_string();
                (0..3).map(at).collect()
            };
            own.iter()
                .flat_map(three)
                .collect::<Vec<String>>()
                .join(" ")
        };
        let to = |edge: &(usize, i64)| edge.0 as i64;
        let brings = |edge: &(usize, i64)| edge.1;
        let numbers = |all: Vec<i64>| {
            let all: Vec<String> = all.iter().map(i64::to_string).collect();
            all.join(" ")
        };
        let mut game: Core = format!(
            "(game layers (const mine {}) (const yours {}) (const won {}) (const lost {}) (const bonus {}) (const again {})
             (part turn 0 1) (part n 0 {}) (part ahead -2000000000000 -) (start (0) (0) (0))
             (tier (choose i 0 3 (let e (+ (* 3 n) i) (let to (if turn (get yours e -1) (get mine e -1)) (seq
                 (set ahead (+ ahead (if turn (get lost e) (get won e)))) (set n to)
                 (when (get again to) skip (set turn (- 1 turn))))))))
             (stuck (+ ahead (get bonus n))))",
            list(&self.edges[0], &to), list(&self.edges[1], &to), list(&self.edges[0], &brings), list(&self.edges[1], &brings),
            numbers(self.bonus.clone()), numbers(self.again.iter().map(|again| i64::from(*again)).collect()), self.layer.len() - 1,
        )
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
        game.endless = endless;
        game
    }

    /// What player 0 gets from each node on, with each player to move, where play without end
    /// brings more than all, nothing, or less than all: by asking of each bound whether it is
    /// reached, layer by layer, from what play without end says.
    fn worths(&self, endless: i64) -> [Vec<i64>; 2] {
        let nodes = self.layer.len();
        let bounds = (2 * MOST + 1) as usize;
        let place = |bound: i64| (bound.clamp(-MOST, MOST) + MOST) as usize;
        // holds[player][node][bound]
        let row = |_: usize| (0..bounds).map(|at| endless >= at as i64 - MOST).collect();
        let rows = || (0..nodes).map(row).collect::<Vec<Vec<bool>>>();
        let mut holds = [rows(), rows()];
        for layer in (0..=self.layer[nodes - 1]).rev() {
            let own: Vec<usize> = (0..nodes).filter(|at| self.layer[*at] == layer).collect();
            let mut changed = true;
            while changed {
                changed = false;
                for (at, player) in own.iter().flat_map(|at| [(*at, 0), (*at, 1)]) {
                    for bound in -MOST..=MOST {
                        let mut each = self.edges[player][at].iter().map(|(to, brings)| {
                            let next = if self.again[*to] { player } else { 1 - player };
                            holds[next][*to][place(bound - brings)]
                        });
                        let now = match player {
                            _ if self.edges[player][at].is_empty() => self.bonus[at] >= bound,
                            0 => each.any(|one| one),
                            _ => each.all(|one| one),
                        };
                        changed |= holds[player][at][place(bound)] != now;
                        holds[player][at][place(bound)] = now;
                    }
                }
            }
        }
        holds.map(|all| {
            let worth = |row: &Vec<bool>| {
                let last = row.iter().rposition(|holds| *holds);
                last.map_or(-MOST, |at| at as i64) - MOST
            };
            all.iter().map(worth).collect()
        })
    }
}

/// Plays on as both are told, and says what player 0 gets by that.
fn played(game: &Core, solver: &mut Solver, start: &State) -> IBig {
    let mut seen = vec![start.clone()];
    let mut at = start.clone();
    loop {
        if let Some(pays) = game.over(&at, &Budget::OPEN).expect("no limit") {
            return pays;
        }
        at = (solver.worth(&at).expect("no limit").best).expect("play is not over");
        if seen.contains(&at) {
            return at[2][0].clone();
        }
        seen.push(at.clone());
    }
}

#[test]
fn what_was_gathered_counts_where_play_goes_round() {
    let mut random = Random(90);
    let (mut drawn, mut gained) = (0, 0);
    for case in 0..cases(300, 6000) {
        let layers = Layers::random(&mut random);
        let game = layers.term(Some(Expr::part(2)));
        let wanted = layers.worths(0);
        let mut solver = Solver::new(game.clone(), Budget::OPEN);
        let mut search = Searcher::new(game.clone(), Budget::OPEN, [1 << 12, 1 << 20][case % 2])
            .expect("no blocks");
        for (at, turn) in (0..layers.layer.len()).flat_map(|at| [(at, 0), (at, 1)]) {
            let ahead = random.below(20) as i64 - 10;
            let state: State = vec![vec![turn.into()], vec![at.into()], vec![ahead.into()]];
            let pays = IBig::from(wanted[turn][at] + ahead);
            let found = solver.worth(&state).expect("no limit");
            assert_eq!(found.pays.as_ref(), Some(&pays), "{game}{state:?}");
            assert_eq!(played(&game, &mut solver, &state), pays, "{game}{state:?}");
            if let Some(found) = search.worth(&state, 1 << 20).expect("no limit") {
                assert_eq!(found.pays.as_ref(), Some(&pays), "{game}{state:?}");
                gained += 1;
            }
            drawn += usize::from(wanted[turn][at] == 0);
        }
    }
    assert!(drawn > 300 && gained > 1000, "{drawn} {gained}");
}

#[test]
fn where_nothing_is_said_of_play_without_end_both_must_force_an_end() {
    let mut random = Random(91);
    let (mut open, mut closed) = (0, 0);
    for _ in 0..cases(200, 4000) {
        let layers = Layers::random(&mut random);
        let game = layers.term(None);
        let (low, high) = (layers.worths(-MOST - 1), layers.worths(MOST));
        let mut solver = Solver::new(game.clone(), Budget::OPEN);
        for (at, turn) in (0..layers.layer.len()).flat_map(|at| [(at, 0), (at, 1)]) {
            let state: State = vec![vec![turn.into()], vec![at.into()], vec![0.into()]];
            let same = low[turn][at] == high[turn][at];
            let wanted = same.then(|| IBig::from(low[turn][at]));
            let found = solver.worth(&state).expect("no limit");
            assert_eq!(found.pays, wanted, "{game}{state:?}");
            open += usize::from(wanted.is_none());
            closed += usize::from(wanted.is_some());
        }
    }
    assert!(open > 100 && closed > 100, "{open} {closed}");
}

/// A round that brings points has no worth, whatever else there is.
#[test]
fn points_that_are_gathered_on_a_round_are_refused() {
    let game: Core = "(game round (part turn 0 1) (part n 0 2) (part ahead -2000000000000 -) (start (0) (0) (0))
        (tier (choose to 0 3 (seq (guard (if (= to n) 0 1)) (set n to) (set ahead (+ ahead (- 1 n))) (set turn (- 1 turn)))))
        (end (= n 2) ahead) (stuck ahead) (endless ahead))"
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    let found = solve(&game, &game.starts[0], &Budget::OPEN);
    let Err(EngineError::TooLarge(why)) = found else {
        panic!("{found:?}");
    };
    assert!(why.contains("never settles"), "{why}");
}
