//! Baselines in C++, compiled where there is a compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::RUNS;

type Failure = Box<dyn std::error::Error>;

/// A program of `benches/baselines`, compiled with -O2.
pub struct Baseline(PathBuf);

impl Baseline {
    /// Compiles it; `None`, with a word, where there is no compiler.
    pub fn compile(name: &str) -> Result<Option<Self>, Failure> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("benches/baselines")
            .join(name)
            .with_extension("cpp");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let compiled = Command::new("c++")
            .arg("-O2")
            .arg("-o")
            .arg(&program)
            .arg(&source)
            .status();
        match compiled {
            Err(error) => {
                eprintln!("no baseline: the C++ compiler c++ cannot be run: {error}");
                Ok(None)
            }
            Ok(status) if status.success() => Ok(Some(Self(program))),
            Ok(status) => Err(format!("c++ did not compile {}: {status}", source.display()).into()),
        }
    }

    /// Seconds of processor time, and the number that it prints.
    pub fn run(&self, size: usize) -> Result<(f64, u64), Failure> {
        let output = Command::new(&self.0).arg(size.to_string()).output()?;
        let text = String::from_utf8(output.stdout)?;
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or("the baseline printed too little");
        Ok((word()?.parse()?, word()?.parse()?))
    }

    /// So many positions a CPU second in every repeat, and the number that they all print; neither
    /// without a compiler.
    pub fn rates(
        baseline: Option<&Self>,
        size: usize,
        positions: f64,
    ) -> Result<(Vec<f64>, Option<u64>), Failure> {
        let (mut rates, mut printed) = (Vec::new(), None);
        for baseline in baseline.into_iter().cycle().take(RUNS) {
            let (seconds, number) = baseline.run(size)?;
            rates.push(positions / seconds);
            printed = Some(number);
        }
        Ok((rates, printed))
    }
}
