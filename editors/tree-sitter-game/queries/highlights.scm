; What comes later counts for more.

(comment) @comment
(doc_comment) @comment.documentation

(word) @variable
(number) @number
(string) @string
(quoted_symbol) @character
(symbol) @character.special
(operator) @operator
(arrow) @operator
"=" @operator

[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
[ "," ";" ":" ] @punctuation.delimiter

(call function: (word) @function.call)

; The words of the language: written by `node editors/words.mjs`, which knows them from crates/rules/src/words.rs.
; BEGIN words
[ "choose" "example" "game" "given" "hexadecimal" "let" "move" "octal" "once" "players" "position" "start" ] @keyword
((word) @keyword
  (#any-of? @keyword
    "add" "again" "as" "before" "blocks" "by" "cannot" "choose" "different" "draw" "draws" "end" "erase" "example" "except" "forbidden"
    "free" "from" "game" "given" "hexadecimal" "highest" "into" "is" "leaving" "let" "lose" "loses" "lowest" "may" "misere" "misère" "more"
    "most" "move" "moved" "mover" "moves" "must" "neighbor" "neighbour" "no" "normal" "octal" "once" "opponent" "option" "options" "pass"
    "play" "player" "players" "position" "remove" "repetition" "soon" "split" "start" "take" "the" "together" "unequal" "who" "win" "wins"))

[ "if" "else" ] @keyword.conditional
((word) @keyword.conditional
  (#any-of? @keyword.conditional
    "if" "else" "when" "only" "possible"))

[ "for" ] @keyword.repeat
((word) @keyword.repeat
  (#any-of? @keyword.repeat
    "for" "each" "repeat"))

[ "at" "along" "with" ] @keyword.operator
((word) @keyword.operator
  (#any-of? @keyword.operator
    "and" "or" "not" "in" "has" "at" "along" "divides" "connects" "through" "showing" "over" "of" "to" "with" "within"))

((word) @type
  (#any-of? @type
    "set" "number" "numbers" "bits" "text" "table" "grid" "graph" "ring" "board" "heap" "heaps" "squares" "node" "nodes" "edge" "edges"
    "cells" "subset" "subsets" "places" "halves"))

((word) @function.builtin
  (#any-of? @function.builtin
    "abs" "all" "any" "column" "columns" "count" "digits" "ends" "first" "gcd" "length" "max" "min" "neighbours" "prime" "root" "row" "rows"
    "some" "sorted" "sum" "xor"))

((word) @constant.builtin
  (#any-of? @constant.builtin
    "back" "bottom" "diagonals" "directions" "down" "empty" "forward" "left" "lines" "nothing" "right" "straight" "top" "up"))

((word) @variable.builtin
  (#any-of? @variable.builtin
    "own" "other" "score"))
; END words

; Words of one letter, where they are no names.
((word) @keyword . (word) @_next (#eq? @keyword "a") (#any-of? @_next "player" "number" "neighbour" "neighbor" "free"))
((number) . (word) @keyword . (number) (#eq? @keyword "x"))

; What the text itself declares wins.
(given_statement name: (word) @variable.parameter)
((position_statement name: (word) @variable.member) (#not-any-of? @variable.member "board" "heaps" "ring" "row" "sum"))
(player name: (_) @type)
(move_statement player: (_) @type)
(let_statement name: (word) @function)
(let_statement parameters: (parameters (word) @variable.parameter))
(component_statement name: (word) @module)
(game_statement name: (string) @string.special)
