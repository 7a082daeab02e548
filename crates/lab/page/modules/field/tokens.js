// Tokens on the squares of a map or the nodes of a graph: drawn as a map, moved by a click on where they go.

import { el, svg } from '../dom.js';
import { OUTCOME, ON_OUTCOME } from '../colours.js';
import { arrowHead, arrowPath } from './arrows.js';
import { Spots } from './spots.js';

const UNIT = 56;
const SCALE = 1.6;
const COLOURS = [2, 1, 4, 3];

/** Where the tokens of a position stand. */
export const placesOf = (text) => text.trim().split(/\s+/);

export class Tokens {
  #host;
  #stage;
  #state = null;
  #spots = null;
  #drawing = null;
  #field = el('div', { class: 'field' });

  constructor(stage, host) {
    this.#host = host;
    this.#stage = stage;
    stage.replaceChildren(this.#field);
    stage.dataset.ready = 'true';
  }

  update(state, changed) {
    this.#state = state;
    const { at, position } = state;
    if (!this.#spots || changed.has('game') || changed.has('at') || changed.has('position')) {
      this.#spots = new Spots((option) => {
        const [old, fresh] = [placesOf(at), placesOf(option.to)];
        const moved = fresh.findIndex((place, token) => place !== old[token]);
        return { from: [], to: moved < 0 ? [] : [fresh[moved]] };
      });
      this.#spots.options = position?.at === at ? position.options : [];
    }
    if (changed.size === 1 && changed.has('hot') && this.#drawing) this.#arrows();
    else this.#draw();
  }

  destroy() {
    this.#stage.replaceChildren();
  }

  focus() {
    (this.#field.querySelector('.spot') ?? this.#stage).focus();
  }

  get view() {
    return '';
  }

  set view(text) {
    // A map is always seen whole.
  }

  goTo() {
    // The same.
  }

  near() {
    return { tokens: placesOf(this.#state.at ?? '').map((place, token) => [this.#state.game.shape.names[token], place]) };
  }

  #draw() {
    const { game, at } = this.#state;
    if (!at) return;
    const focused = document.activeElement?.dataset?.key;
    const { shape } = game;
    const [width, height, parts] = shape.grid ? this.#grid(shape.grid.split('\n')) : this.#graph(shape);
    this.#drawing = svg('svg', { viewBox: `-4 -4 ${width + 8} ${height + 8}`, width: (width + 8) * SCALE, height: (height + 8) * SCALE, role: 'group', 'aria-label': `${game.name}: ${at}` },
      svg('defs', {}, arrowHead('head'), arrowHead('head-wins', 'wins')), ...parts, ...this.#pieces(), svg('g', { class: 'arrows' }));
    const names = shape.names.map((name, token) => svg('svg', { width: 18, height: 18 }, svg('circle', { cx: 9, cy: 9, r: 8, fill: OUTCOME[COLOURS[token % 4]] })));
    this.#field.replaceChildren(this.#drawing, el('p', { class: 'caption shape' },
      ...shape.names.flatMap((name, token) => [names[token], `${name} `])));
    this.#arrows();
    if (focused) this.#field.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    this.#host.drawn();
  }

