(game_statement name: (string) @name) @definition.module
(component_statement name: (word) @name) @definition.module
(given_statement name: (word) @name) @definition.constant
(position_statement name: (word) @name) @definition.field
(let_statement name: (word) @name) @definition.function
(player name: (_) @name) @definition.class
(call function: (word) @name) @reference.call
