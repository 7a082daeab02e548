// The map of a game whose positions are tuples: a canvas panned and zoomed like a street map.

import { CanvasView } from '../canvas.js';
import { axesOf, boundsOf, pointOf, textAt } from '../positions.js';
import { BAND, drawAxes } from './axes.js';
import { Camera } from './camera.js';
import { covering, drawSquares, drawTiles } from './ground.js';
import { mapKey } from './keys.js';
import { mapLabel, squaresNear, squareWords } from './reading.js';
import { drawLines, drawMoves, drawPeriods, drawRing } from './shapes.js';
import { Tiles } from './tiles.js';

const HOME = 34;
/** Squares a side of a file. */
const SAVED = 256n;

export class Plane extends CanvasView {
  #camera = new Camera();
  #tiles = new Tiles(() => this.later());
  #placed = false;
  #wished = null;
  #scaled = 0;
  #settle = 0;

  constructor(stage, host) {
    super(stage, host, { role: 'map', home: 'Show the whole beginning', factor: 2 });
  }

  /** Shows the state; asks for tiles anew where what is shown is another. */
  update(state, changed) {
    const first = this.state === null;
    this.take(state, changed);
    if (first || ['game', 'show', 'slice', 'mapMover', 'veil'].some((name) => changed.has(name))) {
      const { shape } = state.game;
      const [across, along] = axesOf(shape, state.slice);
      this.#camera.most = [boundsOf(shape.variables[across])[1], along === null ? 0n : boundsOf(shape.variables[along])[1]];
      const slice = Object.entries(state.slice).map(([name, value]) => `${name}=${value}`).join(',');
      this.#tiles.ask(state.game.id, { show: state.show, slice, to_move: state.mapMover });
    }
    if (!this.#placed && this.#camera.width > 1) this.#place();
    if (changed.has('at') && state.at) this.#follow();
  }

  get label() {
    return mapLabel(this.state);
  }

  get view() {
    return this.#camera.text;
  }

  set view(text) {
    this.#wished = text;
    this.#camera.text = text;
    this.later();
  }

  /** What is seen, as the question for a file has it: of so many squares a side as it may have. */
  get window() {
    const [x0, x1, y0, y1] = this.#camera.seen();
    const { shape } = this.state.game;
    const stretch = (at, first, last) => {
      const [least, most] = at === null ? [0n, 0n] : boundsOf(shape.variables[at]);
      const from = first < least ? least : first;
      const end = most !== null && last > most ? most : last;
      const many = end - from + 1n;
      return [from, many < 1n ? 1n : many > SAVED ? SAVED : many];
    };
    const [across, along] = axesOf(shape, this.state.slice);
    const [[x, width], [y, height]] = [stretch(across, x0, x1), stretch(along, y0, y1)];
    return { from: `${x},${y}`, size: `${width}x${height}` };
  }

  /** Puts a position into the middle, near enough to be seen. */
  goTo(text) {
    const point = this.#pointOf(text);
    if (!point) return;
    this.move(() => {
      if (this.#camera.scale < 12) this.#camera.scale = 16;
      this.#camera.centre(...point);
    });
  }

  /** The values of a few squares, for the picture in words. */
  near(size) {
    return squaresNear(this.#camera, this.#tiles, this.#pointOf(this.state.at), size);
  }

  laid(width, height) {
    Object.assign(this.#camera, { left: BAND.left, top: 0, width: width - BAND.left, height: height - BAND.bottom });
    if (this.state && !this.#placed) this.#place();
  }

  get waiting() {
    return this.#tiles.waiting;
  }

  stop() {
    this.#tiles.stop();
  }

  panBy(dx, dy) {
    this.#camera.pan(dx, dy);
  }

  zoomBy(factor, x, y) {
    this.#camera.zoom(factor, x, y);
  }

  goHome() {
    const { most } = this.#camera;
    const sizes = most.filter((size) => size !== null).map((size) => Number(size) + 1);
    this.#camera.home(most.includes(null) ? HOME : Math.min(HOME * 4, Math.max(...sizes)));
  }

  pickAt(x, y) {
    this.#pick(this.#camera.squareOf(x, y));
  }

  wordsAt(x, y) {
    const square = this.#camera.squareOf(x, y);
    return square && squareWords(this.state, this.#tiles, this.#camera.level(devicePixelRatio || 1), square);
  }

  key(event) {
    const { width, height } = this.#camera;
    return mapKey(event, {
      step: (dx, dy) => this.#step(dx, dy),
      pan: (dx, dy) => this.move(() => this.#camera.pan((dx * width) / 8, (dy * height) / 8)),
      zoom: (factor) => this.move(() => this.#camera.zoom(factor)),
      home: () => this.move(() => this.goHome()),
      pick: () => this.#pick(this.#middle),
    });
  }

  /** The first view: the one asked for, else the beginning. */
  #place() {
    this.goHome();
    this.#placed = true;
    if (this.#wished) this.#camera.text = this.#wished;
    this.#wished = null;
    this.move(() => {});
  }

  #pointOf(text) {
    return text ? pointOf(this.state.game.shape, this.state.slice, text) : null;
  }

  /** Keeps the chosen position in view. */
  #follow() {
    const { left, top, width, height } = this.#camera;
    const point = this.#pointOf(this.state.at);
    if (!point || !this.#placed) return;
    const [x, y] = [this.#camera.screenX(point[0]), this.#camera.screenY(point[1])];
    if (x < left - 1 || x > left + width - 8 || y < top + 8 || y > top + height + 1) this.#camera.centre(...point);
  }

  /** The square in the middle of the map. */
  get #middle() {
    const { left, width, height } = this.#camera;
    return this.#camera.squareOf(left + width / 2, height / 2);
  }

  /** Shift and an arrow: the neighbouring position. */
  #step(dx, dy) {
    const from = this.#pointOf(this.state.at);
    if (!from) {
      this.#pick(this.#middle);
      return;
    }
    const next = [from[0] + BigInt(dx), from[1] + BigInt(dy)];
    const { most } = this.#camera;
    if (next.every((square, axis) => square >= 0n && (most[axis] === null || square <= most[axis]))) this.#pick(next);
  }

  #pick(square) {
    if (square) this.host.pick(textAt(this.state.game.shape, this.state.slice, ...square));
  }

  paint(ratio) {
    if (!this.#placed) return undefined;
    const { state, context, colours } = this;
    const camera = this.#camera;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.well;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const list = state.veil ? [] : covering(camera, camera.level(ratio));
    this.#rescale(list);
    const refusal = drawTiles(context, camera, ratio, this.#tiles, list);
    this.#tiles.want(list);
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
    this.#choice();
    context.restore();
    const none = { name: '', words: [''] };
    drawAxes(context, camera, [state.game.shape.variables[across], along === null ? none : state.game.shape.variables[along]], colours);
    return refusal;
  }

  /** The colours of a heat map follow what is seen, a few times a second. */
  #rescale(list) {
    if (this.state.show === 'outcome') return;
    clearTimeout(this.#settle);
    if (performance.now() - this.#scaled < 150) {
      this.#settle = setTimeout(() => this.later(), 160);
      return;
    }
    this.#scaled = performance.now();
    if (this.#tiles.rescale(list, this.#camera.level(devicePixelRatio || 1), this.#camera.seen())) this.host.scaled(this.#tiles.whole);
  }

  /** Who wins is hidden: the ground of the board alone. */
  #veiled() {
    const { left, width, height } = this.#camera;
    this.context.fillStyle = this.colours.line;
    this.context.fillRect(Math.max(this.#camera.screenX(0n), left), 0, width * 2, Math.min(this.#camera.screenY(0n), height));
  }

  /** The chosen position and its moves. */
  #choice() {
    const { at, position, hot, veil, play } = this.state;
    const from = this.#pointOf(at);
    if (!from) return;
    const moves = (position?.at === at ? position.options : []).map((option) => ({
      point: this.#pointOf(option.to),
      wins: option.value === 'win' && !veil && !play,
      hot: option.to === hot,
    })).filter((move) => move.point);
    drawMoves(this.context, this.#camera, from, moves);
    drawRing(this.context, this.#camera, from);
  }
}
