//! Tests common wrong programs, each caught with its smallest counterexample, and correct programs,
//! which must pass.
//!
//! The smallest counterexamples were computed independently, by naive recursion in another
//! language.

use whowins::core::random::cases;
use whowins_judge::Verdict;

use super::programs::{by_contest, by_lines, wishes};

/// Game, the program's expression of `p` (the numbers of the position), the reason why people write
/// it, the smallest position where it is wrong, and the correct answer there.
const WRONG: &[(&str, &str, &str, &str, &str)] = &[
    ("nim", "sum(p)%2==1", "parity of all stones", "0,0,2", "W"),
    (
        "nim",
        "p[0]^p[1]!=0",
        "the third heap forgotten",
        "0,0,1",
        "W",
    ),
    (
        "nim",
        "p[0]^p[1]!=p[2] or max(p)==1",
        "the rule of misère play mixed in",
        "0,1,1",
        "L",
    ),
    (
        "nim",
        "len(set(p))==3 or max(p)>0 and len(set(p))==1",
        "pairing alone",
        "0,0,1",
        "W",
    ),
    (
        "nim",
        "max(p)*2!=sum(p)",
        "the largest heap against the others",
        "1,1,2",
        "W",
    ),
    ("cowcheck", "p[0]!=p[1]", "mirroring, as in Nim", "1,1", "W"),
    (
        "cowcheck",
        "(p[0]^p[1])!=0",
        "exclusive or, as in Nim",
        "1,1",
        "W",
    ),
    (
        "cowcheck",
        "min(p)!=int(abs(p[0]-p[1])*1.6)",
        "1.6 for the golden ratio",
        "20,33",
        "W",
    ),
    (
        "cowcheck",
        "min(p)!=round(abs(p[0]-p[1])*PHI)",
        "rounded, not cut off",
        "1,2",
        "L",
    ),
    (
        "cowcheck",
        "p[0]!=int((p[1]-p[0])*PHI)",
        "pairs not put in order",
        "2,1",
        "L",
    ),
    (
        "cowcheck",
        "sorted(p) not in [[0,0],[1,2],[3,5],[4,7],[6,10]]",
        "a table that ends",
        "8,13",
        "L",
    ),
    (
        "misere-wythoff",
        "min(p)!=int(abs(p[0]-p[1])*PHI)",
        "the normal rule in misère play",
        "0,0",
        "W",
    ),
    (
        "take-from-a-set",
        "p[0]%3!=0",
        "multiples of the least number",
        "1",
        "L",
    ),
    (
        "take-from-a-set",
        "p[0]%20>2",
        "a period guessed",
        "11",
        "L",
    ),
    (
        "take-from-a-set",
        "p[0]>=3",
        "whoever can move wins",
        "11",
        "L",
    ),
    (
        "take-from-a-set",
        "p[0]%15>2 and p[0]%15!=10",
        "the period of another set",
        "10",
        "W",
    ),
    ("all-but", "p[0]!=0", "any heap is taken whole", "3", "L"),
    (
        "all-but",
        "p[0]%4!=0 and p[0]!=3",
        "a pattern of the first heaps",
        "4",
        "W",
    ),
    (
        "corner-king",
        "(p[0]+p[1])%2==1",
        "parity of the distance",
        "1,1",
        "W",
    ),
    (
        "corner-king",
        "p[0]%2==1",
        "one coordinate forgotten",
        "0,1",
        "W",
    ),
    (
        "corner-king",
        "p[0]%2==1 and p[1]%2==1",
        "and for or",
        "0,1",
        "W",
    ),
    (
        "corner-rook",
        "(p[0]-p[1])%2!=0",
        "the difference by its parity",
        "0,2",
        "W",
    ),
    (
        "corner-rook",
        "p[0]*p[1]==0 and p[0]+p[1]>0 or p[0]>p[1]",
        "swapped coordinates forgotten",
        "1,2",
        "W",
    ),
    (
        "corner-knight",
        "p[0]%3==2 or p[1]%3==2",
        "period 3 for 4",
        "0,3",
        "W",
    ),
    (
        "corner-knight",
        "p[0]%4>1 and p[1]%4>1",
        "and for or",
        "0,2",
        "W",
    ),
    (
        "corner-knight",
        "p[0]>1 or p[1]>1",
        "whoever can move wins",
        "0,4",
        "L",
    ),
    (
        "euclid",
        "max(p)>=2*min(p)",
        "2 for the golden ratio",
        "0,0",
        "L",
    ),
    (
        "euclid",
        "math.gcd(*p)!=min(p) or p[0]!=p[1] and min(p)>0",
        "one move is enough",
        "0,1",
        "L",
    ),
    (
        "euclid",
        "min(p)>0 and (max(p)//min(p)>1 or max(p)%min(p)==0)",
        "the first quotient alone",
        "3,5",
        "W",
    ),
    ("divisor", "p[0]%2==1", "odd for even", "1", "L"),
    ("divisor", "p[0]>1", "whoever can move wins", "3", "L"),
    (
        "divisor",
        "p[0]>1 and not prime(p[0]) or p[0]==2",
        "primes are lost",
        "9",
        "L",
    ),
    ("prime-game", "p[0]>1", "whoever can move wins", "9", "L"),
    (
        "prime-game",
        "prime(p[0]) or prime(p[0]-1)",
        "who can end it at once",
        "15",
        "W",
    ),
    ("digit-game", "p[0]%9!=0", "the sum of the digits", "9", "W"),
    ("digit-game", "p[0]>0", "any number", "10", "L"),
    (
        "fibonacci-nim",
        "p[0] not in (0,1,2,3,5,8,13,21,34,55,89)",
        "the bound forgotten",
        "1,1",
        "W",
    ),
    (
        "fibonacci-nim",
        "0<p[0]<=p[1]",
        "who takes all at once",
        "4,1",
        "W",
    ),
    (
        "kayles",
        "sum(p)%12!=0",
        "period 12 from the start",
        "1,1",
        "L",
    ),
    (
        "kayles",
        "xor([h%4 for h in p])!=0",
        "period 4 guessed",
        "4",
        "W",
    ),
    ("kayles", "len(p)%2==1", "rows counted", "1,2", "W"),
    (
        "dawsons-kayles",
        "len(p)!=2 or p[0]!=p[1]",
        "mirroring alone",
        "0",
        "L",
    ),
    (
        "grundys-game",
        "xor([h%3 for h in p])!=0",
        "period 3, as it begins",
        "1",
        "L",
    ),
    ("laskers-nim", "xor(p)!=0", "as in Nim", "1,2,3", "W"),
    (
        "laskers-nim",
        "xor([h+1 if h%4==3 else h for h in p])!=0",
        "one of the two swaps",
        "1,2,4",
        "L",
    ),
    (
        "nim-heaps",
        "len(p)%2==1 or sum(p)%2==1",
        "parities",
        "1,3",
        "W",
    ),
    (
        "nim-heaps",
        "xor(p)!=0 if max(p,default=0)>1 else len(p)%2==0",
        "the misère rule in normal play",
        "0",
        "L",
    ),
    (
        "misere-kayles",
        "xor([[0,1,2,3,1,4,3,2,1,4,2,6][h%12] for h in p])!=0",
        "the normal rule in misère play",
        "0",
        "W",
    ),
];

