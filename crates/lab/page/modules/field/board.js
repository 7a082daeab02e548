// Rows and boards, drawn as they lie on the table: a click on a piece and where it goes makes the move.

import { el, say, svg } from '../dom.js';
import { OUTCOME } from '../colours.js';
import { cellsOf, changesOf, resized, symbolsOf, turned } from './cells.js';
import { arrowHead, arrowPath } from './arrows.js';
import { Spots } from './spots.js';

const UNIT = 56;
/** A cell is at most so many units of its own large. */
const SCALE = 1.6;

export class Board {
  #host;
  #stage;
  #state = null;
  #editing = false;
  #field = el('div', { class: 'field' });
  #spots = null;
  #drawing = null;
  #controls;

  constructor(stage, host) {
    this.#host = host;
    this.#stage = stage;
    this.#controls = el('div', { class: 'shape' });
    stage.replaceChildren(this.#field);
    stage.dataset.ready = 'true';
  }

  update(state, changed) {
    this.#state = state;
    const { at, position, game } = state;
    const [empty] = symbolsOf(game.shape.alphabet);
    if (!this.#spots || changed.has('game') || changed.has('at') || changed.has('position')) {
      this.#spots = new Spots((option) => changesOf(at, option.to, empty));
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
    // A board is always seen whole.
  }

  goTo() {
    // The same.
  }

  /** The position row by row, for the picture in words. */
  near() {
    return { rows: cellsOf(this.#state.at ?? '') };
  }

  #draw() {
    const { at, game, law } = this.#state;
    if (!at) {
      this.#field.replaceChildren(el('p', { class: 'caption' }, 'Write a position in the box above, such as ', el('code', {}, game.start ?? ''), '.'));
      return;
    }
    const focused = document.activeElement?.dataset?.key;
    const cells = cellsOf(at);
    const [height, width] = [cells.length, cells[0].length];
    const weights = law?.shapes?.find((shape) => shape.kind === 'weights');
    const below = weights && height === 1 ? 24 : 0;
    const drawing = svg('svg', {
      viewBox: `-4 -4 ${width * UNIT + 8} ${height * UNIT + 8 + below}`,
      width: (width * UNIT + 8) * SCALE, height: (height * UNIT + 8 + below) * SCALE, role: 'group', 'aria-label': `${game.name}: ${at}`,
    });
    drawing.append(svg('defs', {}, arrowHead('head'), arrowHead('head-wins', 'wins')));
    cells.forEach((row, r) => row.forEach((symbol, c) => drawing.append(this.#cell(symbol, r, c, height === 1 ? width - c : null, weights))));
    drawing.append(svg('g', { class: 'arrows' }));
    this.#drawing = drawing;
    this.#field.replaceChildren(drawing, this.#caption());
    this.#arrows();
    if (focused) this.#field.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    this.#host.drawn();
  }

  #cell(symbol, r, c, fromRight, weights) {
    const key = `${r},${c}`;
    const moves = this.#editing ? [] : this.#spots.movesOf(key);
    const hide = this.#state.play !== null || this.#state.veil;
    const wins = !hide && moves.some(({ option }) => option.value === 'win');
    const can = moves.length > 0 || this.#editing;
    const odd = (r + c) % 2 === 1 && r + c > 0 && cellsOf(this.#state.at).length > 1;
    const counts = weights && fromRight !== null && weighs(weights, symbol, fromRight);
    const look = ['spot', can ? 'can' : '', wins ? 'wins' : '', this.#spots.picked === key ? 'picked' : ''].join(' ');
    const label = `row ${r + 1}, cell ${c + 1}: ${symbol}${this.#editing ? ', change' : can ? `, ${moves.length === 1 ? moves[0].option.text : `${moves.length} moves`}${wins ? ', a winning one' : ''}` : ''}`;
    const group = svg('g', {
      class: can ? look : '', transform: `translate(${c * UNIT} ${r * UNIT})`, 'data-key': can ? key : null,
      tabindex: can ? '0' : null, role: can ? 'button' : 'img', 'aria-label': label,
      click: can ? () => this.#click(key) : null,
      keydown: can ? (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        this.#click(key);
      } : null,
    }, svg('rect', { class: `cell ${odd ? 'odd' : ''} ${counts ? 'counts' : ''}`, width: UNIT, height: UNIT }), ...piece(symbol, symbolsOf(this.#state.game.shape.alphabet)),
    svg('rect', { class: 'halo', x: 5, y: 5, width: UNIT - 10, height: UNIT - 10, rx: 8 }));
    if (weights && fromRight !== null) {
      const weight = weights.of?.(symbol, fromRight);
      group.append(svg('text', { class: 'weight', x: UNIT / 2, y: UNIT + 17 }, weight ?? (counts ? '1' : '·')));
    }
    return group;
  }

  #click(key) {
    const { game, at } = this.#state;
    const [row, column] = key.split(',').map(Number);
    if (this.#editing) {
      this.#host.pick(turned(at, symbolsOf(game.shape.alphabet), row, column));
      return;
    }
    const option = this.#spots.click(key);
    if (option) this.#host.follow(option);
    else {
      if (this.#spots.picked) say('Picked; now choose where it goes.');
      this.#draw();
    }
  }

  /** Winning moves, the one hovered in the list, and those of what is picked. */
  #arrows() {
    const { position, at, hot, play, veil } = this.#state;
    const layer = this.#drawing?.querySelector('.arrows');
    if (!layer) return;
    const [empty] = symbolsOf(this.#state.game.shape.alphabet);
    const options = position?.at === at ? position.options : [];
    const hide = play !== null || veil;
    layer.replaceChildren(...options.flatMap((option) => {
      const wins = !hide && option.value === 'win';
      if (option.to !== hot && !wins) return [];
      const { from, to } = changesOf(at, option.to, empty);
      const end = to.find((key) => !from.includes(key)) ?? to[0] ?? null;
      const start = from.find((key) => key !== end) ?? null;
      const middle = (key) => key.split(',').map((part) => (Number(part) + 0.5) * UNIT).reverse();
      if (!start || !end) return (end ?? start) && option.to === hot ? [svg('circle', { class: 'arrow hot', cx: middle(end ?? start)[0], cy: middle(end ?? start)[1], r: UNIT * 0.42 })] : [];
      return [arrowPath(middle(start), middle(end), UNIT, wins ? 'wins' : '', option.to === hot)];
    }));
  }

  #caption() {
    const { game } = this.#state;
    const [empty] = symbolsOf(game.shape.alphabet);
    const button = (words, label, rows, columns) => el('button', { type: 'button', 'aria-label': label, click: () => this.#host.pick(resized(this.#state.at, empty, rows, columns)) }, words);
    const free = (size) => size === null || size === undefined;
    const row = game.shape.kind === 'row';
    this.#controls.replaceChildren(...[
      el('button', { type: 'button', 'aria-pressed': String(this.#editing), click: () => {
        this.#editing = !this.#editing;
        this.#draw();
      } }, this.#editing ? 'Done' : 'Change cells'),
      ...(free(game.shape.columns ?? game.shape.length) ? [button('− cell', row ? 'One cell fewer' : 'One column fewer', 0, -1), button('+ cell', row ? 'One cell more' : 'One column more', 0, 1)] : []),
      ...(!row && free(game.shape.rows) ? [button('− row', 'One row fewer', -1, 0), button('+ row', 'One row more', 1, 0)] : []),
    ]);
    return this.#state.play ? el('p', { class: 'caption' }, 'Click a piece, then where it goes.') : this.#controls;
  }
}

/** Whether a symbol at so many cells from the right end counts in the law's sum. */
function weighs(weights, symbol, distance) {
  const rule = weights.symbols?.find((entry) => entry.symbol === symbol);
  return Boolean(rule && (rule.period ? rule.at.includes(((distance - 1) % rule.period) + 1) : rule.at.includes(distance)));
}

/** A symbol as a piece. */
function piece(symbol, alphabet) {
  const at = { cx: UNIT / 2, cy: UNIT / 2 };
  if (symbol === alphabet[0] && /[.·_-]/.test(symbol)) return [];
  if (symbol === '#') return [svg('rect', { class: 'cell wall', x: 2, y: 2, width: UNIT - 4, height: UNIT - 4 })];
  const stones = alphabet.includes('o') && alphabet.every((letter) => '.·_-xo#'.includes(letter));
  if (stones && symbol === 'o') return [svg('circle', { class: 'stone', ...at, r: UNIT * 0.3, fill: alphabet.includes('x') ? '#fbf8ef' : OUTCOME[1] })];
  if (stones && symbol === 'x') return [svg('circle', { class: 'stone', ...at, r: UNIT * 0.3, fill: '#2b2f36' })];
  const stroke = { fill: 'none', 'stroke-width': 6, 'stroke-linecap': 'round', class: 'piece' };
  if (symbol === 'X') return [svg('path', { ...stroke, stroke: OUTCOME[2], d: `M${UNIT * 0.3} ${UNIT * 0.3}L${UNIT * 0.7} ${UNIT * 0.7}M${UNIT * 0.7} ${UNIT * 0.3}L${UNIT * 0.3} ${UNIT * 0.7}` })];
  if (symbol === 'O') return [svg('circle', { ...stroke, ...at, stroke: OUTCOME[1], r: UNIT * 0.22 })];
  return [svg('text', { class: 'symbol', x: UNIT / 2, y: UNIT / 2 }, symbol)];
}
