//! LaTeX output of values.

/// Converts the text of a value, as [`crate::Arena::show`] writes it, to LaTeX for math mode.
///
/// ```
/// assert_eq!(whowins_values::latex("{2^|-1/2*}"), r"\{2{\uparrow}\mid-\tfrac{1}{2}{\ast}\}");
/// assert_eq!(whowins_values::latex("^3*2"), r"{\uparrow}^{3}{\ast}2");
/// assert_eq!(whowins_values::latex("+_2"), r"\mathbin{+}_{2}");
/// ```
pub fn latex(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    while let Some(first) = rest.chars().next() {
        let mut taken = first.len_utf8();
        match first {
            '{' => out.push_str(r"\{"),
            '}' => out.push_str(r"\}"),
            '|' => {
                taken = rest.len() - rest.trim_start_matches('|').len();
                match taken {
                    1 => out.push_str(r"\mid"),
                    2 => out.push_str(r"\parallel"),
                    more => out.push_str(&format!(r"\mathrel{{{}}}", r"|".repeat(more))),
                }
                if rest[taken..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                    out.push(' ');
                }
            }
            '^' | 'v' if first == '^' || is_down(rest, &out) => {
                let arrow = if first == '^' {
                    r"{\uparrow}"
                } else {
                    r"{\downarrow}"
                };
                let many = rest.len() - rest.trim_start_matches(first).len();
                taken = many;
                out.push_str(&arrow.repeat(many));
                let power = digits(&rest[taken..]);
                if power > 0 {
                    out.push_str(&format!("^{{{}}}", &rest[taken..taken + power]));
                    taken += power;
                }
            }
            '*' => out.push_str(r"{\ast}"),
            '+' | '-' if rest[1..].starts_with("_") => {
                let size = 2 + digits(&rest[2..]);
                out.push_str(&format!(r"\mathbin{{{first}}}_{{{}}}", &rest[2..size]));
                taken = size;
            }
            '+' if rest.starts_with("+-") => {
                out.push_str(r"\pm ");
                taken = 2;
            }
            '0'..='9' => {
                let top = digits(rest);
                taken = top;
                let below = rest[top..].strip_prefix('/').map_or(0, digits);
                match below {
                    0 => out.push_str(&rest[..top]),
                    _ => {
                        taken = top + 1 + below;
                        let below = &rest[top + 1..taken];
                        out.push_str(&format!(r"\tfrac{{{}}}{{{below}}}", &rest[..top]));
                    }
                }
            }
            '.' if rest.starts_with("...") => {
                out.push_str(r"\ldots ");
                taken = 3;
            }
            'w' if rest.starts_with("where ") => {
                out.push_str(r"\text{ where }");
                taken = 6;
            }
            ' ' => out.push_str(if rest.starts_with(" where") {
                ""
            } else {
                r"\,"
            }),
            other => out.push(other),
        }
        rest = &rest[taken..];
    }
    out
}

/// Returns true if a v is an arrow, and not a letter of a name.
fn is_down(rest: &str, before: &str) -> bool {
    let after = rest[1..].trim_start_matches('v');
    !before.ends_with(|c: char| c.is_ascii_alphabetic())
        && !after.starts_with(|c: char| c.is_ascii_alphabetic())
        && !after.starts_with(" =")
}
