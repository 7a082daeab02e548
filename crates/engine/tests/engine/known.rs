//! What is known of the library's games from elsewhere: each value with its source.

use std::collections::HashMap;

use whowins_analysis::Player;
use whowins_core::random::Random;
use whowins_engine::{Engine, Limits};
use whowins_rules::{Parameters, Rules};

/// A game of the library with these values of its parameters.
fn engine(name: &str, set: &[(&str, &str)]) -> Engine {
    let file = format!(
        "{}/../../games/library/{name}.game",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    // What play begins with has one size.
    let sized =
        |line: &&str| set.is_empty() || !line.starts_with("start ") || line.contains("empty");
    let lines = text
        .lines()
        .filter(|line| sized(line) && !line.starts_with("example "));
    let text: Vec<&str> = lines.collect();
    let rules = Rules::parse(name, &text.join("\n"));
    let rules = rules.unwrap_or_else(|faults| panic!("{faults}"));
    let mut values = Parameters::new();
    for (name, value) in set {
        let parameter = rules.parameters().iter().find(|one| one.name == *name);
        let read = parameter.expect("a parameter").kind.read(value);
        values.insert(
            (*name).into(),
            read.unwrap_or_else(|error| panic!("{error}")),
        );
    }
    let game = rules
        .game(&values)
        .unwrap_or_else(|faults| panic!("{faults}"));
    Engine::new(game, Limits::default())
}

/// What the first-named player gets, with this player to move: points, or 1 for a win.
fn gets(engine: &mut Engine, at: &str, player: Player) -> i64 {
    let game = engine.game();
    let position = match at {
        "start" => game.start.clone().expect("a start"),
        at => game.read(at).unwrap_or_else(|error| panic!("{error}")),
    };
    let asked = engine.answer(&position, player);
    let asked = asked.unwrap_or_else(|error| panic!("{at}: {error}"));
    let own = i64::try_from(asked.answer.gets()).expect("small");
    if player == Player::First { own } else { -own }
}

/// South's best difference with m pits a side and n seeds in each, for the pairs that end a table
/// of ours: Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), have who wins.
fn kalah(long: bool) {
    // By m, then n: who wins; D is a draw.
    let table = ["DLWLWD", "WLLLWW", "DWWWWL", "WWWW"];
    for (m, row) in (1..).zip(table) {
        for (n, winner) in (1..).zip(row.chars()) {
            if (m > 3 || m * n > 15) != long {
                continue;
            }
            let pits = vec![n.to_string(); 2 * m].join(",");
            let size = m.to_string();
            let mut engine = engine("kalah", &[("m", &size)]);
            let found = gets(&mut engine, &pits, Player::First).signum();
            let wanted = match winner {
                'W' => 1,
                'L' => -1,
                _ => 0,
            };
            assert_eq!(found, wanted, "Kalah({m},{n})");
        }
    }
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn kalah_to_three_pits() {
    kalah(false);
}

#[test]
#[ignore = "takes half a minute"]
fn kalah_to_four_pits() {
    kalah(true);
}

/// Who chooses a winning bite first, by a recursion over rows that never grow longer downwards:
/// Gale, A Curious Nim-Type Game, American Mathematical Monthly 81 (1974).
fn chomp_wins(rows: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(wins) = known.get(rows) {
        return *wins;
    }
    // Whoever has to take the last square loses.
    let wins = bites(rows).any(|after| after[0] > 0 && !chomp_wins(&after, known));
    known.insert(rows.to_vec(), wins);
    wins
}

/// What each bite leaves.
fn bites(rows: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let squares = rows.iter().enumerate();
    squares.flat_map(move |(row, length)| {
        (0..*length).map(move |column| {
            let left = |(at, length): (usize, &usize)| match at >= row {
                true => (*length).min(column),
                false => *length,
            };
            rows.iter().enumerate().map(left).collect()
        })
    })
}

#[test]
fn chomp() {
    for size in [3, 5, 8] {
        let sizes = size.to_string();
        let mut engine = engine("chomp", &[("m", &sizes), ("n", &sizes)]);
        let shown = |rows: &[usize]| {
            let row = |length: &usize| ".".repeat(*length) + &"#".repeat(size - length);
            rows.iter().map(row).collect::<Vec<String>>().join("/")
        };
        let mut known = HashMap::new();
        let whole = vec![size; size];
        assert_eq!(gets(&mut engine, &shown(&whole), Player::First), 1);
        let good = bites(&whole).filter(|after| after[0] > 0 && !chomp_wins(after, &mut known));
        // On a square the only good bite leaves one row and one column.
        let good: Vec<Vec<usize>> = good.collect();
        let mut one = vec![1; size];
        one[0] = size;
        assert_eq!(good, [one]);
        for after in bites(&whole).filter(|after| after[0] > 0) {
            let wanted = if chomp_wins(&after, &mut known) {
                -1
            } else {
                1
            };
            let found = gets(&mut engine, &shown(&after), Player::Second);
            assert_eq!(found, wanted, "{after:?}");
        }
    }
}

/// What who is to move can force on a path: nodes show 0, or 1 and 2 for the players; in Snort
/// neighbours must not differ, in Col they must not be the same.
fn path_wins(path: &mut Vec<u8>, player: u8, snort: bool) -> bool {
    for at in 0..path.len() {
        let bad = if snort { 3 - player } else { player };
        let beside = |path: &[u8], at: usize| {
            at > 0 && path[at - 1] == bad || path.get(at + 1) == Some(&bad)
        };
        if path[at] > 0 || beside(path, at) {
            continue;
        }
        path[at] = player;
        let wins = !path_wins(path, 3 - player, snort);
        path[at] = 0;
        if wins {
            return true;
        }
    }
    false
}

/// Winning Ways, chapter 2 (Col) and 6 (Snort): colouring a path. On an even one who moves second
/// in Col answers at the mirrored node, so that Col there is 0.
#[test]
fn snort_and_col_on_paths() {
    for nodes in 2..=8 {
        let edges: Vec<String> = (1..nodes).map(|at| format!("{at}-{}", at + 1)).collect();
        let net = edges.join(",");
        for (name, snort) in [("snort", true), ("col", false)] {
            let mut engine = engine(name, &[("net", &net)]);
            let path = vec!["."; nodes].join(" ");
            let wins = path_wins(&mut vec![0; nodes], 1, snort);
            let found = gets(&mut engine, &path, Player::First);
            assert_eq!(found, if wins { 1 } else { -1 }, "{name} on {nodes} nodes");
            assert!(snort || nodes % 2 == 1 || !wins);
        }
    }
}

/// Whether Dark, who joins top and bottom, wins a board of Hex with this player to move: 1 is
/// Dark's, 2 Light's.
fn hex_wins(
    board: &mut Vec<u8>,
    size: usize,
    dark: bool,
    known: &mut HashMap<(Vec<u8>, bool), bool>,
) -> bool {
    if let Some(wins) = known.get(&(board.clone(), dark)) {
        return *wins;
    }
    let wins = match joined(board, size) {
        true => true,
        false if board.iter().all(|cell| *cell > 0) => false,
        false => {
            let free: Vec<usize> = (0..board.len()).filter(|at| board[*at] == 0).collect();
            let mut after = free.into_iter().map(|at| {
                board[at] = if dark { 1 } else { 2 };
                let wins = hex_wins(board, size, !dark, known);
                board[at] = 0;
                wins
            });
            if dark {
                after.any(|wins| wins)
            } else {
                after.all(|wins| wins)
            }
        }
    };
    known.insert((board.clone(), dark), wins);
    wins
}

/// Whether Dark's stones join top and bottom.
fn joined(board: &[u8], size: usize) -> bool {
    let mut open: Vec<usize> = (0..size).filter(|at| board[*at] == 1).collect();
    let mut seen = vec![false; board.len()];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        if at / size == size - 1 {
            return true;
        }
        let (row, column) = ((at / size) as isize, (at % size) as isize);
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
            let (row, column) = (row + down, column + right);
            let inside = |one: isize| (0..size as isize).contains(&one);
            if inside(row) && inside(column) {
                let at = row as usize * size + column as usize;
                if board[at] == 1 {
                    open.push(at);
                }
            }
        }
    }
    false
}

