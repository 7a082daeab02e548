//! Parameters and players by their names.

use whowins_analysis::{Game, Player, closest};
use whowins_rules::{Parameter, ParameterValue, Rules};

/// The parameter of a name.
///
/// # Errors
///
/// A message with the nearest name, or all of them.
pub fn parameter<'a>(rules: &'a Rules, name: &str) -> Result<&'a Parameter, String> {
    let all = rules.parameters();
    let known = || all.iter().map(|parameter| parameter.name.as_str());
    let found = all.iter().find(|parameter| parameter.name == name);
    found.ok_or_else(|| {
        let near = match closest(name, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if all.is_empty() => "it has no parameters".into(),
            None => format!(
                "its parameters are {}",
                known().collect::<Vec<_>>().join(", ")
            ),
        };
        format!("the game has no parameter `{name}`; {near}")
    })
}

/// The value that a text gives a parameter.
///
/// # Errors
///
/// A message that says what to give.
pub fn parameter_value(parameter: &Parameter, text: &str) -> Result<ParameterValue, String> {
    let value = parameter.kind.read(text);
    value.map_err(|error| format!("{error}; give {}", parameter.kind))
}

/// The player of a name, capitals aside.
///
/// # Errors
///
/// A message that names the players.
pub fn player(game: &Game, name: &str) -> Result<Player, String> {
    Player::BOTH
        .into_iter()
        .find(|player| game.player(*player).eq_ignore_ascii_case(name))
        .ok_or_else(|| {
            format!(
                "there is no such player; the players are {} and {}",
                game.players[0], game.players[1]
            )
        })
}
