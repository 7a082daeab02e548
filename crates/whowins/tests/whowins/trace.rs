//! Compares traces with a native recursion, a naive table, and the figures of Plank's lecture.

use std::collections::HashMap;
use std::io::{self, Write};

use dashu_int::UBig;
use proptest::prelude::*;

use whowins::trace::*;
use whowins_engine::heap::{MAX_MOVE, Subtraction, periodic};

fn game(a: &[u64], b: &[u64], misere: bool) -> NamedSubtraction {
    let rules = Subtraction::new([a.to_vec(), b.to_vec()], misere).unwrap();
    NamedSubtraction::new(["Alice".into(), "Bob".into()], rules)
}

fn lines(game: &dyn OneHeap, stage: Stage, first: usize, n: &UBig) -> (String, Verdict) {
    let mut out = Vec::new();
    let verdict = trace(game, stage, first, n, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), verdict)
}

fn at(game: &dyn OneHeap, stage: Stage, n: u64) -> String {
    lines(game, stage, 0, &UBig::from(n)).0
}

fn counts(text: &str) -> (usize, usize, usize) {
    let newlines = text.matches('\n').count();
    (newlines, text.split_whitespace().count(), text.len())
}

/// Plank's two programs, with native recursion.
struct Reference<'a> {
    sets: [&'a [u64]; 2],
    misere: bool,
    cache: Option<HashMap<(usize, u64), bool>>,
    text: String,
}

impl Reference<'_> {
    fn say(&mut self, line: String) {
        self.text += &line;
        self.text.push('\n');
    }

    fn call(&mut self, player: usize, n: u64) -> bool {
        let (me, you) = [('A', 'B'), ('B', 'A')][player];
        if let Some(&known) = self.cache.as_ref().and_then(|c| c.get(&(player, n))) {
            self.say(format!("{me}({n}) comes from the cache -- {known}."));
            return known;
        }
        self.say(format!("{me}({n}) - Called."));
        let mut stuck = true;
        for &s in self.sets[player] {
            if s <= n {
                stuck = false;
                let left = n - s;
                self.say(format!("{me}({n}) calling {you}({left})."));
                if !self.call(1 - player, left) {
                    self.say(format!(
                        "{you}({left}) returned false, so {me}({n}) returns true."
                    ));
                    return self.end(player, n, true);
                }
                self.say(format!(
                    "{you}({left}) returned true, so {me}({n}) is continuing."
                ));
            }
        }
        let wins = stuck && self.misere;
        self.say(format!("{me}({n}) - Returning {wins}."));
        self.end(player, n, wins)
    }

    fn end(&mut self, player: usize, n: u64, wins: bool) -> bool {
        if let Some(cache) = &mut self.cache {
            cache.insert((player, n), wins);
        }
        wins
    }
}

fn reference(
    sets: [&[u64]; 2],
    misere: bool,
    memo: bool,
    first: usize,
    n: u64,
) -> (String, Verdict) {
    let cache = memo.then(HashMap::new);
    let mut program = Reference {
        sets,
        misere,
        cache,
        text: String::new(),
    };
    let wins = program.call(first, n);
    let winner = if wins { first } else { 1 - first };
    program.say(["Alice", "Bob"][winner].to_owned());
    (program.text, Verdict::Wins(winner))
}

