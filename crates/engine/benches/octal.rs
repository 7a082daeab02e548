//! Grundy values of octal games in a sparse space: `cargo bench -p whowins-engine --bench octal`.

#![allow(missing_docs)]

mod common;

use common::{Case, asked, copies, processor_time, rates};
use whowins_analysis::heaps::Octal;
use whowins_engine::Limits;
use whowins_engine::octal::{Sparse, Values};

/// Heaps whose values are worked out before the clock starts: the rare ones are known by then.
const BEFORE: usize = 4_000_000;
const HEAPS: usize = 40_000_000;
/// The plain loop is slower; so many are enough to see how much.
const PLAIN: usize = 1_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for code in ["0.106", "0.104", "0.054", "0.454", "0.354", "0.376"] {
        if asked(code) {
            measure(code)?;
        }
    }
    Ok(())
}

fn measure(code: &str) -> Result<(), Box<dyn std::error::Error>> {
    let digits = code.bytes().filter(|byte| *byte != b'.');
    let octal = Octal {
        digits: digits.map(|digit| digit - b'0').collect(),
    };
    let mut start = Values::new(&octal, Limits::default());
    start.extend(BEFORE)?;
    let sparse = start.sparse().ok_or("no sparse space")?.clone();
    let known: Vec<u8> = (0..BEFORE)
        .filter_map(|heap| start.get(heap).map(|value| value as u8))
        .collect();
    let heaps = match sparse.rare.len() {
        ..500 => HEAPS,
        _ => HEAPS / 10,
    };
    let mut last = 0;
    let runs = rates(heaps as f64, || {
        let mut values = start.clone();
        let (time, result) = processor_time(|| values.extend(BEFORE + heaps));
        result.expect("within the limits");
        last = values.get(BEFORE + PLAIN - 1).unwrap_or(0);
        time
    });
    let plain = rates(PLAIN as f64, || {
        let mut values = known.clone();
        let (time, ()) = processor_time(|| sparse_loop(&octal, &sparse, &mut values, PLAIN));
        assert_eq!(values.last().map(|value| u32::from(*value)), Some(last));
        time
    });
    Case {
        family: "octal",
        name: code,
        size: &format!(
            "{} M heaps after {} M, {} of them rare",
            heaps / 1_000_000,
            BEFORE / 1_000_000,
            sparse.rare.len()
        ),
        unit: "heaps/CPU-s",
    }
    .print_within(
        &runs,
        "plain sparse loop",
        &plain,
        // A byte a heap.
        &copies(heaps as f64, heaps as f64),
    );
    Ok(())
}

/// What a programmer would write who knows of sparse spaces: the least common value that no take
/// and no split with a rare part reaches, then splits from the smallest part on until each rare
/// value below it is reached. The rare heaps are given.
fn sparse_loop(octal: &Octal, sparse: &Sparse, values: &mut Vec<u8>, heaps: usize) {
    let with = |bit: u8| -> Vec<usize> {
        let digits = octal.digits.iter().enumerate();
        let with = digits.filter(|(_, digit)| *digit & bit != 0);
        with.map(|(take, _)| take).collect()
    };
    let (takes, splits) = (with(2), with(4));
    let mut seen = vec![usize::MAX; 512];
    for _ in 0..heaps {
        let heap = values.len();
        for take in &takes {
            seen[usize::from(values[heap - take])] = heap;
        }
        for split in &splits {
            for (part, value) in &sparse.rare {
                if part + split < heap {
                    seen[usize::from(values[heap - split - part]) ^ *value as usize] = heap;
                }
            }
        }
        let common = (0..512)
            .find(|value| seen[*value as usize] != heap && !sparse.space.is_rare(heap, *value))
            .expect("values are small");
        let mut open = (0..common)
            .filter(|value| seen[*value as usize] != heap)
            .count();
        let mut part = 1;
        while open > 0 {
            for split in &splits {
                let value = usize::from(values[part] ^ values[heap - split - part]);
                if value < common as usize && seen[value] != heap {
                    seen[value] = heap;
                    open -= 1;
                }
            }
            part += 1;
            assert!(2 * part <= heap, "no rare heap is left to be found");
        }
        values.push(common as u8);
    }
}
