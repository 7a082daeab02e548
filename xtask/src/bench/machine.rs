//! The machine that measured the figures.

use std::fmt;
use std::process::Command;

use crate::failure::Failure;
use crate::project::output_of;

/// The machine and the compiler.
pub struct Machine {
    /// The CPU's model, or its architecture if the system doesn't report the model.
    pub cpu: String,
    /// The cores that this process may use; 0 if unknown.
    pub cores: usize,
    /// The memory in KiB, if the system reports it.
    pub memory_kib: Option<u64>,
    /// The compiler and its version, such as `rustc 1.95.0`.
    pub rustc: String,
}

impl Machine {
    /// Reads the description of this machine.
    pub fn of_this_run() -> Result<Self, Failure> {
        // Only Linux has /proc.
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        let cpu = value_of(&read("/proc/cpuinfo"), "model name").map(str::to_owned);
        Ok(Self {
            cpu: cpu.unwrap_or_else(|| format!("{} CPU", std::env::consts::ARCH)),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            memory_kib: value_of(&read("/proc/meminfo"), "MemTotal").and_then(kib),
            rustc: version(&output_of(Command::new("rustc").arg("--version"))?).to_owned(),
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, ", self.cpu)?;
        match self.cores {
            0 => {}
            1 => write!(f, "1 core, ")?,
            cores => write!(f, "{cores} cores, ")?,
        }
        if let Some(kib) = self.memory_kib {
            // In tenths of a GiB, rounded.
            let tenths = kib.saturating_mul(10).saturating_add(1 << 19) >> 20;
            write!(f, "{}.{} GiB memory, ", tenths / 10, tenths % 10)?;
        }
        f.write_str(&self.rustc)
    }
}

/// The value of the first `key : value` line.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then(|| value.trim())
    })
}

/// Returns the version without the commit and its date, which follow in parentheses.
fn version(text: &str) -> &str {
    text.split(" (").next().unwrap_or(text).trim()
}

/// Reads `24684092 kB`; the kernel's kB are KiB.
fn kib(value: &str) -> Option<u64> {
    value.strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proc_files_are_read() {
        let text = "processor\t: 0\nmodel name\t: Some CPU: fast\nmodel name\t: other\n";
        assert_eq!(value_of(text, "model name"), Some("Some CPU: fast"));
        assert_eq!(value_of(text, "model"), None);
        assert_eq!(kib("24684092 kB"), Some(24_684_092));
        assert_eq!(kib("lots"), None);
        let text = "rustc 1.95.0 (59807616e 2026-04-14)\n";
        assert_eq!(version(text), "rustc 1.95.0");
        assert_eq!(version("rustc 1.95.0\n"), "rustc 1.95.0");
    }

    #[test]
    fn a_machine_is_described_in_a_line() {
        let mut machine = Machine {
            cpu: "Some CPU".into(),
            cores: 2,
            memory_kib: Some(24_684_092),
            rustc: "rustc 1.95.0".into(),
        };
        let expected = "Some CPU, 2 cores, 23.5 GiB memory, rustc 1.95.0";
        assert_eq!(machine.to_string(), expected);
        machine.memory_kib = None;
        machine.cores = 1;
        assert_eq!(machine.to_string(), "Some CPU, 1 core, rustc 1.95.0");
    }

    #[test]
    fn this_machine_can_be_described() {
        let machine = Machine::of_this_run().expect("rustc is there");
        assert!(machine.rustc.starts_with("rustc "));
        assert!(!machine.rustc.contains('('));
    }
}
