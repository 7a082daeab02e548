// The sheet that a drawn position lies on: seen whole, or nearer and scrolled. What is large is drawn only where it is seen.

import { el } from '../dom.js';

/** Pixels a unit, at most; one step nearer. */
const SCALE = 1.6;
const STEP = 1.6;
/** Cells fewer pixels wide than these are seen as their colours alone, and may be looked at from nearer. */
const TINY = 15;
const SMALL = 30;
/** Room around the drawing, in units. */
const ROOM = 8;

export class Sheet {
  #unit;
  #redraw;
  #home;
  #scale = null;
  #size = [1, 1];
  #seen = null;
  /** What is looked at, in units, which near an edge is not the middle; and how far it was scrolled for that. */
  #aim = null;
  #placed = [0, 0];
  #waiting = 0;
  #box = el('div', { class: 'sheet', scroll: () => this.#scrolled() });
  #buttons = el('div', { class: 'zoom' },
    this.#button('Zoom in', '+', () => this.zoom(STEP)), this.#button('Zoom out', '−', () => this.zoom(1 / STEP)), this.#button('See the whole', '⤢', () => this.whole()));

  /** `unit` is a cell's width; `redraw` draws what is to be seen; `home` is the place to look at first, or null. */
  constructor(unit, redraw, home) {
    this.#unit = unit;
    this.#redraw = redraw;
    this.#home = home;
    this.element = el('div', { class: 'sheets', keydown: (event) => this.#key(event) }, this.#box, this.#buttons);
  }

  #button(label, words, act) {
    return el('button', { type: 'button', 'aria-label': label, title: label, click: act }, words);
  }

  #key(event) {
    if (this.#buttons.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { '+': () => this.zoom(STEP), '=': () => this.zoom(STEP), '-': () => this.zoom(1 / STEP), 0: () => this.whole() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** The scale at which all is seen. */
  get #fit() {
    const { clientWidth, clientHeight } = this.element;
    const [width, height] = this.#size;
    return Math.max(0.01, Math.min(SCALE, (clientWidth || 600) / (width + ROOM), (clientHeight || 400) / (height + ROOM)));
  }

  get #now() {
    return this.#scale ?? this.#fit;
  }

  /** At least so many units, so that it is so many pixels on the screen. */
  atLeast(units, pixels) {
    return Math.max(units, pixels / this.#now);
  }

  /** What comes: how large it is, in units. */
  set size(size) {
    this.#size = size;
    if (this.#scale !== null && this.#scale <= this.#fit) this.#scale = null;
    this.#buttons.hidden = this.#scale === null && this.#unit * this.#fit > SMALL;
    this.#seen = this.#window();
  }

  /** Whether cells are too small for more than their colour. */
  get coarse() {
    return this.#unit * this.#now < TINY;
  }

  /** The first and the last row, and column, that are drawn. */
  #window() {
    const cell = this.#unit * this.#now;
    const range = (from, room) => [Math.floor(from / cell) - 6, Math.ceil((from + room) / cell) + 6];
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#box;
    if (this.#scale === null) return { rows: [0, Infinity], columns: [0, Infinity] };
    return { rows: range(scrollTop, clientHeight || 2000), columns: range(scrollLeft, clientWidth || 2000) };
  }

  /** Whether a cell is drawn. */
  holds(row, column) {
    const { rows, columns } = this.#seen;
    return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
  }

  show(drawn) {
    const [width, height] = this.#size;
    const scale = this.#now;
    drawn.setAttribute('width', (width + ROOM) * scale);
    drawn.setAttribute('height', (height + ROOM) * scale);
    this.#box.classList.toggle('near', this.#scale !== null);
    // What is scrolled can be scrolled by keys.
    if (this.#scale === null) this.#box.removeAttribute('tabindex');
    else this.#box.tabIndex = 0;
    this.#box.replaceChildren(drawn);
  }

  zoom(by) {
    const before = this.#now;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#box;
    if (this.#scale === null) this.#aim = this.#home();
    const middle = this.#aim ?? [(scrollLeft + clientWidth / 2) / before, (scrollTop + clientHeight / 2) / before];
    const next = Math.min(SCALE, before * by);
    this.#scale = next <= this.#fit * 1.01 ? null : next;
    this.#redraw();
    this.centre(...middle);
  }

  whole() {
    this.#scale = null;
    this.#redraw();
  }

  /** Brings a place, in units, to the middle. */
  centre(x, y) {
    if (this.#scale === null) return;
    this.#aim = [x, y];
    this.#box.scrollLeft = x * this.#scale - this.#box.clientWidth / 2;
    this.#box.scrollTop = y * this.#scale - this.#box.clientHeight / 2;
    this.#placed = [this.#box.scrollLeft, this.#box.scrollTop];
    this.#redraw();
  }

  #scrolled() {
    // By hand: what was looked at is no more.
    if (Math.hypot(this.#box.scrollLeft - this.#placed[0], this.#box.scrollTop - this.#placed[1]) > 1) this.#aim = null;
    cancelAnimationFrame(this.#waiting);
    this.#waiting = requestAnimationFrame(() => {
      const { rows, columns } = this.#window();
      const far = (one, other) => Math.abs(one[0] - other[0]) > 3 || Math.abs(one[1] - other[1]) > 3;
      if (far(rows, this.#seen.rows) || far(columns, this.#seen.columns)) this.#redraw();
    });
  }
}

/** Cells of one look as one path. */
export const squares = (cells, unit) => cells.map(([row, column]) => `M${column * unit} ${row * unit}h${unit}v${unit}h${-unit}z`).join('');
