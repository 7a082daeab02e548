// Tiles: 256 x 256 values of the server's, kept as they came and as a bitmap ready to be drawn.

import { asked, Refusal } from '../api.js';
import { pixelsOf } from '../colours.js';

export const SIZE = 256;
const KEPT = 320;
const AT_ONCE = 6;

export class Tiles {
  #changed;
  #kept = new Map();
  #wanted = [];
  #loading = new Map();
  #question = null;
  /** The largest value that heat maps reckon with. */
  whole = 1;
  /** Where the law answered, or the table: what the last tiles said. */
  source = null;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Tiles of another game, or another thing shown. */
  ask(id, parameters) {
    this.stop();
    this.#kept.clear();
    this.#question = { id, parameters, show: parameters.show };
    this.whole = 1;
  }

  stop() {
    for (const request of this.#loading.values()) request.abort();
    this.#loading.clear();
    this.#wanted = [];
    this.#question = null;
  }

  static key = (level, x, y) => `${level}/${x}/${y}`;

  /** The tile, if it is here: { values, bitmap, refused, said }. */
  get(level, x, y) {
    const key = Tiles.key(level, x, y);
    const tile = this.#kept.get(key);
    if (tile) {
      // The map keeps the order of use.
      this.#kept.delete(key);
      this.#kept.set(key, tile);
    }
    return tile;
  }

  /** Which tiles are to come, the first first; requests for others are given up. */
  want(list) {
    const keys = new Set(list.map((tile) => Tiles.key(...tile)));
    for (const [key, request] of this.#loading) {
      if (keys.has(key)) continue;
      request.abort();
      this.#loading.delete(key);
    }
    this.#wanted = list.filter((tile) => {
      const key = Tiles.key(...tile);
      return !this.#kept.has(key) && !this.#loading.has(key);
    });
    this.#next();
  }

  /** Whether something is still to come. */
  get waiting() {
    return this.#loading.size > 0 || this.#wanted.length > 0;
  }

  #next() {
    while (this.#question && this.#loading.size < AT_ONCE && this.#wanted.length > 0) this.#load(...this.#wanted.shift());
  }

  async #load(level, x, y) {
    const question = this.#question;
    const key = Tiles.key(level, x, y);
    const request = new AbortController();
    this.#loading.set(key, request);
    let tile;
    try {
      const answer = await asked('tile', question.id, { level, x, y, ...question.parameters }, request.signal);
      const bytes = await answer.arrayBuffer();
      const values = question.show === 'outcome' ? new Uint8Array(bytes) : new Uint16Array(bytes);
      tile = { values, exact: answer.headers.get('X-Whowins-Exact') === 'yes', by: answer.headers.get('X-Whowins-By') };
      await this.#paint(tile, question.show);
    } catch (fault) {
      if (request.signal.aborted || question !== this.#question) return;
      tile = { refused: true, said: fault instanceof Refusal ? fault.message : 'the server does not answer' };
    }
    if (question !== this.#question) return;
    this.#loading.delete(key);
    this.#kept.set(key, tile);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.get(oldest).bitmap?.close();
      this.#kept.delete(oldest);
    }
    this.#next();
    this.#changed();
  }

  async #paint(tile, show) {
    if (show !== 'outcome') tile.whole = this.whole;
    const pixels = pixelsOf(show, this.whole);
    const image = new ImageData(SIZE, SIZE);
    const out = new Uint32Array(image.data.buffer);
    // The first row of a tile is its lowest.
    for (let row = 0; row < SIZE; row += 1) {
      const from = row * SIZE;
      const to = (SIZE - 1 - row) * SIZE;
      for (let column = 0; column < SIZE; column += 1) out[to + column] = pixels[tile.values[from + column]];
    }
    tile.bitmap = await createImageBitmap(image);
  }

  /** Lets the scale of a heat map reach just over what is seen: squares [x0, x1, y0, y1] of tiles that are here. Whether it is another now. */
  rescale(list, level, [x0, x1, y0, y1]) {
    let most = 1;
    const clip = (value, first) => Math.max(0, Math.min(SIZE - 1, Number((value >> BigInt(level)) - (first << 8n))));
    for (const [, x, y] of list) {
      const values = this.#kept.get(Tiles.key(level, x, y))?.values;
      if (!values) continue;
      const [left, right, low, high] = [clip(x0, x), clip(x1, x), clip(y0, y), clip(y1, y)];
      const step = Math.max(1, Math.floor((right - left) / 64));
      for (let row = low; row <= high; row += step) {
        for (let column = left; column <= right; column += step) {
          const value = values[row * SIZE + column];
          if (value > most && value < 65535) most = value;
        }
      }
    }
    let whole = 4;
    while (whole < most) whole = whole % 3 === 0 ? (whole / 3) * 4 : (whole / 2) * 3;
    if (whole === this.whole) return false;
    this.whole = whole;
    return true;
  }

  /** Heat maps whose scale changed are painted again. */
  repaint(tile) {
    if (tile.whole === undefined || tile.whole === this.whole || tile.painting) return;
    tile.painting = true;
    this.#paint(tile, 'heat').then(() => {
      tile.painting = false;
      this.#changed();
    });
  }
}