/// Returns a program that answers each line with an expression.
pub fn lines(expression: &str) -> String {
    format!(
        "import sys, math\nfrom functools import reduce\n\
         def xor(p): return reduce(lambda a, b: a ^ b, p, 0)\n\
         def prime(n): return n > 1 and all(n % d for d in range(2, int(n ** .5) + 1))\n\
         PHI = (1 + 5 ** .5) / 2\n\
         for line in sys.stdin.read().split():\n    \
         p = [n for n in map(int, line.split(','))]\n    \
         if p == [0] and {heaps}: p = []\n    \
         print('W' if ({expression}) else 'L')\n",
        heaps = match expression.contains("len(p)") || expression.contains("default") {
            true => "True",
            false => "False",
        },
    )
}

#[test]
fn each_is_caught_with_its_smallest_position() {
    assert!(WRONG.len() >= 40);
    // A normal run tests one in three, because each starts Python several times.
    for (game, expression, why, position, right) in WRONG.iter().step_by(cases(3, 1)) {
        let report = by_lines(game, &lines(expression), &wishes(Some(55), 200));
        assert_eq!(report.verdict, Verdict::Wrong, "{game}, {why}: {report}");
        let failing = report.failing.expect("it fails");
        assert_eq!(
            (failing.position.as_str(), failing.right.as_str()),
            (*position, *right),
            "{game}, {why}"
        );
        assert!(failing.smallest, "{game}, {why}");
        assert!(report.in_order.wrong >= 1 && report.in_order.asked >= report.in_order.wrong);
    }
}

