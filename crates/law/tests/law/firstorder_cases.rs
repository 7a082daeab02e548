//! Games whose moves are linear, each with its law: numeration system, states of the automaton, and
//! the law in a line where it has one.

/// A game with its law.
pub struct Case {
    pub name: &'static str,
    pub rules: &'static str,
    /// A position: it says how many numbers there are.
    pub at: &'static str,
    pub system: &'static str,
    /// States of the automaton.
    pub states: usize,
    /// The law in a line, where it is held to one.
    pub line: Option<&'static str>,
}

const fn case(
    name: &'static str,
    at: &'static str,
    rules: &'static str,
    system: &'static str,
    states: usize,
    line: Option<&'static str>,
) -> Case {
    Case {
        name,
        rules,
        at,
        system,
        states,
        line,
    }
}

/// Games with linear moves.
pub const GAMES: &[Case] = &[
    case(
        "take 1 to 3, not what was taken last",
        "9,0",
        "position n\n\
         position last <= 3\n\
         move n -= k, last := k for k in 1..3 if k != last",
        "base 2",
        4,
        Some("P-positions: n ≡ 0 (mod 4), or last is odd and n ≡ last (mod 4)"),
    ),
    case(
        "take 1 to 8, not what was taken last",
        "9,0",
        "position n\n\
         position last <= 8\n\
         move n -= k, last := k for k in 1..8 if k != last",
        "base 2",
        27,
        Some(
            "P-positions: n ≡ 0 (mod 9), or last = 1 and n mod 27 ∈ {1, 19}, or last = 2 and n \
             ≡ 11 (mod 27), or last = 3 and n ≡ 3 (mod 9), or last = 4 and n mod 27 ∈ {4, 22}, \
             or last = 5 and n ≡ 5 (mod 27), or last = 7 and n mod 27 ∈ {7, 16}, or last = 8 \
             and n ≡ 17 (mod 27)",
        ),
    ),
    case(
        "the same under misère play",
        "9,0",
        "position n\n\
         position last <= 3\n\
         move n -= k, last := k for k in 1..3 if k != last\n\
         misère play",
        "base 2",
        7,
        Some(
            "P-positions: n ≡ 2 (mod 4) or n = 1 if last is even; n mod 4 ≥ 2 and n ≠ 3 if last \
             = 1; n mod 4 ∈ {1, 2} if last = 3",
        ),
    ),
    case(
        "two sets by turns",
        "9,0",
        "position n\n\
         position which <= 1\n\
         move n -= k, which := 1 for k in {1, 2, 5} if which = 0\n\
         move n -= k, which := 0 for k in {1, 3, 4} if which = 1",
        "base 2",
        5,
        Some("P-positions: n = 0, or which = 1 and n ∉ {1, 3, 4}"),
    ),
    case(
        "sets of each player, not the last number",
        "9,0",
        "players Ann, Bob\n\
         position n\n\
         position last <= 5\n\
         Ann: move n -= k, last := k for k in {1, 2, 4} if k != last\n\
         Bob: move n -= k, last := k for k in {1, 3, 5} if k != last",
        "base 2",
        9,
        Some(
            "lost for the player to move: n is even and n ∉ {2, 4, 8} if Ann to move and last ∉ \
             {1, 4}; n ∉ {2, 4} if Ann to move and last = 1; n is even and n ∉ {2, 8} if Ann to \
             move and last = 4; n = 0 if Bob to move and last is even; n is even or n ∈ {1, 7} \
             if Bob to move and last = 1; n ∈ {0, 3} if Bob to move and last = 3; n ∈ {0, 5} if \
             Bob to move and last = 5",
        ),
    ),
    case(
        "Fibonacci Nim",
        "8,7",
        "position n\n\
         position most\n\
         move n -= k, most := 2 * k for 1 <= k <= most",
        "Zeckendorf",
        9,
        Some("P-positions: n = 0 or most < the least Zeckendorf part of n"),
    ),
    case(
        "doubling",
        "8,7",
        "position n\n\
         position most\n\
         move n -= k, most := k for 1 <= k <= most",
        "base 2",
        3,
        Some("P-positions: n = 0 or most < the least binary 1 of n"),
    ),
    case(
        "Mark",
        "5",
        "position n\n\
         move n -= 1\n\
         move n := n / 2 if n >= 1",
        "base 2",
        3,
        Some("P-positions: n = 0 or n ends in an odd number of zeros in base 2"),
    ),
    case(
        "Mark by threes",
        "5",
        "position n\n\
         move n -= 1\n\
         move n := n / 3 if n >= 1",
        "base 3",
        6,
        None,
    ),
    case(
        "at most half",
        "5",
        "position n\n\
         move n -= k for 1 <= k <= n / 2",
        "base 2",
        3,
        Some("P-positions: n + 1 is a power of 2"),
    ),
    case(
        "Chomp, two rows",
        "5,4",
        "position a\n\
         position b\n\
         move b -= k for k >= 1\n\
         move a := a - k, b := min(b, a - k) for 1 <= k <= a\n\
         misère play",
        "base 2",
        5,
        None,
    ),
    case(
        "Nim with a pass",
        "1; 1,2",
        "position pass <= 1\n\
         position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1\n\
         move pass -= 1 if any(heap[i] > 0 for i in places of heap)",
        "base 2",
        7,
        None,
    ),
    case(
        "Nim, two heaps",
        "1,2",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1",
        "base 2",
        2,
        Some("P-positions: heap[1] = heap[2]"),
    ),
    case(
        "Nim, three heaps",
        "1,2,4",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1",
        "base 2",
        2,
        Some("P-positions: heap[1] ⊕ heap[2] ⊕ heap[3] = 0"),
    ),
    case(
        "Nim, four heaps",
        "1,2,4,5",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1",
        "base 2",
        2,
        Some("P-positions: heap[1] ⊕ heap[2] ⊕ heap[3] ⊕ heap[4] = 0"),
    ),
    case(
        "misère Nim, three heaps",
        "1,2,4",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1\n\
         misère play",
        "base 2",
        5,
        Some(
            "P-positions: either max(heap[1], heap[2], heap[3]) ≤ 1 or heap[1] ⊕ heap[2] ⊕ \
             heap[3] = 0, not both",
        ),
    ),
    case(
        "bounded Nim, three heaps",
        "1,2,4",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k in 1..3",
        "base 2",
        3,
        Some("P-positions: heap[1] ⊕ heap[2] ⊕ heap[3] ≡ 0 (mod 4)"),
    ),
    case(
        "staircase of four steps",
        "0,5,0,7",
        "position step: numbers\n\
         move step[1] -= k for k >= 1\n\
         move step[i] -= k, step[i - 1] += k for i in 2..length(step), k >= 1",
        "base 2",
        2,
        Some("P-positions: step[1] = step[3]"),
    ),
    case(
        "counter with a clock",
        "9,5",
        "position n\n\
         position clock <= 5\n\
         move n -= k, clock := 5 for k in 1..2 if clock = 0\n\
         move n -= k, clock -= 1 for k in 2..4 if clock > 0",
        "base 2",
        25,
        Some(
            "P-positions: n ∉ {1, 2, 3, 7, 8, 9, 13, 14, 15, 18, 19, 24, 25, 30, 31} if clock = \
             0; n ∈ {0, 1, 5, 11, 17} if clock = 1; n ≥ 22 or n ∈ {0, 1, 6, 10, 11, 12, 16, 17, \
             18} if clock = 2; n ∈ {0, 1, 6, 7, 11, 17, 23} if clock = 3; n ≥ 28 or n ∈ {0, 1, \
             6, 7, 12, 16, 17, 18, 22, 23, 24} if clock = 4; n ∈ {0, 1, 6, 7, 12, 13, 17, 23, \
             29} if clock = 5",
        ),
    ),
    case(
        "parities",
        "9,0",
        "players Ann, Bob\n\
         position n\n\
         position odd <= 1\n\
         move n -= k, odd := (odd + k) % 2 for k in 1..4\n\
         Ann wins when n = 0 and odd = 0\n\
         Bob wins when n = 0",
        "base 2",
        2,
        Some(
            "lost for the player to move: n is odd if Ann to move and odd = 0 or Bob to move \
             and odd = 1; n is even if Ann to move and odd = 1 or Bob to move and odd = 0",
        ),
    ),
    case(
        "silver dollar of five",
        "1,3,4,7,9",
        "position a, b, c, d, e\n\
         move a -= k for k >= 1\n\
         move b -= k for k >= 1 if a < b - k\n\
         move c -= k for k >= 1 if b < c - k\n\
         move d -= k for k >= 1 if c < d - k\n\
         move e -= k for k >= 1 if d < e - k",
        "base 2",
        2,
        Some("P-positions: a ⊕ (c − b − 1) ⊕ (e − d − 1) = 0"),
    ),
    case(
        "silver dollar of six",
        "1,3,4,7,9,12",
        "position a, b, c, d, e, f\n\
         move a -= k for k >= 1\n\
         move b -= k for k >= 1 if a < b - k\n\
         move c -= k for k >= 1 if b < c - k\n\
         move d -= k for k >= 1 if c < d - k\n\
         move e -= k for k >= 1 if d < e - k\n\
         move f -= k for k >= 1 if e < f - k",
        "base 2",
        2,
        Some("P-positions: (b − a − 1) ⊕ (d − c − 1) ⊕ (f − e − 1) = 0"),
    ),
    case(
        "silver dollar of four in a list",
        "1,3,4,7",
        "position coin: numbers\n\
         move coin[1] -= k for k >= 1\n\
         move coin[i] -= k for i in 2..length(coin), k >= 1 if coin[i - 1] < coin[i] - k",
        "base 2",
        2,
        Some("P-positions: coin[2] − coin[1] − 1 = coin[4] − coin[3] − 1"),
    ),
    case(
        "Mark by fives",
        "5",
        "position n\n\
         move n -= 1\n\
         move n := n / 5 if n >= 1",
        "base 5",
        6,
        None,
    ),
    case(
        "Chomp of two rows",
        "5,3",
        "position a, b\n\
         start 5,3\n\
         move b -= k for k >= 1\n\
         move a := a - k, b := min(b, a - k) for 1 <= k <= a\n\
         misère play",
        "base 2",
        5,
        None,
    ),
    case(
        "Nim of five",
        "1,2,3,4,5",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1",
        "base 2",
        2,
        Some("P-positions: heap[1] ⊕ heap[2] ⊕ heap[3] ⊕ heap[4] ⊕ heap[5] = 0"),
    ),
    case(
        "greedy",
        "3,4",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1 if all(heap[j] <= heap[i] for j in places of heap)",
        "base 2",
        2,
        Some("P-positions: heap[1] = heap[2]"),
    ),
    case(
        "greedy three",
        "3,4,5",
        "position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1 if all(heap[j] <= heap[i] for j in places of heap)",
        "base 2",
        6,
        None,
    ),
    case(
        "Moore of three",
        "1,1,1",
        "position heap: numbers\n\
         choose s in subsets of places of heap if 1 <= count(s) <= 2;\n\
         for each i in s, heap[i] -= k for k >= 1",
        "base 2",
        2,
        Some("P-positions: heap[1] = heap[2] and heap[1] = heap[3]"),
    ),
    case(
        "halve up to three",
        "3",
        "position n\n\
         move n -= 1\n\
         move n := n / 2 if n >= 2\n\
         misère play",
        "base 2",
        3,
        None,
    ),
    case(
        "Race to 1000",
        "5",
        "position total <= 1000\n\
         move total += k for k in 1..10\n\
         the player who moved wins when total = 1000",
        "base 3",
        44,
        Some("P-positions: total ≡ 10 (mod 11)"),
    ),
    case(
        "take 1 to 12, not what was taken last",
        "9,0",
        "position n\n\
         position last <= 12\n\
         move n -= k, last := k for k in 1..12 if k != last",
        "base 2",
        51,
        Some(
            "P-positions: n ≡ 0 (mod 13), or last = 1 and n mod 78 ∈ {1, 40, 66}, or last = 2 \
             and n mod 78 ∈ {15, 28, 54}, or last = 3 and n mod 78 ∈ {3, 16, 55}, or last = 4 \
             and n mod 78 ∈ {4, 43, 69}, or last = 5 and n mod 78 ∈ {5, 31, 70}, or last = 6 \
             and n mod 78 ∈ {32, 45, 71}, or last = 7 and n mod 78 ∈ {7, 20, 46}, or last = 8 \
             and n mod 78 ∈ {21, 34, 60}, or last = 9 and n mod 78 ∈ {9, 35, 48}, or last = 10 \
             and n mod 78 ∈ {23, 49, 62}, or last = 11 and n mod 78 ∈ {11, 50, 63}, or last = \
             12 and n mod 78 ∈ {12, 25, 64}",
        ),
    ),
    case(
        "Nim with a pass, two heaps, misère",
        "1; 1,2",
        "position pass <= 1\n\
         position heap: numbers\n\
         move heap[i] -= k for i in places of heap, k >= 1\n\
         move pass -= 1 if any(heap[i] > 0 for i in places of heap)\n\
         misère play",
        "base 2",
        11,
        None,
    ),
    case(
        "Mark under misère play",
        "9",
        "position n\n\
         move n -= 1\n\
         move n := n / 2 if n >= 1\n\
         misère play",
        "base 2",
        3,
        None,
    ),
    case(
        "halve one of two",
        "5,3",
        "position heap: numbers\n\
         move heap[i] -= 1 for i in places of heap\n\
         move heap[i] := heap[i] / 2 for i in places of heap if heap[i] >= 2",
        "base 2",
        17,
        None,
    ),
    case(
        "Mark of two players",
        "9",
        "players Ann, Bob\n\
         position n\n\
         Ann: move n -= 1\n\
         Ann: move n := n / 2 if n >= 1\n\
         Bob: move n -= 1\n\
         Bob: move n -= 2",
        "base 2",
        3,
        Some("lost for the player to move: n ≠ 1 if Ann to move; n = 0 if Bob to move"),
    ),
    case(
        "two heaps, not the same heap twice",
        "5,3,0",
        "position x, y\n\
         position last <= 2\n\
         move x -= k, last := 1 for k >= 1 if last != 1\n\
         move y -= k, last := 2 for k >= 1 if last != 2",
        "base 2",
        3,
        Some("P-positions: x = y if last = 0; y ≤ x if last = 1; x ≤ y if last = 2"),
    ),
    case(
        "three times less one",
        "8,7",
        "position n\n\
         position most\n\
         move n -= k, most := 2 * k - 1 for 1 <= k <= most",
        "base 2",
        3,
        Some("P-positions: n = 0 or most < the least binary 1 of n"),
    ),
    case(
        "queen of even steps and a clock",
        "5,4,0",
        "position x, y\n\
         position left <= 3\n\
         move x -= k, left := 3 for k in 1..2\n\
         move y -= k, left -= 1 for k >= 1",
        "base 2",
        10,
        None,
    ),
    case(
        "ends in a draw",
        "7,0",
        "position n\n\
         position k <= 3\n\
         move n -= 1, k := 1 if k = 0\n\
         move n -= 2, k := 0 if k > 0\n\
         draw when n = 1 and k = 0",
        "base 2",
        4,
        None,
    ),
];

/// Games whose moves ask for binary digits; no theory in Coq has these.
pub const DIGITS: &[Case] = &[
    case(
        "subtract a power of two",
        "9",
        "position n\n\
         move n -= k for k >= 1 if xor(k, k - 1) = 2 * k - 1",
        "base 2",
        3,
        Some("P-positions: n ≡ 0 (mod 3)"),
    ),
    case(
        "subtract an odd number, told by its last digit",
        "9",
        "position n\n\
         move n -= k for k >= 1 if xor(k, 1) < k",
        "base 2",
        2,
        Some("P-positions: n is even"),
    ),
];
