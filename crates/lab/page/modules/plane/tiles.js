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
    if (show !== 'outcome') {
      const most = tile.values.reduce((largest, value) => (value < 65535 && value > largest ? value : largest), 1);
      while (this.whole < most) this.whole *= 2;
      tile.whole = this.whole;
    }
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

  /** Heat maps whose scale grew are painted again. */
  repaint(tile) {
    if (tile.whole === undefined || tile.whole === this.whole || tile.painting) return;
    tile.painting = true;
    this.#paint(tile, 'heat').then(() => {
      tile.painting = false;
      this.#changed();
    });
  }
}
