//! What there is to tell of a value.

use std::rc::Rc;

use serde_json::{Value as Json, json};
use whowins_draw::{Mark, Thermograph as Picture};
use whowins_values::{Arena, Corner, Cut, Dyadic, Outcome, Side, Thermograph, Thermographs, Value};

/// A value, told: its form and what is read off it. What takes more memory than there is beside the
/// form is left out.
#[derive(Clone, Debug)]
pub struct ValueCard {
    /// The value in its arena.
    pub value: Value,
    /// The canonical form as text; cut where it is too long.
    pub form: String,
    /// Whether the text is the whole form.
    pub is_whole: bool,
    /// How many forms stand in it, itself among them.
    pub subforms: Option<usize>,
    /// Who wins.
    pub outcome: Outcome,
    /// The left stop and the right stop.
    pub stops: [Dyadic; 2],
    /// The thermograph, with mean and temperature.
    pub graph: Option<Rc<Thermograph>>,
    /// The atomic weight of a dicot, as text.
    pub weight: Option<String>,
    /// The reduced canonical form, as text.
    pub reduced: Option<String>,
    /// The birthday, in digits.
    pub birthday: Option<String>,
}

/// What was found, or nothing where only the memory was missing.
fn within<T>(found: Result<T, Cut>) -> Result<Option<T>, Cut> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Cut::Memory | Cut::Size) => Ok(None),
        Err(cut) => Err(cut),
    }
}

impl ValueCard {
    /// What there is to tell of a value.
    ///
    /// # Errors
    /// Where the arena's time is over.
    pub fn of(arena: &mut Arena, value: Value) -> Result<Self, Cut> {
        let form = arena.show(value)?;
        let weight = within(arena.atomic_weight(value))?.flatten();
        let reduced = within(arena.reduced(value))?;
        let mut text = |value: Option<Value>| value.map(|value| arena.show(value)).transpose();
        let (weight, reduced) = (text(weight)?, text(reduced)?);
        Ok(Self {
            value,
            is_whole: !form.contains("..."),
            form,
            subforms: within(arena.subforms(value))?,
            outcome: arena.outcome(value)?,
            stops: Side::BOTH.map(|side| arena.stop(value, side)),
            graph: within(Thermographs::new().of(arena, value))?,
            weight,
            reduced,
            birthday: within(arena.birthday(value))?.map(|birthday| birthday.to_string()),
        })
    }

    /// The value as one object; the fields' meanings are in `docs/json.md`.
    pub fn json(&self) -> Json {
        let graph = self.graph.as_ref();
        let wall = |corners: &[Corner]| -> Vec<[String; 2]> {
            let pair = |corner: &Corner| [corner.tax.to_string(), corner.place.to_string()];
            corners.iter().map(pair).collect()
        };
        json!({
            "form": self.form,
            "whole": self.is_whole,
            "subforms": self.subforms,
            "outcome": self.outcome.to_string(),
            "left_stop": self.stops[0].to_string(),
            "right_stop": self.stops[1].to_string(),
            "mean": graph.map(|graph| graph.mean.to_string()),
            "temperature": graph.map(|graph| graph.temperature.to_string()),
            "thermograph": graph.map(|graph| json!({"left": wall(&graph.left), "right": wall(&graph.right)})),
            "atomic_weight": self.weight,
            "reduced": self.reduced,
            "birthday": self.birthday,
        })
    }

    /// The lines that a person reads: a name each, and what there is to say of the value between
    /// these players.
    pub fn lines(&self, [first, second]: [&str; 2]) -> Vec<(&'static str, String)> {
        let meaning = match self.outcome {
            Outcome::Next => "N: the player to move wins".to_owned(),
            Outcome::Previous => "P: the player to move loses".to_owned(),
            Outcome::Left => format!("L: {first} wins moving first or second"),
            Outcome::Right => format!("R: {second} wins moving first or second"),
        };
        let mut lines = vec![("outcome", meaning)];
        let [left, right] = &self.stops;
        lines.push(("stops", format!("{left} and {right}")));
        if let Some(graph) = &self.graph {
            lines.push(("mean", graph.mean.to_string()));
            lines.push(("temperature", graph.temperature.to_string()));
        }
        let text = |text: &Option<String>| text.clone();
        lines.extend(text(&self.weight).map(|text| ("atomic weight", text)));
        let reduced = self.reduced.clone().filter(|text| *text != self.form);
        lines.extend(reduced.map(|text| ("reduced", text)));
        lines.extend(text(&self.birthday).map(|text| ("birthday", text)));
        lines.extend(self.subforms.map(|count| ("subforms", count.to_string())));
        lines
    }

    /// The thermograph as a picture's data.
    pub fn picture(&self) -> Option<Picture> {
        let graph = self.graph.as_ref()?;
        let wall = |corners: &[Corner]| -> Vec<[f64; 2]> {
            let pair = |corner: &Corner| [corner.tax.to_f64(), corner.place.to_f64()];
            corners.iter().map(pair).collect()
        };
        let marks = |mut numbers: Vec<Dyadic>| -> Vec<Mark> {
            numbers.sort_unstable();
            numbers.dedup();
            let mark = |number: Dyadic| Mark {
                at: number.to_f64(),
                text: number.to_string(),
            };
            numbers.into_iter().map(mark).collect()
        };
        let corners = || graph.left.iter().chain(&graph.right);
        let [left, right] = self.stops.clone();
        Some(Picture {
            title: self.form.clone(),
            description: format!("mean {}, temperature {}", graph.mean, graph.temperature),
            walls: [wall(&graph.left), wall(&graph.right)],
            places: marks(vec![left, right, graph.mean.clone()]),
            taxes: marks(corners().map(|corner| corner.tax.clone()).collect()),
        })
    }
}
