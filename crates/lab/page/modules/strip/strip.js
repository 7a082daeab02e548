// Games of one heap: a strip of heaps that wraps, at the period where there is one, so that the period is seen.

import { CanvasView } from '../canvas.js';
import { el } from '../dom.js';
import { spoken, valueWords } from '../words.js';
import { drawLine } from './cells.js';
import { heapOf, heapsOf, without } from './heaps.js';
import { drawArcs, drawPeriod, drawTicks, ring } from './marks.js';
import { Rows, LARGEST, SMALLEST } from './rows.js';
import { Values } from './values.js';

const LEFT = 76;
const RIGHT = 60;
const HOME = 22;
/** Heaps of a file. */
const SAVED = 4096;

export class Strip extends CanvasView {
  #rows = new Rows();
  #values = new Values(() => this.later());
  #wished = null;
  #width;

  constructor(stage, host) {
    const width = el('input', { type: 'text', inputmode: 'numeric', class: 'small', 'aria-label': 'Heaps a line', title: 'Heaps a line' });
    super(stage, host, { role: 'strip of heaps', home: 'Back to heap 0', factor: 1.5 }, el('label', { class: 'line-width' }, 'a line', width));
    this.#width = width;
    width.addEventListener('change', () => this.move(() => {
      const wished = Number(width.value);
      this.#rows.chosen = Number.isInteger(wished) && wished >= 1 && wished <= 2000 ? wished : null;
    }));
  }

  update(state, changed) {
    const first = this.state === null;
    this.take(state, changed);
    if (first || ['game', 'show', 'mapMover'].some((name) => changed.has(name))) {
      this.#values.ask(state.game.id, { show: state.show, to_move: state.mapMover });
    }
    this.#rows.period = this.#period ? Number(this.#period.period) : null;
    if (changed.has('at') && state.at) this.#follow();
  }

  get label() {
    const { game, show, at } = this.state;
    return `${game.name}: strip of heaps from 0 on, by ${show}. Arrow keys choose a heap, plus and minus zoom, 0 goes back to the beginning.`
      + (at ? ` ${spoken(game, at)} is chosen.` : '');
  }

  /** First heap seen, pixels a cell, and heaps a line where chosen by hand. */
  get view() {
    const first = this.#rows.seen()[0] * BigInt(this.#rows.columns);
    return `${first},${this.#rows.wish.toFixed(1)}${this.#rows.chosen ? `,${this.#rows.chosen}` : ''}`;
  }

  /** What is seen, as the question for a file has it. */
  get window() {
    const [row, count] = this.#rows.seen();
    const { columns } = this.#rows;
    return { from: String(row * BigInt(columns)), size: String(Math.min(Number(count) * columns, SAVED)), width: columns };
  }

  set view(text) {
    this.#wished = text;
    const match = /^(\d{1,400}),([\d.]+)(?:,(\d{1,4}))?$/.exec(text);
    if (!match) return;
    this.#rows.wish = Math.min(LARGEST, Math.max(SMALLEST, Number(match[2])));
    this.#rows.chosen = match[3] ? Math.max(1, Number(match[3])) : null;
    this.#rows.show(BigInt(match[1]), 0);
    this.later();
  }

  goTo(text) {
    const heap = heapOf(text);
    if (heap !== null) this.move(() => this.#rows.show(heap, this.#rows.height / 2));
  }

  /** The heaps of the first lines, for the picture in words. */
  near(size) {
    const from = this.#rows.seen()[0] * BigInt(this.#rows.columns);
    return { from, read: (at) => this.#values.at(from + BigInt(at)), count: size * size };
  }

  laid(width, height) {
    const first = this.#rows.width <= 1;
    Object.assign(this.#rows, { left: LEFT, width: width - LEFT - RIGHT, height });
    if (first && this.#wished) this.view = this.#wished;
    else if (first && this.state?.at) this.#follow();
  }

  get waiting() {
    return this.#values.waiting;
  }

  stop() {
    this.#values.stop();
  }

  panBy(dx, dy) {
    this.#rows.scroll(dy);
  }

  zoomBy(factor, x, y = this.#rows.height / 2) {
    this.#rows.zoom(factor, y);
  }

  goHome() {
    this.#rows.wish = HOME;
    this.#rows.show(0n, 0);
  }

  pickAt(x, y) {
    this.#pick(this.#rows.heapAt(x, y));
  }

  wordsAt(x, y) {
    const heap = this.#rows.heapAt(x, y);
    if (heap === null) return null;
    const { game, show, veil } = this.state;
    const value = this.#values.at(heap);
    const where = spoken(game, String(heap));
    return veil || value === undefined ? [where] : [where, valueWords(game, show, value)];
  }

  key(event) {
    const columns = BigInt(this.#rows.columns);
    const by = { ArrowLeft: -1n, ArrowRight: 1n, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (by !== undefined) {
      const next = (heapOf(this.state.at) ?? 0n) + by;
      if (next >= 0n) this.#pick(next);
    } else if (event.key === '+' || event.key === '=') this.move(() => this.zoomBy(1.5));
    else if (event.key === '-') this.move(() => this.zoomBy(1 / 1.5));
    else if (event.key === '0') this.move(() => this.goHome());
    else if (event.key === 'PageDown') this.move(() => this.#rows.scroll(-this.#rows.height * 0.9));
    else if (event.key === 'PageUp') this.move(() => this.#rows.scroll(this.#rows.height * 0.9));
    else return false;
    return true;
  }

  get #period() {
    return this.state.law?.shapes?.find((shape) => shape.kind === 'period') ?? null;
  }

  #follow() {
    const heap = heapOf(this.state.at);
    if (heap === null || this.#rows.width <= 1) return;
    const [, y] = this.#rows.place(heap);
    if (y < 0 || y > this.#rows.height - this.#rows.cell) this.#rows.show(heap, this.#rows.height / 2);
  }

  #pick(heap) {
    if (heap !== null) this.host.pick(String(heap));
  }

  paint(ratio) {
    const { state, context, colours } = this;
    const rows = this.#rows;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.card;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const [first, count] = rows.seen();
    const columns = BigInt(rows.columns);
    this.#values.want(first * columns, (first + BigInt(count)) * columns);
    for (let line = 0; line < count; line += 1) drawLine(context, rows, first + BigInt(line), this.#values, state, colours);
    drawTicks(context, rows, colours);
    if (this.#period && !state.veil) drawPeriod(context, rows, BigInt(this.#period.preperiod), BigInt(this.#period.period));
    this.#choice();
    if (document.activeElement !== this.#width) this.#width.value = String(columns);
    if (state.show !== 'outcome') this.host.scaled(this.#values.most);
    return this.#values.refusal;
  }

  /** The chosen heaps and their moves. */
  #choice() {
    const { at, position, hot, veil, play } = this.state;
    if (!at) return;
    const heaps = heapsOf(at);
    if (position?.at === at) {
      // Of several heaps a move changes one: it is the one that is gone afterwards.
      const arcs = position.options.map((option) => ({
        from: without(heaps, heapsOf(option.to))[0],
        to: without(heapsOf(option.to), heaps),
        wins: option.value === 'win' && !veil && !play,
        hot: option.to === hot,
      }));
      drawArcs(this.context, this.#rows, arcs.filter((arc) => arc.from !== undefined));
    }
    for (const each of heaps) ring(this.context, this.#rows, each);
  }
}
