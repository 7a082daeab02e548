//! Transitions of terms have the moves and ends of the exact meaning.

use dashu_int::IBig;
use whowins_analysis::transitions::{Transitions, Wanted};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Command, Expr, Game, State};

/// Returns the value of each digit, counted from its least value.
fn digits(found: &Transitions, state: &State) -> Vec<usize> {
    let value = |digit: &whowins_analysis::transitions::Digit| {
        let element = &state[digit.part][digit.index];
        let value = i64::try_from(element).expect("a small number") - digit.least;
        usize::try_from(value).expect("within the range")
    };
    found.digits.iter().map(value).collect()
}

fn applies(wanted: &Wanted, at: &[usize]) -> bool {
    wanted.iter().all(|(digit, set)| set.contains(at[*digit]))
}

/// Returns the states after a move, sorted, by the transitions.
fn moves(found: &Transitions, state: &State, player: usize) -> Vec<State> {
    let at = digits(found, state);
    let own = found.moves[player].iter();
    let mut all: Vec<State> = own
        .filter(|transition| applies(&transition.wanted, &at))
        .map(|transition| {
            let mut next = state.clone();
            next[0] = vec![(1 - player).into()];
            for (digit, by) in &transition.changes {
                let digit = found.digits[*digit];
                next[digit.part][digit.index] += IBig::from(*by);
            }
            next
        })
        .collect();
    all.sort();
    all
}

/// Compares random states of a game; false if it has no transitions.
fn compare(game: &Game, random: &mut Random) -> bool {
    let Some(found) = Transitions::new(game, &game.starts[0], &Budget::OPEN) else {
        return false;
    };
    for _ in 0..20 {
        let player = random.below(2);
        let mut state = game.starts[0].clone();
        state[0] = vec![player.into()];
        for digit in &found.digits {
            let value = digit.least + random.below(digit.count) as i64;
            state[digit.part][digit.index] = value.into();
        }
        let at = digits(&found, &state);
        let over = game.ends.iter().find_map(|end| {
            let value = |expr| game.value(expr, &state, &Budget::OPEN).expect("no limit");
            (value(&end.when) != IBig::ZERO).then(|| value(&end.pays))
        });
        if let Some(ends) = &found.ends {
            let mut all = ends.iter().filter(|(wanted, _)| applies(wanted, &at));
            let pays = all.next().map(|(_, pays)| IBig::from(pays[player]));
            assert_eq!(pays, over, "{game} at {state:?}");
            assert!(all.next().is_none(), "two ends of {game} at {state:?}");
        }
        if over.is_none() {
            let mut expected = game.moves(&state, &Budget::OPEN).expect("no limit");
            expected.sort();
            assert_eq!(
                moves(&found, &state, player),
                expected,
                "{game} at {state:?}"
            );
        }
    }
    true
}

#[test]
fn random_terms_have_the_moves_of_the_exact_meaning() {
    let (mut random, mut found) = (Random(46), [0; 2]);
    let count = cases(600, 60_000);
    for _ in 0..count {
        let mut game = random.game("g");
        game.parts[1].most = Some(6.into());
        game.parts[1].least = IBig::ZERO;
        game.tiers.truncate(1);
        game.tiers[0] = Command::Seq(vec![game.tiers[0].clone(), Command::pass_turn()]);
        game.stuck = Expr::num(random.below(3));
        found[0] += usize::from(compare(&game, &mut random));
        let (rows, columns) = (1 + random.below(2), 1 + random.below(3));
        let mut game = random.board_game(rows, columns);
        game.stuck = Expr::num(0);
        found[1] += usize::from(compare(&game, &mut random));
    }
    // Terms that change lengths, repeat commands or write the turn have no transitions.
    assert!(found[0] > count / 10, "only {} of {count} terms", found[0]);
    assert!(found[1] > count / 2, "only {} of {count} boards", found[1]);
}

#[test]
fn moves_in_two_writings_have_the_same_transitions() {
    let game = |command: &str| -> Game {
        let text = format!(
            "(game g (part turn 0 1) (part n 0 9) (start (0) (9))
             (tier (seq {command} (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
        );
        text.parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    let read = |command: &str| {
        let game = game(command);
        let found = Transitions::new(&game, &game.starts[0], &Budget::OPEN);
        let mut moves = found.expect("bounded").moves;
        moves[0].sort_by_key(|one| one.changes.clone());
        moves[0].clone()
    };
    let expected = read("(choose k 1 4 (set n (- n k)))");
    assert_eq!(expected.len(), 3);
    // An assignment, an idle guard, and a choice among numbers that are filtered.
    assert_eq!(read("(choose k (- n 3) n (set n k))"), expected);
    assert_eq!(
        read("(choose k 1 4 (seq (guard (<= k n)) (set n (- n k))))"),
        expected
    );
    assert_eq!(
        read("(choose k 0 10 (seq (guard (< k n)) (guard (<= n (+ k 3))) (set n k)))"),
        expected
    );
}
