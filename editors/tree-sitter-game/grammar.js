/**
 * Rules of two-player games, as docs/rules.md says: statements, steps, clauses and brackets have nodes of their own; what stands in them is a row of
 * words, numbers and marks, since a pattern's cell may be any character and whether `x` is one or a number is known from the text alone.
 *
 * A changed grammar is made into src/ by `cargo xtask grammar`. Which words have a meaning is said in queries/highlights.scm, from the list of crates/rules.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** A mark after which a statement may go on in the next line. */
const going = ($, mark) => prec.right(seq(mark, repeat($._line_end)));

/** One or more, with `,` between. */
const listed = ($, rule) => seq(rule, repeat(seq($._comma, rule)));

export default grammar({
  name: 'game',

  extras: ($) => [/[ \t\r\f\u000B\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/, $.doc_comment, $.comment],

  word: ($) => $.word,

  supertypes: ($) => [$.statement],

  inline: ($) => [$._content],

  rules: {
    source_file: ($) =>
      seq(repeat($._line_end), optional(seq($.statement, repeat(seq(repeat1($._line_end), $.statement)), repeat($._line_end)))),

    _line_end: (_) => /\n/,

    doc_comment: (_) => token(prec(1, /\/\/\/[^\n]*/)),
    comment: (_) => token(/\/\/[^\n]*/),

    statement: ($) =>
      choice(
        $.game_statement,
        $.players_statement,
        $.given_statement,
        $.position_statement,
        $.code_statement,
        $.start_statement,
        $.let_statement,
        $.component_statement,
        $.move_statement,
        $.at_once_statement,
        $.at_statement,
        $.example_statement,
        $.ending_statement,
      ),

    game_statement: ($) => seq('game', field('name', $.string)),

    players_statement: ($) => seq('players', listed($, $.player)),
    player: ($) => seq(field('name', $._player_name), optional(seq('with', field('symbols', repeat1($._item))))),
    _player_name: ($) => choice($.word, $.string),

    given_statement: ($) =>
      seq('given', listed($, field('name', $.word)), $._colon, field('kind', $.kind), optional(seq('=', field('value', $.value)))),
    kind: ($) => repeat1(choice($.word, $.symbol, $.operator, $._comma)),
    value: ($) => $._content,

    position_statement: ($) => seq('position', listed($, field('name', $.word)), optional(field('holds', $.part))),
    part: ($) => seq(choice($._colon, $._item), repeat(choice($._colon, $._item, $._comma)), repeat($._clause)),

    code_statement: ($) => seq(choice('octal', 'hexadecimal'), field('code', $.code)),
    code: ($) => repeat1($._item),

    start_statement: ($) => seq('start', field('position', $.place)),
    place: ($) => repeat1(choice($._item, $._comma, $._semicolon)),

    let_statement: ($) => seq('let', field('name', $.word), optional(field('parameters', $.parameters)), '=', field('value', $._steps)),
    parameters: ($) => seq(token.immediate(prec(1, '(')), listed($, $.word), ')'),

    component_statement: ($) => seq('let', field('name', $.word), '=', 'game', field('title', $.string)),

    move_statement: ($) =>
      seq(optional('else'), optional(seq(field('player', $._player_name), $._colon)), choice('move', 'choose'), $._steps),
    at_once_statement: ($) => seq('at', 'once', $._steps),

    at_statement: ($) => seq('at', field('condition', $.condition), optional(seq($._colon, field('verdict', $.verdict)))),
    condition: ($) => $._content,
    verdict: ($) => $._content,

    example_statement: ($) => seq('example', field('position', $.place), optional(seq($._colon, field('verdict', $.verdict)))),

    // How play ends, whatever its first word: who wins when, normal play, what repetition brings.
    ending_statement: ($) =>
      seq(choice($.word, $.string), repeat(choice($._item, $._comma)), repeat($._clause)),

    _steps: ($) => seq($.step, repeat(seq($._semicolon, $.step))),
    step: ($) => $._content,

    _content: ($) =>
      choice(seq(repeat1(choice($._item, $._comma, $.arrow)), repeat($._clause)), repeat1($._clause)),

    _clause: ($) => choice($.if_clause, $.for_clause, $.along_clause),
    if_clause: ($) => seq('if', $._items),
    for_clause: ($) => seq('for', $._items),
    along_clause: ($) => seq('along', $._items),
    _items: ($) => repeat1(choice($._item, $._comma, $.arrow)),

    _item: ($) =>
      choice($.call, $.index, $.word, $.number, $.string, $.quoted_symbol, $.parentheses, $.brackets, $.set, $.operator, alias('=', $.operator), $.symbol),

    call: ($) => seq(field('function', $.word), field('arguments', $.arguments)),
    arguments: ($) => seq(token.immediate(prec(1, '(')), optional($._content), ')'),
    index: ($) => seq(field('array', $.word), token.immediate(prec(1, '[')), optional($._content), ']'),
    parentheses: ($) => seq('(', optional($._content), ')'),
    brackets: ($) => seq('[', optional($._content), ']'),
    set: ($) => seq('{', optional($._content), '}'),

    _comma: ($) => going($, ','),
    _semicolon: ($) => going($, ';'),
    _colon: ($) => going($, ':'),
    arrow: ($) => going($, '->'),

    word: (_) => /[\p{Alphabetic}_][\p{Alphabetic}_0-9]*/u,
    number: (_) => /[0-9]+/,
    string: (_) => /"[^"\n]*"?/,
    quoted_symbol: (_) => /'[^'\n]'/,
    operator: (_) => choice(':=', '+=', '-=', '<=', '>=', '!=', '..', '<', '>', '+', '-', '*', '/', '%'),
    // A cell of a board may be any character but those that have a meaning of their own; `^`, `$` and `?` stand in patterns.
    symbol: (_) => /[^\p{Alphabetic}_0-9\s(){}\[\],;:"'=<>+\-*\/%]/u,
  },
});
