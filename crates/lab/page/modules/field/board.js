// Rows and boards, drawn as they lie on the table: a click on a piece and where it goes makes the move.

import { el, say, svg } from '../dom.js';
import { cellsOf, changesOf, resized, symbolsOf, turned } from './cells.js';
import { Field, UNIT } from './field.js';
import { colourOf, piece } from './pieces.js';
import { squares } from './sheet.js';

/** Room below a row for what its cells weigh in the law. */
const BELOW = 24;

const middle = (key) => key.split(',').map((part) => (Number(part) + 0.5) * UNIT).reverse();

export class Board extends Field {
  #editing = false;
  #known = null;

  get #symbols() {
    return symbolsOf(this.state.game.shape.alphabet);
  }

  get #weights() {
    return this.state.law?.shapes?.find((shape) => shape.kind === 'weights') ?? null;
  }

  /** The cells of now, row by row. */
  get #cells() {
    const { at } = this.state;
    if (this.#known?.at !== at) this.#known = { at, cells: cellsOf(at) };
    return this.#known.cells;
  }

  changes(option) {
    return changesOf(this.state.at, option.to, this.#symbols[0]);
  }

  /** The position row by row, for the picture in words. */
  near() {
    return { rows: cellsOf(this.state.at ?? '') };
  }

  size() {
    const cells = this.#cells;
    return [cells[0].length * UNIT, cells.length * UNIT + (this.#weights && cells.length === 1 ? BELOW : 0)];
  }

  drawing() {
    const cells = this.#cells;
    const touched = this.spots.keys;
    const { coarse } = this.sheet;
    // From afar the colours alone; each cell by itself where it is seen, or a move touches it.
    const single = (r, c) => touched.has(`${r},${c}`) || (!coarse && this.sheet.holds(r, c));
    const parts = cells.flatMap((row, r) => row.flatMap((symbol, c) => (single(r, c) ? [this.#cell(symbol, r, c, cells)] : [])));
    return coarse ? [...ground(cells, this.#symbols), ...parts] : parts;
  }

  #cell(symbol, r, c, cells) {
    const row = cells.length === 1;
    const counts = row && this.#weights ? weighs(this.#weights, symbol, cells[0].length - c) : null;
    const look = `cell ${!row && (r + c) % 2 ? 'odd' : ''} ${counts ? 'counts' : ''}`;
    const halo = svg('rect', { class: 'halo', x: 5, y: 5, width: UNIT - 10, height: UNIT - 10, rx: 8 });
    const parts = [svg('rect', { class: look, width: UNIT, height: UNIT }), ...piece(symbol, this.#symbols, UNIT)];
    if (counts !== null) parts.push(svg('text', { class: 'weight', x: UNIT / 2, y: UNIT + 17 }, counts ? '1' : '·'));
    return this.spot(`${r},${c}`, c * UNIT, r * UNIT, halo, parts, this.#editing);
  }

  label(key, moves, wins) {
    const [r, c] = key.split(',').map(Number);
    const where = `row ${r + 1}, cell ${c + 1}: ${this.#cells[r][c]}`;
    if (this.#editing) return `${where}, change`;
    if (moves.length === 0) return where;
    return `${where}, ${moves.length === 1 ? moves[0].option.text : `${moves.length} moves`}${wins ? ', a winning one' : ''}`;
  }

  click(key) {
    if (this.#editing) {
      this.host.pick(turned(this.state.at, this.#symbols, ...key.split(',').map(Number)));
      return;
    }
    const option = this.spots.click(key);
    if (option) {
      this.host.follow(option);
      return;
    }
    if (this.spots.picked.size) say('Picked; now choose where it goes.');
    this.draw();
  }

  home() {
    const [key] = this.spots.keys;
    return key ? middle(key) : null;
  }

  /** Winning moves, and the one looked at in the list. */
  ends(option, shown) {
    if (!shown) return null;
    const { from, to } = this.changes(option);
    const end = to.find((key) => !from.includes(key)) ?? to[0] ?? null;
    const start = from.find((key) => key !== end) ?? null;
    if (!start || !end) return end ?? start ? [null, middle(end ?? start)] : null;
    return [middle(start), middle(end)];
  }

  /** Below the board: what changes its cells and its size. */
  below() {
    if (this.state.play) return el('p', { class: 'caption' }, this.spots.single ? 'Click a cell.' : 'Click a piece, then where it goes.');
    const { shape } = this.state.game;
    const row = shape.kind === 'row';
    const free = (size) => size === null || size === undefined;
    const button = (words, label, rows, columns) => el('button', {
      type: 'button', 'aria-label': `${words}: ${label}`, click: () => this.host.pick(resized(this.state.at, this.#symbols[0], rows, columns)),
    }, words);
    return el('div', { class: 'shape' },
      el('button', { type: 'button', 'aria-pressed': String(this.#editing), click: () => {
        this.#editing = !this.#editing;
        this.draw();
      } }, this.#editing ? 'Done' : 'Change cells'),
      free(shape.columns) ? [button('− cell', row ? 'one fewer' : 'one column fewer', 0, -1), button('+ cell', row ? 'one more' : 'one column more', 0, 1)] : null,
      !row && free(shape.rows) ? [button('− row', 'one row fewer', -1, 0), button('+ row', 'one row more', 1, 0)] : null);
  }
}

/** A large board as one rectangle, and a path for the cells of each symbol. */
function ground(cells, symbols) {
  const places = new Map();
  cells.forEach((row, r) => row.forEach((symbol, c) => {
    if (symbol === symbols[0]) return;
    if (!places.has(symbol)) places.set(symbol, []);
    places.get(symbol).push([r, c]);
  }));
  return [
    svg('rect', { class: 'cell', width: cells[0].length * UNIT, height: cells.length * UNIT }),
    ...[...places].map(([symbol, list]) => svg('path', { class: symbol === '#' ? 'cell wall' : null, fill: colourOf(symbol, symbols), d: squares(list, UNIT) })),
  ];
}

/** Whether a symbol at so many cells from the right end counts in the law's sum. */
function weighs(weights, symbol, distance) {
  const rule = weights.symbols.find((entry) => entry.symbol === symbol);
  return Boolean(rule?.at.includes(((distance - 1) % rule.period) + 1));
}
