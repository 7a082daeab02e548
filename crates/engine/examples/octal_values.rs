//! Grundy values of an octal game and where they repeat: `octal_values 0.104 220000000`.

use std::time::Instant;

use whowins_analysis::heaps::Octal;
use whowins_engine::Limits;
use whowins_engine::octal::{Values, repeat};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(code), Some(heaps)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: octal_values CODE HEAPS");
        std::process::exit(2);
    };
    let digits = code.bytes().filter(u8::is_ascii_digit);
    let octal = Octal {
        digits: digits.map(|digit| digit - b'0').collect(),
    };
    let heaps: usize = heaps.parse().expect("a number of heaps");
    let mut values = Values::new(&octal, Limits::default());
    let began = Instant::now();
    let mut length = 1 << 12;
    while length < heaps {
        length = (length + length / 8).min(heaps);
        if let Err(error) = values.extend(length) {
            eprintln!("{error}");
            break;
        }
        let run = match values.sparse() {
            Some(sparse) => {
                sparse
                    .reach
                    .max(sparse.rare.last().map_or(0, |rare| rare.0))
                    + 64
            }
            None => length / 2,
        };
        if let Some((preperiod, period)) = repeat(&values, run) {
            println!("{code}: preperiod {preperiod}, period {period}");
            break;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{} heaps in {seconds:.2} s, {:.1} million a second",
        values.len(),
        values.len() as f64 / seconds / 1e6
    );
    if let Some(sparse) = values.sparse() {
        println!(
            "mask {:#x}{}; {} rare, last {:?}; reach {} since {}; {} probes",
            sparse.space.mask,
            if sparse.space.by_position {
                " and position"
            } else {
                ""
            },
            sparse.rare.len(),
            sparse.rare.last(),
            sparse.reach,
            sparse.since,
            sparse.probes.len()
        );
    }
}
