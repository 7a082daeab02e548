//! The block kernel of octal games against a plain sparse loop, on the same space and probes:
//! `octal_ratio 0.104 20000000`.

use std::hint::black_box;
use std::time::Instant;

use whowins_analysis::heaps::Octal;
use whowins_engine::Limits;
use whowins_engine::octal::Values;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(code), Some(heaps)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: octal_ratio CODE HEAPS");
        std::process::exit(2);
    };
    let digits: Vec<u8> = code
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect();
    let heaps: usize = heaps.parse().expect("a number of heaps");
    let mut values = Values::new(
        &Octal {
            digits: digits.clone(),
        },
        Limits::default(),
    );
    let head = heaps / 2;
    values.extend(head).expect("within the limits");
    let began = Instant::now();
    values.extend(heaps).expect("within the limits");
    let blocks = began.elapsed().as_secs_f64();

    let sparse = values.sparse().expect("a sparse space");
    let get = |heap: usize| values.get(heap).expect("it is known") as u8;
    let mut plain: Vec<u8> = (0..head).map(get).collect();
    let mut known: Vec<(usize, u8)> = Vec::new();
    for (take, digit) in digits.iter().enumerate() {
        if digit & 2 != 0 {
            known.push((take, 0));
        }
        if digit & 4 != 0 {
            known.extend(
                sparse
                    .rare
                    .iter()
                    .map(|(heap, value)| (take + heap, *value as u8)),
            );
        }
    }
    let probes: Vec<(usize, u8)> = sparse
        .probes
        .iter()
        .map(|(split, part)| (split + part, get(*part)))
        .collect();
    let began = Instant::now();
    let mut missed = 0;
    for heap in head..heaps {
        let mut reached = 0_u64;
        for (offset, value) in &known {
            reached |= 1 << ((plain[heap - offset] ^ value) & 63);
        }
        let mut value = 0;
        while sparse.space.is_rare(heap, value) || reached >> value & 1 != 0 {
            value += 1;
        }
        let mut need = 0_u64;
        for rare in 0..value {
            need |= u64::from(sparse.space.is_rare(heap, rare)) << rare;
        }
        need &= !reached;
        for (offset, value) in &probes {
            if need == 0 {
                break;
            }
            need &= !(1 << ((plain[heap - offset] ^ value) & 63));
        }
        missed += usize::from(need != 0);
        plain.push(value as u8);
    }
    let loops = began.elapsed().as_secs_f64();
    let agree = (head..heaps).all(|heap| plain[heap] == get(heap));
    black_box(&plain);
    let rate = |seconds: f64| (heaps - head) as f64 / seconds / 1e6;
    println!(
        "{code}: blocks {:.1}, plain {:.1} million heaps a second: ratio {:.1}; the values agree: {agree}; {missed} left to a deep look",
        rate(blocks),
        rate(loops),
        loops / blocks
    );
}
