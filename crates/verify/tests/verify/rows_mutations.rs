//! Certificates and rules changed in many ways: each real change is seen, and junk never panics.

use proptest::prelude::*;
use whowins_analysis::{Frame, Player, Value};
use whowins_core::random::cases;
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_verify::rows::{Functional, Last, Lines, Regular, Tail, Tails};
use whowins_verify::{Automaton, Budget, Certificate, Law, Rejection, Verified};

const ELLY: &str = include_str!("../../../../games/seeds/ellyscheckers.game");
const CAPTURE: &str = include_str!("../../../../games/seeds/ellys-capture.game");
const ELLY_BOARD: &str = include_str!("../../../../games/seeds/ellys-board.game");
/// Bits fall to the right and go out at the end; one player may also clear two of them.
const PARTIZAN: &str =
    "game \"P\"\nplayers L, R\nposition row of . o\nL: move o -> .\nR: move o o -> . .\n";

const BLIND: Tail = Tail::BLIND;
const TWO: Tail = Tail {
    preperiod: 0,
    period: 2,
};

fn elly() -> Functional {
    Functional {
        modulus: 2,
        tails: Tails {
            up: BLIND,
            down: BLIND,
            left: BLIND,
            right: TWO,
        },
        weights: vec![vec![0, 0], vec![0, 1]],
        wins: vec![[false; 2], [true; 2]],
        last: None,
        lines: None,
    }
}

fn elly_board() -> Functional {
    Functional {
        modulus: 2,
        tails: Tails {
            up: BLIND,
            down: TWO,
            left: BLIND,
            right: TWO,
        },
        weights: vec![vec![0; 4], vec![0, 1, 1, 0]],
        wins: vec![[false; 2], [true; 2]],
        last: Some(Last {
            blank: 0,
            by_rows: true,
            downwards: true,
            rightwards: true,
        }),
        lines: None,
    }
}

/// Cells of a row change places until it is in order.
const SORTED: &str = "game \"Sorted\"\nposition board of . o\nmove o . -> . o along right\n";

/// The parity of the inversions of all rows.
fn inversions() -> Functional {
    let pairs = vec![vec![0, 0], vec![1, 0]];
    let lines = Some(Lines {
        columns: false,
        pairs,
    });
    board_law(vec![[false; 2], [true; 2]], None, lines, 0)
}

const MISERE: &str = "game \"Misère\"\nposition board of . o\nmove o -> .\nmove o . -> . . along down\nmisère play\n";

fn misere() -> Functional {
    let last = elly_board().last;
    board_law(vec![[true; 2], [false; 2]], last, None, 1)
}

/// A law modulo 2 by the number of "o", and by pairs.
fn board_law(
    wins: Vec<[bool; 2]>,
    last: Option<Last>,
    lines: Option<Lines>,
    weight: u64,
) -> Functional {
    Functional {
        modulus: 2,
        tails: Tails {
            right: BLIND,
            ..elly().tails
        },
        weights: vec![vec![0], vec![weight]],
        wins,
        last,
        lines,
    }
}

/// Elly's parity as an automaton: parity of the sum over the distances to the end, whether the
/// number of checkers is odd, and the last cell.
fn elly_automaton() -> Regular {
    // State (sum odd, count odd, last: 0 none, 1 empty, 2 checker).
    let state = |sum: u32, count: u32, last: u32| (sum + 2 * count) * 3 + last;
    let mut next = vec![vec![0; 2]; 12];
    let mut wins = vec![None; 12];
    for sum in 0..2 {
        for count in 0..2 {
            for last in 0..3 {
                // Each cell moves all before it one away from the end.
                let here = state(sum, count, last) as usize;
                next[here] = vec![
                    state(sum ^ count, count, 1),
                    state(sum ^ count, count ^ 1, 2),
                ];
                wins[here] = (last == 1).then_some([sum == 1; 2]);
            }
        }
    }
    Regular {
        automaton: Automaton { next, wins },
    }
}

fn verify(text: &str, law: Law) -> Result<Verified, Rejection> {
    let certificate = Certificate::of_text(text, vec![law]);
    certificate.verify_with_rules(&Budget::of(1 << 26))
}

