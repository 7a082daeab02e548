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

/** Some squares round a point, or round the middle of the view: the first of them, and how to read their values. */
export function squaresNear(camera, tiles, at, size) {
  const centre = camera.placeOf(camera.left + camera.width / 2, camera.top + camera.height / 2);
  const middle = at ?? centre.map((place) => place >> 32n);
  const [x, y] = middle.map((square, axis) => {
    const first = square - BigInt(size >> 1);
    const most = camera.most[axis];
    const last = most === null ? first : most - BigInt(size - 1);
    const clipped = first > last ? last : first;
    return clipped < 0n ? 0n : clipped;
  });
  return { x, y, read: (i, j) => valueAt(tiles, 0, [x + BigInt(i), y + BigInt(j)]) };
}
