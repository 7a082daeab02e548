// Positions of several parts, one under the other: boards and rows of symbols, numbers, sets, places. A click on what a move changes makes the move.

import { el, svg } from '../dom.js';
import { OUTCOME } from '../colours.js';
import { cellsOf, symbolsOf } from './cells.js';
import { Field, UNIT } from './field.js';
import { piece } from './pieces.js';

/** Room for the name over a part, and between parts. */
const NAME = 22;
const GAP = 14;

/** The texts of the parts: parts are separated by «;», numbers that follow one another by «,» alone. */
export function textsOf(parts, text) {
  const pieces = split(text, ';');
  const texts = [];
  for (let at = 0; at < parts.length; at += 1) {
    if (at > 0 && parts[at].kind === 'number' && parts[at - 1].kind === 'number') continue;
    let count = 1;
    while (parts[at].kind === 'number' && parts[at + count]?.kind === 'number') count += 1;
    const piece = (pieces.shift() ?? '').trim();
    texts.push(...(count > 1 ? piece.split(',').map((part) => part.trim()) : [piece]));
  }
  return texts;
}

/** The parts of a position: where it is a sum of any number of components, each has those of their game. */
function partsOf({ parts, each }, text) {
  if (!each) return parts;
  const count = Math.ceil(split(text, ';').length / Math.max(1, each.length));
  return Array.from({ length: count }, (_, at) => each.map((part) => ({ ...part, name: `${part.name} ${at + 1}` }))).flat();
}