/// Who wins, by plain recursion over the frame.
fn wins(frame: &Frame, player: Player, state: &[i64], depth: u32) -> bool {
    assert!(depth < 200, "play is endless");
    let next = frame.next(player, state);
    if next.is_empty() {
        return frame.stuck() == Value::Win;
    }
    next.iter()
        .any(|to| !wins(frame, player.other(), to, depth + 1))
}

/// Whether an accepted law says the truth on small boards.
fn is_true(text: &str, verified: &Verified) -> bool {
    let free = text.replace("50 x 50 cells of ", "");
    let game = Rules::parse("free", &free)
        .unwrap()
        .game(&Parameters::new())
        .unwrap();
    let Some(board) = game.board() else {
        return false;
    };
    let sizes = if board.row {
        vec![(1, 1), (1, 3), (1, 6), (1, 7)]
    } else {
        vec![(1, 1), (1, 3), (3, 1), (2, 3), (3, 2)]
    };
    sizes.iter().all(|(rows, columns)| {
        let frame = Frame::new(&game, *rows, *columns);
        (0..1u32 << (rows * columns)).all(|number| {
            let cells: Vec<u8> = (0..rows * columns)
                .map(|at| (number >> at & 1) as u8)
                .collect();
            let mut state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
            frame.settle(&mut state);
            let truth = Player::BOTH.map(|player| {
                if wins(&frame, player, &state, 0) {
                    Value::Win
                } else {
                    Value::Loss
                }
            });
            let position = game.position_of(&cells, *rows, *columns);
            verified.values(&game, &position) == Some(truth)
        })
    })
}

#[test]
fn the_laws_themselves_hold() {
    for (text, law) in [
        (ELLY, Law::Functional(elly())),
        (ELLY_BOARD, Law::Functional(elly_board())),
        (ELLY, Law::Regular(elly_automaton())),
    ] {
        let verified = verify(text, law).unwrap();
        assert!(is_true(text, &verified));
    }
}

#[test]
fn laws_of_other_games_are_rejected() {
    let swap = |from: &str, to: &str| {
        let changed = ELLY.replace(from, to);
        assert_ne!(changed, ELLY, "{from}");
        changed
    };
    let others = [
        CAPTURE.to_owned(),
        PARTIZAN.to_owned(),
        swap("o o o . -> . o o o", "o o . -> . o o"),
        swap("o .     -> . o", "o . .   -> . . o"),
        swap("at once o $     -> . $", "at once ^ o -> ^ ."),
        swap("at once o $     -> . $", "at once . o -> o ."),
        swap("at once o $     -> . $", "at once o $ -> . $\nmisère play"),
        swap(
            "at once o $     -> . $",
            "at once o $ -> . $\nwho cannot move draws",
        ),
        swap("move    o . ", "players A, B\nA: move o . "),
        swap("at once o $     -> . $", "at once o o $ -> . . $"),
        swap(
            "at once o $     -> . $\n",
            "move o o -> o .\nat once o $ -> . $\n",
        ),
        swap("move    o .     -> . o", "move o . $ -> . o $"),
        swap(
            "move    o .     -> . o",
            "move o . -> . o along right, left",
        ),
    ];
    for text in others {
        for law in [Law::Functional(elly()), Law::Regular(elly_automaton())] {
            if let Ok(verified) = verify(&text, law) {
                panic!("accepted: {text}\n{:?}", verified.statements());
            }
        }
    }
    for (from, to) in [
        ("o $ / $ -> . $ / $", "o $ -> . $"),
        (
            "o .     -> . o      along right, down",
            "o . -> . o along right",
        ),
        (
            "o .     -> . o      along right, down",
            "o . -> . o along right, down, down right",
        ),
        (
            "o .     -> . o      along right, down",
            "o . -> . o along right, left",
        ),
        ("o o o . -> . o o o", "o o . -> . o o"),
    ] {
        let text = ELLY_BOARD.replace(from, to);
        assert_ne!(text, ELLY_BOARD);
        let verified = verify(&text, Law::Functional(elly_board()));
        assert!(verified.is_err(), "accepted: {text}");
    }
}

