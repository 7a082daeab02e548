//! A kernel's count beside the recorded one.

use std::fmt;

use super::record::grouped;

/// From so many percent more instructions on, a kernel is slower.
pub const TOLERANCE: u64 = 2;

/// A kernel's count beside the recorded one.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    name: &'a str,
    count: u64,
    recorded: Option<u64>,
}

impl<'a> Comparison<'a> {
    /// The head of a table of them.
    pub const HEAD: &'static str =
        "kernel                       instructions         recorded   change";

    /// Of a kernel that the record may lack.
    pub fn new(name: &'a str, count: u64, recorded: Option<u64>) -> Self {
        Self {
            name,
            count,
            recorded,
        }
    }

    /// Whether it takes more than the record and the tolerance allow.
    pub fn is_slower(&self) -> bool {
        self.recorded
            .is_some_and(|recorded| exceeds(self.count, recorded))
    }

    /// Whether the record takes so many more that it is worth a new one.
    fn is_faster(&self) -> bool {
        self.recorded
            .is_some_and(|recorded| exceeds(recorded, self.count))
    }
}

/// Whether `more` is above `less` by more than the tolerance.
fn exceeds(more: u64, less: u64) -> bool {
    u128::from(more) * 100 > u128::from(less) * u128::from(100 + TOLERANCE)
}

impl fmt::Display for Comparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<24} {:>16} ", self.name, grouped(self.count))?;
        let Some(recorded) = self.recorded else {
            return write!(f, "{:>16}  new: not recorded yet", "–");
        };
        let change = (self.count as f64 / recorded as f64 - 1.0) * 100.0;
        write!(f, "{:>16} {change:>+7.2} %", grouped(recorded))?;
        match (self.is_slower(), self.is_faster()) {
            (true, _) => f.write_str("  SLOWER"),
            (_, true) => f.write_str("  faster"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_more_than_the_tolerance_is_slower() {
        let slower = |count, recorded| Comparison::new("k", count, recorded).is_slower();
        assert!(!slower(1_020_000, Some(1_000_000)));
        assert!(slower(1_020_001, Some(1_000_000)));
        assert!(!slower(5, Some(1_000_000)));
        assert!(!slower(5, None));
        assert!(slower(1, Some(0)));
        assert!(!slower(u64::MAX, Some(u64::MAX)));
    }

    #[test]
    fn a_line_says_what_changed() {
        let line = |count, recorded| Comparison::new("race", count, recorded).to_string();
        let with = |change: &str| format!("race{}{change}", " ".repeat(28));
        for (count, expected) in [
            (
                1_030_000,
                with("1_030_000        1_000_000   +3.00 %  SLOWER"),
            ),
            (1_010_000, with("1_010_000        1_000_000   +1.00 %")),
            (1_000_000, with("1_000_000        1_000_000   +0.00 %")),
        ] {
            assert_eq!(line(count, Some(1_000_000)), expected);
        }
        assert!(line(900_000, Some(1_000_000)).ends_with("-10.00 %  faster"));
        assert!(line(900_000, None).ends_with("new: not recorded yet"));
    }
}
