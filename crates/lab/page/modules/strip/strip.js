// Games of one heap: a strip of heaps that wraps, at the period where there is one, so that the period is seen.

import { el, say } from '../dom.js';
import { themeColours } from '../colours.js';
import { gestures } from '../plane/gestures.js';
import { spoken, valueWords } from '../words.js';
import { drawLine } from './cells.js';
import { Rows } from './rows.js';
import { drawArcs, drawPeriod, drawTicks, ring } from './marks.js';
import { Values } from './values.js';

const LEFT = 76;
const PAD = 12;

export class Strip {
  #host;
  #stage;
  #rows = new Rows();
  #values;
  #canvas;
  #context;
  #said = el('p', { class: 'said' });
  #width;
  #state = null;
  #colours = themeColours();
  #frame = 0;
  #hover = null;
  #wished = null;
  #watch;

  constructor(stage, host) {
    this.#host = host;
    this.#stage = stage;
    this.#values = new Values(() => this.#later());
    this.#canvas = el('canvas', { tabindex: '0', role: 'application', 'aria-roledescription': 'strip of heaps' });
    this.#context = this.#canvas.getContext('2d', { alpha: false });
    this.#width = el('input', { type: 'text', inputmode: 'numeric', class: 'small', 'aria-label': 'Heaps a line', title: 'Heaps a line', change: () => this.#setWidth() });
    const button = (label, text, action) => el('button', { type: 'button', 'aria-label': label, title: label, click: action }, text);
    stage.replaceChildren(this.#canvas, el('div', { class: 'zoom' },
      button('Zoom in', '+', () => this.#zoom(1.5)), button('Zoom out', '−', () => this.#zoom(1 / 1.5)),
      button('Back to heap 0', '⌂', () => this.#home())),
    el('label', { class: 'line-width' }, 'a line', this.#width), this.#said);
    gestures(this.#canvas, {
      pan: (dx, dy) => this.#move(() => this.#rows.scroll(dy)),
      zoom: (factor, x, y) => this.#move(() => this.#rows.zoom(factor, y)),
      click: (x, y) => this.#pick(this.#rows.heapAt(x, y)),
      hover: (at) => this.#read(at),
      key: (event) => this.#key(event),
    });
    this.#watch = new ResizeObserver(() => this.#resize());
    this.#watch.observe(stage);
  }

  update(state, changed) {
    const first = this.#state === null;
    this.#state = state;
    if (first || ['game', 'show', 'mapMover'].some((name) => changed.has(name))) {
      this.#values.ask(state.game.id, { show: state.show, to_move: state.mapMover });
    }
    if (changed.has('theme')) this.#colours = themeColours();
    const period = state.law?.shapes?.find((shape) => shape.kind === 'period');
    this.#rows.period = period ? Number(period.period) : null;
    if (changed.has('at') && state.at) this.#follow();
    this.#canvas.setAttribute('aria-label', `${state.game.name}: strip of heaps from 0 on, by ${state.show}. `
      + `Arrow keys choose a heap, plus and minus zoom, 0 goes back to the beginning.${state.at ? ` ${spoken(state.game, state.at)} is chosen.` : ''}`);
    this.#later();
  }

  destroy() {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#values.stop();
    this.#stage.replaceChildren();
  }

  focus() {
    this.#canvas.focus();
  }

  /** First heap seen, pixels a cell, and heaps a line where chosen by hand. */
  get view() {
    const first = this.#rows.seen()[0] * BigInt(this.#rows.columns);
    return `${first},${this.#rows.wish.toFixed(1)}${this.#rows.chosen ? `,${this.#rows.chosen}` : ''}`;
  }

  set view(text) {
    this.#wished = text;
    const match = /^(\d{1,400}),([\d.]+)(?:,(\d{1,4}))?$/.exec(text);
    if (!match) return;
    this.#rows.wish = Math.min(44, Math.max(3, Number(match[2])));
    this.#rows.chosen = match[3] ? Math.max(1, Number(match[3])) : null;
    this.#rows.show(BigInt(match[1]), 0);
    this.#later();
  }

  goTo(text) {
    const heap = this.#heapOf(text);
    if (heap !== null) this.#move(() => this.#rows.show(heap, this.#rows.height / 2));
  }

  /** The heaps of the first lines, for the picture in words. */
  near(size) {
    const from = this.#rows.seen()[0] * BigInt(this.#rows.columns);
    return { from, read: (at) => this.#values.at(from + BigInt(at)), count: size * size };
  }

  #heapsOf(text) {
    return text.split(/[\s,]+/).map((part) => this.#heapOf(part)).filter((heap) => heap !== null);
  }

  #heapOf(text) {
    return /^\d+$/.test(text ?? '') ? BigInt(text) : null;
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#stage;
    if (clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.round(clientWidth * ratio);
    this.#canvas.height = Math.round(clientHeight * ratio);
    const first = this.#rows.width <= 1;
    Object.assign(this.#rows, { left: LEFT, width: clientWidth - LEFT - 60, height: clientHeight });
    if (first && this.#wished) this.view = this.#wished;
    else if (first && this.#state?.at) this.#follow();
    this.#draw();
  }

  #home() {
    this.#move(() => {
      this.#rows.wish = 22;
      this.#rows.show(0n, 0);
    });
  }

  #move(change) {
    change();
    this.#host.moved();
    this.#later();
  }

  #zoom(factor) {
    this.#move(() => this.#rows.zoom(factor, this.#rows.height / 2));
  }

  #setWidth() {
    const wished = Number(this.#width.value);
    this.#move(() => {
      this.#rows.chosen = Number.isInteger(wished) && wished >= 1 && wished <= 2000 ? wished : null;
    });
  }

