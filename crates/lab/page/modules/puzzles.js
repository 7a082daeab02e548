// Puzzles made from the game: a position in which one move wins and all others do not. Who wins is hidden until the move is found, or asked for.

import { byId, el, say } from './dom.js';
import { optionList } from './moves.js';
import { stopped, withProgress } from './progress.js';
import { boundsOf, written } from './positions.js';
import { answeredBy, grouped, spoken, stepOf } from './words.js';

/** How hard: numbers and heaps up to `most`, so many moves at least to choose from, and `walk` moves from the start at most. */
const LEVELS = {
  easy: { words: 'easy', most: 7, moves: 2, walk: 4 },
  medium: { words: 'medium', most: 20, moves: 6, walk: 8 },
  hard: { words: 'hard', most: 60, moves: 12, walk: 14 },
};
/** So many positions are looked at for one. */
const TRIES = 80;

const below = (end) => Math.floor(Math.random() * end);

/** The moves that win, of a position of which all moves are told; `null` where that is not known. */
function winning({ value, options, more }) {
  if (value !== 'win' || Number(more ?? 1) > 0 || options.some((option) => option.value === null)) return null;
  const wins = options.filter((option) => option.value === 'win');
  // Two ways to one position are one move here.
  return wins.filter((option, at) => wins.findIndex((other) => other.to === option.to) === at);
}

export class Puzzles {
  #store;
  #session;
  #panel = byId('panel-puzzle');
  #level = 'easy';
  #work = null;
  #none = null;

  constructor(store, session) {
    this.#store = store;
    this.#session = session;
    this.#panel.classList.add('play');
    store.listen((state, changed) => {
      if (changed.has('game')) this.#reset();
      if (['game', 'puzzle', 'position', 'at', 'tab'].some((name) => changed.has(name))) this.#show(state);
    });
  }