/// Which openings win: all are held to a recursion of their own; turning the board by half does not
/// change them, the short diagonal wins and the acute corner loses (Beck, Bleicher and Crowe,
/// Excursions into Mathematics, 1969; van Rijswijck's Queenbee has the boards up to 6 x 6).
#[test]
#[ignore = "takes a minute without optimisation"]
fn hex_openings() {
    for size in [2, 3, 4] {
        let sizes = size.to_string();
        let mut engine = engine("hex", &[("n", &sizes)]);
        let mut known = HashMap::new();
        let mut wins = Vec::new();
        for at in 0..size * size {
            let mut board = vec![0; size * size];
            board[at] = 1;
            let shown: Vec<String> = board
                .chunks(size)
                .map(|row| {
                    row.iter()
                        .map(|cell| if *cell > 0 { 'X' } else { '.' })
                        .collect()
                })
                .collect();
            let wanted = hex_wins(&mut board, size, false, &mut known);
            let found = gets(&mut engine, &shown.join("/"), Player::Second);
            assert_eq!(found, if wanted { 1 } else { -1 }, "{shown:?}");
            wins.push(wanted);
        }
        let turned: Vec<bool> = wins.iter().rev().copied().collect();
        assert_eq!(wins, turned);
        assert!((0..size).all(|at| wins[at * size + size - 1 - at]));
        assert!(!wins[0] || size == 1);
    }
}

