//! Laws along a direction, for one border: what is found is proved and agrees with the engine, near and far; changes are seen.

use dashu_int::UBig;
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_law::{Report, Says, find};
use whowins_rules::{Game, Parameters, Position, Rules, Value};
use whowins_verify::lattice::Directional;
use whowins_verify::{Budget, Certificate, Claim, Law};

fn rules(text: &str) -> Rules {
    Rules::parse("t", text).unwrap_or_else(|faults| panic!("{text}{}", faults.render(false)))
}

fn game(text: &str) -> Game {
    rules(text).game(&Parameters::new()).unwrap()
}

fn report(text: &str) -> Report {
    let limits = Limits::default();
    find(
        &rules(text),
        &Parameters::new(),
        None,
        &limits,
        &[Says::Outcome],
    )
    .unwrap()
}

fn certificate(text: &str, law: Directional) -> Certificate {
    Certificate::new(
        &rules(text),
        &Parameters::new(),
        vec![Law::Directional(law)],
    )
}

fn accepted(text: &str, law: Directional) -> bool {
    certificate(text, law).verify(&Budget::default()).is_ok()
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

const ENDS: [&str; 10] = [
    "",
    "misère play\n",
    "who cannot move draws\n",
    "at x = 1: the mover loses\n",
    "at x <= 2: the mover loses if y % 3 = 1, else wins\n",
    "at y = 0: the mover loses if x % 4 < 2, else wins\nat x = 0: the mover wins\n",
    "at x = 0: draw\nat y = 1: the mover wins\n",
    "at x + y <= 4: the mover wins\n",
    "at y = 0: the mover loses if x > 5, else wins\n",
    "at x = 0 or y = 0: the mover loses if x < 2 * y, else wins\n",
];

/// A game of two numbers with small vectors, impartial or partizan, with some ending.
fn random_game(random: &mut Random) -> String {
    let partizan = random.below(2) == 0;
    let mut text = String::from("game \"Random\"\nplayers Ann, Bob\nposition x, y\n");
    for number in 0..2 + random.below(3) {
        let step = [random.below(4), random.below(4)];
        let step = if step == [0, 0] {
            [1, number % 2]
        } else {
            step
        };
        let by = match partizan {
            false => "",
            true => ["Ann: ", "Bob: ", ""][random.below(3) as usize],
        };
        text += &format!("{by}move x -= {}, y -= {}\n", step[0], step[1]);
    }
    text + ENDS[random.below(ENDS.len() as u64) as usize]
}

fn point(x: u64, y: u64) -> Position {
    Position::Numbers(vec![UBig::from(x), UBig::from(y)])
}

/// All values below a side, from the engine.
struct Table {
    side: u64,
    values: Vec<[Value; 2]>,
}

impl Table {
    fn solve(game: &Game, side: u64) -> Self {
        let mut solver = General::new(game.clone(), Want::Outcome, Limits::default());
        solver.values(&point(side - 1, side - 1)).unwrap();
        let points = (0..side * side).map(|number| point(number / side, number % side));
        Self {
            side,
            values: points.map(|point| solver.values(&point).unwrap()).collect(),
        }
    }

    fn at(&self, x: u64, y: u64) -> Option<[Value; 2]> {
        let inside = x < self.side && y < self.side;
        inside.then(|| self.values[(x * self.side + y) as usize])
    }

    /// Whether the law's equations hold in the table.
    fn bears(&self, law: &Directional) -> bool {
        let [w, h] = [0, 1].map(|at| law.from[at] + law.direction[at]);
        let same = |[x, y]: [u64; 2], [dx, dy]: [u64; 2]| {
            let further = self.at(x + dx, y + dy);
            further.is_none() || further == self.at(x, y)
        };
        (0..self.side * self.side).all(|number| {
            let (x, y) = (number / self.side, number % self.side);
            (x < law.from[0] || y < law.from[1] || same([x, y], law.direction))
                && (y >= h || x < law.preperiods[0] || same([x, y], [law.periods[0], 0]))
                && (x >= w || y < law.preperiods[1] || same([x, y], [0, law.periods[1]]))
        })
    }
}

#[test]
fn random_games_agree_with_the_engine() {
    let mut random = Random(5);
    let (mut found, mut other) = (0, 0);
    for _ in 0..60 {
        let text = random_game(&mut random);
        let report = report(&text);
        let Some(proved) = report.proved else {
            other += 1;
            continue;
        };
        let Law::Directional(law) = &proved.certificate().laws[0] else {
            continue;
        };
        found += 1;
        let game = game(&text);
        let table = Table::solve(&game, 90);
        assert!(table.bears(law), "{law:?} of {text}");
        for x in 0..90 {
            for y in 0..90 {
                let values = law.values(&game, &point(x, y));
                assert_eq!(values, table.at(x, y), "({x}, {y}) by {law:?} of {text}");
            }
        }
    }
    eprintln!("{found} directional, {other} without a law");
    assert!(found >= 15, "{found}");
}