fn order(most: u64, count: usize) -> impl Strategy<Value = Vec<u64>> {
    prop::sample::subsequence((1..=most).collect::<Vec<_>>(), 0..=count).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn recursion_and_memo_are_the_programs_of_the_write_up(
        a in order(5, 4), b in order(5, 4), misere: bool, first in 0usize..2, n in 0u64..13
    ) {
        let game = game(&a, &b, misere);
        let heap = UBig::from(n);
        prop_assert_eq!(lines(&game, Stage::Recursion, first, &heap), reference([&a, &b], misere, false, first, n));
        prop_assert_eq!(lines(&game, Stage::Memo, first, &heap), reference([&a, &b], misere, true, first, n));
    }

    #[test]
    fn memo_and_table_agree_on_larger_heaps(
        a in order(30, 6), b in order(30, 6), misere: bool, first in 0usize..2, n in 0u64..400
    ) {
        let game = game(&a, &b, misere);
        let heap = UBig::from(n);
        let (memo, winner) = lines(&game, Stage::Memo, first, &heap);
        prop_assert_eq!((memo, winner), reference([&a, &b], misere, true, first, n));
        prop_assert_eq!(lines(&game, Stage::Table, first, &heap).1, winner);
    }

    #[test]
    fn the_table_says_what_the_law_says(a in order(9, 5), b in order(9, 5), misere: bool, first in 0usize..2, n in 0u64..200) {
        let game = game(&a, &b, misere);
        let rules = Subtraction::new([a, b], misere).unwrap();
        let law = periodic(&rules, 10_000_000).unwrap();
        let (text, verdict) = lines(&game, Stage::Table, first, &UBig::from(n));
        let mut expected = String::new();
        for heap in 0..=n {
            let [a, b] = law.outcome_u64(heap).map(u8::from);
            expected += &format!("ACache[{heap}] = {a}\nBCache[{heap}] = {b}\n");
        }
        let winner = if law.outcome_u64(n)[first] { first } else { 1 - first };
        expected += ["Alice\n", "Bob\n"][winner];
        prop_assert_eq!(text, expected);
        prop_assert_eq!(verdict, Verdict::Wins(winner));
    }

    #[test]
    fn a_proved_cycle_is_never_wrong(a in order(12, 5), b in order(12, 5), misere: bool, first in 0usize..2, n: u64) {
        let rules = Subtraction::new([a.clone(), b.clone()], misere).unwrap();
        let law = periodic(&rules, 100_000_000).unwrap();
        let winner = if law.outcome_u64(n)[first] { first } else { 1 - first };
        let (text, verdict) = lines(&game(&a, &b, misere), Stage::Cycle, first, &UBig::from(n));
        if law.preperiod() + law.period() <= SHORT {
            prop_assert_eq!(verdict, Verdict::Wins(winner), "{}", text);
        } else if let Verdict::Wins(said) = verdict {
            prop_assert_eq!(said, winner, "{}", text);
        }
    }
}

/// Maximum of preperiod plus period that a table of 1001 heaps can prove.
const SHORT: u64 = 200;

#[test]
fn the_recursion_has_the_figures_of_the_write_up() {
    let text = at(&game(&[1, 2], &[1, 2], false), Stage::Recursion, 10);
    assert_eq!(counts(&text), (279, 1191, 7067));
    assert!(text.ends_with("returns true.\nAlice\n"));
}

#[test]
fn the_memo_has_the_figures_of_the_write_up() {
    let text = at(&game(&[1, 2], &[1, 2], false), Stage::Memo, 10);
    let (newlines, words, _) = counts(&text);
    assert_eq!((newlines, words), (90, 419));
    assert!(text.contains("A(7) calling B(6).\nB(6) comes from the cache -- false.\n"));
}

#[test]
fn the_first_contest_example_line_by_line() {
    let text = at(&game(&[3, 4], &[4], false), Stage::Recursion, 7);
    let expected = "\
A(7) - Called.
A(7) calling B(4).
B(4) - Called.
B(4) calling A(0).
A(0) - Called.
A(0) - Returning false.
A(0) returned false, so B(4) returns true.
B(4) returned true, so A(7) is continuing.
A(7) calling B(3).
B(3) - Called.
B(3) - Returning false.
B(3) returned false, so A(7) returns true.
Alice
";
    assert_eq!(text, expected);
}

#[test]
fn misere_leaves_return_true() {
    let text = at(&game(&[1], &[1], true), Stage::Recursion, 1);
    let expected = "\
A(1) - Called.
A(1) calling B(0).
B(0) - Called.
B(0) - Returning true.
B(0) returned true, so A(1) is continuing.
A(1) - Returning false.
Bob
";
    assert_eq!(text, expected);
}

#[test]
fn the_table_line_by_line() {
    let text = at(&game(&[1, 2], &[1], false), Stage::Table, 2);
    let expected = "\
ACache[0] = 0
BCache[0] = 0
ACache[1] = 1
BCache[1] = 1
ACache[2] = 1
BCache[2] = 0
Alice
";
    assert_eq!(text, expected);
}

