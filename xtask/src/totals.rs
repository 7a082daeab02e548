//! The totals of `cargo test`, read from its output as it streams by.

use std::fmt;

/// How many tests passed, failed and were skipped (`#[ignore]`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed, and test programs that ended without a result: at least one of their
    /// tests failed.
    pub failed: u64,
    /// Tests marked `#[ignore]`.
    pub skipped: u64,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            passed,
            failed,
            skipped,
        } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

impl Totals {
    /// Adds the totals of other tests.
    pub fn add(&mut self, other: Self) {
        self.passed = self.passed.saturating_add(other.passed);
        self.failed = self.failed.saturating_add(other.failed);
        self.skipped = self.skipped.saturating_add(other.skipped);
    }
}

/// Where in a test program's output the reader is.
#[derive(Clone, Copy)]
enum Place {
    /// Between two programs.
    Between,
    /// After `running N tests`.
    Running(u64),
    /// After `failures:`, where the failed tests' own output is shown, which may look like
    /// anything.
    Failures(u64),
}

/// Reads the output of `cargo test`, in pieces of any size.
pub struct Reader {
    totals: Totals,
    crashed: u64,
    place: Place,
    line: Vec<u8>,
}

impl Reader {
    /// A reader at the start of the output.
    pub fn new() -> Self {
        Self {
            totals: Totals::default(),
            crashed: 0,
            place: Place::Between,
            line: Vec::new(),
        }
    }

    /// Reads the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        for &byte in piece {
            if byte == b'\n' {
                self.end_line();
            } else {
                self.line.push(byte);
            }
        }
    }

    /// The totals of everything read, and how many test programs ended without giving theirs (each
    /// counts as one failure).
    pub fn finish(mut self) -> (Totals, u64) {
        self.end_line();
        self.end_program();
        self.totals.failed = self.totals.failed.saturating_add(self.crashed);
        (self.totals, self.crashed)
    }

    fn end_line(&mut self) {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        match self.place {
            Place::Between | Place::Running(_) if running(line).is_some() => {
                self.end_program();
                self.place = running(line).map_or(Place::Between, Place::Running);
            }
            Place::Between => {
                if let Some((totals, _)) = result(line) {
                    self.totals.add(totals);
                }
            }
            Place::Running(expected) if line == "failures:" => {
                self.place = Place::Failures(expected);
            }
            Place::Running(expected) | Place::Failures(expected) => {
                // A test may print a result line itself; its counts will hardly add up to this
                // program's number.
                if let Some((totals, count)) = result(line)
                    && count == expected
                {
                    self.totals.add(totals);
                    self.place = Place::Between;
                }
            }
        }
    }

    fn end_program(&mut self) {
        if !matches!(self.place, Place::Between) {
            self.crashed += 1;
        }
        self.place = Place::Between;
    }
}

/// Reads `running 3 tests`.
fn running(line: &str) -> Option<u64> {
    let (number, noun) = line.strip_prefix("running ")?.split_once(' ')?;
    matches!(noun, "test" | "tests").then(|| number.parse().ok())?
}

/// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s`:
/// the totals, and the number of all tests that were not filtered out.
fn result(line: &str) -> Option<(Totals, u64)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let count_of = |what: &str| {
        counts.split("; ").find_map(|count| {
            let (number, noun) = count.split_once(' ')?;
            (noun == what).then(|| number.parse::<u64>().ok())?
        })
    };
    let totals = Totals {
        passed: count_of("passed")?,
        failed: count_of("failed")?,
        skipped: count_of("ignored")?,
    };
    let measured = count_of("measured").unwrap_or(0);
    let all = [totals.passed, totals.failed, totals.skipped, measured];
    let count = all.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n))?;
    Some((totals, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> (Totals, u64) {
        let mut reader = Reader::new();
        reader.push(text.as_bytes());
        reader.finish()
    }

    fn totals(passed: u64, failed: u64, skipped: u64) -> Totals {
        Totals {
            passed,
            failed,
            skipped,
        }
    }

    const TWO_PROGRAMS: &str = "
running 4 tests
test a ... ok
test b ... ok
test c ... ignored
test d ... ok

test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 1 test
test e ... FAILED

failures:

---- e stdout ----
running 7 tests
test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

failures:
    e

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests x

running 2 tests
..
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s

all doctests ran in 0.60s; merged doctests compilation took 0.28s
";

    #[test]
    fn the_totals_of_all_programs_are_summed() {
        assert_eq!(read(TWO_PROGRAMS), (totals(5, 1, 1), 0));
        assert_eq!(read("").0.to_string(), "0 passed, 0 failed, 0 skipped");
        assert_eq!(
            read(TWO_PROGRAMS).0.to_string(),
            "5 passed, 1 failed, 1 skipped"
        );
    }

    #[test]
    fn carriage_returns_and_colours_do_no_harm() {
        let text = "running 1 test\r\ntest result: \u{1b}[32mok\u{1b}[m. 1 passed; 0 failed; 0 ignored; 0 measured\r\n";
        assert_eq!(read(text), (totals(1, 0, 0), 0));
    }

    #[test]
    fn a_program_that_crashed_counts_as_a_failure() {
        let crash = "\nrunning 2 tests\ntest a ... ok\ntest b ... \n";
        let good = "\nrunning 1 test\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(read(&format!("{crash}{good}")), (totals(1, 1, 0), 1));
        assert_eq!(read(&format!("{good}{crash}")), (totals(1, 1, 0), 1));
        assert_eq!(read(&format!("{crash}{crash}")), (totals(0, 2, 0), 2));
    }

    proptest! {
        #[test]
        fn pieces_of_any_size_read_the_same(cuts in prop::collection::vec(0..TWO_PROGRAMS.len(), 0..20)) {
            let mut cuts = cuts;
            cuts.sort_unstable();
            let mut reader = Reader::new();
            let mut from = 0;
            for cut in cuts.into_iter().chain([TWO_PROGRAMS.len()]) {
                reader.push(&TWO_PROGRAMS.as_bytes()[from..cut]);
                from = cut;
            }
            prop_assert_eq!(reader.finish(), (totals(5, 1, 1), 0));
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut reader = Reader::new();
            reader.push(&bytes);
            reader.finish();
        }

        #[test]
        fn any_programs_add_up(programs in prop::collection::vec((0..u64::MAX, 0..9_u64, 0..9_u64), 0..9)) {
            let mut text = String::new();
            let mut sum = totals(0, 0, 0);
            for (passed, failed, skipped) in programs {
                let passed = passed % 1_000_000;
                text += &format!("\nrunning {} tests\n\ntest result: x. {passed} passed; {failed} failed; {skipped} ignored; 0 measured; 0 filtered out; finished in 0.00s\n", passed + failed + skipped);
                sum.add(totals(passed, failed, skipped));
            }
            prop_assert_eq!(read(&text), (sum, 0));
        }
    }
}
