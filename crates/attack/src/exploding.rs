//! Games of every shape whose positions explode: too many, too far, too many options each.

use crate::Dear;

/// A board of cells drawn in turn from some symbols.
fn board(rows: usize, columns: usize, symbols: &str) -> String {
    let mut cells = symbols.chars().cycle();
    let lines: Vec<String> = (0..rows)
        .map(|_| cells.by_ref().take(columns).collect())
        .collect();
    lines.join("/")
}

/// The games, each with a position: short rules, all valid.
pub fn exploding() -> Vec<Dear> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut add = |rules: &str, at: &str| all.push((rules.to_owned(), at.to_owned()));

    // More positions than any memory holds: Clobber with a move that frees a cell, tokens on open
    // maps, numbers in wide boxes.
    let clobber = "players Left, Right\nposition board of . o x\nLeft: move o x -> . o along right, left, up, down\n\
        Right: move x o -> . x along right, left, up, down\nmove o . -> . o along right, down";
    for columns in [7, 8, 9, 10] {
        add(clobber, &board(3, columns, "oxoxxo.oxxoxo.x"));
    }
    for side in [30, 60, 100] {
        let map = board(side, side, ".");
        let rules = format!(
            "given map: grid of . # = \"{map}\"\nposition a, b, c: squares of map except '#'\n\
             move a to a neighbour\nmove b to a neighbour\nmove c to a neighbour\nrepetition draws"
        );
        add(&rules, "1,1 1,1 1,1");
    }
    add(
        "position a <= 1000, b <= 1000, c <= 1000, d <= 1000\nmove a -= 1\nmove b -= 1, c += 1\nmove d -= k, a -= k for k >= 1",
        "1000,1000,1000,1000",
    );
    add(
        "position x <= 1000000000000, y\nmove x -= 1\nmove y -= 1, x -= 1",
        "1000000000000,5",
    );
    add(
        "position row of . a b\nmove a -> .\nmove b a -> . .\nmove . b -> b .",
        &board(1, 60, "ab.b"),
    );
    add(
        "position board of . o\nmove o o -> . . along right, down",
        &board(20, 20, "o"),
    );
    add(
        "players A, B\nposition board of . o\nA: move o o -> . .\nB: move o / o -> . / .",
        &board(12, 12, "o"),
    );
    add(
        "position board of . o x\nmove o -> x\nmove x -> .\nrepetition draws",
        &board(9, 9, "ox."),
    );

    // More options than a state can be asked for.
    for (most, at) in [
        ("1000000", "30,30"),
        ("1000000000", "30,30"),
        ("1000000000", "1000000,7"),
    ] {
        let rules =
            format!("position x, y <= 1000000000\nmove x -= 1, y += j for 1 <= j <= {most}");
        add(&rules, at);
    }
    for (guard, at) in [
        ("k % 999983 = 1", "3000000000"),
        ("k % 999983 = 1", "3000000000000"),
        ("(k * k * k + x * x) % 1000000007 = 5", "1000000000000"),
        ("k % 7 = 3 and x % 2 = 1", "1000000000000001"),
        ("k * k = x", "1000000000000000000"),
    ] {
        add(
            &format!("position x\nmove x -= k for k >= 1 if {guard}"),
            at,
        );
    }
    let both = "position x, y\nmove x -= k, y -= j for k >= 1, j >= 1\nmove x -= k for k >= 1";
    for at in ["2000,2000", "4000,4000", "1000000,1000000"] {
        add(both, at);
    }
    let three = "position x, y, z\nmove x -= i, y -= j, z -= k for i >= 1, j >= 1, k >= 1\nmove x -= k for k >= 1";
    for at in ["300,300,300", "10000,10000,10000"] {
        add(three, at);
    }
    for choices in [
        "a + b + c + d for 1 <= a <= 1000, 1 <= b <= 1000, 1 <= c <= 1000, 1 <= d <= 1000",
        "a + b + c + d + e for 1 <= a <= 1000, 1 <= b <= 1000, 1 <= c <= 1000, 1 <= d <= 1000, 1 <= e <= 1000",
    ] {
        add(&format!("position x\nmove x -= {choices}"), "100000000000");
    }
    for blocked in [1, 100] {
        let queen = "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1";
        let rules =
            format!("{queen}\nbefore each move the opponent blocks up to {blocked} options");
        add(&rules, "3000,3000");
    }

    // Numbers that grow, and remember.
    add(
        "position x, y\nmove x -= 1, y += 1000\nmove y -= 1",
        "1000000000,1000000000",
    );
    add(
        "position x, y, z\nmove x -= 1, y += 1000\nmove y -= 1, z += 1000\nmove z -= k for k >= 1",
        "50,50,50",
    );
    add(
        "position last <= 1000000, n\nmove n -= k, last := k for 1 <= k <= 2 * last",
        "1000000,1000000000",
    );
    add(
        "position last <= 3000, n\nmove n -= k, last := k for k in 1..3000 if k != last",
        "0,1000000000",
    );
    add(
        "players A, B\nposition n\nA: move n -= k for k in {1, 999999999}\nB: move n -= k for k >= 2 if k % 3 = 1",
        "1000000000000",
    );

    // Rows of a hundred thousand cells, with follow-ups that go through them again and again.
    let long: String = board(1, 100_000, "ab.a.");
    add(
        "position row of . a b c\nmove a -> c\nat once c b -> . c\nat once . c -> c .",
        &long,
    );
    add(
        "position row of . a b\nmove a -> .\nat once b . -> . b",
        &long,
    );
    add("position row of . a b\nmove a -> b\nmove b -> .", &long);

    // Heaps that fall apart.
    add(&format!("octal 0.{}7", "1234567".repeat(571)), "1000000");
    add(
        &format!("octal 0.{}7", "7".repeat(511)),
        "900,800,700,600,500,400,300",
    );
    add(&format!("hexadecimal 0.{}", "8".repeat(40)), "3000");
    add(
        "position heaps\nmove split into two unequal heaps",
        "1000000",
    );
    add(
        "position heaps\nmove take any number\nmove split into two heaps\nmisère play",
        "60,50,40",
    );
    add(
        "position heaps\nmove take 1, leaving at most one heap or four heaps",
        "100000",
    );
    add(
        "position heaps\nmove take 1 or more, leaving two unequal heaps or nothing",
        "50000,60000",
    );

    all.into_iter()
        .map(|(rules, at)| Dear {
            rules: format!("game \"Exploding\"\n{rules}\n"),
            at,
        })
        .collect()
}