  #reset() {
    this.#work?.abort();
    this.#none = null;
  }

  /** Looks for a puzzle, and sets it. */
  async #begin() {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.#none = null;
    const { state } = this.#store;
    const { game } = state;
    const box = this.#panel.querySelector('.thinking');
    try {
      const found = await withProgress(box, 'Looking for a puzzle', (signal) => this.#find(game, LEVELS[this.#level], signal), work.signal);
      if (this.#work !== work || state.game !== game) return;
      if (found) this.#set(found);
      else this.#none = 'No position with a single winning move was met. Try another difficulty.';
    } catch (fault) {
      if (this.#work !== work) return;
      this.#none = stopped(fault) ? null : fault.message;
    }
    this.#show(state);
  }

  async #find(game, level, signal) {
    let best = null;
    for (let tries = 0; tries < TRIES; tries += 1) {
      signal.throwIfAborted();
      const place = game.shape.kind === 'numbers' || game.shape.kind === 'heaps'
        ? { at: this.#any(game, level), mover: game.impartial ? 0 : below(2) } : await this.#walked(game, level, signal);
      const position = place && await this.#asked(place, signal);
      const right = position && winning(position);
      if (right?.length !== 1 || position.options.length < 2) continue;
      const found = { ...place, position, right: right[0] };
      if (position.options.length >= level.moves) return found;
      if (!best || position.options.length > best.position.options.length) best = found;
    }
    return best;
  }

  async #asked({ at, mover }, signal) {
    try {
      const position = await this.#session.positionOf(at, mover, signal);
      // One that is forced, or no position at all, is no puzzle.
      return position.end || (position.position ?? at) !== at ? null : position;
    } catch (fault) {
      if (stopped(fault)) throw fault;
      return null;
    }
  }

  #any(game, { most }) {
    if (game.shape.kind === 'heaps') return Array.from({ length: 2 + below(3) }, () => 1 + below(most)).join(',');
    return game.shape.variables.map((variable) => {
      const [least, greatest] = boundsOf(variable).map((bound) => (bound === null ? null : Number(bound)));
      const end = greatest === null ? least + most : Math.min(greatest, least + most);
      return written(variable, BigInt(least + below(end - least + 1)));
    }).join(',');
  }

  /** A position that play can come to. */
  async #walked(game, { walk }, signal) {
    let place = { at: game.start, mover: 0 };
    for (let steps = below(walk + 1); steps > 0; steps -= 1) {
      const position = await this.#asked(place, signal);
      const open = position?.options.filter((option) => !option.end) ?? [];
      if (open.length === 0) return place;
      const option = open[below(open.length)];
      place = { at: option.to, mover: option.again ? place.mover : 1 - place.mover };
    }
    return place;
  }

  #set({ at, mover, right, position }) {
    const { state, set } = this.#store;
    const veil = state.puzzle ? state.puzzle.veil : state.veil;
    set({ puzzle: { at, mover, right, moves: position.options.length, tried: [], wrong: null, solved: false, told: false, veil }, veil: true, play: null });
    this.#session.goTo(at, mover);
    say(`A puzzle: ${spoken(state.game, at)}. Find the only winning move.`);
  }

  /** One's move: right, or why it is wrong. */
  async try(to) {
    const { state, set } = this.#store;
    const { puzzle, game } = state;
    if (!puzzle || puzzle.solved || puzzle.told) return;
    const option = state.position?.at === puzzle.at && state.position.options.find((one) => one.to === to);
    if (!option) {
      say('No move leads there.');
      return;
    }
    if (to === puzzle.right.to) {
      set({ puzzle: { ...puzzle, solved: true, wrong: null }, veil: puzzle.veil });
      say(`Right. ${puzzle.right.why ?? ''}`);
      return;
    }
    const next = { ...puzzle, tried: [...new Set([...puzzle.tried, to])], wrong: { text: option.text, to, reply: null, value: option.value } };
    set({ puzzle: next });
    say(`${option.text} does not win.`);
    const reply = option.end ? null : await this.#asked({ at: to, mover: option.again ? puzzle.mover : 1 - puzzle.mover }, this.#work?.signal).catch(() => null);
    if (state.puzzle !== next || state.game !== game || !reply?.move) return;
    set({ puzzle: { ...next, wrong: { ...next.wrong, reply: option.value === 'loss' ? reply.move : null } } });
  }

  #tell() {
    const { state, set } = this.#store;
    set({ puzzle: { ...state.puzzle, told: true, wrong: null }, veil: state.puzzle.veil, hot: state.puzzle.right.to });
  }

  #close() {
    const { state, set } = this.#store;
    this.#work?.abort();
    set({ veil: state.puzzle.veil, puzzle: null });
    this.#session.select(state.at, state.mover);
  }

  #show(state) {
    const { game, puzzle } = state;
    if (!game || state.tab !== 'puzzle') return;
    const focused = document.activeElement?.dataset?.control;
    this.#panel.replaceChildren(...(puzzle ? this.#puzzle(state) : this.#setup()).filter(Boolean));
    if (focused) this.#panel.querySelector(`[data-control="${focused}"]:not(:disabled)`)?.focus();
  }

  #control(name, words, action, look = null) {
    return el('button', { type: 'button', 'data-control': name, class: look, click: action }, words);
  }

  #levels() {
    return el('label', { class: 'level' }, 'Difficulty ', el('select', { 'data-control': 'level', change: (event) => {
      this.#level = event.target.value;
    } }, Object.entries(LEVELS).map(([name, { words }]) => el('option', { value: name, selected: name === this.#level }, words))));
  }

  #setup() {
    return [
      el('p', { class: 'said' }, 'Find the only move that wins.'),
      el('p', { class: 'why' }, 'A position is looked for in which one move wins and no other does. Make the move on the picture or in the list; who wins stays hidden meanwhile.'),
      el('div', { class: 'buttons' }, this.#levels(), this.#control('new', 'Make a puzzle', () => this.#begin(), 'main')),
      el('div', { class: 'thinking' }),
      this.#none ? el('p', { class: 'fault' }, this.#none) : null,
    ];
  }

  #puzzle(state) {
    const { game, puzzle, position } = state;
    const over = puzzle.solved || puzzle.told;
    const here = position?.at === puzzle.at && position.mover === puzzle.mover;
    return [
      el('p', { class: 'at' }, spoken(game, puzzle.at)),
      this.#told(game, puzzle),
      el('div', { class: 'buttons' },
        over ? null : this.#control('tell', 'Tell me', () => this.#tell()),
        this.#control('new', 'Another one', () => this.#begin(), over ? 'main' : null),
        this.#control('close', 'End', () => this.#close()),
        this.#levels()),
      el('div', { class: 'thinking' }),
      this.#none ? el('p', { class: 'fault' }, this.#none) : null,
      here ? el('ul', { class: 'moves', 'aria-label': 'Moves' }, optionList(state, over ? position.options : position.options.filter((option) => !puzzle.tried.includes(option.to)), {
        hide: !over, chosen: (option) => (over ? null : this.try(option.to)), hovered: (to) => this.#store.set({ hot: to }),
      })) : el('div', { class: 'moves' }),
    ];
  }

  #told(game, { right, wrong, solved, told, mover, moves, tried }) {
    const answer = `${stepOf(game, right)}. ${right.why ?? ''}`;
    if (solved) return el('p', { class: 'end won' }, `${tried.length === 0 ? 'Right, at once.' : `Right, after ${grouped(tried.length + 1)} tries.`} ${answer}`);
    if (told) return el('p', { class: 'hint' }, `It is ${answer}`);
    if (wrong) {
      const reply = wrong.reply ? ` ${answeredBy(game, 1 - mover, wrong.reply)}.` : '';
      return el('p', { class: 'end lost' }, `${stepOf(game, wrong)}, ${wrong.value === 'draw' ? 'only draws' : 'loses'}.${reply} Try another one.`);
    }
    return el('p', { class: 'said' }, `${game.players[mover]} is to move and wins, with one move alone of ${grouped(moves)}. Which?`);
  }
}
