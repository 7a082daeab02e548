// Positions of several parts, one under the other: boards and rows of symbols, numbers, sets, places; those that lie on one graph on that graph.
// A click on what a move changes makes the move.

import { el, svg } from '../dom.js';
import { OUTCOME } from '../colours.js';
import { cellsOf, symbolsOf } from './cells.js';
import { Field, UNIT } from './field.js';
import { elementName, graphParts, layoutOf } from './graph.js';
import { piece } from './pieces.js';

/** Room for the name over a part, and between parts. */
const NAME = 22;
const GAP = 14;

/** The texts of the parts: parts are separated by ";", numbers that follow one another by "," alone. */
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
  return Array.from({ length: count }, (_, at) => each.map((part) => ({ ...part, name: `${part.name} ${at + 1}`, copy: at }))).flat();
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
    case 'subset': {
      // Cells of a board have commas in their names, and blanks between them.
      const hasCommas = part.members.some((word) => !word.startsWith('{') && word.includes(','));
      const inside = new Set(split(text.trim().slice(1, -1), hasCommas ? ' ' : ',').map((member) => member.trim()));
      return [part.members.map((word) => ({ word, inside: inside.has(word) }))];
    }
    case 'places':
      return [text.split(/\s+/).map((word) => ({ word }))];
    default:
      return [[{ word: text }]];
  }
}

/** What a part that lies on a graph has there: for each node, or edge, its symbol, whether it is in the set, or how many tokens stand there. */
function elementsOf(part, text, ground) {
  switch (part.kind) {
    case 'nodes':
      return cellsOf(text)[0].map((symbol) => ({ symbol }));
    case 'subset': {
      const [[...members]] = rowsOf(part, text);
      return members.map(({ inside }) => ({ inside }));
    }
    default: {
      const places = text.split(/\s+/);
      return ground.nodes.map((node) => ({ count: places.filter((place) => place === node).length }));
    }
  }
}

/** The parts of a position as they are drawn, one under the other: `{ part, rows }`, or all that lie on one graph, `{ key, ground, layers }`. Each cell has a key. */
export function blocksOf(parts, grounds, text) {
  const blocks = [];
  const texts = textsOf(parts, text);
  parts.forEach((part, at) => {
    if (!part.on) {
      const rows = rowsOf(part, texts[at]).map((row, r) => row.map((cell, c) => ({ ...cell, key: `${at}:${r},${c}` })));
      blocks.push({ part, rows });
      return;
    }
    const ground = grounds[part.on.ground];
    let block = blocks.find((one) => one.ground === ground && one.copy === part.copy);
    if (!block) {
      block = { key: String(at), ground, copy: part.copy, layers: [] };
      blocks.push(block);
    }
    const kind = part.on.edges ? 'e' : 'n';
    const cells = elementsOf(part, texts[at], ground).map((cell, number) => ({ ...cell, key: `${block.key}:${kind}${number}` }));
    block.layers.push({ part: { ...part, symbols: part.alphabet ? symbolsOf(part.alphabet) : null }, cells });
  });
  return blocks;
}

/** All cells, part by part. */
const cellsByPart = (blocks) => blocks.flatMap(({ part, rows, layers }) => layers ?? [{ part, cells: rows.flat() }]);

const same = (one, other) => ['word', 'symbol', 'inside', 'count'].every((what) => one?.[what] === other?.[what]);

/** Whether something stands in a cell, where one can be empty; else null. */
function holds(cell, empty) {
  if (cell?.symbol !== undefined) return cell.symbol !== empty;
  return cell?.count === undefined ? null : cell.count > 0;
}

export class Parts extends Field {
  #middles = new Map();

  get #parts() {
    return partsOf(this.state.game.shape, this.state.at ?? '');
  }

  #blocks(text) {
    return blocksOf(this.#parts, this.state.game.shape.grounds, text);
  }

  changes(option) {
    const [from, to] = [new Set(), new Set()];
    const fresh = cellsByPart(this.#blocks(option.to));
    cellsByPart(this.#blocks(this.state.at)).forEach(({ part, cells }, at) => {
      const empty = part.alphabet ? symbolsOf(part.alphabet)[0] : null;
      const after = new Map(fresh[at].cells.map((cell) => [cell.key, cell]));
      const shrinks = cells.length !== fresh[at].cells.length;
      for (const cell of cells) {
        const next = after.get(cell.key);
        // Where a row gets shorter, the first cell that is another stands for the move.
        if (same(cell, next) || (shrinks && from.size + to.size > 0)) continue;
        if (holds(cell, empty)) from.add(cell.key);
        if (holds(next, empty) ?? true) to.add(cell.key);
      }
    });
    return { from: [...from], to: [...to] };
  }

  near() {
    const parts = this.#parts;
    return { parts: textsOf(parts, this.state.at ?? '').map((text, at) => [parts[at].name, text]) };
  }

  size() {
    const sizes = this.#blocks(this.state.at).map(({ rows, ground }) => (ground ? layoutOf(ground).size : [Math.max(0, ...rows.map((row) => row.length)) * UNIT, rows.length * UNIT]));
    return [Math.max(2 * UNIT, ...sizes.map(([width]) => width)), sizes.reduce((sum, [, height]) => sum + NAME + height + GAP, 0)];
  }

  drawing() {
    this.#middles.clear();
    const [width] = this.size();
    let height = 0;
    return this.#blocks(this.state.at).flatMap((block) => {
      const names = block.ground ? block.layers.map(({ part }) => part.name).join(', ') : block.part.name;
      const drawn = [svg('text', { class: 'part-name', x: 0, y: height + 14 }, names)];
      height += NAME;
      if (block.ground) {
        const size = layoutOf(block.ground).size;
        drawn.push(...graphParts(block, [(width - size[0]) / 2, height], (...place) => this.spot(...place), this.#middles));
        height += size[1];
      } else {
        block.rows.forEach((row, r) => {
          row.forEach((cell, c) => drawn.push(this.#cell(block.part, cell, c * UNIT, height, (r + c) % 2)));
          if (row.length === 0) drawn.push(svg('text', { class: 'weight', x: 14, y: height + UNIT / 2 }, 'none'));
          height += UNIT;
        });
      }
      height += GAP;
      return drawn;
    });
  }

  #cell(part, cell, x, y, odd) {
    this.#middles.set(cell.key, [x + UNIT / 2, y + UNIT / 2]);
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
    return this.spot(cell.key, x, y, halo, shown);
  }

  /** Where a place is, in words. */
  #named(key) {
    const [at, place] = key.split(':');
    const block = this.#blocks(this.state.at).find((one) => one.key === at);
    if (block) return elementName(block, place);
    return `${this.#parts[Number(at)].name}, place ${place.split(',').map((part) => Number(part) + 1).join(', ')}`;
  }

  label(key, moves, wins) {
    const where = this.#named(key);
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