  #follow() {
    const heap = this.#heapOf(this.#state.at);
    if (heap === null || this.#rows.width <= 1) return;
    const [, y] = this.#rows.place(heap);
    if (y < 0 || y > this.#rows.height - this.#rows.cell) this.#rows.show(heap, this.#rows.height / 2);
  }

  #key(event) {
    const columns = BigInt(this.#rows.columns);
    const by = { ArrowLeft: -1n, ArrowRight: 1n, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (by !== undefined) {
      const next = (this.#heapOf(this.#state.at) ?? 0n) + by;
      if (next >= 0n) this.#pick(next);
    } else if (event.key === '+' || event.key === '=') this.#zoom(1.5);
    else if (event.key === '-') this.#zoom(1 / 1.5);
    else if (event.key === '0') this.#home();
    else if (event.key === 'PageDown') this.#move(() => this.#rows.scroll(-this.#rows.height * 0.9));
    else if (event.key === 'PageUp') this.#move(() => this.#rows.scroll(this.#rows.height * 0.9));
    else return false;
    return true;
  }

  #pick(heap) {
    if (heap !== null) this.#host.pick(String(heap));
  }

  #read(at) {
    this.#hover = at;
    const heap = at && this.#rows.heapAt(at.x, at.y);
    if (heap === null || !this.#state) {
      this.#host.read('');
      return;
    }
    const value = this.#values.at(heap);
    const where = spoken(this.#state.game, String(heap));
    if (this.#state.veil || value === undefined) this.#host.read(where);
    else this.#host.read(where, valueWords(this.#state.game, this.#state.show, value));
  }

  #later() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#state) return;
    const [rows, context, state, colours] = [this.#rows, this.#context, this.#state, this.#colours];
    const ratio = devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.card;
    context.fillRect(0, 0, rows.width + LEFT + 100, rows.height);
    const [first, count] = rows.seen();
    const columns = rows.columns;
    this.#values.want(first * BigInt(columns), (first + BigInt(count)) * BigInt(columns));
    context.save();
    context.translate(0, PAD * (first === 0n && rows.top === 0n ? 1 : 0));
    for (let line = 0; line < count; line += 1) drawLine(context, rows, first + BigInt(line), this.#values, state, colours);
    drawTicks(context, rows, colours);
    const period = state.law?.shapes?.find((shape) => shape.kind === 'period');
    if (period && !state.veil) drawPeriod(context, rows, BigInt(period.preperiod), BigInt(period.period));
    this.#choice();
    context.restore();
    if (document.activeElement !== this.#width) this.#width.value = String(columns);
    if (this.#said.textContent !== (this.#values.refusal ?? '')) {
      this.#said.textContent = this.#values.refusal ?? '';
      if (this.#values.refusal) say(this.#values.refusal);
    }
    if (state.show !== 'outcome') this.#host.scaled(this.#values.most);
    this.#stage.dataset.ready = String(!this.#values.waiting);
    this.#host.drawn();
    if (this.#hover) this.#read(this.#hover);
  }

  #choice() {
    const { at, position, hot, veil, play } = this.#state;
    if (!at) return;
    const heaps = this.#heapsOf(at);
    if (position?.at === at) {
      // Of several heaps a move changes one: it is the one that is gone afterwards.
      const arcs = position.options.map((option) => ({
        from: without(heaps, this.#heapsOf(option.to))[0],
        to: without(this.#heapsOf(option.to), heaps),
        wins: option.value === 'win' && !veil && !play,
        hot: option.to === hot,
      }));
      drawArcs(this.#context, this.#rows, arcs.filter((arc) => arc.from !== undefined));
    }
    for (const each of heaps) ring(this.#context, this.#rows, each);
  }
}

/** What is left of `list` when each of `taken` is taken once. */
function without(list, taken) {
  const rest = [...taken];
  return list.filter((heap) => {
    const at = rest.indexOf(heap);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
