//! Texts with placeholders for field values, such as `{X},{Y}`.

use super::value::Value;

/// A text with placeholders for fields, such as `{X},{Y}`.
///
/// Contest files use templates for positions and parameters. [`Template::fill`] inserts the values
/// of a query. [`Template::unfill`] recovers the values from a text, which generates inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Literal text.
    Text(String),
    /// The value of a field.
    Field(usize),
}

/// Splits a template at its braces. The flag is `true` for text inside braces.
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
    /// Returns a template of one field.
    pub(super) fn of_field(field: usize) -> Self {
        Self {
            pieces: vec![Piece::Field(field)],
        }
    }

    /// Builds a template from the pieces that [`cut`] returned. `field` looks up the names of
    /// fields.
    ///
    /// # Errors
    ///
    /// Returns the first unknown name, with its offset.
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

    /// Appends the field values if the filled template consists only of numbers and commas.
    ///
    /// Returns false otherwise; `out` is unspecified then.
    pub(super) fn numbers<'v, 'a: 'v>(
        &self,
        value: &dyn Fn(usize) -> Option<&'v Value<'a>>,
        out: &mut Vec<i64>,
    ) -> bool {
        out.clear();
        let mut pieces = self.pieces.iter().enumerate();
        let ends_in_field = self.pieces.len() % 2 == 1;
        ends_in_field
            && pieces.all(|(at, piece)| match (piece, at % 2) {
                (Piece::Text(between), 1) => between == ",",
                (Piece::Field(field), 0) => match value(*field) {
                    Some(Value::Number(number)) => i64::try_from(*number).is_ok_and(|number| {
                        out.push(number);
                        true
                    }),
                    _ => false,
                },
                _ => false,
            })
    }

    /// Returns the fields of the template in order, as indices of [`super::Format::fields`].
    /// Repeated fields are repeated.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let position = cowcheck.position.as_ref().expect("it asks about squares");
    /// let names: Vec<&str> = position
    ///     .fields()
    ///     .into_iter()
    ///     .map(|field| cowcheck.fields[field].name.as_str())
    ///     .collect();
    /// assert_eq!(names, ["X", "Y"]);
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    pub fn fields(&self) -> Vec<usize> {
        let field = |piece: &Piece| match piece {
            Piece::Text(_) => None,
            Piece::Field(field) => Some(*field),
        };
        self.pieces.iter().filter_map(field).collect()
    }

    /// Appends the filled template to `out`. `look` returns the values of fields; a field without a
    /// value adds nothing.
    ///
    /// Complexity: linear in the length of the text.
    ///
    /// ```
    /// use whowins::contest::Value;
    ///
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let (mut text, seven) = (String::new(), Value::Number(7));
    /// cowcheck
    ///     .position
    ///     .as_ref()
    ///     .expect("it asks about squares")
    ///     .fill(&|_| Some(&seven), &mut text);
    /// assert_eq!(text, "7,7");
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
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

    /// Returns the field values that produce `text`, or `None` if the template doesn't match.
    ///
    /// Any two fields must be separated by text that no value contains.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let position = cowcheck.position.as_ref().expect("it asks about squares");
    /// let values: Vec<&str> = position
    ///     .unfill("4,7")
    ///     .expect("of its form")
    ///     .into_iter()
    ///     .map(|(_, value)| value)
    ///     .collect();
    /// assert_eq!(values, ["4", "7"]);
    /// assert_eq!(position.unfill("47"), None);
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
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