/** A text cut at a mark outside braces. */
function split(text, mark) {
  const [pieces, depth] = [[''], [0]];
  for (const letter of text) {
    if (letter === '{') depth[0] += 1;
    if (letter === '}') depth[0] -= 1;
    if (letter === mark && depth[0] === 0) pieces.push('');
    else pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

/** The halves of a ring that lie facing each other: the second player's above, from right to left. */
function facing(cells) {
  const half = cells.length / 2;
  return [cells.slice(half).reverse(), cells.slice(0, half)];
}

/** What a part shows, as rows of cells: { word, symbol, name, inside }. */
function rowsOf(part, text) {
  const none = text === 'none' || text === '';
  switch (part.kind) {
    case 'board':
    case 'row':
      return none ? [[]] : cellsOf(text).map((row) => row.map((symbol) => ({ symbol })));
    case 'numbers':
      if (none) return [[]];
      if (part.facing) return facing(text.split(',').map((word) => ({ word: word.trim() })));
      return text.split('/').map((row) => row.split(',').map((word) => ({ word: word.trim() })));
    case 'nodes':
      return [cellsOf(text)[0].map((symbol, at) => ({ symbol, name: part.nodes[at] }))];
    case 'subset': {
      const inside = new Set(split(text.trim().slice(1, -1), ',').map((member) => member.trim()));
      return [part.members.map((word) => ({ word, inside: inside.has(word) }))];
    }
    case 'places':
      return [text.split(/\s+/).map((word) => ({ word }))];
    default:
      return [[{ word: text }]];
  }
}

const same = (one, other) => one?.word === other?.word && one?.symbol === other?.symbol && one?.inside === other?.inside;

export class Parts extends Field {
  #middles = new Map();

  get #parts() {
    return partsOf(this.state.game.shape, this.state.at ?? '');
  }

  #rows(text) {
    const parts = this.#parts;
    return textsOf(parts, text).map((piece, at) => rowsOf(parts[at], piece));
  }

  changes(option) {
    const [from, to] = [[], []];
    const [old, fresh] = [this.#rows(this.state.at), this.#rows(option.to)];
    old.forEach((rows, at) => {
      const part = this.#parts[at];
      const empty = part.alphabet ? symbolsOf(part.alphabet)[0] : null;
      const shrinks = rows.flat().length !== fresh[at].flat().length;
      rows.forEach((row, r) => row.forEach((cell, c) => {
        const next = fresh[at][r]?.[c];
        if (same(cell, next)) return;
        const key = `${at}:${r},${c}`;
        // Where a row gets shorter, the first cell that is another stands for the move.
        if (shrinks && (from.length || to.length)) return;
        if (cell.symbol !== undefined && cell.symbol !== empty) from.push(key);
        if (cell.symbol === undefined || next?.symbol !== empty) to.push(key);
      }));
    });
    return { from, to };
  }

  near() {
    const parts = this.#parts;
    return { parts: textsOf(parts, this.state.at ?? '').map((text, at) => [parts[at].name, text]) };
  }

  size() {
    const rows = this.#rows(this.state.at);
    const width = Math.max(2, ...rows.flat().map((row) => row.length)) * UNIT;
    return [width, rows.reduce((sum, part) => sum + NAME + part.length * UNIT + GAP, 0)];
  }

  drawing() {
    this.#middles.clear();
    let height = 0;
    const drawn = [];
    this.#rows(this.state.at).forEach((rows, at) => {
      const part = this.#parts[at];
      drawn.push(svg('text', { class: 'part-name', x: 0, y: height + 14 }, part.name));
      height += NAME;
      rows.forEach((row, r) => {
        row.forEach((cell, c) => drawn.push(this.#cell(part, cell, `${at}:${r},${c}`, c * UNIT, height, (r + c) % 2)));
        if (row.length === 0) drawn.push(svg('text', { class: 'weight', x: 14, y: height + UNIT / 2 }, 'none'));
        height += UNIT;
      });
      height += GAP;
    });
    return drawn;
  }

  #cell(part, cell, key, x, y, odd) {
    this.#middles.set(key, [x + UNIT / 2, y + UNIT / 2]);
    const halo = svg('rect', { class: 'halo', x: 5, y: 5, width: UNIT - 10, height: UNIT - 10, rx: 8 });
    const shown = [svg('rect', { class: `cell ${odd && part.kind === 'board' ? 'odd' : ''} ${cell.inside === true ? 'counts' : ''}`, width: UNIT, height: UNIT })];
    if (cell.symbol !== undefined) shown.push(...piece(cell.symbol, symbolsOf(part.alphabet), UNIT));
    if (cell.word !== undefined) {
      const size = Math.min(26, Math.max(11, 88 / Math.max(1, cell.word.length)));
      const word = svg('text', { class: 'symbol', x: UNIT / 2, y: UNIT / 2, opacity: cell.inside === false ? 0.35 : 1 }, cell.word);
      // An attribute would be an inline style, which the page's policy forbids.
      word.style.fontSize = `${size}px`;
      shown.push(word);
    }
    if (cell.inside === true) shown.push(svg('circle', { cx: UNIT - 10, cy: 10, r: 5, fill: OUTCOME[1] }));
    if (cell.name !== undefined) shown.push(svg('text', { class: 'weight', x: UNIT / 2, y: 14 }, cell.name));
    return this.spot(key, x, y, halo, shown);
  }

  label(key, moves, wins) {
    const [at, place] = key.split(':');
    const where = `${this.#parts[Number(at)].name}, place ${place.split(',').map((part) => Number(part) + 1).join(', ')}`;
    if (moves.length === 0) return where;
    return `${where}, ${moves.length === 1 ? moves[0].option.text : `${moves.length} moves`}${wins ? ', a winning one' : ''}`;
  }

  click(key) {
    const option = this.spots.click(key);
    if (option) this.host.follow(option);
    else this.draw();
  }

  ends(option, shown) {
    if (!shown) return null;
    const { from, to } = this.changes(option);
    const end = to.find((key) => !from.includes(key)) ?? to[0] ?? null;
    const start = from.find((key) => key !== end) ?? null;
    const middle = (key) => this.#middles.get(key) ?? null;
    if (!start || !end) return middle(end ?? start) ? [null, middle(end ?? start)] : null;
    return [middle(start), middle(end)];
  }

  below() {
    const scores = this.state.game.shape.scores ? ' Who wins, and by how much, is counted from here on.' : '';
    return el('p', { class: 'caption' }, `Click what a move changes, or choose the move in the list.${scores}`);
  }
}
