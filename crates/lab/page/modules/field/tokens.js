// Tokens on the squares of a map or the nodes of a graph: drawn as a map, moved by a click on where they go.

import { el, svg } from '../dom.js';
import { OUTCOME, ON_OUTCOME } from '../colours.js';
import { Field, UNIT } from './field.js';
import { squares } from './sheet.js';

const COLOURS = [2, 1, 4, 3];

/** Where the tokens of a position stand. */
const placesOf = (text) => text.trim().split(/\s+/);

export class Tokens extends Field {
  get #shape() {
    return this.state.game.shape;
  }

  /** Which token a move takes from where to where. */
  #moved(option) {
    const [old, fresh] = [placesOf(this.state.at), placesOf(option.to)];
    const token = fresh.findIndex((place, index) => place !== old[index]);
    return token < 0 ? null : { token, from: old[token], to: fresh[token] };
  }

  changes(option) {
    const moved = this.#moved(option);
    return { from: [], to: moved ? [moved.to] : [] };
  }

  ends(option) {
    const moved = this.#moved(option);
    return moved && [this.#centreOf(moved.from), this.#centreOf(moved.to)];
  }

  near() {
    return { tokens: placesOf(this.state.at ?? '').map((place, token) => [this.#shape.names[token], place]) };
  }

  label(key, moves, wins) {
    if (moves.length === 0) return `place ${key}`;
    return `${moves[0].option.text}, to ${moves[0].option.to}${wins ? ', a winning move' : ''}`;
  }

  click(key, moves) {
    const best = this.hidden ? null : moves.find(({ option }) => option.value === 'win');
    this.host.follow((best ?? moves[0]).option);
  }

  size() {
    const grid = this.#shape.grid?.split('\n');
    const side = grid ? 0 : (this.#radius + UNIT) * 2;
    return grid ? [[...grid[0]].length * UNIT, grid.length * UNIT] : [side, side];
  }

  drawing() {
    return [...(this.#shape.grid ? this.#grid(this.#shape.grid.split('\n')) : this.#graph()), ...this.#pieces()];
  }

  home() {
    return this.#centreOf(placesOf(this.state.at)[0]);
  }

  below() {
    return el('p', { class: 'caption shape' }, this.#shape.names.flatMap((name, token) => [
      svg('svg', { width: 18, height: 18, 'aria-hidden': 'true' }, svg('circle', { cx: 9, cy: 9, r: 8, fill: OUTCOME[COLOURS[token % 4]] })), `${name} `]));
  }

  #grid(grid) {
    const touched = this.spots.keys;
    const { coarse } = this.sheet;
    const single = (r, c) => touched.has(`${r + 1},${c + 1}`) || (!coarse && this.sheet.holds(r, c));
    const parts = grid.flatMap((row, r) => [...row].flatMap((symbol, c) => (single(r, c) ? [this.#square(symbol, r, c)] : [])));
    return coarse ? [...ground(grid), ...parts] : parts;
  }

  #square(symbol, r, c) {
    return this.spot(`${r + 1},${c + 1}`, c * UNIT, r * UNIT,
      svg('rect', { class: 'halo', x: 4, y: 4, width: UNIT - 8, height: UNIT - 8, rx: 8 }), [
        svg('rect', { class: `cell ${symbol === '#' ? 'wall' : (r + c) % 2 ? 'odd' : ''}`, width: UNIT, height: UNIT }),
        '.#'.includes(symbol) ? '' : svg('text', { class: 'weight', x: 10, y: 16 }, symbol),
      ]);
  }

  /** Nodes on a circle, in the order in which the rules name them. */
  #graph() {
    const { nodes, edges } = this.#shape;
    const both = (from, to) => edges.some(([a, b]) => a === to && b === from);
    const lines = edges.filter(([from, to]) => from < to || !both(from, to)).map(([from, to]) => {
      const [[ax, ay], [bx, by]] = [this.#centreOf(nodes[from]), this.#centreOf(nodes[to])];
      const far = Math.hypot(bx - ax, by - ay) || 1;
      const oneWay = !both(from, to);
      const short = oneWay ? UNIT * 0.42 : 0;
      return svg('line', { class: 'edge', x1: ax, y1: ay, x2: bx - ((bx - ax) / far) * short, y2: by - ((by - ay) / far) * short, 'marker-end': oneWay ? 'url(#head)' : null });
    });
    const parts = nodes.map((node) => {
      const [x, y] = this.#centreOf(node);
      return this.spot(node, x - UNIT / 2, y - UNIT / 2, svg('circle', { class: 'halo', cx: UNIT / 2, cy: UNIT / 2, r: UNIT * 0.46 }), [
        svg('circle', { class: 'place', cx: UNIT / 2, cy: UNIT / 2, r: UNIT * 0.38 }),
        svg('text', { class: 'weight', x: UNIT / 2, y: -2 }, node),
      ]);
    });
    return [...lines, ...parts];
  }

  get #radius() {
    return Math.max(120, (this.#shape.nodes.length * UNIT * 1.7) / (2 * Math.PI));
  }

  #centreOf(place) {
    const { grid, nodes } = this.#shape;
    if (grid) {
      const [r, c] = place.split(',').map(Number);
      return [(c - 0.5) * UNIT, (r - 0.5) * UNIT];
    }
    const angle = (nodes.indexOf(place) / nodes.length) * 2 * Math.PI - Math.PI / 2;
    const centre = this.#radius + UNIT;
    return [centre + this.#radius * Math.cos(angle), centre + this.#radius * Math.sin(angle)];
  }

  #pieces() {
    const places = placesOf(this.state.at);
    return places.map((place, token) => {
      const [x, y] = this.#centreOf(place);
      // Tokens on one place stand side by side.
      const together = places.filter((other) => other === place).length;
      const shift = together > 1 ? (places.slice(0, token).filter((other) => other === place).length - (together - 1) / 2) * UNIT * 0.34 : 0;
      const colour = COLOURS[token % COLOURS.length];
      return svg('g', {},
        svg('circle', { class: 'stone', cx: x + shift, cy: y, r: this.sheet.atLeast(UNIT * 0.29, 5), fill: OUTCOME[colour] }),
        svg('text', { class: 'mark-letter', x: x + shift, y: y + 1, fill: ON_OUTCOME[colour] }, this.#shape.names[token].slice(0, 1)));
    });
  }
}

/** A large map as one rectangle, and a path for its walls. */
function ground(grid) {
  const walls = grid.flatMap((row, r) => [...row].flatMap((symbol, c) => (symbol === '#' ? [[r, c]] : [])));
  return [svg('rect', { class: 'cell', width: [...grid[0]].length * UNIT, height: grid.length * UNIT }), svg('path', { class: 'cell wall', d: squares(walls, UNIT) })];
}
