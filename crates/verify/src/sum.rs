//! Sums of games, each with a law of its Grundy values.
//!
//! ```text
//!   a move of the sum is one in one of its games, alike for both players, and who cannot move in any loses
//!   for each game a law that says the Grundy value of every position
//!   ──────────────────────────────────────────────────────────────────────────────────────────
//!   a position of the sum has the nim-sum of its components' values for its own, and is lost where that is 0
//! ```
//!
//! Sprague 1935 and Grundy 1939: the nim-sum changes with every move, as the value of one component
//! does and no other; and of a sum s that is not 0 some component's value v has the highest digit,
//! so that v ⊕ s is less than v and one of its options has it. That play ends is said by the law of
//! each game.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::program::{Program, Spelling};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_core as core;

use crate::{Budget, Checked, Claim, Law, Rejection};

/// A sum by the laws of the games that it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumOfGames {
    /// A law of the Grundy values of each game, in the order of the rules; one alone where there is
    /// any number of one game.
    pub games: Vec<Law>,
}

/// A component of a position: what its game is called, the game's number, the component as a
/// position of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// What the game is called.
    pub name: String,
    /// The game's number among those of the sum.
    pub game: usize,
    /// The position.
    pub position: Position,
}

/// The games of a sum, as games of their own.
#[derive(Clone, Debug)]
pub struct Summands<'a> {
    program: &'a Program,
    /// The games, in the order of the rules.
    pub games: Vec<Game>,
}

impl<'a> Summands<'a> {
    /// The games that a game is the sum of, each impartial and in normal play, as the sum is; else
    /// why it is none, in a sentence. Linear in the terms.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn of(game: &'a Game) -> Result<Self, String> {
        let parts = game.program().map(|program| (program, &program.sum));
        let Some((program, Some(sum))) = parts else {
            return Err("the position isn't a sum of games".into());
        };
        if program.impartial_sum().is_none() {
            return Err("a game of the sum is not impartial, or not in normal play".into());
        }
        let own = |(_, one): &(String, std::sync::Arc<Program>)| {
            let spelling = Spelling {
                players: game.players.clone(),
                ..Spelling::default()
            };
            (**one).clone().into_game(&spelling)
        };
        Ok(Self {
            program,
            games: sum.games.iter().map(own).collect(),
        })
    }

    /// The components of a position, in order; `None` where one is no position of its game.
    pub fn components(&self, position: &Position) -> Option<Vec<Component>> {
        let sum = self.program.sum.as_ref()?;
        let split = sum.split(&position.core_state(Player::First));
        let own = split.into_iter().map(|(game, state)| {
            let (name, program) = sum.games.get(game)?;
            // A game of a family writes its positions as its term does.
            let position = self.games.get(game)?.read(&program.show(&state)).ok()?;
            Some(Component {
                name: name.clone(),
                game,
                position,
            })
        });
        own.collect()
    }
}

impl Summands<'_> {
    /// The position with these components, in order; `None` where one is no position of its game.
    pub fn join(&self, components: &[Component]) -> Option<Position> {
        let sum = self.program.sum.as_ref()?;
        let states = components.iter().map(|one| {
            let text = self.games.get(one.game)?.show(&one.position);
            sum.games.get(one.game)?.1.read(&text).ok()
        });
        let states: Vec<core::State> = states.collect::<Option<_>>()?;
        Some(Position::of_state(&sum.join(&states)))
    }
}

/// Whether a law says the Grundy value of every position of this game.
pub fn says_values(law: &Law, game: &Game) -> bool {
    match law {
        Law::Grundy(_)
        | Law::GuySmith(_)
        | Law::SparseSpace(_)
        | Law::Arithmetic(_)
        | Law::AutomaticGraph(_) => true,
        Law::ManyHeaps(law) => law.says_values(game),
        Law::RowHeaps(law) => {
            crate::rows::Heaps::of(game).is_ok_and(|heaps| says_values(&law.heaps, &heaps.game))
        }
        _ => false,
    }
}

impl SumOfGames {
    /// The components of a position with their Grundy values, in order; `None` where a law does not
    /// speak of one.
    pub fn each(&self, game: &Game, position: &Position) -> Option<Vec<(Component, UBig)>> {
        let summands = Summands::of(game).ok()?;
        let components = summands.components(position)?.into_iter();
        let valued = components.map(|one| {
            let claim = self.games.get(one.game)?.claim();
            let value = claim.grundy(&summands.games[one.game], &one.position)?;
            Some((one, value))
        });
        valued.collect()
    }
}

impl Claim for SumOfGames {
    fn kind(&self) -> &'static str {
        "sum-of-games"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        budget.spend(1)?;
        let summands = Summands::of(game).map_err(Rejection::rules)?;
        if summands.games.len() != self.games.len() {
            return Err(Rejection::malformed(format!(
                "the sum is made of {} games, and there are {} laws",
                summands.games.len(),
                self.games.len()
            )));
        }
        let mut checked: Checked = vec![
            "A move is one in one of the games, alike for both players, and who cannot move in any loses: the term is that of the games side by side.".into(),
        ];
        for (at, (law, game)) in self.games.iter().zip(summands.games).enumerate() {
            if !says_values(law, &game) {
                return Err(Rejection::malformed(format!(
                    "the law of game {} does not say the Grundy value of every position",
                    at + 1
                )));
            }
            checked.append(&mut law.claim().check(&game, budget)?);
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let Ok(summands) = Summands::of(game) else {
            return "The game isn't a sum of games.".into();
        };
        let games = self.games.iter().zip(&summands.games);
        let laws = games.map(|(law, own)| format!(" {}: {}", own.name, law.claim().statement(own)));
        format!(
            "The player to move loses if and only if the Grundy values of the components, added in binary without carry, give 0.{}",
            laws.collect::<String>()
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let lost = self.grundy(game, position)? == UBig::ZERO;
        Some([if lost { Value::Loss } else { Value::Win }; 2])
    }

    fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        let each = self.each(game, position)?.into_iter();
        Some(each.fold(UBig::ZERO, |sum, (_, value)| sum ^ value))
    }
}