/// A position of Awari: the seeds of who is to move, and then the opponent's.
type Pits = [u8; 12];

/// What a move captures and leaves for the opponent, who must have seeds (Romein and Bal, Solving
/// the Game of Awari, IEEE Computer 36, 2003); `None` where it is none.
fn sown(pits: &Pits, from: usize) -> Option<(u8, Pits)> {
    let (mut after, seeds) = (*pits, usize::from(pits[from]));
    if seeds == 0 {
        return None;
    }
    after[from] = 0;
    let mut last = from;
    for _ in 0..seeds {
        last = (last + 1) % 12;
        if last == from {
            last = (last + 1) % 12;
        }
        after[last] += 1;
    }
    let mut captured = 0;
    while last >= 6 && (2..=3).contains(&after[last]) {
        captured += after[last];
        after[last] = 0;
        last -= 1;
    }
    after.rotate_left(6);
    (after[..6].iter().any(|pit| *pit > 0)).then_some((captured, after))
}

/// All ways to put so many seeds into the pits from one on.
fn filled(pits: &mut Pits, from: usize, seeds: u8, all: &mut Vec<Pits>) {
    if from == 11 {
        pits[11] = seeds;
        all.push(*pits);
        return;
    }
    for here in 0..=seeds {
        pits[from] = here;
        filled(pits, from + 1, seeds - here, all);
    }
}

/// The difference that who is to move gets, by retrograde analysis of so many seeds after fewer:
/// for each bound from the largest, who forces it; play without end brings nothing more.
fn tabled(seeds: u8, known: &mut HashMap<Pits, i8>) {
    let mut all = Vec::new();
    filled(&mut [0; 12], 0, seeds, &mut all);
    let numbers: HashMap<Pits, usize> = all
        .iter()
        .enumerate()
        .map(|(at, pits)| (*pits, at))
        .collect();
    /// What a move leads to: what it brings for sure, or another position of as many seeds.
    enum To {
        Brings(i8),
        Same(usize),
    }
    let moves = |pits: &Pits| -> Vec<To> {
        let ways = (0..6).filter_map(|from| sown(pits, from));
        let to = ways.map(|(captured, after)| match captured {
            0 => To::Same(numbers[&after]),
            captured => To::Brings(captured as i8 - known[&after]),
        });
        to.collect()
    };
    let moves: Vec<Vec<To>> = all.iter().map(moves).collect();
    let mut worth = vec![0i8; all.len()];
    for (at, pits) in all
        .iter()
        .enumerate()
        .filter(|(at, _)| moves[*at].is_empty())
    {
        let sum = |side: &[u8]| side.iter().map(|pit| *pit as i8).sum::<i8>();
        worth[at] = sum(&pits[..6]) - sum(&pits[6..]);
    }
    for bound in (1..=seeds as i8).rev() {
        loop {
            let mut changed = false;
            for at in 0..all.len() {
                if worth[at] != 0 || moves[at].is_empty() {
                    continue;
                }
                let mut each = moves[at].iter().map(|to| match to {
                    To::Brings(gain) => *gain,
                    To::Same(to) => -worth[*to],
                });
                if each.clone().any(|gain| gain >= bound) {
                    (worth[at], changed) = (bound, true);
                } else if each.all(|gain| gain <= -bound) {
                    (worth[at], changed) = (-bound, true);
                }
            }
            if !changed {
                break;
            }
        }
    }
    known.extend(all.into_iter().zip(worth));
}