#[test]
fn right_programs_are_not_called_wrong() {
    for (game, expression) in [
        ("nim", "xor(p) != 0"),
        ("cowcheck", "min(p) != int(abs(p[0] - p[1]) * PHI)"),
        ("corner-king", "p[0] % 2 == 1 or p[1] % 2 == 1"),
        ("corner-rook", "p[0] != p[1]"),
        ("corner-knight", "p[0] % 4 > 1 or p[1] % 4 > 1"),
        ("divisor", "p[0] > 0 and p[0] % 2 == 0"),
        ("digit-game", "p[0] % 10 != 0"),
        (
            "laskers-nim",
            "xor([h + 1 if h % 4 == 3 else h - 1 if h % 4 == 0 and h else h for h in p]) != 0",
        ),
    ] {
        let report = by_lines(game, &lines(expression), &wishes(Some(12), 200));
        assert_eq!(report.verdict, Verdict::Right, "{game}: {report}");
        let (asked, wrong) = (report.in_order.asked, report.in_order.wrong);
        assert!(
            asked > 12 && wrong == 0 && report.up_to == Some(12),
            "{game}: {report}"
        );
    }
}

/// Returns a program that answers rows of checkers with an expression of the row.
fn rows(expression: &str) -> String {
    format!(
        "import sys\nfor s in sys.stdin.read().split():\n    print('YES' if ({expression}) else 'NO')\n"
    )
}

#[test]
fn rows_of_checkers() {
    let odd = "sum((len(s) - 1 - i) % 2 for i in range(len(s)) if s[i] == 'o') % 2 == 1";
    let report = by_contest("ellyscheckers", &rows(odd), &wishes(Some(9), 60));
    assert_eq!(
        (report.verdict, report.in_order.wrong),
        (Verdict::Right, 0),
        "{report}"
    );
    assert_eq!(report.in_order.asked, (1..=9).map(|n| 1 << n).sum::<u64>());
    for (expression, board) in [
        ("s.count('o') % 2 == 1", "o"),
        (
            "sum(len(s) - 1 - i for i in range(len(s)) if s[i] == 'o') > 0",
            "o..",
        ),
        ("s.rstrip('o').count('o') % 2 == 1", "oo"),
    ] {
        let report = by_contest("ellyscheckers", &rows(expression), &wishes(Some(7), 60));
        assert_eq!(report.verdict, Verdict::Wrong, "{expression}");
        let failing = report.failing.expect("it fails");
        assert_eq!(
            (failing.position.as_str(), failing.smallest),
            (board, true),
            "{expression}"
        );
    }
    // The same law, if jumped checkers are removed: the question of the homework.
    let mut words = lines("False");
    words = words.replace(
        "p = [n for n in map(int, line.split(','))]",
        "s = line; p = [1]",
    );
    let words = words.replace("(False)", odd);
    let report = by_lines("ellys-capture", &words, &wishes(Some(6), 60));
    let failing = report.failing.expect("it fails");
    assert_eq!(
        (failing.position.as_str(), failing.smallest),
        ("ooo.", true)
    );
}

