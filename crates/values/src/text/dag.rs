//! A form with all its subforms, each once: as a list, as JSON, and for Graphviz.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use serde_json::json;

use super::print::up_star;
use crate::arena::{Arena, Side, Value};
use crate::cut::Cut;

/// A form of a [`Dag`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The text of a nus, whose options aren't listed.
    pub name: Option<String>,
    /// The indices of Left's options.
    pub left: Vec<usize>,
    /// The indices of Right's options.
    pub right: Vec<usize>,
}

/// The subforms of a form in topological order: options come first, and the form is last. Each nus
/// is a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dag {
    /// The forms.
    pub forms: Vec<Node>,
}

impl Dag {
    /// Returns `{"forms": [{"name": "0"}, {"left": [0], "right": [0]}, ...]}`. The requested form
    /// is the last.
    pub fn json(&self) -> serde_json::Value {
        let forms = self.forms.iter().map(|form| match &form.name {
            Some(name) => json!({"name": name}),
            None => json!({"left": form.left, "right": form.right}),
        });
        json!({"forms": forms.collect::<Vec<_>>()})
    }

    /// Returns a Graphviz graph. Solid arrows lead to Left's options, dashed arrows to Right's.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph value {\n  node [shape=circle, label=\"\"];\n");
        for (place, form) in self.forms.iter().enumerate() {
            if let Some(name) = &form.name {
                let _ = writeln!(text, "  f{place} [shape=plaintext, label=\"{name}\"];");
            }
            for (options, style) in [(&form.left, "solid"), (&form.right, "dashed")] {
                for option in options {
                    let _ = writeln!(text, "  f{place} -> f{option} [style={style}];");
                }
            }
        }
        text.push_str("}\n");
        text
    }
}

impl Arena {
    /// Returns a form with its subforms.
    ///
    /// Complexity: linear in their number.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn dag(&mut self, value: Value) -> Result<Dag, Cut> {
        let mut places: FxHashMap<Value, usize> = FxHashMap::default();
        let mut forms = Vec::new();
        let mut open = vec![(value, false)];
        let mut held = 0;
        while let Some((form, is_done)) = open.pop() {
            if places.contains_key(&form) {
                continue;
            }
            let name = self
                .as_up_star(form)
                .map(|(number, ups, nimber)| up_star(&number, ups, nimber));
            let mut node = Node {
                name,
                left: Vec::new(),
                right: Vec::new(),
            };
            if node.name.is_none() {
                let sides = [
                    self.options_of(form, Side::Left)?,
                    self.options_of(form, Side::Right)?,
                ];
                if !is_done {
                    open.push((form, true));
                    open.extend(sides.into_iter().flatten().map(|option| (option, false)));
                    continue;
                }
                let [left, right] = sides.map(|side| side.iter().map(|one| places[one]).collect());
                (node.left, node.right) = (left, right);
            }
            let links = node.left.len() + node.right.len();
            held += (size_of::<Node>() + links * size_of::<usize>() + 48) as u64;
            self.charge(1 + links as u64)?;
            self.ask(held)?;
            places.insert(form, forms.len());
            forms.push(node);
        }
        Ok(Dag { forms })
    }

    /// Returns the number of subforms, including the form itself and every nus.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn subforms(&mut self, value: Value) -> Result<usize, Cut> {
        Ok(self.dag(value)?.forms.len())
    }
}
