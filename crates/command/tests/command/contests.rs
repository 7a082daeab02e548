//! Tests `contest`: samples, cases of published solutions, the largest inputs, and random ones
//! against naive solvers.

use std::collections::HashMap;

use dashu_int::UBig;
use naive::{by_rules as naively, format, numbers as numbers_of};
use whowins::contest::{Case, Value};

use super::run::{Random, answer, file, folder, run};

#[allow(dead_code)]
#[path = "../../../whowins/tests/whowins/contest/naive.rs"]
mod naive;

fn contest(problem: &str, input: impl Into<Vec<u8>>) -> String {
    answer(&["contest", problem], input)
}

#[test]
fn samples() {
    for (problem, input, expected) in [
        ("cowcheck", "3 3\n1\n1 1\n", "Bessie\n"),
        ("cowcheck", "3 2\n1\n2 1\n", "Farmer John\n"),
        ("partisangame", "7\n3 4\n4\n", "Alice\n"),
        ("partisangame", "10\n1\n4 3 2\n", "Bob\n"),
        ("partisangame", "104982\n2 3 4 5\n2 5\n", "Alice\n"),
        ("partisangame", "999999999\n4\n5\n", "Bob\n"),
        (
            "partisangame",
            "1000000000\n1 2 3 4 5\n1 2 3 4 5\n",
            "Alice\n",
        ),
        ("partisangame", "10\n1 2\n1 2\n", "Alice\n"),
        ("partisangame", "0\n1 2\n1 2\n", "Bob\n"),
        ("partisangame", "0\n\n\n", "Bob\n"),
        (
            "gam",
            "2\n4\nA...\n.#..\n....\n...B\n4\nA...\n....\n..#.\n...B\n",
            "B\nA\n",
        ),
        (
            "ellyscheckers",
            ".o...\n..o..o\n.o...ooo..oo..\n......o.ooo.o......\n.o..o...o....o.....o\n",
            "YES\nYES\nNO\nYES\nNO\n",
        ),
        (
            "tabgame",
            "1\n101\n01\n6\n1 1\n1 2\n1 3\n2 1\n2 2\n2 3\n",
            "110011\n",
        ),
    ] {
        assert_eq!(contest(problem, input), expected, "{input}");
        let windows = format!("\u{feff}{}", input.replace('\n', "\r\n"));
        assert_eq!(contest(problem, windows), expected, "{input}");
    }
}

#[test]
fn cow_checkers_as_the_rules_say() {
    let mut input = String::from("60 60\n3600\n");
    let mut squares = String::from("1000000 1000000\n2000\n");
    let mut random = Random(1);
    for square in 0..3600 {
        input += &format!("{} {}\n", square / 60, square % 60);
    }
    let mut wanted = String::new();
    let winner = |wins| if wins { "Bessie\n" } else { "Farmer John\n" };
    for square in 0..3600 {
        wanted += winner(naive::cowcheck(square / 60, square % 60));
    }
    assert_eq!(contest("cowcheck", input), wanted);

    // Large squares, half of them lost, from the table of pairs: each unused number begins the next
    // pair.
    let mut partner: Vec<usize> = vec![usize::MAX; 1_000_000];
    let (mut least, mut apart) = (0, 0);
    while least + apart < partner.len() {
        (partner[least], partner[least + apart]) = (least + apart, least);
        apart += 1;
        while partner.get(least).is_some_and(|known| *known != usize::MAX) {
            least += 1;
        }
    }
    let mut wanted = String::new();
    for query in 0..2000 {
        let x = random.below(1_000_000);
        let y = match partner[x] {
            lost if query % 2 == 0 && lost != usize::MAX => lost,
            _ => random.below(1_000_000),
        };
        squares += &format!("{x} {y}\n");
        wanted += winner(partner[x] != y);
    }
    assert!(wanted.matches("Farmer John").count() > 500);
    assert_eq!(contest("cowcheck", squares), wanted);
}

