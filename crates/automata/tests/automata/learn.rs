//! Tests learning by queries.

use std::convert::Infallible;

use whowins_automata::{Moore, Unlearned, learn};

/// Returns the first word of up to `length` letters on which the hypothesis is wrong.
fn search<O: PartialEq>(
    guess: &Moore<O>,
    letters: usize,
    length: usize,
    truth: impl Fn(&[usize]) -> O,
) -> Option<Vec<usize>> {
    let mut layer = vec![Vec::new()];
    for _ in 0..=length {
        if let Some(word) = layer.iter().find(|word| *guess.output(word) != truth(word)) {
            return Some(word.clone());
        }
        layer = layer
            .iter()
            .flat_map(|word| (0..letters).map(move |x| [word.as_slice(), &[x]].concat()))
            .collect();
    }
    None
}

fn learned<O: Clone + Eq + std::hash::Hash>(
    letters: usize,
    truth: impl Fn(&[usize]) -> O + Copy,
) -> Moore<O> {
    let guess = learn::<_, Infallible>(
        letters,
        100,
        |word| Ok(truth(word)),
        |guess| Ok(search(guess, letters, 9, truth)),
    );
    guess.unwrap_or_else(|_| panic!("the function is regular"))
}

#[test]
fn a_number_modulo_seven_needs_seven_states() {
    let value = |word: &[usize]| word.iter().fold(0, |n, bit| (2 * n + bit) % 7);
    let machine = learned(2, value);
    assert_eq!(machine.outputs.len(), 7);
    assert_eq!(*machine.output(&[1; 40]), value(&[1; 40]));
}

#[test]
fn a_subword_is_found() {
    let has = |word: &[usize]| word.windows(4).any(|w| w == [1, 0, 1, 1]);
    assert_eq!(learned(2, has).outputs.len(), 5);
}

#[test]
fn what_is_not_regular_is_told_by_words_apart() {
    let balanced = |word: &[usize]| word.iter().filter(|x| **x == 0).count() * 2 == word.len();
    let found = learn::<_, Infallible>(
        2,
        8,
        |word| Ok(balanced(word)),
        |guess| Ok(search(guess, 2, 12, balanced)),
    );
    let Err(Unlearned::TooManyStates { words, endings }) = found else {
        panic!("it was learned");
    };
    assert_eq!(words.len(), 9);
    for (at, a) in words.iter().enumerate() {
        for b in &words[..at] {
            let apart = |e: &Vec<usize>| {
                balanced(&[a.as_slice(), e].concat()) != balanced(&[b.as_slice(), e].concat())
            };
            assert!(endings.iter().any(apart));
        }
    }
}
