// The TextMate grammar, read by the library that VS Code reads it with.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');
const oniguruma = require('vscode-oniguruma');
const { Registry, INITIAL, parseRawGrammar } = require('vscode-textmate');

const folder = path.resolve(__dirname, '..');
const root = path.resolve(folder, '../..');
const FILE = 'syntaxes/game.tmLanguage.json';

let grammar;
before(async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const loadGrammar = async () => parseRawGrammar(fs.readFileSync(path.join(folder, FILE), 'utf8'), FILE);
  grammar = await new Registry({ onigLib, loadGrammar }).loadGrammar('source.game');
});

/** The pieces of a text, each with its innermost scope; blanks are left out. */
function pieces(text) {
  const found = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex).trim();
      if (piece !== '') found.push({ piece, scope: scopes.at(-1), line });
    }
  }
  return found;
}

/** The scope of each piece, without what all of them end in. */
function scopes(text) {
  return pieces(text).map(({ piece, scope }) => `${piece} ${scope.replace(/\.game$/, '')}`);
}

function games(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.game'));
  return files.map((file) => ({ file, text: fs.readFileSync(path.join(folder, file), 'utf8') }));
}

test('nothing of a shipped game is left without a colour', () => {
  const all = games(path.join(root, 'games'));
  assert.ok(all.length > 100);
  for (const { file, text } of all) {
    for (const { piece, scope, line } of pieces(text)) {
      assert.ok(scope !== 'source.game' && !scope.startsWith('invalid'), `${file}: "${piece}" is ${scope} in: ${line}`);
    }
  }
});

test('every word of the language is coloured as one', async () => {
  const { grouped } = await import('../../words.mjs');
  for (const { scope, words } of grouped()) {
    for (const word of words) {
      assert.deepEqual(pieces(`at 3 ${word} 4`)[2], { piece: word, scope, line: `at 3 ${word} 4` }, `${FILE}: run \`node editors/words.mjs\``);
      assert.equal(pieces(`at 3 ${word}s_ 4`)[2].scope, 'variable.other.game', `${word}s_`);
    }
  }
});

test('a line is coloured by what its words are', () => {
  assert.deepEqual(scopes('else "Big Ben": move own . -> w along right // on'), [
    'else keyword.control.conditional', '"Big Ben" entity.name.type.player', ': punctuation.separator', 'move keyword.control',
    'own variable.language', '. constant.character.cell', '-> keyword.operator.arrow', 'w variable.other', 'along keyword.operator.word',
    'right constant.language', '// on comment.line.double-slash',
  ]);
  assert.deepEqual(scopes("let near(a) = count(k in 1..9 if board[k] = '#') >= 2"), [
    'let keyword.control', 'near entity.name.function', '( punctuation.section.brackets', 'a variable.other', ') punctuation.section.brackets',
    '= keyword.operator.comparison', 'count support.function', '( punctuation.section.brackets', 'k variable.other', 'in keyword.operator.word',
    '1 constant.numeric', '.. keyword.operator.range', '9 constant.numeric', 'if keyword.control.conditional', 'board support.type',
    '[ punctuation.section.brackets', 'k variable.other', '] punctuation.section.brackets', '= keyword.operator.comparison',
    "'#' string.quoted.single", ') punctuation.section.brackets', '>= keyword.operator.comparison', '2 constant.numeric',
  ]);
  assert.deepEqual(scopes('/// A story'), ['/// A story comment.line.documentation']);
  assert.deepEqual(scopes('a player wins when x = 3'), [
    'a keyword.control', 'player keyword.control', 'wins keyword.control', 'when keyword.control.conditional', 'x variable.other',
    '= keyword.operator.comparison', '3 constant.numeric',
  ]);
  assert.equal(scopes('game "Nim')[1], '" invalid.illegal.quotation-mark');
});