fn numbers(random: &mut Random, most: usize, largest: usize) -> String {
    let list: Vec<String> = (0..random.below(most + 1))
        .map(|_| (1 + random.below(largest)).to_string())
        .collect();
    list.join(" ")
}

#[test]
fn partisan_games_as_the_rules_say() {
    let mut random = Random(2);
    let mut input = String::new();
    for test in 0..1500 {
        let largest = [4, 9, 64][test % 3];
        input += &format!("{}\n", random.below([20, 200, 900][test % 3]));
        input += &format!(
            "{}\n{}\n",
            numbers(&mut random, 5, largest),
            numbers(&mut random, 5, largest)
        );
    }
    let wanted = naively("partisangame", input.as_bytes()).expect("valid");
    assert_eq!(contest("partisangame", input), wanted);
}

fn winner(alice: bool) -> &'static str {
    if alice { "Alice\n" } else { "Bob\n" }
}

/// Solves PartisanGame on a heap of any size: with a naive table, until the last 64 heaps of both
/// players repeat an earlier window. The table is periodic from there on.
fn by_windows(chain: &[&Case<'_>]) -> Option<bool> {
    let wanted = match &chain[1].values[0] {
        Value::Number(heap) => UBig::from(*heap),
        Value::Text(digits) => {
            let digits = std::str::from_utf8(digits).expect("digits");
            UBig::from_str_radix(digits, 10).expect("digits")
        }
        other => panic!("{other:?} isn't a heap"),
    };
    let (alice, bob) = (numbers_of(chain, 1, 1), numbers_of(chain, 1, 2));
    let mut wins: Vec<[bool; 2]> = Vec::new();
    let mut seen: HashMap<Vec<[bool; 2]>, usize> = HashMap::new();
    for heap in 0..200_000usize {
        let can_win = |numbers: &[u64], other: usize| {
            numbers.iter().any(|&s| {
                heap.checked_sub(s as usize)
                    .is_some_and(|left| !wins[left][other])
            })
        };
        let entry = [can_win(alice, 1), can_win(bob, 0)];
        wins.push(entry);
        if wanted == UBig::from(heap) {
            return Some(entry[0]);
        }
        if heap >= 63
            && let Some(before) = seen.insert(wins[heap - 63..].to_vec(), heap)
        {
            let turn = UBig::from(heap - before);
            let rest = usize::try_from((&wanted - UBig::from(before)) % turn).ok()?;
            return Some(wins[before + rest][0]);
        }
    }
    None
}

#[test]
fn partisan_games_with_heaps_of_a_thousand_digits() {
    let mut random = Random(3);
    let mut input = String::new();
    let mut wanted = String::new();
    let mut tests = 0;
    while tests < 60 {
        let heap = format!("{}{}", 1 + random.below(9), random.text(999, b"0123456789"));
        let largest = [5, 12, 64][random.below(3)];
        let lines = format!(
            "{heap}\n{}\n{}\n",
            numbers(&mut random, 6, largest),
            numbers(&mut random, 6, largest)
        );
        let read = format("partisangame");
        let test = read.read(lines.as_bytes()).expect("valid");
        let Some(alice) = by_windows(&[&test, &test.inner[0]]) else {
            continue;
        };
        input += &lines;
        wanted += winner(alice);
        tests += 1;
    }
    assert!(
        wanted.contains("Alice") && wanted.contains("Bob"),
        "{wanted}"
    );
    assert_eq!(contest("partisangame", input), wanted);
}

#[test]
fn rows_of_checkers_as_the_rules_say() {
    let mut random = Random(4);
    let mut input = String::new();
    for _ in 0..1500 {
        let length = 1 + random.below(11);
        input += &format!("{}\n", random.text(length, b".o"));
    }
    let wanted = naively("ellyscheckers", input.as_bytes()).expect("valid");
    assert_eq!(contest("ellyscheckers", input), wanted);
}

#[test]
fn rows_of_a_million_cells() {
    // Every move takes a checker an odd distance towards the last cell, and a move exists while a
    // checker is left. The parity of the sum of distances therefore tells who makes the last move.
    let mut random = Random(5);
    let rows: Vec<String> = (0..4).map(|_| random.text(1_000_000, b"..o")).collect();
    let wanted: String = rows
        .iter()
        .map(|row| {
            row.bytes()
                .rev()
                .enumerate()
                .filter(|(way, cell)| way % 2 == 1 && *cell == b'o')
                .count()
        })
        .map(|odd| if odd % 2 == 1 { "YES\n" } else { "NO\n" })
        .collect();
    assert_eq!(contest("ellyscheckers", rows.join("\n")), wanted);
}

#[test]
fn tables_as_the_rules_say() {
    let mut random = Random(6);
    let mut input = String::from("200\n");
    for _ in 0..200 {
        let (m, n) = (1 + random.below(14), 1 + random.below(14));
        let borders = [random.text(m, b"01"), random.text(n, b"01")];
        input += &format!("{}\n{}\n{}\n", borders[0], borders[1], n * m);
        for cell in 0..n * m {
            input += &format!("{} {}\n", 1 + cell / m, 1 + cell % m);
        }
    }
    let wanted = naively("tabgame", input.as_bytes()).expect("valid");
    assert_eq!(contest("tabgame", input), wanted);
}

#[test]
fn the_largest_table() {
    const SIDE: usize = 100_000;
    const STRIP: usize = 100;
    let mut random = Random(7);
    let (row, column) = (random.text(SIDE, b"01"), random.text(SIDE, b"01"));
    // The cells at distance up to STRIP from either border, line by line. `along` is the border
    // parallel to the line.
    let strip = |along: &[u8], across: &[u8]| {
        let mut wins = vec![vec![false; SIDE + 1]; STRIP + 1];
        for far in 1..=SIDE {
            for near in 1..=STRIP {
                let to_along = if near == 1 {
                    along[far - 1] == b'0'
                } else {
                    !wins[near - 1][far]
                };
                let to_across = if far == 1 {
                    across[near - 1] == b'0'
                } else {
                    !wins[near][far - 1]
                };
                wins[near][far] = to_along || to_across;
            }
        }
        wins
    };
    let left = strip(row.as_bytes(), column.as_bytes()); // left[x][y]
    let low = strip(column.as_bytes(), row.as_bytes()); // low[y][x]
    let mut input = format!("1\n{row}\n{column}\n{SIDE}\n");
    let mut wanted = String::new();
    for query in 0..SIDE {
        // The second half of the queries is anywhere: at distance STRIP or more from the borders,
        // cells on a diagonal are equal.
        let (mut x, mut y) = (1 + random.below(SIDE), 1 + random.below(SIDE));
        if query % 4 == 0 {
            x = 1 + random.below(STRIP);
        } else if query % 4 == 1 {
            y = 1 + random.below(STRIP);
        }
        input += &format!("{x} {y}\n");
        let back = x.min(y).saturating_sub(STRIP);
        let (near_x, near_y) = (x - back, y - back);
        let wins = if near_x <= STRIP {
            left[near_x][near_y]
        } else {
            low[near_y][near_x]
        };
        wanted.push(if wins { '1' } else { '0' });
    }
    wanted.push('\n');
    assert!(contest("tabgame", input) == wanted, "the answers differ");
}

/// Returns a map as lines of the contest.
fn lines(map: &[String]) -> String {
    format!("{}\n{}\n", map.len(), map.join("\n"))
}

fn random_map(random: &mut Random, n: usize, cells: &[u8]) -> Vec<String> {
    let mut map: Vec<char> = random.text(n * n, cells).chars().collect();
    let a = random.below(n * n);
    let b = (a + 1 + random.below(n * n - 1)) % (n * n);
    (map[a], map[b]) = ('A', 'B');
    map.chunks(n).map(|row| row.iter().collect()).collect()
}

fn letter(a_wins: bool) -> &'static str {
    if a_wins { "A\n" } else { "B\n" }
}

