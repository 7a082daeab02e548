// What happens with a game: rules are read, a position is asked about, moves are followed. The one place that sets these fields.

import { ask, register, Refusal } from './api.js';
import { stopped } from './progress.js';
import { firstSlice, sliceOf, tuple } from './positions.js';

const TYPING = 140;

/** What came of an example, as a message beside the rules. */
function verdictOf({ example, agrees, found, unsolved, from, to }) {
  const severity = { true: 'good', false: 'error' }[agrees] ?? 'warning';
  const message = { true: 'so it is', false: `wrong: ${found}` }[agrees] ?? `not found out: ${unsolved}`;
  return { severity, message: `${example} (${message})`, help: null, from, to };
}

/** What a picture shows at first. A single heap is nearly always won; what tells heaps apart is their Grundy values, where they have them. */
export function shownFirst(game, wished) {
  const usual = game.picture === 'heaps' && game.grundy ? 'grundy' : 'outcome';
  return wished === 'grundy' && !game.grundy ? usual : wished ?? usual;
}

export class Session {
  #store;
  #reading = null;
  #asking = null;
  #timer = 0;
  #waiting = null;

  constructor(store) {
    this.#store = store;
  }

  /** Opens rules with all that a link may say: { name, rules, shippedRules, values, at, show, slice, view, tab, mover, map }, and the draft that they are. */
  open(wish) {
    this.#store.set({
      name: wish.name ?? null, shippedRules: wish.shippedRules ?? null, opened: wish.rules, draft: wish.draft ?? null,
      rules: wish.rules, values: { ...wish.values }, diagnostics: [],
    });
    return this.#read(wish, { isOpening: true });
  }

  /** Rules or parameters change under one's hands: they are read when one pauses. */
  edit(rules) {
    this.#store.set({ rules });
    this.#soon();
  }

  setValue(name, text) {
    this.#store.set({ values: { ...this.#store.state.values, [name]: text } });
    this.#soon();
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(this.#waiting ?? {}), TYPING);
  }

  async #read(wish, { isOpening = false } = {}) {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { state, set } = this.#store;
    let game;
    try {
      const filled = Object.fromEntries(Object.entries(state.values).filter(([, text]) => text.trim() !== ''));
      game = await register({ rules: state.rules, set: filled, file: state.name ? `${state.name}.game` : 'rules.game' }, reading.signal);
    } catch (fault) {
      if (stopped(fault)) return;
      // A page that was never let in has nothing to show: whoever opens it is told.
      if (isOpening && !state.game && fault.kind === 'token') throw fault;
      const message = fault instanceof Refusal ? fault.message : 'The server does not answer; is `whowins lab` still running?';
      document.body.classList.add('ready');
      set({ diagnostics: [{ severity: 'error', message, help: null, from: null, to: null }] });
      return;
    }
    const fields = { diagnostics: game.diagnostics ?? [] };
    if (game.parameters?.length || game.id) fields.parameters = game.parameters ?? [];
    if (!game.id) {
      // What the wish said waits for the rules to be mended.
      this.#waiting = wish;
      document.body.classList.add('ready');
      set({ ...fields, stale: true });
      return;
    }
    this.#waiting = null;
    if (game.examples > 0) this.#askExamples(game.id, reading.signal);
    if (game.id === state.game?.id && !wish.rules) {
      set({ ...fields, stale: false });
      return;
    }
    const at = this.#firstPosition(game, wish.at ?? (wish.rules ? null : state.at));
    set({
      ...fields,
      game, stale: false, law: null, position: null, trail: [], hot: null, play: null, puzzle: null, trace: null,
      slice: game.shape.kind === 'numbers' ? { ...firstSlice(game.shape, at), ...wish.slice } : {},
      show: shownFirst(game, wish.show ?? (wish.rules ? null : state.show)),
      veil: wish.veil === '1' || state.veil,
      mapMover: game.players.includes(wish.map) ? wish.map : null,
      wishedView: wish.rules ? wish.view ?? '' : null,
      tab: wish.tab ?? state.tab,
      at, chosen: at, mover: wish.mover === '1' ? 1 : 0,
    });
    if (at) this.#ask();
  }

  /** Whether what the rules say of single positions is so. Nothing waits for it. */
  async #askExamples(id, signal) {
    try {
      const told = await ask('examples', id, {}, signal);
      this.#store.set({ diagnostics: [...told.diagnostics, ...told.examples.map(verdictOf)] });
    } catch {
      // Stopped, or too much to do: the next edit asks again.
    }
  }

  /** The position asked for where it fits the game's shape, else where play starts. */
  #firstPosition(game, wished) {
    if (wished && game.shape.kind === 'numbers' && tuple(game.shape, wished)) return wished;
    // On another map, or with other symbols, a position of before means nothing.
    const same = JSON.stringify(this.#store.state.game?.shape) === JSON.stringify(game.shape);
    if (wished && game.shape.kind !== 'numbers' && same) return wished;
    if (wished && !this.#store.state.game) return wished;
    return game.start ?? null;
  }

  /** Chooses a position, and perhaps who moves there. */
  select(at, mover = this.#store.state.mover) {
    this.#store.set({ at, chosen: at, mover, hot: null });
    this.#ask();
  }

  /** What a link says of the game that is open already. */
  revisit(wish) {
    const { state, set } = this.#store;
    const { game } = state;
    const at = this.#firstPosition(game, wish.at ?? null);
    set({
      play: null, puzzle: null, trail: [], tab: wish.tab ?? 'moves', show: shownFirst(game, wish.show), veil: wish.veil === '1' || state.veil,
      mapMover: game.players.includes(wish.map) ? wish.map : null,
      slice: game.shape.kind === 'numbers' ? { ...firstSlice(game.shape, at), ...wish.slice } : {},
    });
    if (at) this.select(at, wish.mover === '1' ? 1 : 0);
  }

  /** Chooses a position wherever it lies: the map's slice is its own from then on. */
  goTo(at, mover = this.#store.state.mover) {
    const { state, set } = this.#store;
    const { shape } = state.game;
    if (shape.kind === 'numbers') set({ slice: sliceOf(shape, state.slice, at) });
    this.select(at, mover);
  }

  /** Follows a move: the other player moves next. */
  follow(option) {
    const { state, set } = this.#store;
    set({ trail: [...state.trail, { at: state.at, mover: state.mover }].slice(-500) });
    this.select(option.to, option.again ? state.mover : 1 - state.mover);
  }

  /** Back to where the last move was followed from. */
  back() {
    const { state, set } = this.#store;
    const last = state.trail.at(-1);
    if (!last) return;
    set({ trail: state.trail.slice(0, -1) });
    this.select(last.at, last.mover);
  }

  /** The answer for a position: who wins, the moves. */
  positionOf(at, mover, signal) {
    const { game } = this.#store.state;
    return ask('position', game.id, { at, to_move: game.players[mover] }, signal);
  }

  async #ask() {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { state, set } = this.#store;
    const { at, mover, game } = state;
    set({ asking: { at, signal: asking } });
    try {
      const answer = await this.positionOf(at, mover, asking.signal);
      if (state.game !== game || this.#asking !== asking) return;
      // The server's own spelling, and the position after what is forced.
      const settled = answer.position ?? at;
      set({ at: settled, position: { ...answer, at: settled, mover, options: answer.options ?? [] }, asking: null });
    } catch (fault) {
      if (this.#asking !== asking) return;
      const message = stopped(fault) ? 'Stopped.' : fault.message;
      set({ position: { at, mover, options: [], fault: message }, asking: null });
    }
  }

  /** Gives the question about the position up. */
  stopAsking() {
    this.#asking?.abort(new DOMException('stopped', 'AbortError'));
  }
}
