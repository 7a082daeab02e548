//! Games of the whole language whose positions or single moves explode: subsets, loops, folds,
//! numbers that square themselves, scores, memory, sums.

use crate::Dear;

/// So many numbers from 1 to 9, in turn.
fn numbers(many: usize) -> String {
    let all: Vec<String> = (0..many).map(|n| (1 + n * n % 9).to_string()).collect();
    all.join(",")
}

/// The games, each with a position: short rules, all valid.
pub fn wild() -> Vec<Dear> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut add = |rules: &str, at: &str| all.push((rules.to_owned(), at.to_owned()));

    // One move that is chosen among more than can be tried.
    let subsets = "position heap: numbers\nchoose s in subsets of places of heap if 1 <= count(s) <= 2; for each i in s, heap[i] -= k for k >= 1";
    add(subsets, &numbers(18));
    add(subsets, &numbers(44));
    add(
        "position used: subset of 1..60\nposition last <= 60\n\
         move add k to used, last := k for k in 1..60 if not k in used and (last = 0 or k divides last or last divides k)",
        "{}; 0",
    );
    add(
        "position a: numbers\nmove erase a[i..j] for i in places of a, i <= j <= length(a) if (a[i] + a[j]) % 3 = 0",
        &numbers(2000),
    );

    // One move that is carried out for ever, or one condition that takes as long.
    add(
        "players South, North\nposition pit: ring of 12 numbers in halves\n\
         choose i in 1..6 if own pit[i] > 0; let n = own pit[i]; own pit[i] := 0; for each k in i + 1..i + n, own pit[k] += 1",
        "1000000000000,4,4,4,4,4,4,4,4,4,4,4",
    );
    add(
        "position n\nmove n -= k for k in 1..3 if sum(i * j % 7 for i in 1..n, j in 1..n) % 3 = k % 3",
        "1000000",
    );
    add(
        "position n\nmove n := first(x in 0..n - 1 if x * x * x % 1000003 = n % 999)",
        "1000000000000",
    );
    add(
        "position n\nmove n -= p for p in 1..1000 if prime(n - p)",
        "1000000000000000000000000000000000000000000000000000000000007",
    );
    add(
        "position n\nmove n -= d for d >= 1 if gcd(d, n) = d and d < n",
        "897612484786617600",
    );
    add(
        "position heap: numbers\nmove heap[i] -= 1 for i in places of heap if heap[i] = sorted(heap)[1 + length(heap) / 2]",
        &numbers(20_000),
    );

    // Numbers that grow beyond any memory within one line of play.
    add(
        "position x, n\nmove n -= 1, x := x * x\nmove n -= 2, x := x * x + 1",
        "3,1000",
    );
    add(
        "position x, n\nmove n -= 1, x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x",
        "12345678901234567890,1000",
    );
    add(
        "position x, y, n\nmove n -= 1, x := x * y + root(y), y := y * x + xor(x, y)\nmove n -= 1, y := x * x - y",
        "1000,1001,200",
    );

    // Points, memory, search.
    let coins = "players Ann, Bob\nposition coin: numbers\nmove score += coin[i], erase coin[i] for i in {1, length(coin)}\nhighest score wins";
    add(coins, &numbers(3000));
    add(
        "players Ann, Bob\nposition coin: numbers\nmove score += coin[i], erase coin[i] for i in places of coin\nhighest score wins",
        &numbers(40),
    );
    add(
        "players White with w, Black with b\nposition board of . # w b\n\
         move own (some .) -> (some .) own along all directions to c; own (any .) . -> own (any .) # along all directions at c",
        "...w..w.../........../........../w........w/........../........../b........b/........../........../...b..b...",
    );
    add(
        "players Dark with X, Light with O\nposition board of . X O along right, down, down left\nmove . -> own\n\
         Dark wins when board connects top to bottom through 'X'\nLight wins when board connects left to right through 'O'",
        &vec![".".repeat(14); 14].join("/"),
    );
    add(
        "players White with w, Black with b\nposition board of 15 x 15 cells of . w b\n\
         move own other . -> . . own along all directions; must repeat\nmove own . -> . own along all directions\nrepetition within 8 moves is forbidden",
        &vec!["wb.".repeat(5); 15].join("/"),
    );
    add(
        "position row of . x o\nmove (some .) x -> (some .) o\nmove o -> .\nmove x o -> nothing\nrepetition draws",
        &"..xo.x".repeat(300),
    );

    // Sums.
    add(
        "position sum of any number of pins\nlet pins = game \"Pins\"\nposition row of . x o\nmove x o -> . x\nmove o x -> x .\nmove x -> .",
        &vec!["xoxxoxoo.xoxoxxooxox"; 30].join("; "),
    );

    all.into_iter()
        .map(|(rules, at)| Dear {
            rules: format!("game \"Wild\"\n{rules}\n"),
            at,
        })
        .collect()
}