/// Returns the winner on a map; `None` for a draw.
fn by_rules(map: &str) -> Option<&'static str> {
    let input = format!("1\n{map}");
    let format = format("gam");
    let read = format.read(input.as_bytes()).expect("valid");
    naive::gam(&naive::rows(&[&read, &read.inner[0]])).map(letter)
}

#[test]
fn races_as_the_rules_say() {
    let mut random = Random(8);
    let (mut wins, mut draws) = (HashMap::new(), 0);
    for _ in 0..25 {
        let (mut input, mut wanted) = (String::from("10\n"), String::new());
        while wanted.len() < 20 {
            let n = 2 + random.below(4);
            let map = lines(&random_map(&mut random, n, b"....##"));
            match by_rules(&map) {
                Some(winner) => {
                    *wins.entry(winner).or_insert(0) += 1;
                    input += &map;
                    wanted += winner;
                }
                None => {
                    draws += 1;
                    if draws <= 5 {
                        let ran = run(&["contest", "gam"], format!("1\n{map}"));
                        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{map}");
                        assert!(ran.err.starts_with("error: line 2: "), "{}", ran.err);
                    }
                }
            }
        }
        assert_eq!(contest("gam", input.as_str()), wanted, "{input}");
    }
    assert!(
        wins["A\n"] > 20 && wins["B\n"] > 20 && draws > 5,
        "{wins:?}, {draws}"
    );
}

