// Symbols of a board as pieces.

import { svg } from '../dom.js';
import { OUTCOME } from '../colours.js';

const EMPTY = '.·_-';

/** What is seen of a symbol from afar. */
export function colourOf(symbol, alphabet) {
  if (symbol === '#') return null;
  const own = { o: alphabet.includes('x') ? '#fbf8ef' : OUTCOME[1], x: '#2b2f36', X: OUTCOME[2], O: OUTCOME[1] };
  return own[symbol] ?? OUTCOME[1 + (alphabet.indexOf(symbol) % 4)];
}

/** A symbol in a cell `unit` wide: stones for o and x, marks for X and O, else the letter; nothing for an empty cell. */
export function piece(symbol, alphabet, unit) {
  const at = { cx: unit / 2, cy: unit / 2 };
  if (symbol === alphabet[0] && EMPTY.includes(symbol)) return [];
  if (symbol === '#') return [svg('rect', { class: 'cell wall', x: 2, y: 2, width: unit - 4, height: unit - 4 })];
  const stones = alphabet.includes('o') && alphabet.every((letter) => `${EMPTY}xo#`.includes(letter));
  const stone = (fill) => [svg('circle', { class: 'stone', ...at, r: unit * 0.3, fill })];
  if (stones && symbol === 'o') return stone(alphabet.includes('x') ? '#fbf8ef' : OUTCOME[1]);
  if (stones && symbol === 'x') return stone('#2b2f36');
  const stroke = { fill: 'none', 'stroke-width': 6, 'stroke-linecap': 'round', class: 'piece' };
  const [low, high] = [unit * 0.3, unit * 0.7];
  if (symbol === 'X') return [svg('path', { ...stroke, stroke: OUTCOME[2], d: `M${low} ${low}L${high} ${high}M${high} ${low}L${low} ${high}` })];
  if (symbol === 'O') return [svg('circle', { ...stroke, ...at, stroke: OUTCOME[1], r: unit * 0.22 })];
  return [svg('text', { class: 'symbol', x: unit / 2, y: unit / 2 }, symbol)];
}
