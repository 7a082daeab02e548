//! The parts of a document between `<!-- bench:FAMILY -->` and `<!-- /bench:FAMILY -->`, each alone
//! on its line.

/// A marker line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker<'a> {
    Open(&'a str),
    Close(&'a str),
}

impl<'a> Marker<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let inner = line
            .trim()
            .strip_prefix("<!--")?
            .strip_suffix("-->")?
            .trim();
        match inner.strip_prefix('/') {
            Some(inner) => Some(Self::Close(inner.strip_prefix("bench:")?)),
            None => Some(Self::Open(inner.strip_prefix("bench:")?)),
        }
    }
}

/// A marked part: its family, and where its body starts and ends, in bytes.
struct Part<'a> {
    family: &'a str,
    start: usize,
    end: usize,
}

/// The families of a document and the bodies between their markers, in order.
///
/// # Errors
/// When markers do not pair up or a family comes twice; the message names the line.
pub fn blocks(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let parts = parts(text)?;
    Ok(parts
        .into_iter()
        .map(|part| (part.family, &text[part.start..part.end]))
        .collect())
}

/// The document with `body` between the markers of `family`; where they are missing, a section is
/// appended.
///
/// Everything else stays as it is, byte for byte. O(length of the text).
///
/// # Errors
/// As [`blocks`].
pub fn replace(text: &str, family: &str, body: &str) -> Result<String, String> {
    // The document's own line ends, so that a checkout on Windows does not become a mixture.
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let body = body.trim_end().replace('\n', line_end);
    if let Some(part) = parts(text)?.into_iter().find(|part| part.family == family) {
        return Ok([&text[..part.start], &body, line_end, &text[part.end..]].concat());
    }
    let gap = match text {
        "" => "",
        _ if text.ends_with('\n') => line_end,
        _ => &[line_end, line_end].concat(),
    };
    let lines = [
        &format!("## {family}"),
        "",
        &format!("<!-- bench:{family} -->"),
        &body,
        &format!("<!-- /bench:{family} -->"),
        "",
    ];
    Ok([text, gap, &lines.join(line_end)].concat())
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    // The family that is open, its line, and where its body starts.
    let mut open: Option<(&str, usize, usize)> = None;
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let number = index + 1;
        let (start, end) = (offset, offset + line.len());
        offset = end;
        match (Marker::read(line), open) {
            (None, _) => {}
            (Some(Marker::Open(family)), None) => {
                if parts.iter().any(|part| part.family == family) {
                    return Err(format!(
                        "line {number}: the family {family} is marked twice; remove one"
                    ));
                }
                open = Some((family, number, end));
            }
            (Some(Marker::Close(family)), Some((opened, _, body))) if family == opened => {
                parts.push(Part {
                    family,
                    start: body,
                    end: start,
                });
                open = None;
            }
            (Some(Marker::Close(family)), None) => {
                return Err(format!(
                    "line {number}: `<!-- /bench:{family} -->` without `<!-- bench:{family} -->` before it"
                ));
            }
            (Some(_), Some((opened, at, _))) => {
                return Err(format!(
                    "line {number}: expected `<!-- /bench:{opened} -->` (opened in line {at}) before another marker"
                ));
            }
        }
    }
    match open {
        Some((family, at, _)) => Err(format!(
            "line {at}: `<!-- bench:{family} -->` has no `<!-- /bench:{family} -->`"
        )),
        None => Ok(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DOCUMENT: &str = "# T\n\nbefore\n<!-- bench:heap -->\nold\n<!-- /bench:heap -->\nafter `<!-- bench:x -->` said in passing\n";

    #[test]
    fn only_the_marked_part_changes() {
        let expected = DOCUMENT.replace("old\n", "new 1\nnew 2\n");
        assert_eq!(
            replace(DOCUMENT, "heap", "new 1\nnew 2\n").expect("valid"),
            expected
        );
        assert_eq!(
            blocks(&expected).expect("valid"),
            [("heap", "new 1\nnew 2\n")]
        );
    }

    #[test]
    fn a_family_without_markers_is_appended() {
        let part = "## rook\n\n<!-- bench:rook -->\nnew\n<!-- /bench:rook -->\n";
        assert_eq!(
            replace(DOCUMENT, "rook", "new").expect("valid"),
            format!("{DOCUMENT}\n{part}")
        );
        assert_eq!(
            replace("no line end", "rook", "new").expect("valid"),
            format!("no line end\n\n{part}")
        );
        assert_eq!(replace("", "rook", "new").expect("valid"), part);
    }

    #[test]
    fn line_ends_are_the_documents_own() {
        let windows = DOCUMENT.replace('\n', "\r\n");
        let expected = windows.replace("old", "a\r\nb");
        assert_eq!(replace(&windows, "heap", "a\nb").expect("valid"), expected);
    }

    #[test]
    fn markers_that_do_not_pair_are_refused() {
        for (text, expected) in [
            ("\n<!-- bench:a -->\n", "line 2: `<!-- bench:a -->` has no"),
            ("<!-- /bench:a -->\n", "line 1: `<!-- /bench:a -->` without"),
            (
                "<!-- bench:a -->\n<!-- bench:b -->\n",
                "line 2: expected `<!-- /bench:a -->` (opened in line 1)",
            ),
            (
                "<!-- bench:a -->\n<!-- /bench:b -->\n",
                "line 2: expected `<!-- /bench:a -->`",
            ),
            (
                "<!-- bench:a -->\n<!-- /bench:a -->\n<!-- bench:a -->\n<!-- /bench:a -->",
                "line 3: the family a is marked twice",
            ),
        ] {
            let error = replace(text, "a", "new").expect_err("must be refused");
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn writing_twice_is_writing_once_and_prose_stays(
            prose in prop::collection::vec("[a-z|<!\\- é]{0,12}\n", 3),
            families in prop::collection::vec("[a-c]", 1..6),
            body in "[a-z| ]{0,9}(\n[a-z]{1,9}){0,3}",
        ) {
            let mut text = prose[0].clone();
            for family in ["b", "c"] {
                text += &format!("<!-- bench:{family} -->\nold\n<!-- /bench:{family} -->\n{}", prose[1]);
            }
            text += &prose[2];
            prop_assume!(blocks(&text).is_ok_and(|blocks| blocks.len() == 2));
            let mut written = text.clone();
            for family in &families {
                written = replace(&written, family, &body).expect("valid");
            }
            for family in &families {
                prop_assert_eq!(&replace(&written, family, &body).expect("valid"), &written);
            }
            for (family, found) in blocks(&written).expect("valid") {
                let expected = if families.iter().any(|name| name == family) { body.trim_end() } else { "old" };
                prop_assert_eq!(found.trim_end(), expected);
            }
            // Put the old bodies back: the document is the old one, but for a section appended at
            // its end.
            let mut restored = written;
            for family in ["b", "c"] {
                restored = replace(&restored, family, "old").expect("valid");
            }
            prop_assert!(restored.starts_with(&text));
            prop_assert_eq!(restored == text, !families.iter().any(|family| family == "a"));
        }

        #[test]
        fn any_text_is_read(text in "(<!-- /?bench:[ab] -->\n|[a-z]*\n){0,8}") {
            if let Ok(written) = replace(&text, "a", "new") {
                prop_assert!(blocks(&written).expect("valid").contains(&("a", "new\n")));
            }
        }
    }
}