/// Returns a map with a single path through the board, row by row, with A and B at its ends. Also
/// returns the length of the path.
fn serpentine(n: usize) -> (Vec<String>, usize) {
    let mut map: Vec<Vec<u8>> = Vec::new();
    let mut at_right = true;
    for row in 0..n - (n + 1) % 2 {
        if row % 2 == 0 {
            map.push(vec![b'.'; n]);
        } else {
            let mut wall = vec![b'#'; n];
            wall[if at_right { n - 1 } else { 0 }] = b'.';
            at_right = !at_right;
            map.push(wall);
        }
    }
    map.resize(n, vec![b'#'; n]);
    map[0][0] = b'A';
    let last = n - 1 - (n + 1) % 2;
    map[last][if at_right { n - 1 } else { 0 }] = b'B';
    let free = map.concat().iter().filter(|cell| **cell != b'#').count();
    (
        map.into_iter()
            .map(|row| String::from_utf8(row).expect("ASCII"))
            .collect(),
        free - 1,
    )
}

#[test]
fn ten_boards_of_300_by_300() {
    // On a single path, the player who meets the opponent on their own turn jumps: A, if the length
    // is odd.
    let on_a_way = |way: usize| if way % 2 == 1 { "A\n" } else { "B\n" };
    for n in [2, 3, 4, 5, 6] {
        let (map, way) = serpentine(n);
        assert_eq!(by_rules(&lines(&map)), Some(on_a_way(way)), "{map:?}");
    }
    let mut random = Random(9);
    let mut input = String::from("10\n");
    let (map, way) = serpentine(300);
    input += &lines(&map);
    let swap = |row: &String| row.replace('A', "x").replace('B', "A").replace('x', "B");
    let swapped: Vec<String> = map.iter().map(swap).collect();
    input += &lines(&swapped);
    let mut open = vec![".".repeat(300); 300];
    open[0].replace_range(0..1, "A");
    open[299].replace_range(299..300, "B");
    input += &lines(&open);
    for share in 0..7 {
        // Scattered walls, never adjacent in a row and only in every second row, so that the free
        // squares are connected.
        let mut map = random_map(&mut random, 300, b".");
        for row in (1..299).step_by(2) {
            let mut cells: Vec<u8> = map[row].bytes().collect();
            for column in (share % 2..300).step_by(2) {
                if cells[column] == b'.' && random.below(8) > share {
                    cells[column] = b'#';
                }
            }
            map[row] = String::from_utf8(cells).expect("ASCII");
        }
        input += &lines(&map);
    }
    let out = contest("gam", input);
    assert_eq!(out.lines().count(), 10);
    assert!(out.lines().all(|line| line == "A" || line == "B"), "{out}");
    assert!(out.starts_with(&on_a_way(way).repeat(2)), "{out}");
}