/// Awari's ends with so many seeds at most, every position.
fn awari(most: u8) {
    let mut engine = engine("awari", &[]);
    let mut known = HashMap::new();
    for seeds in 0..=most {
        tabled(seeds, &mut known);
    }
    let mut all: Vec<(&Pits, &i8)> = known.iter().collect();
    all.sort_unstable();
    for (pits, worth) in all {
        let shown: Vec<String> = pits.iter().map(u8::to_string).collect();
        let found = gets(&mut engine, &shown.join(","), Player::First);
        assert_eq!(found, i64::from(*worth), "{shown:?}");
    }
}

#[test]
fn ends_of_awari() {
    awari(4);
}

#[test]
#[ignore = "takes minutes, and gigabytes"]
fn ends_of_awari_to_twelve_seeds() {
    awari(12);
}

/// Barker and Korf, Solving Dots-And-Boxes, AAAI 2012, after Wilson: on 3 x 3 boxes who moves
/// second wins, by 3.
#[test]
#[ignore = "takes a minute"]
fn dots_and_boxes() {
    let mut engine = engine("boxes", &[("m", "3")]);
    assert_eq!(gets(&mut engine, "{}", Player::First), -3);
}

/// Outcome classes with m rows and n columns: Berlekamp, Blockbusting and Domineering, JCTA 49
/// (1988); Breuker, Uiterwijk and van den Herik, Solving 8 x 8 Domineering, TCS 230 (2000). By rows
/// from 2 on: V, H, N (the player to move) and P.
#[test]
fn domineering() {
    let table = ["NNHVNN", "NNHHHH", "VVNVNV", "HVHPHH"];
    for (rows, line) in (2..).zip(table) {
        for (columns, class) in (2..).zip(line.chars()) {
            if rows * columns > 25 {
                continue;
            }
            let (m, n) = (rows.to_string(), columns.to_string());
            let mut engine = engine("domineering", &[("m", &m), ("n", &n)]);
            let board = vec![".".repeat(columns); rows].join("/");
            let found = Player::BOTH.map(|player| gets(&mut engine, &board, player));
            let wanted = match class {
                'V' => [1, 1],
                'H' => [-1, -1],
                'N' => [1, -1],
                _ => [-1, 1],
            };
            assert_eq!(found, wanted, "{rows} x {columns}");
        }
    }
}

/// The longest win of king and rook against king takes 16 moves of White, 31 of both: every
/// position with White to move, but for turning and mirroring the board (Ströhlein 1970).
#[test]
#[ignore = "takes minutes"]
fn king_and_rook_against_king() {
    let mut engine = engine("rook-ending", &[]);
    let mut longest = 0;
    let corner = (0..4).flat_map(|row| (0..=row).map(move |column| 8 * row + column));
    for king in corner {
        for (rook, other) in (0..64).flat_map(|rook| (0..64).map(move |other| (rook, other))) {
            let near = |a: usize, b: usize| {
                a / 8 + 1 >= b / 8 && b / 8 + 1 >= a / 8 && a % 8 + 1 >= b % 8 && b % 8 + 1 >= a % 8
            };
            let in_line = rook / 8 == other / 8 || rook % 8 == other % 8;
            if king == rook || in_line || near(king, other) {
                continue;
            }
            let mut board = ['.'; 64];
            (board[king], board[rook], board[other]) = ('K', 'R', 'k');
            let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
            let position = engine.game().read(&rows.join("/")).expect("a position");
            let asked = engine.answer(&position, Player::First);
            let asked = asked.unwrap_or_else(|error| panic!("{error}"));
            longest = longest.max(asked.answer.remoteness.unwrap_or(0));
        }
    }
    assert_eq!(longest, 31);
}

/// "Can South get at least so much?": one question each, as the whole answer has it.
#[test]
fn questions_of_a_bound_are_answered() {
    for (name, at) in [
        ("coins-in-a-row", "8,15,3,7"),
        ("boxes", "{}"),
        ("awari", "0,0,0,0,2,1,0,1,0,0,0,1"),
        ("reversi", "start"),
    ] {
        let mut whole = engine(name, &[]);
        for player in Player::BOTH {
            let own = match player {
                Player::First => gets(&mut whole, at, player),
                Player::Second => -gets(&mut whole, at, player),
            };
            let position = match at {
                "start" => whole.game().start.clone().expect("a start"),
                at => whole.game().read(at).expect("a position"),
            };
            for least in own - 2..=own + 2 {
                let mut fresh = engine(name, &[]);
                let found = fresh.gets(&position, player, &least.into());
                assert_eq!(found, Ok(own >= least), "{name} {player:?} {least}");
            }
        }
    }
}

