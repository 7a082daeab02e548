// What the map says in words: under the pointer, and as a whole.

import { textAt } from '../positions.js';
import { spoken, valueWords } from '../words.js';
import { valueAt } from './ground.js';

/** A square in words: where it is, and what is there; from zoomed-out tiles, for its block. */
export function squareWords({ game, show, slice, veil }, tiles, level, square) {
  const where = spoken(game, textAt(game.shape, slice, ...square));
  const value = valueAt(tiles, level, square);
  if (veil || value === undefined) return [where];
  if (level === 0) return [where, valueWords(game, show, value)];
  const block = level > 20 ? `2^${level}` : String(2 ** level);
  return [`around ${where}`, `a pixel is ${block} × ${block} squares; here ${valueWords(game, show, value)}`];
}

/** The map's name for those who do not see it. */
export function mapLabel({ game, show, at }) {
  const chosen = at ? ` Position ${spoken(game, at)} is chosen.` : '';
  return `${game.name}: map of ${show === 'outcome' ? 'outcomes' : show === 'grundy' ? 'Grundy values' : 'remoteness'}. `
    + `Arrow keys pan, plus and minus zoom, 0 goes home, Enter chooses the middle, Shift with arrows moves the choice.${chosen}`;
}
