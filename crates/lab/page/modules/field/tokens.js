// Tokens on the squares of a map or the nodes of a graph: drawn as a map, moved by a click on where they go.

import { el, svg } from '../dom.js';
import { OUTCOME } from '../colours.js';
import { Field, UNIT } from './field.js';
import { COLOURS, edgeLine, layoutOf, nodeHalo, nodeParts, paired, token } from './graph.js';
import { squares } from './sheet.js';

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
    return grid ? [[...grid[0]].length * UNIT, grid.length * UNIT] : layoutOf(this.#ground).size;
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

  /** The graph that tokens walk on, where they do. */
  get #ground() {
    const { nodes, edges } = this.#shape;
    return { nodes, squares: null, edges: paired(edges) };
  }

  #graph() {
    const ground = this.#ground;
    const { at, side } = layoutOf(ground);
    const lines = ground.edges.map(({ from, to, one_way: oneWay }) => edgeLine(at(from), at(to), { oneWay }));
    const parts = ground.nodes.map((node, number) => {
      const [x, y] = at(number);
      return this.spot(node, x - UNIT / 2, y - UNIT / 2, nodeHalo(), nodeParts(node, side(number)));
    });
    return [...lines, ...parts];
  }

  #centreOf(place) {
    const { grid, nodes } = this.#shape;
    if (!grid) return layoutOf(this.#ground).at(nodes.indexOf(place));
    const [r, c] = place.split(',').map(Number);
    return [(c - 0.5) * UNIT, (r - 0.5) * UNIT];
  }

  #pieces() {
    const places = placesOf(this.state.at);
    return places.map((place, index) => {
      const [x, y] = this.#centreOf(place);
      // Tokens on one place stand side by side.
      const together = places.filter((other) => other === place).length;
      const shift = together > 1 ? (places.slice(0, index).filter((other) => other === place).length - (together - 1) / 2) * UNIT * 0.34 : 0;
      const letter = this.#shape.names[index].slice(0, 1);
      return svg('g', {}, ...token(x + shift, y, letter, COLOURS[index % COLOURS.length], this.sheet.atLeast(UNIT * 0.29, 5)));
    });
  }
}

/** A large map as one rectangle, and a path for its walls. */
function ground(grid) {
  const walls = grid.flatMap((row, r) => [...row].flatMap((symbol, c) => (symbol === '#' ? [[r, c]] : [])));
  return [svg('rect', { class: 'cell', width: [...grid[0]].length * UNIT, height: grid.length * UNIT }), svg('path', { class: 'cell wall', d: squares(walls, UNIT) })];
}