#[test]
fn the_cycle_of_the_write_up() {
    let text = at(&game(&[4], &[5], false), Stage::Cycle, 999_999_999);
    let expected = "\
is_cycle(1): s = 200.  False because ACache[202] != ACache[201]
is_cycle(2): s = 200.  False because ACache[202] != ACache[200]
is_cycle(3): s = 201.  False because ACache[202] != ACache[199]
is_cycle(4): s = 200.  False because ACache[200] != ACache[196]
is_cycle(5): s = 200.  False because ACache[200] != ACache[195]
is_cycle(6): s = 204.  False because ACache[204] != ACache[198]
is_cycle(7): s = 203.  False because ACache[205] != ACache[198]
is_cycle(8): s = 200.  False because ACache[201] != ACache[193]
is_cycle(9): s = 207.  True
r = n%c = (999999999)%(9) = 0. ACache[207+0] = 0
Bob
";
    assert_eq!(text, expected);
}

#[test]
fn the_cycle_stage_within_its_table() {
    let game = game(&[3, 4], &[4], false);
    assert_eq!(
        at(&game, Stage::Cycle, 7),
        "The answer comes from the cache.  ACache[7] = 1.\nAlice\n"
    );
    let (text, verdict) = lines(&game, Stage::Cycle, 1, &UBig::from(7u8));
    assert_eq!(
        text,
        "The answer comes from the cache.  BCache[7] = 0.\nAlice\n"
    );
    assert_eq!(verdict, Verdict::Wins(0));
    assert!(at(&game, Stage::Cycle, 1000).starts_with("The answer comes from the cache."));
    assert!(at(&game, Stage::Cycle, 1001).starts_with("is_cycle(1): s = 200."));
}

#[test]
fn the_cycle_at_a_heap_of_a_thousand_digits() {
    let n = UBig::from(10u8).pow(1000) + UBig::from(7u8);
    let (text, verdict) = lines(&game(&[4], &[5], false), Stage::Cycle, 0, &n);
    // 10^1000 is 1 modulo 9, so this heap is like 8: Alice moves to 4, and Bob has no move.
    assert_eq!(verdict, Verdict::Wins(0));
    assert!(text.contains("0007)%(9) = 8. ACache[207+8] = 1\nAlice\n"));
}

#[test]
fn a_cycle_that_the_table_does_not_prove_is_called_observed() {
    // Bob can take 1500 only from heaps of 1500 or more. Up to 1000, the table is that of {1}
    // against {}.
    let (text, verdict) = lines(
        &game(&[1], &[1500], false),
        Stage::Cycle,
        0,
        &UBig::from(5000u32),
    );
    assert_eq!(verdict, Verdict::Observed(0));
    let caution = "This cycle is only observed up to 1000; it is not proved to repeat.\nAlice\n";
    assert!(text.ends_with(caution), "{text}");
}

#[test]
fn a_cycle_is_proved_where_as_many_heaps_as_the_largest_move_repeat() {
    // All moves are odd, so parity decides, and the period 2 repeats from 200 to 1000: 801 heaps.
    let n = UBig::from(5000u32);
    for (largest, verdict) in [(801, Verdict::Wins(1)), (803, Verdict::Observed(1))] {
        let (text, said) = lines(&game(&[1, largest], &[1], false), Stage::Cycle, 0, &n);
        assert!(text.contains("is_cycle(2): s = 200.  True"), "{text}");
        assert_eq!(said, verdict);
        assert_eq!(text.contains("not proved"), said == Verdict::Observed(1));
    }
}

#[test]
fn a_table_without_a_cycle_leaves_the_winner_unknown() {
    // {4, 7, 13, 15, 21, 24, 28} has period 3624.
    let set = [4, 7, 13, 15, 21, 24, 28];
    let (text, verdict) = lines(
        &game(&set, &set, false),
        Stage::Cycle,
        0,
        &UBig::from(5000u32),
    );
    assert_eq!(verdict, Verdict::Unknown);
    assert_eq!(text.lines().count(), 501);
    assert!(text.ends_with("not known at this stage.\n"), "{text}");
}

