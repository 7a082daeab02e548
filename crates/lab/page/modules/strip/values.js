// The values of heaps, fetched in blocks and kept.

import { asked } from '../api.js';

const BLOCK = 4096n;
const KEPT = 64;

export class Values {
  #changed;
  #blocks = new Map();
  #loading = new Map();
  #question = null;
  most = 1;
  refusal = null;

  constructor(changed) {
    this.#changed = changed;
  }

  ask(id, parameters) {
    this.stop();
    this.#question = { id, parameters };
    this.#blocks.clear();
    this.most = 1;
    this.refusal = null;
  }

  stop() {
    for (const request of this.#loading.values()) request.abort();
    this.#loading.clear();
    this.#question = null;
  }

  get waiting() {
    return this.#loading.size > 0;
  }

  /** The value of a heap; undefined where it is not here. */
  at(heap) {
    return this.#blocks.get(heap / BLOCK)?.[Number(heap % BLOCK)];
  }

  /** Fetches what misses between two heaps. */
  want(first, last) {
    for (let block = first / BLOCK; block <= last / BLOCK; block += 1n) this.#load(block);
  }

  async #load(block) {
    const question = this.#question;
    if (!question || this.#blocks.has(block) || this.#loading.has(block)) return;
    const request = new AbortController();
    this.#loading.set(block, request);
    try {
      const answer = await asked('strip', question.id, { from: block * BLOCK, count: BLOCK, ...question.parameters }, request.signal);
      const bytes = await answer.arrayBuffer();
      const values = question.parameters.show === 'outcome' ? new Uint8Array(bytes) : new Uint16Array(bytes);
      if (question !== this.#question) return;
      if (question.parameters.show !== 'outcome') for (const value of values) if (value > this.most && value < 65535) this.most = value;
      this.#keep(block, values);
      this.refusal = null;
    } catch (fault) {
      if (question !== this.#question) return;
      this.refusal = fault.message;
      this.#keep(block, []);
    }
    this.#loading.delete(block);
    this.#changed();
  }

  #keep(block, values) {
    this.#blocks.set(block, values);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= KEPT) break;
      this.#blocks.delete(oldest);
    }
  }
}
