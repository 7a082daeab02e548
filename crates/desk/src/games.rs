//! The games that clients have registered, by their number.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use futures_util::lock::Mutex;
use web_time::Instant;
use whowins_analysis::Game;
use whowins_law::LawSource;
use whowins_rules::{Parameters, Rules};

use crate::cache::Cache;
use crate::laws::{Once, Told};
use crate::limits;
use crate::refusal::Refusal;

/// A registered game.
pub struct Registered {
    /// Its number, as the page names it.
    pub id: String,
    /// The rules.
    pub rules: Rules,
    /// The parameters' values that were given.
    pub values: Parameters,
    /// The game with them.
    pub game: Game,
    /// The proved law of who wins, once it was looked for; a source without a law where there is
    /// none.
    pub law: OnceLock<Arc<LawSource>>,
    /// When it was first wanted for what could do without.
    pub asked: OnceLock<Instant>,
    /// The search for it.
    pub search: Once<Arc<LawSource>>,
    /// What a whole search came to.
    pub told: OnceLock<Arc<Told>>,
    /// The whole search.
    pub whole_search: Once<Arc<Told>>,
    /// Held by whoever makes a table near 0; the others wait.
    pub table: Mutex<()>,
}

/// The games kept.
pub struct Games(Cache<String, Arc<Registered>>);

/// The number of rules and parameters: 128 bits in hexadecimal digits.
fn number(rules: &Rules, values: &Parameters) -> String {
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        (seed, rules.source()).hash(&mut hasher);
        for (name, value) in values {
            (name, value.to_string()).hash(&mut hasher);
        }
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(0), half(1))
}

impl Default for Games {
    /// No game yet.
    fn default() -> Self {
        Self(Cache::new(limits::GAMES))
    }
}

impl Games {
    /// Keeps a game; the same rules and values have the same number.
    pub fn register(&self, rules: Rules, values: Parameters, game: Game) -> Arc<Registered> {
        let id = number(&rules, &values);
        if let Some(known) = self.0.get(&id)
            && known.rules.source() == rules.source()
            && known.values == values
        {
            return known;
        }
        let registered = Arc::new(Registered {
            id: id.clone(),
            rules,
            values,
            game,
            law: OnceLock::new(),
            asked: OnceLock::new(),
            search: Once::default(),
            told: OnceLock::new(),
            whole_search: Once::default(),
            table: Mutex::default(),
        });
        self.0.put(id, Arc::clone(&registered), 1);
        registered
    }

    /// The game of a number.
    ///
    /// # Errors
    ///
    /// 410 where it is not known, or not any more.
    pub fn get(&self, id: &str) -> Result<Arc<Registered>, Refusal> {
        let known = (id.len() <= 64).then(|| self.0.get(&id.to_string()));
        known.flatten().ok_or_else(|| {
            Refusal::new(
                410,
                "gone",
                "this game is not known here any more; send its rules again",
            )
        })
    }
}
