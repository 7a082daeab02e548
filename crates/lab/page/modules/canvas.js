// What both pictures on canvas share: the canvas and its buttons, frames drawn when something changed, words under the pointer.

import { themeColours } from './colours.js';
import { el, say } from './dom.js';
import { gestures } from './gestures.js';

/**
 * A picture on canvas. What extends it says: `laid(width, height)` when the size is known, `paint(ratio)` (the words of a refusal, or null;
 * undefined while nothing can be drawn), `waiting`, `panBy`, `zoomBy`, `goHome`, `pickAt`, `wordsAt`, `key`, `label` and `stop`.
 */
export class CanvasView {
  state = null;
  colours = themeColours();
  #frame = 0;
  #hover = null;
  #said = el('p', { class: 'said' });
  #watch;

  constructor(stage, host, { role, home, factor }, ...more) {
    this.stage = stage;
    this.host = host;
    this.canvas = el('canvas', { tabindex: '0', role: 'application', 'aria-roledescription': role });
    this.context = this.canvas.getContext('2d', { alpha: false });
    const button = (label, text, action) => el('button', { type: 'button', 'aria-label': label, title: label, click: action }, text);
    stage.replaceChildren(this.canvas,
      el('div', { class: 'zoom' },
        button('Zoom in', '+', () => this.move(() => this.zoomBy(factor))),
        button('Zoom out', '−', () => this.move(() => this.zoomBy(1 / factor))),
        button(home, '⌂', () => this.move(() => this.goHome()))),
      ...more, this.#said);
    gestures(this.canvas, {
      pan: (dx, dy) => this.move(() => this.panBy(dx, dy)),
      zoom: (by, x, y) => this.move(() => this.zoomBy(by, x, y)),
      click: (x, y) => this.pickAt(x, y),
      hover: (at) => this.#read(at),
      key: (event) => this.key(event),
    });
    this.#watch = new ResizeObserver(() => this.#resize());
    this.#watch.observe(stage);
  }

  destroy() {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    this.stop();
    this.stage.replaceChildren();
  }

  focus() {
    this.canvas.focus();
  }

  /** Takes the state over; what is drawn follows with the next frame. */
  take(state, changed) {
    this.state = state;
    if (changed.has('theme')) this.colours = themeColours();
    this.canvas.setAttribute('aria-label', this.label);
    this.later();
  }

  /** Another view of the same. */
  move(change) {
    change();
    this.host.moved();
    this.later();
  }

  later() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #resize() {
    const { clientWidth, clientHeight } = this.stage;
    if (clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.laid(clientWidth, clientHeight);
    this.#draw();
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.state) return;
    const refusal = this.paint(devicePixelRatio || 1);
    if (refusal === undefined) return;
    if (this.#said.textContent !== (refusal ?? '')) {
      this.#said.textContent = refusal ?? '';
      if (refusal) say(refusal);
    }
    this.stage.dataset.ready = String(!this.waiting);
    this.host.drawn();
    if (this.#hover) this.#read(this.#hover);
  }

  #read(at) {
    this.#hover = at;
    if (this.state) this.host.read(...((at && this.wordsAt(at.x, at.y)) ?? ['']));
  }
}