#[test]
fn a_law_that_labels_nothing_is_rejected() {
    let mut law = elly_automaton();
    law.automaton.wins = vec![None; 12];
    assert!(verify(ELLY, Law::Regular(law)).is_err());
    let one = Regular {
        automaton: Automaton {
            next: vec![vec![0, 0]],
            wins: vec![None],
        },
    };
    assert!(verify(ELLY, Law::Regular(one)).is_err());
}

#[test]
fn every_single_change_of_the_automaton_is_seen() {
    let own = elly_automaton();
    let (mut tried, mut rejected) = (0, 0);
    let mut try_law = |law: Regular| {
        tried += 1;
        if tried % cases(4, 1) != 0 {
            return;
        }
        match verify(ELLY, Law::Regular(law)) {
            Ok(verified) => assert!(is_true(ELLY, &verified)),
            Err(_) => rejected += 1,
        }
    };
    for state in 0..12 {
        for letter in 0..2 {
            for to in 0..13 {
                let mut law = own.clone();
                law.automaton.next[state][letter] = to;
                try_law(law);
            }
        }
        for wins in [
            None,
            Some([false; 2]),
            Some([true; 2]),
            Some([true, false]),
            Some([false, true]),
        ] {
            let mut law = own.clone();
            law.automaton.wins[state] = wins;
            try_law(law);
        }
    }
    assert!(rejected > cases(50, 200), "{rejected}");
}

