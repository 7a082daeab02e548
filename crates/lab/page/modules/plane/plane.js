// The map of a game whose positions are tuples: a canvas panned and zoomed like a street map.

import { el, say } from '../dom.js';
import { themeColours } from '../colours.js';
import { axesOf, boundsOf, pointOf, textAt } from '../positions.js';
import { BAND, drawAxes } from './axes.js';
import { Camera } from './camera.js';
import { gestures } from './gestures.js';
import { covering, drawSquares, drawTiles, valueAt } from './ground.js';
import { mapKey } from './keys.js';
import { mapLabel, squaresNear, squareWords } from './reading.js';
import { drawLines, drawMoves, drawPeriods, drawRing } from './shapes.js';
import { Tiles } from './tiles.js';

const HOME = 34;

export class Plane {
  #host;
  #stage;
  #camera = new Camera();
  #tiles;
  #canvas;
  #context;
  #said;
  #state = null;
  #colours = themeColours();
  #frame = 0;
  #placed = false;
  #wished = null;
  #hover = null;
  #watch;
  #scaled = 0;
  #settle = 0;

  constructor(stage, host) {
    this.#host = host;
    this.#stage = stage;
    this.#tiles = new Tiles(() => this.#later());
    this.#canvas = el('canvas', { tabindex: '0', role: 'application', 'aria-roledescription': 'map' });
    this.#context = this.#canvas.getContext('2d', { alpha: false });
    this.#said = el('p', { class: 'said' });
    const button = (label, text, action) => el('button', { type: 'button', 'aria-label': label, title: label, click: action }, text);
    stage.replaceChildren(
      this.#canvas,
      el('div', { class: 'zoom' },
        button('Zoom in', '+', () => this.#zoom(2)),
        button('Zoom out', '−', () => this.#zoom(0.5)),
        button('Show the whole beginning', '⌂', () => this.#home())),
      this.#said,
    );
    gestures(this.#canvas, {
      pan: (dx, dy) => this.#move(() => this.#camera.pan(dx, dy)),
      zoom: (factor, x, y) => this.#move(() => this.#camera.zoom(factor, x, y)),
      click: (x, y) => this.#pick(this.#camera.squareOf(x, y)),
      hover: (at) => this.#read(at),
      key: (event) => this.#key(event),
    });
    this.#watch = new ResizeObserver(() => this.#resize());
    this.#watch.observe(stage);
  }

  /** Shows the state; asks for tiles anew where what is shown is another. */
  update(state, changed) {
    const first = this.#state === null;
    this.#state = state;
    if (first || ['game', 'show', 'slice', 'mapMover', 'veil'].some((name) => changed.has(name))) {
      const { shape } = state.game;
      const [across, along] = axesOf(shape, state.slice);
      this.#camera.most = [boundsOf(shape.variables[across])[1], along === null ? 0n : boundsOf(shape.variables[along])[1]];
      const slice = Object.entries(state.slice).map(([name, value]) => `${name}=${value}`).join(',');
      this.#tiles.ask(state.game.id, { show: state.show, slice, to_move: state.mapMover });
    }
    if (changed.has('theme')) this.#colours = themeColours();
    if (!this.#placed && this.#camera.width > 1) this.#home();
    if (changed.has('at') && state.at) this.#follow();
    this.#canvas.setAttribute('aria-label', mapLabel(state));
    this.#later();
  }

  destroy() {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#tiles.stop();
    this.#stage.replaceChildren();
  }

  focus() {
    this.#canvas.focus();
  }

  get view() {
    return this.#camera.text;
  }

  set view(text) {
    this.#wished = text;
    this.#camera.text = text;
    this.#later();
  }

  /** Puts a position into the middle, near enough to be seen. */
  goTo(text) {
    const point = pointOf(this.#state.game.shape, this.#state.slice, text);
    if (!point) return;
    this.#move(() => {
      if (this.#camera.scale < 12) this.#camera.scale = 16;
      this.#camera.centre(...point);
    });
  }

  /** The values of a few squares, for the picture in words. */
  near(size) {
    const at = this.#state.at && pointOf(this.#state.game.shape, this.#state.slice, this.#state.at);
    return squaresNear(this.#camera, this.#tiles, at, size);
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#stage;
    if (clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.round(clientWidth * ratio);
    this.#canvas.height = Math.round(clientHeight * ratio);
    Object.assign(this.#camera, { left: BAND.left, top: 0, width: clientWidth - BAND.left, height: clientHeight - BAND.bottom });
    if (this.#state && !this.#placed) this.#home();
    this.#draw();
  }

  #home() {
    const { most } = this.#camera;
    const sizes = most.filter((size) => size !== null).map((size) => Number(size) + 1);
    const squares = most.includes(null) ? HOME : Math.min(HOME * 4, Math.max(...sizes));
    this.#move(() => this.#camera.home(squares));
    this.#placed = true;
    if (this.#wished) this.#camera.text = this.#wished;
    this.#wished = null;
  }

  #move(change) {
    change();
    this.#host.moved();
    this.#later();
  }

  #zoom(factor) {
    this.#move(() => this.#camera.zoom(factor));
  }

  /** Keeps the chosen position in view. */
  #follow() {
    const { left, top, width, height } = this.#camera;
    const point = pointOf(this.#state.game.shape, this.#state.slice, this.#state.at);
    if (!point || !this.#placed) return;
    const [x, y] = [this.#camera.screenX(point[0]), this.#camera.screenY(point[1])];
    if (x < left - 1 || x > left + width - 8 || y < top + 8 || y > top + height + 1) this.#camera.centre(...point);
  }

  #key(event) {
    const { width, height } = this.#camera;
    return mapKey(event, {
      step: (dx, dy) => this.#step(dx, dy),
      pan: (dx, dy) => this.#move(() => this.#camera.pan((dx * width) / 8, (dy * height) / 8)),
      zoom: (factor) => this.#zoom(factor),
      home: () => this.#home(),
      pick: () => this.#pick(this.#middle),
    });
  }

  /** The square in the middle of the map. */
  get #middle() {
    const { left, width, height } = this.#camera;
    return this.#camera.squareOf(left + width / 2, height / 2);
  }

  /** Shift and an arrow: the neighbouring position. */
  #step(dx, dy) {
    const { shape } = this.#state.game;
    const from = this.#state.at && pointOf(shape, this.#state.slice, this.#state.at);
    if (!from) {
      this.#pick(this.#middle);
      return;
    }
    const next = [from[0] + BigInt(dx), from[1] + BigInt(dy)];
    const inside = next.every((square, axis) => square >= 0n && (this.#camera.most[axis] === null || square <= this.#camera.most[axis]));
    if (inside) this.#pick(next);
  }

  #pick(square) {
    if (square) this.#host.pick(textAt(this.#state.game.shape, this.#state.slice, ...square));
  }

  #read(at) {
    this.#hover = at;
    if (!this.#state) return;
    const square = at && this.#camera.squareOf(at.x, at.y);
    if (!square) {
      this.#host.read('');
      return;
    }
    this.#host.read(...squareWords(this.#state, this.#tiles, this.#camera.level(devicePixelRatio || 1), square));
  }

  #later() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#state || !this.#placed) return;
    const [camera, context, colours, state] = [this.#camera, this.#context, this.#colours, this.#state];
    const ratio = devicePixelRatio || 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.well;
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const list = covering(camera, camera.level(ratio));
    this.#rescale(list);
    const refusal = state.veil ? null : drawTiles(context, camera, ratio, this.#tiles, list);
    this.#tiles.want(state.veil ? [] : list);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.save();
    context.beginPath();
    context.rect(camera.left, camera.top, camera.width, camera.height);
    context.clip();
    if (state.veil) this.#veiled();
    drawSquares(context, camera, this.#tiles, state.show, colours);
    const [across, along] = axesOf(state.game.shape, state.slice);
    if (!state.veil && state.law?.shapes) {
      drawLines(context, camera, state.law.shapes);
      drawPeriods(context, camera, state.law.shapes, [across, along]);
    }
    this.#drawChoice();
    context.restore();
    const none = { name: '', words: [''] };
    drawAxes(context, camera, [state.game.shape.variables[across], along === null ? none : state.game.shape.variables[along]], colours);
    if (this.#said.textContent !== (refusal ?? '')) {
      this.#said.textContent = refusal ?? '';
      if (refusal) say(refusal);
    }
    this.#stage.dataset.ready = String(!this.#tiles.waiting);
    this.#host.drawn();
    if (this.#hover) this.#read(this.#hover);
  }

  /** The colours of a heat map follow what is seen, a few times a second. */
  #rescale(list) {
    if (this.#state.show === 'outcome') return;
    clearTimeout(this.#settle);
    if (performance.now() - this.#scaled < 150) {
      this.#settle = setTimeout(() => this.#later(), 160);
      return;
    }
    this.#scaled = performance.now();
    if (this.#tiles.rescale(list, this.#camera.level(devicePixelRatio || 1), this.#camera.seen())) this.#host.scaled(this.#tiles.whole);
  }

  /** Who wins is hidden: the squares of the board alone. */
  #veiled() {
    const { x, y } = { x: this.#camera.screenX(0n), y: this.#camera.screenY(0n) };
    this.#context.fillStyle = this.#colours.line;
    this.#context.fillRect(Math.max(x, this.#camera.left), 0, this.#camera.width * 2, Math.min(y, this.#camera.height));
  }

  #drawChoice() {
    const { game, slice, at, position, hot, veil, play } = this.#state;
    const from = at && pointOf(game.shape, slice, at);
    if (!from) return;
    const moves = (position?.at === at ? position.options : []).map((option) => ({
      point: pointOf(game.shape, slice, option.to),
      wins: option.value === 'win' && !veil && !play,
      hot: option.to === hot,
    })).filter((move) => move.point);
    drawMoves(this.#context, this.#camera, from, moves);
    drawRing(this.#context, this.#camera, from, this.#colours);
  }
}
