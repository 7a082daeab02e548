//! Values of many positions, counted.

use std::collections::HashMap;

use dashu_int::IBig;
use serde_json::{Value as Json, json};
use whowins_values::{Arena, Cut, Dyadic, Outcome, Side, Thermographs, Value, latex};

/// A value that positions have, with what is told of each.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The canonical form as text; cut where it is too long.
    pub form: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The left stop and the right stop.
    pub stops: [Dyadic; 2],
    /// Mean and temperature.
    pub heat: [Dyadic; 2],
    /// The birthday.
    pub birthday: IBig,
    /// How many positions have it.
    pub count: u64,
    /// The first of them.
    pub first: String,
}

/// How many positions have which value: each value once, in the order of the first positions.
#[derive(Default)]
pub struct Census {
    /// The values.
    pub kinds: Vec<Kind>,
    /// How many positions there were.
    pub positions: u64,
    index: HashMap<Value, usize>,
    graphs: Thermographs,
    bytes: u64,
}

/// The columns of a table of positions.
pub const COLUMNS: [&str; 8] = [
    "position",
    "value",
    "outcome",
    "left stop",
    "right stop",
    "mean",
    "temperature",
    "birthday",
];

impl Kind {
    /// What stands in [`COLUMNS`] behind the position.
    pub fn row(&self) -> [String; 7] {
        let [left, right] = &self.stops;
        let [mean, temperature] = &self.heat;
        [
            self.form.clone(),
            self.outcome.to_string(),
            left.to_string(),
            right.to_string(),
            mean.to_string(),
            temperature.to_string(),
            self.birthday.to_string(),
        ]
    }

    /// The value as an object; the fields' meanings are in `docs/json.md`.
    pub fn json(&self) -> Json {
        let [form, outcome, left, right, mean, temperature, birthday] = self.row();
        json!({
            "form": form,
            "outcome": outcome,
            "left_stop": left,
            "right_stop": right,
            "mean": mean,
            "temperature": temperature,
            "birthday": birthday,
            "positions": self.count,
            "first": self.first,
        })
    }
}

impl Census {
    /// Counts a position of this value; tells what there is to tell of the value.
    ///
    /// # Errors
    /// Where the arena's budget is over or has no room.
    pub fn count(&mut self, arena: &mut Arena, value: Value, position: &str) -> Result<&Kind, Cut> {
        let at = match self.index.get(&value) {
            Some(at) => *at,
            None => {
                let graph = self.graphs.of(arena, value)?;
                let kind = Kind {
                    form: arena.show(value)?,
                    outcome: arena.outcome(value)?,
                    stops: Side::BOTH.map(|side| arena.stop(value, side)),
                    heat: [graph.mean.clone(), graph.temperature.clone()],
                    birthday: arena.birthday(value)?,
                    count: 0,
                    first: position.to_owned(),
                };
                self.bytes += (2 * size_of::<Kind>() + kind.form.len() + kind.first.len()) as u64;
                arena.ask(self.bytes)?;
                self.index.insert(value, self.kinds.len());
                self.kinds.push(kind);
                self.kinds.len() - 1
            }
        };
        self.positions += 1;
        self.kinds[at].count += 1;
        Ok(&self.kinds[at])
    }

    /// Takes back the last count, which was of this value.
    pub fn forget(&mut self, value: Value) {
        let Some(&at) = self.index.get(&value) else {
            return;
        };
        self.positions -= 1;
        self.kinds[at].count -= 1;
        if self.kinds[at].count == 0 {
            self.kinds.truncate(at);
            self.index.remove(&value);
        }
    }

    /// The values, the most frequent first.
    pub fn by_count(&self) -> Vec<&Kind> {
        let mut kinds: Vec<&Kind> = self.kinds.iter().collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.count));
        kinds
    }

    /// The first value of the largest temperature.
    pub fn hottest(&self) -> Option<&Kind> {
        let kinds = self.kinds.iter().rev();
        kinds.max_by(|one, other| one.heat[1].cmp(&other.heat[1]))
    }

    /// The first value of the largest birthday.
    pub fn oldest(&self) -> Option<&Kind> {
        let kinds = self.kinds.iter().rev();
        kinds.max_by(|one, other| one.birthday.cmp(&other.birthday))
    }

    /// How many positions have each outcome: N, P, L, R.
    pub fn outcomes(&self) -> [(Outcome, u64); 4] {
        [
            Outcome::Next,
            Outcome::Previous,
            Outcome::Left,
            Outcome::Right,
        ]
        .map(|outcome| {
            let kinds = self.kinds.iter().filter(|kind| kind.outcome == outcome);
            (outcome, kinds.map(|kind| kind.count).sum())
        })
    }

    /// All of it as one object; the fields' meanings are in `docs/json.md`.
    pub fn json(&self) -> Json {
        let outcomes = self
            .outcomes()
            .map(|(outcome, count)| (outcome.to_string(), Json::from(count)));
        json!({
            "positions": self.positions,
            "outcomes": Json::Object(outcomes.into_iter().collect()),
            "hottest": self.hottest().map(Kind::json),
            "oldest": self.oldest().map(Kind::json),
            "values": self.by_count().into_iter().map(Kind::json).collect::<Vec<_>>(),
        })
    }

    /// The values as a table for LaTeX, with the `amsmath` package.
    pub fn latex(&self) -> String {
        let mut text = String::from("\\begin{tabular}{llrrr}\n");
        text.push_str("value & outcome & temperature & birthday & positions \\\\\n\\hline\n");
        for kind in self.by_count() {
            let [form, outcome, _, _, _, temperature, birthday] = kind.row();
            text.push_str(&format!(
                "${}$ & {outcome} & ${}$ & {birthday} & {} \\\\\n",
                latex(&form),
                latex(&temperature),
                kind.count
            ));
        }
        text.push_str("\\end{tabular}\n");
        text
    }
}
