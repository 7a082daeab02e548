(source_file) @local.scope

(given_statement name: (word) @local.definition)
(position_statement name: (word) @local.definition)
(let_statement name: (word) @local.definition)
(component_statement name: (word) @local.definition)

(word) @local.reference
