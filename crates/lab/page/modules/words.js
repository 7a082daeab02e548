// Numbers and outcomes in words.

import { CLASSES } from './colours.js';

/** A narrow space at which no line breaks. */
const THIN = '\u202f';

/** A number with its thousands apart. */
export function grouped(number) {
  const text = String(number);
  return text.length <= 4 ? text : text.replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
}

/** A position for people: (3, 5); numbers grouped, boards as they are. */
export function spoken(game, text) {
  if (game.shape.kind !== 'numbers' && game.shape.kind !== 'heaps') return text;
  const parts = text.split(/[\s,()]+/).filter(Boolean).map((part) => (/^\d+$/.test(part) ? grouped(part) : part));
  if (game.shape.kind === 'heaps') return parts.length === 1 ? `a heap of ${parts[0]}` : `heaps of ${parts.join(', ')}`;
  return parts.length === 1 ? `${game.shape.variables[0].name} = ${parts[0]}` : `(${parts.join(', ')})`;
}

/** The same in a list of moves: of heaps the numbers alone. */
export const listed = (game, text) => (game.shape.kind === 'heaps' ? text.split(',').map(grouped).join(', ') : spoken(game, text));

/** The end of a move's words where who moved plays again. */
const AGAIN = ', plays again';

/** A move in a line: its words, and the position after it as `shown` says it. Words that tell the whole position after stand alone. So does the command (`moved`). */
export function step({ text, to }, shown) {
  const again = text.endsWith(AGAIN) ? AGAIN : '';
  const words = text.slice(0, text.length - again.length);
  return words + (words.endsWith(` -> ${to}`) ? '' : `, to ${shown(to)}`) + again;
}

/** The same, with the position for people. */
export const stepOf = (game, move) => step(move, (to) => listed(game, to));

/** What a class means, in the players' names. */
export function classWords(game, code) {
  switch (CLASSES[code]) {
    case 'N': return 'the player to move wins';
    case 'P': return 'the player to move loses';
    case 'L': return `${game.players[0]} wins moving first or second`;
    case 'R': return `${game.players[1]} wins moving first or second`;
    case 'D': return 'a draw';
    default: return 'no position';
  }
}

/** What one value of a map means. */
export function valueWords(game, show, value) {
  if (show === 'outcome') return value > 4 ? 'no position' : `${CLASSES[value]}: ${classWords(game, value)}`;
  if (value === 65535) return 'no value';
  return show === 'grundy' ? `Grundy value ${value}` : `${value} ${value === 1 ? 'move' : 'moves'} of best play`;
}

export const SHOWS = { outcome: 'Outcomes', grundy: 'Grundy', remoteness: 'Remoteness' };

/** "1.2 s" */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)}\u00a0s`;

/** Words that fit a count. */
export const counted = (count, one, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** "Ben answers take 2, to (3, 5), and wins" */
export const answeredBy = (game, player, move) => `${game.players[player]} answers ${stepOf(game, move)}, and wins`;
