//! Formats figures with three significant digits and a prefix.

/// Formats a figure with its unit: `1.23 M positions/s`, `45.6 ms`.
pub fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "s" => scaled(value, &SECONDS, ""),
        "" => scaled(value, &COUNTS, ""),
        _ => scaled(value, &COUNTS, &format!(" {unit}")),
    }
}

/// Formats a figure after one that shows the unit: `1.23 M`, but `45.6 ms`, because its prefix
/// belongs to the unit.
pub fn without_unit(value: f64, unit: &str) -> String {
    with_unit(value, if unit == "s" { "s" } else { "" })
}

/// Formats a ratio: `14.2×`, `0.512×`.
pub fn ratio(value: f64) -> String {
    format!("{}×", digits(value))
}

/// Formats a fraction: `12.3 %`.
pub fn percent(part: f64) -> String {
    format!("{} %", digits(100.0 * part))
}

const SECONDS: [(f64, &str); 4] = [(1.0, " s"), (1e-3, " ms"), (1e-6, " µs"), (1e-9, " ns")];
const COUNTS: [(f64, &str); 5] = [
    (1e12, " T"),
    (1e9, " G"),
    (1e6, " M"),
    (1e3, " k"),
    (1.0, ""),
];

/// Scales by the first factor that leaves at least 1, or by the last.
fn scaled(value: f64, scales: &[(f64, &str)], unit: &str) -> String {
    // 999.6 k is shown as 1.00 M: with three digits, it rounds up to the next factor.
    let reached = |&&(factor, _): &&(f64, &str)| value / factor >= 0.9995;
    match scales.iter().find(reached).or(scales.last()) {
        Some((factor, prefix)) => format!("{}{prefix}{unit}", digits(value / factor)),
        None => format!("{}{unit}", digits(value)),
    }
}

/// Formats a number with three significant digits, and all digits before the point.
fn digits(value: f64) -> String {
    let places = match value {
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        v if v >= 0.9995 => 2,
        v if v >= 0.09995 => 3,
        v if v >= 0.009995 => 4,
        v if v >= 0.0009995 => 5,
        v if v >= 0.00009995 => 6,
        _ => return format!("{value:.2e}"),
    };
    format!("{value:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_scaled() {
        assert_eq!(with_unit(1_234_567.0, "positions/s"), "1.23 M positions/s");
        assert_eq!(with_unit(999_600.0, "positions/s"), "1.00 M positions/s");
        assert_eq!(with_unit(999_400.0, "positions/s"), "999 k positions/s");
        assert_eq!(with_unit(7.0, "laws"), "7.00 laws");
        assert_eq!(with_unit(0.0456, "s"), "45.6 ms");
        assert_eq!(with_unit(125.0, "s"), "125 s");
        assert_eq!(with_unit(3.2e-10, "s"), "0.320 ns");
        assert_eq!(with_unit(5e15, "bytes"), "5000 T bytes");
        assert_eq!(with_unit(12.0, "ms"), "12.0 ms");
        assert_eq!(without_unit(12.0, "ms"), "12.0");
        assert_eq!(without_unit(0.0456, "s"), "45.6 ms");
    }

    #[test]
    fn ratios_keep_three_digits() {
        assert_eq!(ratio(14.23), "14.2×");
        assert_eq!(ratio(0.5123), "0.512×");
        assert_eq!(ratio(4200.4), "4200×");
        assert_eq!(ratio(0.00012), "0.000120×");
        assert_eq!(ratio(0.0663), "0.0663×");
        assert_eq!(ratio(0.099_96), "0.100×");
        assert_eq!(ratio(0.000_012), "1.20e-5×");
        assert_eq!(percent(0.1234), "12.3 %");
    }
}
