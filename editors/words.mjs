// Writes the words of the language into the two highlighters, from their list in crates/rules/src/words.rs: `node editors/words.mjs`.
// A word that no group names is a keyword. The extension's tests hold the files to it.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const LIST = path.join(here, '../crates/rules/src/words.rs');

/** What a group is called in tree-sitter's queries and in TextMate's grammars, and its words. */
export const GROUPS = [
  { capture: 'keyword', scope: 'keyword.control.game', words: null },
  { capture: 'keyword.conditional', scope: 'keyword.control.conditional.game', words: 'if else when only possible' },
  { capture: 'keyword.repeat', scope: 'keyword.control.loop.game', words: 'for each repeat' },
  { capture: 'keyword.operator', scope: 'keyword.operator.word.game', words: 'and or not in has at along divides connects through showing over of to with within' },
  { capture: 'type', scope: 'support.type.game', words: 'set number numbers bits text table grid graph ring board heap heaps squares node nodes edge edges cells subset subsets places halves' },
  { capture: 'function.builtin', scope: 'support.function.game', words: 'abs all any column columns count digits ends first gcd length max min neighbours prime root row rows some sorted sum xor' },
  { capture: 'constant.builtin', scope: 'constant.language.game', words: 'back bottom diagonals directions down empty forward left lines nothing right straight top up' },
  { capture: 'variable.builtin', scope: 'variable.language.game', words: 'own other score' },
];

/** Every word of the language; those of one letter are names almost everywhere, and the highlighters know by themselves where they are not. */
export function words() {
  const list = readFileSync(LIST, 'utf8').match(/WORDS: \[&str; \d+\] = \[([^\]]*)\]/);
  if (!list) throw new Error(`${path.relative(process.cwd(), LIST)}: there is no list WORDS`);
  return [...list[1].matchAll(/"([^"]+)"/g)].map(([, word]) => word).filter((word) => word.length > 1);
}

/** The groups, each with all of its words; it throws where a group names what is no word, or two name the same. */
export function grouped(all = words()) {
  const named = GROUPS.flatMap(({ words }) => words?.split(' ') ?? []);
  const wrong = named.filter((word, at) => !all.includes(word) || named.indexOf(word) !== at);
  if (wrong.length > 0) throw new Error(`editors/words.mjs: no words of the language, or named twice: ${wrong.join(' ')}`);
  return GROUPS.map((group) => ({ ...group, words: group.words?.split(' ') ?? all.filter((word) => !named.includes(word)) }));
}

/** The text of the query, with the groups' words. */
function query(text, all) {
  const lines = grouped(all).map(({ capture, words }) => {
    // Some words are tokens of the grammar by themselves, where they open a statement or a clause.
    const own = words.filter((word) => OPENING.includes(word)).map((word) => `"${word}"`);
    const opening = own.length > 0 ? `[ ${own.join(' ')} ] @${capture}\n` : '';
    return `${opening}((word) @${capture}\n  (#any-of? @${capture}\n${wrapped(words.map((word) => `"${word}"`), '    ')}))`;
  });
  return text.replace(/(; BEGIN words\n)[^]*(; END words)/, (_, begin, end) => `${begin}${lines.join('\n\n')}\n${end}`);
}

/** The tokens of the grammar that are words. */
const OPENING = JSON.parse(readFileSync(path.join(here, 'tree-sitter-game/src/node-types.json'), 'utf8'))
  .filter(({ type, named }) => !named && /^\p{Alphabetic}+$/u.test(type))
  .map(({ type }) => type);

function wrapped(items, indent) {
  const lines = [indent + items[0]];
  for (const item of items.slice(1)) {
    const longer = `${lines.at(-1)} ${item}`;
    if (longer.length <= 140) lines[lines.length - 1] = longer;
    else lines.push(indent + item);
  }
  return lines.join('\n');
}

/** The text of the TextMate grammar, with the groups' words. */
function textmate(text, all) {
  const grammar = JSON.parse(text);
  // Letters of every alphabet count, so that `\b` will not do.
  grammar.repository.words.patterns = grouped(all).map(({ scope, words }) => ({
    name: scope,
    match: `(?<![\\p{Alphabetic}_0-9])(?:${words.join('|')})(?![\\p{Alphabetic}_0-9])`,
  }));
  return `${JSON.stringify(grammar, null, 2)}\n`;
}

/** The files that have words of the language, and what writes them there. */
export const FILES = new Map([
  ['editors/tree-sitter-game/queries/highlights.scm', query],
  ['editors/vscode/syntaxes/game.tmLanguage.json', textmate],
]);

const place = (file) => path.join(here, '..', file);

/** What one of the files should be, with these words. */
export function made(file, all = words()) {
  return FILES.get(file)(readFileSync(place(file), 'utf8'), all);
}

/** The files whose words are not those of the language. */
export function stale() {
  return [...FILES.keys()].filter((file) => readFileSync(place(file), 'utf8') !== made(file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of stale()) {
    writeFileSync(place(file), made(file));
    console.log(`${file}: written`);
  }
}