/// A pipe that breaks after a number of bytes, like one whose reader has exited.
struct Pipe {
    room: usize,
    text: Vec<u8>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() + bytes.len() > self.room {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_endless_recursion_prints_at_once_and_stops_with_its_reader() {
    let game = game(&[2, 3, 4, 5], &[2, 5], false);
    // The deepest line has about 52,491 active calls and fits easily.
    for room in [0, 50, 10_000_000] {
        let mut pipe = Pipe {
            room,
            text: Vec::new(),
        };
        let broken = trace(
            &game,
            Stage::Recursion,
            0,
            &UBig::from(104_982u32),
            &mut pipe,
        )
        .unwrap_err();
        assert_eq!(broken.kind(), io::ErrorKind::BrokenPipe);
        assert!(pipe.text.len() + 100 > room);
        let begin = "A(104982) - Called.\nA(104982) calling B(104980).\nB(104980) - Called.\n";
        assert!(room < 1000 || pipe.text.starts_with(begin.as_bytes()));
    }
}

#[test]
fn the_memo_of_a_deep_game_ends() {
    struct Sink(u64);
    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut sink = Sink(0);
    let game = game(&[2, 3, 4, 5], &[2, 5], false);
    let verdict = trace(&game, Stage::Memo, 0, &UBig::from(104_982u32), &mut sink).unwrap();
    assert_eq!(verdict, Verdict::Wins(0));
    assert!(sink.0 > 100_000);
}

/// The player who takes the last token wins. A move may take any number of tokens, but not a
/// complete heap above 1.
struct Rest {
    players: [&'static str; 2],
}

impl OneHeap for Rest {
    fn player(&self, player: usize) -> &str {
        self.players[player]
    }

    fn option(&self, _player: usize, n: u64, index: u64) -> Option<u64> {
        let after = n.checked_sub(1)?.checked_sub(index)?;
        (n == 1 || after > 0).then_some(after)
    }

    fn stuck_wins(&self) -> bool {
        false
    }
}

#[test]
fn any_game_with_one_heap_fits_and_its_cycle_is_only_observed() {
    let rest = Rest {
        players: ["Bessie", "Farmer John"],
    };
    assert_eq!(
        at(&rest, Stage::Table, 1),
        "BCache[0] = 0\nFCache[0] = 0\nBCache[1] = 1\nFCache[1] = 1\nBessie\n"
    );
    let (text, verdict) = lines(&rest, Stage::Cycle, 1, &UBig::from(2000u32));
    assert_eq!(verdict, Verdict::Observed(1));
    assert!(
        text.starts_with(
            "is_cycle(1): s = 200.  True\nr = n%c = (2000)%(1) = 0. FCache[200+0] = 1\n"
        )
    );
    assert!(text.ends_with("not proved to repeat.\nFarmer John\n"));
}

#[test]
fn labels_tell_the_players_apart() {
    let label = |a, b| labels(&Rest { players: [a, b] });
    assert_eq!(label("Alice", "Bob"), ["A", "B"]);
    assert_eq!(label("Anna", "Arne"), ["Anna", "Arne"]);
    assert_eq!(label("Éva", "Elly"), ["É", "E"]);
    assert_eq!(label("Same", "Same"), ["1", "2"]);
    assert_eq!(label("", "Bob"), ["1", "2"]);
    let twins = Rest {
        players: ["Anna", "Arne"],
    };
    let text = at(&twins, Stage::Recursion, 1);
    assert!(text.starts_with("Anna(1) - Called.\nAnna(1) calling Arne(0).\n"));
}

#[test]
fn bad_requests_are_errors() {
    let game = game(&[1], &[MAX_MOVE], false);
    let mut out = Vec::new();
    let huge = UBig::from(1u8) << 64;
    for stage in [Stage::Recursion, Stage::Memo, Stage::Table] {
        let error = trace(&game, stage, 0, &huge, &mut out).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert!(error.to_string().contains("use the cycle stage"));
    }
    let error = trace(&game, Stage::Table, 2, &UBig::ONE, &mut out).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert!(out.is_empty());

    struct Still;
    impl OneHeap for Still {
        fn player(&self, player: usize) -> &str {
            ["Alice", "Bob"][player]
        }
        fn option(&self, _player: usize, n: u64, _index: u64) -> Option<u64> {
            Some(n)
        }
        fn stuck_wins(&self) -> bool {
            false
        }
    }
    for stage in Stage::ALL {
        let error = trace(&Still, stage, 0, &UBig::ONE, &mut out).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}

#[test]
fn stages_have_names() {
    for stage in Stage::ALL {
        assert_eq!(stage.to_string().parse(), Ok(stage));
    }
    let error = "tabel".parse::<Stage>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "'tabel' isn't a stage; say recursion, memo, table or cycle"
    );
}
