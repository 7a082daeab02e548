use whowins_engine::{Limits, rows::Rows};
use whowins_rules::{Parameters, Rules};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let cells: usize = a[1].parse().unwrap();
    let threads: usize = a[2].parse().unwrap();
    let g = Rules::parse("r", include_str!("../../../games/seeds/ellys-capture.game"))
        .unwrap()
        .game(&Parameters::new())
        .unwrap();
    let t = std::time::Instant::now();
    let rows = Rows::new(&g, 1, cells).unwrap();
    println!("plan {:?}", t.elapsed());
    for _ in 0..a[3].parse().unwrap() {
        let limits = Limits {
            threads,
            memory: 8 << 30,
            ..Limits::default()
        };
        let c = cpu_time::ProcessTime::now();
        let t = std::time::Instant::now();
        let table = rows.solve(&limits).unwrap();
        let e = t.elapsed().as_secs_f64();
        let ce = c.elapsed().as_secs_f64();
        let n = rows.positions() as f64;
        println!(
            "{:.3}s wall {:.3} G/s, cpu {:.3}s {:.3} G/cpu-s, P {}",
            e,
            n / e / 1e9,
            ce,
            n / ce / 1e9,
            table.counts().p
        );
    }
}