#[test]
fn tables_with_borders() {
    // Recursion over the table. {left} and {down} give the meaning of a border cell's digit, {swap}
    // swaps the strings.
    let solve = |change: &dyn Fn(String) -> String| {
        change(
            "import sys\nt = iter(sys.stdin.read().split())\nfor _ in range(int(next(t))):\n    \
             row, col = next(t), next(t)\n    M, N = len(row), len(col)\n    \
             w = [[False] * (M + 1) for _ in range(N + 1)]\n    \
             for x in range(1, N + 1):\n        for y in range(1, M + 1):\n            \
             left = row[y - 1] == '0' if x == 1 else not w[x - 1][y]\n            \
             down = col[x - 1] == '0' if y == 1 else not w[x][y - 1]\n            \
             w[x][y] = left or down\n    \
             print(''.join('01'[w[int(next(t))][int(next(t))]] for _ in range(int(next(t)))))\n"
                .to_string(),
        )
    };
    let right = by_contest("tabgame", &solve(&|text| text), &wishes(Some(6), 60));
    assert_eq!(right.verdict, Verdict::Right, "{right}");
    let swapped =
        solve(&|text| text.replace("row, col = next(t), next(t)", "col, row = next(t), next(t)"));
    let report = by_contest("tabgame", &swapped, &wishes(Some(6), 60));
    // If the lengths of the strings differ, missing elements are accessed.
    assert!(
        matches!(report.verdict, Verdict::Wrong | Verdict::Crashed),
        "{report}"
    );
    let failing = report.failing.expect("it fails");
    assert!(failing.smallest && failing.size == 3, "{failing:?}");
    let diagonal = solve(&|text| {
        text.replace(
            "w[x][y] = left or down",
            "w[x][y] = left or down if min(x, y) == 1 else w[x - 1][y - 1]",
        )
    });
    let report = by_contest("tabgame", &diagonal, &wishes(Some(6), 60));
    assert_eq!(report.verdict, Verdict::Wrong, "{report}");
    let failing = report.failing.expect("it fails");
    assert!(failing.smallest && failing.size == 4, "{failing:?}");
    let turned = solve(&|text| text.replace("col[x - 1] == '0'", "col[x - 1] == '1'"));
    let report = by_contest("tabgame", &turned, &wishes(Some(4), 60));
    assert_eq!(
        report.failing.expect("it fails").input,
        "1\n0\n0\n1\n1 1\n".replace("0\n0", "1\n0")
    );
}

#[test]
fn a_board_that_is_not_square() {
    let text = "import sys\nt = iter(sys.stdin.read().split())\nM, N = int(next(t)), int(next(t))\n\
                lost = set()\nx, k, used = 0, 0, set()\n\
                while True:\n    while x in used: x += 1\n    y = x + k\n    \
                if x >= M or y >= N: break\n    \
                lost |= {(x, y), (y, x)}\n    used |= {x, y}\n    k += 1\n\
                for _ in range(int(next(t))):\n    \
                p = (int(next(t)), int(next(t)))\n    print('Farmer John' if p in lost else 'Bessie')\n";
    let report = by_contest("cowcheck", text, &wishes(Some(7), 60));
    assert_eq!(report.verdict, Verdict::Wrong, "{report}");
    let failing = report.failing.expect("it fails");
    assert_eq!(
        (failing.input.as_str(), failing.smallest),
        ("3 2\n1\n2 1\n", true)
    );
    let mended = text.replace("x >= M or y >= N", "x >= M and x >= N");
    let report = by_contest("cowcheck", &mended, &wishes(Some(7), 60));
    assert_eq!(report.verdict, Verdict::Right, "{report}");
}
