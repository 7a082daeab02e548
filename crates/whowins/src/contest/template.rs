//! Texts with the values of fields in them: `{X},{Y}`.

use super::value::Value;

/// A text with fields in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// This text.
    Text(String),
    /// A field's value.
    Field(usize),
}

/// A template's text, cut at its braces: what stands between braces is `true`.
pub(super) fn cut(text: &str) -> Result<Vec<(bool, &str, usize)>, usize> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('{') {
        let open = at + open;
        if open > at {
            pieces.push((false, &text[at..open], at));
        }
        let close = open + text[open..].find('}').ok_or(open)?;
        pieces.push((true, &text[open + 1..close], open + 1));
        at = close + 1;
    }
    if at < text.len() {
        pieces.push((false, &text[at..], at));
    }
    Ok(pieces)
}

impl Template {
    /// The value of one field.
    pub(super) fn of_field(field: usize) -> Self {
        Self {
            pieces: vec![Piece::Field(field)],
        }
    }

    /// Of the pieces that [`cut`] gave, `field` naming fields.
    ///
    /// # Errors
    ///
    /// The first piece that names none.
    pub(super) fn of<'t>(
        pieces: &[(bool, &'t str, usize)],
        field: &dyn Fn(&str) -> Option<usize>,
    ) -> Result<Self, (&'t str, usize)> {
        let piece = |(is_field, text, at): &(bool, &'t str, usize)| match is_field {
            false => Ok(Piece::Text((*text).to_string())),
            true => field(text.trim()).map(Piece::Field).ok_or((*text, *at)),
        };
        let pieces = pieces.iter().map(piece).collect::<Result<_, _>>()?;
        Ok(Self { pieces })
    }

    /// The fields whose values stand in it, in order.
    pub fn fields(&self) -> Vec<usize> {
        let field = |piece: &Piece| match piece {
            Piece::Text(_) => None,
            Piece::Field(field) => Some(*field),
        };
        self.pieces.iter().filter_map(field).collect()
    }

    /// Adds the text, `look` knowing the fields' values.
    pub fn fill<'v, 'a: 'v>(
        &self,
        look: &dyn Fn(usize) -> Option<&'v Value<'a>>,
        out: &mut String,
    ) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Field(field) => {
                    if let Some(value) = look(*field) {
                        value.show(out);
                    }
                }
            }
        }
    }

    /// The fields' values that make this text, where it is of the template's form: between two fields stands a text that no value holds.
    pub fn unfill<'t>(&self, text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        let mut found = Vec::new();
        let mut rest = text;
        let mut pieces = self.pieces.iter().peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Text(text) => rest = rest.strip_prefix(text.as_str())?,
                Piece::Field(field) => {
                    let length = match pieces.peek() {
                        Some(Piece::Text(next)) => rest.find(next.as_str())?,
                        Some(Piece::Field(_)) => return None,
                        None => rest.len(),
                    };
                    found.push((*field, &rest[..length]));
                    rest = &rest[length..];
                }
            }
        }
        rest.is_empty().then_some(found)
    }
}