#[test]
fn every_single_change_of_the_functional_is_seen() {
    let mut rejected = 0;
    for (text, own) in [
        (ELLY, elly()),
        (ELLY_BOARD, elly_board()),
        (SORTED, inversions()),
        (MISERE, misere()),
    ] {
        assert!(verify(text, Law::Functional(own.clone())).is_ok(), "{text}");
        let mut try_law = |law: Functional| match verify(text, Law::Functional(law)) {
            Ok(verified) => assert!(is_true(text, &verified), "{:?}", verified.statements()),
            Err(_) => rejected += 1,
        };
        for symbol in 0..2 {
            for class in 0..own.weights[symbol].len() {
                for weight in 0..3 {
                    let mut law = own.clone();
                    law.weights[symbol][class] = weight;
                    try_law(law);
                }
            }
        }
        for modulus in 0..8 {
            try_law(Functional {
                modulus,
                ..own.clone()
            });
            let mut wins = vec![[true; 2]; modulus as usize];
            wins.iter_mut().take(1).for_each(|wins| *wins = [false; 2]);
            try_law(Functional {
                modulus,
                wins,
                ..own.clone()
            });
        }
        for bits in 0..16 {
            let bit = |at: u32| bits >> at & 1 == 1;
            try_law(Functional {
                wins: vec![[bit(0), bit(1)], [bit(2), bit(3)]],
                ..own.clone()
            });
        }
        for preperiod in 0..3 {
            for period in 0..4 {
                let mut law = own.clone();
                law.tails.right = Tail { preperiod, period };
                try_law(law.clone());
                let classes = (preperiod + period) as usize;
                law.weights = vec![
                    vec![0; classes],
                    (0..classes).map(|class| class as u64 % 2).collect(),
                ];
                try_law(law);
            }
        }
        for bits in 0..64u64 {
            let bit = |at: u32| bits >> at & 1;
            let lines = Some(Lines {
                columns: bit(4) == 1,
                pairs: vec![vec![bit(0), bit(1)], vec![bit(2), bit(3) + bit(5)]],
            });
            try_law(Functional {
                last: None,
                lines: lines.clone(),
                ..own.clone()
            });
            try_law(Functional {
                lines,
                ..own.clone()
            });
        }
        for order in 0..32u8 {
            let last = Last {
                blank: order >> 3,
                by_rows: order & 1 == 0,
                downwards: order & 2 == 0,
                rightwards: order & 4 == 0,
            };
            try_law(Functional {
                last: Some(last),
                ..own.clone()
            });
        }
    }
    assert!(rejected > 100, "{rejected}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(120, 600) as u32))]
    #[test]
    fn accepted_laws_are_true(
        weights in prop::collection::vec(0..3u64, 12),
        wins in prop::collection::vec(any::<[bool; 2]>(), 3),
        modulus in 2..=3u64,
        rule in (0..8usize, 0..8usize),
        misere in any::<bool>(),
        right in 1..=3u64,
    ) {
        let show = |word: usize| (0..3).map(|at| if word >> (2 - at) & 1 == 1 { "o" } else { "." }).collect::<Vec<_>>().join(" ");
        let text = format!(
            "game \"Random\"\nposition row of . o\nmove {} -> {}\n{}",
            show(rule.0), show(rule.1), if misere { "misère play\n" } else { "" }
        );
        let law = Functional {
            modulus,
            tails: Tails { up: BLIND, down: BLIND, left: BLIND, right: Tail { preperiod: right - 1, period: 1 } },
            weights: weights.chunks(right as usize).take(2).map(|of| of.iter().map(|w| w % modulus).collect()).collect(),
            wins: wins.into_iter().take(modulus as usize).collect(),
            last: None,
            lines: None,
        };
        if let Ok(verified) = verify(&text, Law::Functional(law)) {
            prop_assert!(is_true(&text, &verified), "{}", text);
        }
    }

    #[test]
    fn accepted_laws_of_boards_are_true(
        rules in prop::collection::vec((0..8usize, 0..8usize, 1..=3usize, 0..4usize), 1..3),
        pairs in prop::collection::vec(0..2u64, 4),
        columns in any::<bool>(),
        by_lines in any::<bool>(),
        weight in 0..2u64,
        misere in any::<bool>(),
        order in 0..8u8,
    ) {
        let word = |word: usize, length: usize| {
            let cell = |at| if word >> at & 1 == 1 { "o" } else { "." };
            (0..length).map(cell).collect::<Vec<_>>().join(" ")
        };
        let along = ["right", "down", "right, down", "left"];
        let rules: String = rules.iter().map(|(before, after, length, way)| {
            format!("move {} -> {} along {}\n", word(*before, *length), word(*after, *length), along[*way])
        }).collect();
        let end = if misere { "misère play\n" } else { "" };
        let text = format!("game \"Random\"\nposition board of . o\n{rules}{end}");
        let pairs = pairs.chunks(2).map(<[u64]>::to_vec).collect();
        let last = Last { blank: 0, by_rows: order & 1 == 0, downwards: order & 2 == 0, rightwards: order & 4 == 0 };
        let (last, lines) = if by_lines { (None, Some(Lines { columns, pairs })) } else { (Some(last), None) };
        let law = board_law(vec![[misere; 2], [!misere; 2]], last, lines, weight);
        if Rules::parse("random", &text).is_ok_and(|rules| rules.game(&Parameters::new()).is_ok())
            && let Ok(verified) = verify(&text, Law::Functional(law))
        {
            prop_assert!(is_true(&text, &verified), "{}", text);
        }
    }

    #[test]
    fn junk_never_panics(
        modulus in any::<u64>(),
        tail in (any::<u64>(), any::<u64>()),
        weights in prop::collection::vec(prop::collection::vec(any::<u64>(), 0..5), 0..4),
        wins in prop::collection::vec(any::<[bool; 2]>(), 0..4),
        next in prop::collection::vec(prop::collection::vec(0..5u32, 0..4), 0..5),
        outputs in prop::collection::vec(prop::option::of(any::<[bool; 2]>()), 0..5),
        blank in any::<u8>(),
    ) {
        let tail = Tail { preperiod: tail.0, period: tail.1 };
        let last = Some(Last { blank, by_rows: true, downwards: true, rightwards: false });
        for tails in [Tails { up: tail, down: tail, left: tail, right: tail }, elly().tails] {
            let law = Functional { modulus, tails, weights: weights.clone(), wins: wins.clone(), last, lines: None };
            let lines = Some(Lines { columns: blank % 2 == 0, pairs: weights.clone() });
            let of_lines = Functional { last: None, lines, ..law.clone() };
            for text in [ELLY, ELLY_BOARD] {
                let _ = verify(text, Law::Functional(law.clone()));
                let _ = verify(text, Law::Functional(of_lines.clone()));
            }
        }
        let law = Regular { automaton: Automaton { next, wins: outputs } };
        for text in [ELLY, ELLY_BOARD, CAPTURE] {
            let _ = verify(text, Law::Regular(law.clone()));
        }
    }
}
