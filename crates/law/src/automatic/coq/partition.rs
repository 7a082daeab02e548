//! States that no word tells apart.

use std::collections::HashMap;

/// The class of each state of a complete automaton, by outputs (Moore 1956). Classes are numbered from 0 in the order of the
/// states; rounds as many as the longest word needed, each linear in the table.
pub(super) fn classes(next: &[Vec<u32>], outputs: &[u32]) -> Vec<u32> {
    let mut class = renumber(outputs.iter().map(|output| vec![*output]));
    loop {
        let finer = renumber(next.iter().zip(&class).map(|(row, own)| {
            std::iter::once(*own)
                .chain(row.iter().map(|to| class[*to as usize]))
                .collect()
        }));
        if finer.iter().max() == class.iter().max() {
            return class;
        }
        class = finer;
    }
}

fn renumber(signatures: impl Iterator<Item = Vec<u32>>) -> Vec<u32> {
    let mut known = HashMap::new();
    signatures
        .map(|signature| {
            let fresh = known.len() as u32;
            *known.entry(signature).or_insert(fresh)
        })
        .collect()
}

/// The automaton of the classes: the first state of each speaks for it.
pub(super) fn quotient(next: &[Vec<u32>], class: &[u32]) -> (Vec<Vec<u32>>, Vec<usize>) {
    let mut speakers: Vec<usize> = Vec::new();
    for (state, own) in class.iter().enumerate() {
        if *own as usize == speakers.len() {
            speakers.push(state);
        }
    }
    let table = speakers
        .iter()
        .map(|state| next[*state].iter().map(|to| class[*to as usize]).collect())
        .collect();
    (table, speakers)
}