  #grid(grid) {
    const parts = grid.flatMap((row, r) => [...row].map((symbol, c) => {
      const key = `${r + 1},${c + 1}`;
      return this.#spot(key, c * UNIT, r * UNIT, [
        svg('rect', { class: `cell ${symbol === '#' ? 'wall' : (r + c) % 2 ? 'odd' : ''}`, width: UNIT, height: UNIT }),
        '.#'.includes(symbol) ? null : svg('text', { class: 'weight', x: 10, y: 16 }, symbol),
      ], svg('rect', { class: 'halo', x: 4, y: 4, width: UNIT - 8, height: UNIT - 8, rx: 8 }));
    }));
    return [[...grid[0]].length * UNIT, grid.length * UNIT, parts];
  }

  /** Nodes on a circle, in the order in which the rules name them. */
  #graph({ nodes, edges }) {
    const radius = Math.max(120, (nodes.length * UNIT * 1.7) / (2 * Math.PI));
    const centre = radius + UNIT;
    const middle = this.#middle(nodes, radius, centre);
    const both = (from, to) => edges.some(([a, b]) => a === to && b === from);
    const lines = edges.filter(([from, to]) => from < to || !both(from, to)).map(([from, to]) => {
      const [[ax, ay], [bx, by]] = [middle(nodes[from]), middle(nodes[to])];
      const far = Math.hypot(bx - ax, by - ay) || 1;
      const oneWay = !both(from, to);
      const short = oneWay ? UNIT * 0.42 : 0;
      return svg('line', { class: 'edge', x1: ax, y1: ay, x2: bx - ((bx - ax) / far) * short, y2: by - ((by - ay) / far) * short, 'marker-end': oneWay ? 'url(#head)' : null });
    });
    const parts = nodes.map((node) => {
      const [x, y] = middle(node);
      return this.#spot(node, x - UNIT / 2, y - UNIT / 2, [
        svg('circle', { class: 'place', cx: UNIT / 2, cy: UNIT / 2, r: UNIT * 0.38 }),
        svg('text', { class: 'weight', x: UNIT / 2, y: -2 }, node),
      ], svg('circle', { class: 'halo', cx: UNIT / 2, cy: UNIT / 2, r: UNIT * 0.46 }));
    });
    return [centre * 2, centre * 2, [...lines, ...parts]];
  }

  #middle(nodes, radius, centre) {
    return (node) => {
      const angle = (nodes.findIndex((name) => name === node) / nodes.length) * 2 * Math.PI - Math.PI / 2;
      return [centre + radius * Math.cos(angle), centre + radius * Math.sin(angle)];
    };
  }

  #centreOf(place) {
    const { shape } = this.#state.game;
    if (shape.grid) {
      const [r, c] = place.split(',').map(Number);
      return [(c - 0.5) * UNIT, (r - 0.5) * UNIT];
    }
    const radius = Math.max(120, (shape.nodes.length * UNIT * 1.7) / (2 * Math.PI));
    return this.#middle(shape.nodes, radius, radius + UNIT)(place);
  }

  #spot(key, x, y, inside, halo) {
    const moves = this.#spots.movesOf(key);
    const hide = this.#state.play !== null || this.#state.veil;
    const wins = !hide && moves.some(({ option }) => option.value === 'win');
    const can = moves.length > 0;
    const act = () => {
      const option = moves.find(({ option: move }) => move.value === 'win' && !hide)?.option ?? moves[0].option;
      this.#host.follow(option);
    };
    return svg('g', {
      class: can ? `spot can ${wins ? 'wins' : ''}` : null, transform: `translate(${x} ${y})`, 'data-key': can ? key : null,
      tabindex: can ? '0' : null, role: can ? 'button' : null,
      'aria-label': can ? `${moves[0].option.text}, to ${moves[0].option.to}${wins ? ', a winning move' : ''}` : null,
      click: can ? act : null,
      keydown: can ? (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        act();
      } : null,
    }, ...inside, halo);
  }

  #pieces() {
    const { game, at } = this.#state;
    const places = placesOf(at);
    return places.map((place, token) => {
      const [x, y] = this.#centreOf(place);
      // Tokens on one place stand side by side.
      const together = places.filter((other) => other === place).length;
      const shift = together > 1 ? (places.slice(0, token).filter((other) => other === place).length - (together - 1) / 2) * UNIT * 0.34 : 0;
      const colour = COLOURS[token % COLOURS.length];
      return svg('g', {},
        svg('circle', { class: 'stone', cx: x + shift, cy: y, r: UNIT * 0.29, fill: OUTCOME[colour] }),
        svg('text', { class: 'mark-letter', x: x + shift, y: y + 1, fill: ON_OUTCOME[colour] }, game.shape.names[token].slice(0, 1)));
    });
  }

  #arrows() {
    const { position, at, hot, play, veil } = this.#state;
    const layer = this.#drawing?.querySelector('.arrows');
    if (!layer) return;
    const hide = play !== null || veil;
    const options = position?.at === at ? position.options : [];
    layer.replaceChildren(...options.flatMap((option) => {
      const wins = !hide && option.value === 'win';
      const moved = placesOf(option.to).findIndex((place, token) => place !== placesOf(at)[token]);
      if (moved < 0) return [];
      return [arrowPath(this.#centreOf(placesOf(at)[moved]), this.#centreOf(placesOf(option.to)[moved]), UNIT, wins ? 'wins' : '', option.to === hot)];
    }));
  }
}
