//! The law of an octal game, found, verified and timed: `octal 0.104`. With COQ_TO=FOLDER, also for
//! Coq.

use std::time::{Duration, Instant};

use whowins_engine::Limits;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};

fn main() {
    for code in std::env::args().skip(1) {
        let text = format!("game \"{code}\"\noctal {code}\n");
        let rules = match Rules::parse("the command line", &text) {
            Ok(rules) => rules,
            Err(faults) => {
                eprintln!("{}", faults.render(false));
                continue;
            }
        };
        let limits = Limits::default().with_time(Duration::from_secs(1800));
        let began = Instant::now();
        match find(&rules, &Parameters::new(), None, &limits, &[Says::Outcome]) {
            Ok(report) => {
                for card in &report.cards {
                    println!(
                        "{code} {}: {} [search {:.1} s, check {:.1} s]\n  {}",
                        card.kind,
                        card.explanation.formula.as_deref().unwrap_or(""),
                        card.search.as_secs_f64(),
                        card.check.as_secs_f64(),
                        card.explanation.found
                    );
                }
                if let Some(folder) = std::env::var_os("COQ_TO")
                    && let Some(verified) = &report.proved
                {
                    let name = format!("Octal{}.v", code.replace('.', "_"));
                    match whowins_law::coq::file(verified) {
                        Ok(written) => {
                            std::fs::write(std::path::Path::new(&folder).join(name), written.text)
                                .expect("the folder can be written to")
                        }
                        Err(no) => println!("  no Coq file: {}", no.0),
                    }
                }
                if report.proved.is_none() {
                    println!(
                        "{code}: not proved in {:.1} s: {:?}",
                        began.elapsed().as_secs_f64(),
                        report.tried
                    );
                }
            }
            Err(rejection) => eprintln!("{code}: {rejection}"),
        }
    }
}
