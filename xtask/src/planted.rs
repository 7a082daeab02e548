//! Many mutations in one build: each next to the text that it replaces, in a copy of the function that it
//! is in, and a variable of the environment chooses one. So a kill list takes one build and one run
//! of the tests a mutation.

use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The variable that chooses a mutation by its number, from 1.
pub const CHOICE: &str = "WHOWINS_FAULT";

/// The module that says which mutation is chosen, for the crates that have any.
pub const MODULE: &str = r#"//! The chosen error.

pub(crate) fn is(number: usize) -> bool {
    static CHOSEN: std::sync::LazyLock<usize> =
        std::sync::LazyLock::new(|| std::env::var("WHOWINS_FAULT").ok().and_then(|number| number.parse().ok()).unwrap_or(0));
    *CHOSEN == number
}
"#;

/// What names the module.
pub const NAMING: &str = "\nmod planted;\n";

/// A mutation of a file: its number, and what stands where.
#[derive(Clone, Debug)]
pub struct Mutation<'a> {
    pub number: usize,
    pub find: &'a str,
    pub replace: &'a str,
}

/// A file with mutations next to the text that they replace.
#[derive(Debug, Default)]
pub struct Planted {
    pub text: String,
    /// The lines, from 1, that the copy with this mutation takes.
    pub lines: BTreeMap<usize, Range<usize>>,
}

/// Plants the mutations that lie within a function which may choose when it runs; the others are left
/// out.
pub fn plant(text: &str, mutations: &[Mutation]) -> Planted {
    let mut bodies = Vec::new();
    if let Ok(tokens) = text.parse::<TokenStream>() {
        collect(tokens, &mut bodies);
    }
    // By body, its mutations; of the bodies that hold a mutation's text the innermost.
    let mut chosen: BTreeMap<usize, (usize, Vec<&Mutation>)> = BTreeMap::new();
    for mutation in mutations {
        let Some(at) = text.find(mutation.find) else {
            continue;
        };
        let end = at + mutation.find.len();
        let holding = bodies
            .iter()
            .filter(|body| body.start < at && end < body.end);
        if let Some(body) = holding.min_by_key(|body| body.len()) {
            let (_, here) = chosen.entry(body.start).or_insert((body.end, Vec::new()));
            here.push(mutation);
        }
    }
    // A function within another that has mutations of its own would be copied with them.
    let mut planted = Planted::default();
    let mut done = 0;
    for (start, (end, mutations)) in chosen {
        if start < done {
            continue;
        }
        let body = &text[start..end];
        planted.text.push_str(&text[done..start]);
        planted.text.push_str("{\n");
        for mutation in mutations {
            let first = planted.text.lines().count() + 1;
            let with = body.replacen(mutation.find, mutation.replace, 1);
            let number = mutation.number;
            planted
                .text
                .push_str(&format!("if crate::planted::is({number}) {with}\nelse\n"));
            let last = planted.text.lines().count();
            planted.lines.insert(number, first..last + 1);
        }
        planted.text.push_str(body);
        planted.text.push_str("\n}");
        done = end;
    }
    planted.text.push_str(&text[done..]);
    planted
}

/// The bytes of the bodies of functions that are not `const` and have one type of what they give
/// back, whichever copy runs (`impl Trait` is a type of its own in each).
fn collect(tokens: TokenStream, bodies: &mut Vec<Range<usize>>) {
    // Whether what is read cannot choose when it runs.
    let mut fixed = false;
    let mut in_function = false;
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "fn" => in_function = true,
            TokenTree::Ident(word) if word == "const" && !in_function => fixed = true,
            TokenTree::Ident(word) if word == "impl" && in_function => fixed = true,
            TokenTree::Punct(sign) if sign.as_char() == ';' => {
                (fixed, in_function) = (false, false)
            }
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Brace {
                    if in_function && !fixed {
                        bodies.push(group.span().byte_range());
                    }
                    (fixed, in_function) = (false, false);
                }
                collect(group.stream(), bodies);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "const LESS: bool = 1 < 2;\n\
        fn least(a: u32, b: u32) -> u32 {\n    if a < b { a } else { b }\n}\n\
        const fn first() -> u32 { 1 }\n\
        fn all(n: u32) -> impl Iterator<Item = u32> { 3..n }\n\
        impl Thing { fn name(&self) -> &str { /* } */ \"a}\" } }\n";

    fn mutation<'a>(number: usize, find: &'a str, replace: &'a str) -> Mutation<'a> {
        Mutation {
            number,
            find,
            replace,
        }
    }

    #[test]
    fn a_mutation_is_next_to_its_original() {
        let mutations = [
            mutation(1, "a < b", "a > b"),
            mutation(2, "{ a }", "{ b }"),
            mutation(3, "\"a}\"", "\"b}\""),
        ];
        let planted = plant(TEXT, &mutations);
        for (number, copy) in [
            (
                1,
                "if crate::planted::is(1) {\n    if a > b { a } else { b }\n}",
            ),
            (
                2,
                "if crate::planted::is(2) {\n    if a < b { b } else { b }\n}",
            ),
            (3, "if crate::planted::is(3) { /* } */ \"b}\" }"),
        ] {
            assert!(planted.text.contains(copy), "{}", planted.text);
            let lines = planted.lines[&number].clone();
            let own: Vec<&str> = planted.text.lines().collect();
            let own = own[lines.start - 1..lines.end - 1].join("\n");
            assert!(own.contains(copy), "{own}");
        }
        assert!(planted.text.parse::<TokenStream>().is_ok());
        assert!(
            planted
                .text
                .contains("else\n{\n    if a < b { a } else { b }\n}\n}")
        );
    }

    #[test]
    fn what_cannot_choose_is_left_as_it_is() {
        let mutations = [
            mutation(1, "1 < 2", "1 > 2"),
            mutation(2, "{ 1 }", "{ 2 }"),
            mutation(3, "3..n", "4..n"),
        ];
        let planted = plant(TEXT, &mutations);
        assert_eq!(planted.text, TEXT);
        assert!(planted.lines.is_empty());
    }
}
