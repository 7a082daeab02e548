//! Finds and proves the laws of a game file, with times.
use std::time::Instant;
use whowins_engine::Limits;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};

fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let rules = Rules::parse(&name, &text).unwrap_or_else(|e| panic!("{}", e.render(false)));
        let began = Instant::now();
        let report = find(
            &rules,
            &Parameters::new(),
            None,
            &Limits::default(),
            &Says::ALL,
        )
        .unwrap_or_else(|e| panic!("{name}: {e}"));
        println!("{name}: {:?}", began.elapsed());
        for card in &report.cards {
            println!("{card:#?}");
        }
        for tried in &report.tried {
            println!("{tried:?}");
        }
    }
}
