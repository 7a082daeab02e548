//! What `docs/instructions.toml` holds.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

const HEAD: &str = "\
# Instructions of the hot kernels (crates/law/examples/kernels.rs), counted by valgrind's callgrind.
# Written by `cargo xtask bench --counts --update`; `cargo xtask bench --counts` compares with it.
";

/// Instructions by kernel, and what they depend on.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// `rustc --version`.
    pub rustc: String,
    /// `valgrind --version`.
    pub valgrind: String,
    /// The CPU's model: kernels ask it which instructions it has.
    pub cpu: String,
    /// By the kernel's name.
    pub kernels: BTreeMap<String, u64>,
}

impl Record {
    /// Reads the file.
    ///
    /// # Errors
    /// When it is not a record; the message says where.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The file.
    pub fn write(&self) -> String {
        let mut text = HEAD.to_owned();
        for (key, value) in [
            ("rustc", &self.rustc),
            ("valgrind", &self.valgrind),
            ("cpu", &self.cpu),
        ] {
            let _ = writeln!(text, "{key} = {}", quoted(value));
        }
        text += "\n[kernels]\n";
        for (name, count) in &self.kernels {
            let _ = writeln!(text, "{} = {}", quoted(name), grouped(*count));
        }
        text
    }

    /// Returns this record with the kernels of `counted`, and without those that no
    /// longer exist.
    ///
    /// Where the compiler or the machine is another, the kernels that were not counted anew keep
    /// the old figures.
    pub fn updated(&self, counted: Self, existing: &[&str]) -> Self {
        let mut kernels = self.kernels.clone();
        kernels.retain(|name, _| existing.contains(&name.as_str()));
        kernels.extend(counted.kernels);
        Self { kernels, ..counted }
    }

    /// What makes counts of another run differ from this record's though no kernel changed; `None`
    /// when nothing does.
    pub fn differs(&self, other: &Self) -> Option<String> {
        let pairs = [
            (&self.rustc, &other.rustc),
            (&self.valgrind, &other.valgrind),
            (&self.cpu, &other.cpu),
        ];
        let apart: Vec<String> = pairs
            .into_iter()
            .filter(|(own, other)| own != other && !own.is_empty())
            .map(|(own, other)| format!("{own}, here {other}"))
            .collect();
        (!apart.is_empty()).then(|| {
            format!(
                "recorded elsewhere, so that counts may differ though no kernel changed: {}",
                apart.join("; ")
            )
        })
    }
}

/// A number as people read it and TOML does: `1_234_567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();

    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// A TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record(kernels: &[(&str, u64)]) -> Record {
        Record {
            rustc: "rustc 1".into(),
            valgrind: "valgrind 3".into(),
            cpu: "CPU".into(),
            kernels: kernels
                .iter()
                .map(|(name, count)| ((*name).to_owned(), *count))
                .collect(),
        }
    }

    #[test]
    fn an_update_keeps_what_was_not_counted_and_drops_what_is_gone() {
        let old = record(&[("a", 1), ("b", 2), ("gone", 3)]);
        let mut counted = record(&[("b", 20), ("new", 40)]);
        counted.rustc = "rustc 2".into();
        let updated = old.updated(counted, &["a", "b", "new"]);
        assert_eq!(
            updated.kernels,
            record(&[("a", 1), ("b", 20), ("new", 40)]).kernels
        );
        assert_eq!(updated.rustc, "rustc 2");
    }

    #[test]
    fn another_compiler_is_told() {
        let own = record(&[]);
        let mut other = own.clone();
        assert_eq!(own.differs(&other), None);
        assert_eq!(Record::default().differs(&other), None);
        other.rustc = "rustc 2".into();
        let note = own.differs(&other).expect("another compiler");
        assert!(note.ends_with("rustc 1, here rustc 2"), "{note}");
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let good = record(&[("a", 1)]).write();
        for (from, to) in [
            ("\"a\" = 1", "\"a\" = -1"),
            ("\"a\" = 1", "\"a\" = 1.5"),
            ("[kernels]", "[kernel]"),
            ("cpu =", "gpu ="),
        ] {
            assert!(Record::read(&good.replace(from, to)).is_err(), "{to}");
        }
        assert!(good.contains("\"a\" = 1\n"), "{good}");
        assert_eq!(grouped(1_234_567), "1_234_567");
        assert_eq!(grouped(123), "123");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            words in prop::collection::vec("[a-z0-9 .()\"\\\\é]{0,12}", 3),
            kernels in prop::collection::btree_map("[a-z0-9.\"-]{1,9}", 0..i64::MAX as u64, 0..5),
        ) {
            let [rustc, valgrind, cpu] = <[String; 3]>::try_from(words).expect("three");
            let record = Record { rustc, valgrind, cpu, kernels };
            prop_assert_eq!(Record::read(&record.write()), Ok(record));
        }
    }
}