/// A board of Othello on 6 x 6: 0 is empty, 1 is dark, -1 is light.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Othello([i8; 36]);

impl Othello {
    /// The board after a stone of a player on a square, if it turns any.
    fn after(&self, square: usize, player: i8) -> Option<Self> {
        if self.0[square] != 0 {
            return None;
        }
        let mut next = self.clone();
        for (down, along) in (-1..=1).flat_map(|down| (-1..=1).map(move |along| (down, along))) {
            let at = |steps: i32| {
                let (row, column) = (
                    square as i32 / 6 + steps * down,
                    square as i32 % 6 + steps * along,
                );
                let inside = (0..6).contains(&row) && (0..6).contains(&column);
                inside.then_some((6 * row + column) as usize)
            };
            let turned =
                (1..6).take_while(|steps| at(*steps).is_some_and(|at| self.0[at] == -player));
            let turned = turned.count() as i32;
            if turned > 0 && at(turned + 1).is_some_and(|at| self.0[at] == player) {
                for steps in 0..=turned {
                    next.0[at(steps).expect("inside")] = player;
                }
            }
        }
        (next != *self).then_some(next)
    }

    fn moves(&self, player: i8) -> Vec<Self> {
        (0..36)
            .filter_map(|square| self.after(square, player))
            .collect()
    }

    /// Dark's stones less light's, where both play well.
    fn worth(&self, player: i8, has_passed: bool, known: &mut HashMap<(Self, i8), i64>) -> i64 {
        if let Some(worth) = known.get(&(self.clone(), player)) {
            return *worth;
        }
        let moves = self.moves(player);
        let worth = match moves.is_empty() {
            true if has_passed => self.0.iter().map(|stone| i64::from(*stone)).sum(),
            true => self.worth(-player, true, known),
            false => {
                let worths = moves.iter().map(|next| next.worth(-player, false, known));
                let own = worths.map(|worth| worth * i64::from(player)).max();
                own.expect("a move") * i64::from(player)
            }
        };
        if !moves.is_empty() {
            known.insert((self.clone(), player), worth);
        }
        worth
    }

    /// As the rules write it.
    fn text(&self) -> String {
        let row = |row: &[i8]| -> String {
            row.iter()
                .map(|stone| match stone {
                    0 => '.',
                    1 => 'X',
                    _ => 'O',
                })
                .collect()
        };
        let rows: Vec<String> = self.0.chunks(6).map(row).collect();
        rows.join("/")
    }
}

/// Ends of Othello on 6 x 6 with so many squares left, from plays by chance, against a recursion of
/// its own.
fn othello(left: usize, count: usize) {
    let file = format!(
        "{}/../../games/library/reversi.game",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let text = text.replace("4 x 4", "6 x 6").replace(
        ".... / .OX. / .XO. / ....",
        "...... / ...... / ..OX.. / ..XO.. / ...... / ......",
    );
    let text: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("example "))
        .collect();
    let rules = Rules::parse("othello", &text.join("\n"));
    let rules = rules.unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules
        .game(&Parameters::new())
        .unwrap_or_else(|faults| panic!("{faults}"));
    let mut engine = Engine::new(game, Limits::default());
    let mut random = Random(43);
    let mut asked = 0;
    while asked < count {
        let mut board = Othello([0; 36]);
        for (square, stone) in [(14, -1), (15, 1), (20, 1), (21, -1)] {
            board.0[square] = stone;
        }
        let mut player = 1;
        while board.0.iter().filter(|stone| **stone == 0).count() > left {
            let mut moves = board.moves(player);
            if moves.is_empty() {
                break;
            }
            board = moves.swap_remove(random.below(moves.len()));
            player = -player;
        }
        // Whoever must pass on the way is not asked about.
        if board.0.iter().filter(|stone| **stone == 0).count() != left {
            continue;
        }
        let mover = if player == 1 {
            Player::First
        } else {
            Player::Second
        };
        let found = gets(&mut engine, &format!("{}; 0", board.text()), mover);
        assert_eq!(
            found,
            board.worth(player, false, &mut HashMap::new()),
            "{}",
            board.text()
        );
        asked += 1;
    }
}

#[test]
fn ends_of_othello() {
    othello(6, 12);
}

#[test]
#[ignore = "some 30 seconds"]
fn longer_ends_of_othello() {
    othello(10, 6);
}