#[test]
fn problems_are_listed_and_shown() {
    let listed = answer(&["contest", "--list"], "");
    assert_eq!(listed.lines().count(), 1 + 5);
    let csv = answer(&["contest", "--list", "--format", "csv"], "");
    assert!(
        csv.contains("\ngam,Game,Baltic Olympiad in Informatics 2008,who wins\n"),
        "{csv}"
    );
    answer(&["contest", "--list", "--format", "json"], "");
    let shown = answer(&["contest", "tabgame", "--show"], "");
    assert!(shown.contains("output {answers}\n"), "{shown}");
}

#[test]
fn a_format_of_ones_own_is_read() {
    file(
        "stones.game",
        "game \"Stones\"\nplayers Ann, Bea\nposition n\nmove n -= k for k in 1..3\n",
    );
    let text = "contest \"Stones\"\ngame stones.game\ninput\n    T\n    game: T times\n        n\nT: number 1..100\nn: number 0..\n\
                position {n}\noutput Case #{number}: {answer}\nanswer winner: first Ann, second Bea\n";
    file("stones.contest", text);
    let input = format!("3\n4\n5\n4{}\n", "0".repeat(50));
    let out = answer(&["contest", "stones.contest"], input);
    assert_eq!(out, "Case #1: Bea\nCase #2: Ann\nCase #3: Bea\n");
    for (question, wanted) in [
        ("move: none -", "Case #1: -\nCase #2: 4\n"),
        ("winning moves", "Case #1: 0\nCase #2: 1\n"),
        ("length", "Case #1: 2\nCase #2: 3\n"),
        ("grundy", "Case #1: 0\nCase #2: 1\n"),
    ] {
        let asked = text.replace("winner: first Ann, second Bea", question);
        file("stones-asked.contest", asked);
        let out = answer(&["contest", "stones-asked.contest"], "2\n4\n5\n");
        assert_eq!(out, wanted, "{question}");
    }
    assert!(folder().join("stones.contest").exists());
}

#[test]
fn faults_of_formats_are_shown_in_their_line() {
    for (text, message) in [
        (
            "contest \"X\"\ngame nim\ninput\n    a\n",
            "the question is missing",
        ),
        (
            "contest \"X\"\ngame nim\ninput\n    a\nb: number 1..2\n",
            "the input has no field `b`",
        ),
        (
            "contest \"X\"\ngame nim\ninput\n    a b\na: number 1..b\nb: number 1..2\nanswer grundy\n",
            "a bound of a reads b, which comes later",
        ),
        (
            "contest \"X\"\ngame nim\ninput\n    a: b times\n        c\n",
            "how many there are is not said",
        ),
        (
            "contest \"X\"\ngame nim\ninput\n    a\na: numbr 1..2\nanswer grundy\n",
            "no kind of field",
        ),
        (
            "contest \"X\"\ngame nim\ninput\n    a\na: number 1..2\nposition {c}\nanswer grundy\n",
            "the input has no field `c`",
        ),
        (
            "contest \"X\"\ngame nim\ninput\n    a\na: number 1..2\nanswer grundy\noutput none\n",
            "the answer has no place",
        ),
        ("input\n", "the input has no lines"),
    ] {
        file("faulty.contest", text);
        let ran = run(&["contest", "faulty.contest"], "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{text}");
        assert!(ran.err.contains(message), "{text}: {}", ran.err);
    }
    let ran = run(&["contest", "cowchek"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("did you mean `cowcheck`?"), "{}", ran.err);
}
