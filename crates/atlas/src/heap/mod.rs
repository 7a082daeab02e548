//! Surveys of one heap from which numbers of finite sets are taken.

mod impartial;
pub(crate) mod kernel;
mod orbit;
mod partizan;

pub use impartial::Impartial;
pub use partizan::Partizan;

/// The largest number that the sets of two players may hold in a survey.
pub const MOST_PARTIZAN: u32 = kernel::MOST_PARTIZAN;
/// The largest number that a common set may hold in a survey.
pub const MOST_IMPARTIAL: u32 = kernel::MOST_IMPARTIAL;

/// Writes a set as a cell: its numbers with a blank between two.
fn write_set(set: u64, out: &mut String) {
    let mut left = set;
    while left != 0 {
        let number = left.trailing_zeros() + 1;
        if left != set {
            out.push(' ');
        }
        if number > 9 {
            out.push(char::from(b'0' + (number / 10) as u8));
        }
        out.push(char::from(b'0' + (number % 10) as u8));
        left &= left - 1;
    }
}

/// A set as a person writes it.
fn shown(set: u64) -> String {
    let mut text = String::new();
    write_set(set, &mut text);
    format!("{{{}}}", text.replace(' ', ", "))
}

/// So many cells, each a number.
fn numbers<const N: usize>(cells: &str) -> Result<[u64; N], String> {
    let mut all = [0; N];
    let mut parts = cells.split(',');
    for number in &mut all {
        let part = parts.next().unwrap_or_default();
        // A number as this program writes it: no sign, no zeros before it.
        let plain = part == "0" || part.starts_with(|c: char| ('1'..='9').contains(&c));
        *number = part
            .parse()
            .ok()
            .filter(|_| plain)
            .ok_or_else(|| format!("`{part}` stands where a number is expected"))?;
    }
    match parts.next() {
        None => Ok(all),
        Some(_) => Err("the row has too many cells".into()),
    }
}

/// The orbit of a survey's game did not end: the sets are small, so that is a fault of the program.
fn endless() -> whowins_engine::EngineError {
    whowins_engine::EngineError::Steps(1 << 26)
}
