// A game against the computer, on the same picture and from the chosen position.

import { reply } from './api.js';
import { barred, chooseBlocked } from './blocking.js';
import { byId, el, say } from './dom.js';
import { optionList } from './moves.js';
import { beginning, ending, moveLine, saidOf, saveMatch } from './match.js';
import { firstMistake, review, summary } from './review.js';
import { stopped, withProgress } from './progress.js';
import { grouped, listed, spoken, stepOf } from './words.js';

/** What is said of a match until the next move: a hint, a fault, which move is looked back at, and what was found of all of them. */
const FRESH = { hint: null, fault: null, look: null, marks: null, words: null };

export class Play {
  #store;
  #session;
  #panel = byId('panel-play');
  #working = null;

  constructor(store, session) {
    this.#store = store;
    this.#session = session;
    this.#panel.classList.add('play');
    store.listen((state, changed) => {
      if (changed.has('position') && state.play) this.#arrived(state);
      if (['game', 'play', 'position', 'at', 'veil', 'tab'].some((name) => changed.has(name))) this.#show(state);
    });
  }

  /** Whether a game is on and it is the person's turn. */
  get theirs() {
    const { play, position, at, mover } = this.#store.state;
    return play !== null && !play.over && play.look === null && mover === play.side && position?.at === at && position.mover === mover;
  }

  /** Makes the person's move: one of the options. */
  move(option) {
    const { game, position } = this.#store.state;
    if (!this.theirs) return;
    if (barred(game, position).includes(option.to)) {
      say('This move is blocked.');
      return;
    }
    this.#make(option.to, option.text, { again: option.again });
  }

  #make(to, text, more = {}) {
    const { state, set } = this.#store;
    const entry = { at: state.at, mover: state.mover, to, text, ...more };
    set({ play: { ...state.play, ...FRESH, past: [...state.play.past, entry] } });
    this.#session.select(to, more.again ? state.mover : 1 - state.mover);
  }

  #start(side) {
    const { state, set } = this.#store;
    set({ play: { side, from: { at: state.at, mover: state.mover }, past: [], over: null, ...FRESH }, puzzle: null });
    this.#session.select(state.at, state.mover);
  }

  #stop() {
    this.#working?.abort();
    this.#store.set({ play: null });
    this.#session.select(this.#store.state.at, this.#store.state.mover);
  }

  #again() {
    const { state, set } = this.#store;
    this.#working?.abort();
    const { from, side } = state.play;
    set({ play: { side, from, past: [], over: null, ...FRESH } });
    this.#session.select(from.at, from.mover);
  }

  /** Takes back the person's last move, with the computer's answer. */
  #undo() {
    const { state, set } = this.#store;
    this.#working?.abort();
    const mine = state.play.past.map((entry) => entry.mover).lastIndexOf(state.play.side);
    if (mine < 0) return;
    const { at, mover } = state.play.past[mine];
    set({ play: { ...state.play, ...FRESH, past: state.play.past.slice(0, mine), over: null } });
    this.#session.select(at, mover);
    say('Taken back.');
  }

  #hint() {
    const { state, set } = this.#store;
    const { position, play } = state;
    // The best there is: a move that wins, else one that keeps the draw.
    const shut = barred(state.game, position);
    const good = position.value === 'loss' ? [] : position.options.filter((option) => option.value === position.value && !shut.includes(option.to));
    const best = good.find((option) => option.to === position.move?.to) ?? good[0];
    const words = best
      ? `${stepOf(state.game, best)}. ${best.why ?? (position.value === 'draw' ? 'It keeps the draw.' : '')}`
      : position.value === 'loss' ? `Every move loses against best play. ${position.why ?? ''}`
        : 'Who wins here is not worked out.';
    set({ play: { ...play, hint: words }, hot: best?.to ?? null });
    say(words);
  }

  /** The answer for the position is here: is it over, and whose turn is it? */
  #arrived(state) {
    const { play, position, game } = state;
    if (position.at !== state.at || position.mover !== state.mover || play.over || play.look !== null) return;
    if (position.end) {
      const { winner } = position.end;
      this.#store.set({ play: { ...play, over: { winner }, hint: null } });
      say(winner === null ? 'The game is over: a draw.' : `The game is over: ${winner} wins.`);
      return;
    }
    // Where options may be blocked, the person blocks first.
    if (state.mover !== play.side && !position.fault && !game.blocked) this.#answer(game, state, []);
    else if (state.mover === play.side) say(`Your turn: ${position.at}.`);
  }

  /** Looks back at the position before a move, or, by the number past the last one, at where the match stands. */
  #look(index) {
    const { state, set } = this.#store;
    const { past } = state.play;
    this.#working?.abort();
    const now = index >= past.length;
    const { at, mover } = now ? this.#now(state.play) : past[index];
    set({ play: { ...state.play, look: now ? null : index, hint: null }, hot: now ? null : past[index].to });
    this.#session.select(at, mover);
    if (!now) set({ hot: past[index].to });
  }

  /** Where the match stands. */
  #now({ past, from }) {
    const last = past.at(-1);
    return last ? { at: last.to, mover: last.again ? last.mover : 1 - last.mover } : from;
  }

  /** From the position that is looked back at the match goes on. */
  #branch() {
    const { state, set } = this.#store;
    const { past, look } = state.play;
    const { at, mover } = past[look];
    set({ play: { ...state.play, ...FRESH, past: past.slice(0, look), over: null } });
    this.#session.select(at, mover);
  }

  /** Which of the person's moves gave something away. */
  async #review() {
    this.#working?.abort();
    const work = new AbortController();
    this.#working = work;
    const { state, set } = this.#store;
    const { game, play } = state;
    const box = this.#panel.querySelector('.thinking');
    try {
      const marks = await withProgress(box, 'Looking the match over', (signal) => review(play.past, play.side, ({ at, mover }) => this.#session.positionOf(at, mover, signal)), work.signal);
      if (this.#working !== work || state.play !== play) return;
      const words = summary(marks, (move) => stepOf(game, move));
      set({ play: { ...play, marks, words } });
      say(words);
      const at = firstMistake(marks);
      if (at >= 0) this.#look(at);
    } catch (fault) {
      if (this.#working !== work || state.play !== play || stopped(fault)) return;
      set({ play: { ...play, fault: fault.message } });
    }
  }

  async #answer(game, { at, mover }, blocked) {
    this.#working?.abort();
    const work = new AbortController();
    this.#working = work;
    const box = this.#panel.querySelector('.thinking') ?? el('div');
    try {
      const move = await withProgress(box, 'The computer thinks', (signal) => reply(game.id, at, game.players[mover], blocked, signal), work.signal);
      const { state } = this.#store;
      if (this.#working !== work || !state.play || state.at !== at) return;
      this.#make(move.to, move.text, { why: move.why, sure: move.sure, sees: move.sees, again: move.again });
    } catch (fault) {
      const { state, set } = this.#store;
      if (this.#working !== work || !state.play) return;
      set({ play: { ...state.play, fault: stopped(fault) ? 'The computer was stopped.' : fault.message } });
    }
  }

  #show(state) {
    const { game, play } = state;
    if (!game || state.tab !== 'play') return;
    if (!play) this.#panel.replaceChildren(...beginning(state, (side) => this.#start(side)));
    else this.#table(state);
  }

  #table(state) {
    const { game, play, position } = state;
    const focused = document.activeElement?.dataset?.control;
    const control = (name, words, action, off = false) => el('button', { type: 'button', 'data-control': name, disabled: off, click: action }, words);
    const here = position?.at === state.at && position.mover === state.mover;
    const yours = this.theirs;
    const shut = here ? barred(game, position) : [];
    const who = (entry) => (entry.mover === play.side ? 'you' : game.players[entry.mover]);
    const blocks = here && play.look === null && game.blocked && !yours && !play.over && !position.fault;
    const parts = [
      el('p', { class: 'at' }, spoken(game, state.at)),
      play.look !== null ? el('p', { class: 'said' }, `Before move ${play.look + 1} of ${play.past.length}: ${who(play.past[play.look])} went ${play.past[play.look].text}.`)
        : play.over ? ending(play, game) : el('p', { class: 'said' }, saidOf(state, yours)),
      el('div', { class: 'thinking' }),
      play.hint ? el('p', { class: 'hint' }, play.hint) : null,
      play.words ? el('p', { class: 'hint review' }, play.words) : null,
      play.fault || position?.fault ? el('p', { class: 'fault' }, play.fault ?? position.fault) : null,
      el('div', { class: 'buttons' },
        ...(play.look === null ? [
          control('hint', 'Hint', () => this.#hint(), !yours),
          control('undo', 'Undo', () => this.#undo(), !play.past.some((entry) => entry.mover === play.side)),
        ] : [
          play.past[play.look].mover === play.side ? control('branch', 'Play on from here', () => this.#branch()) : null,
          control('now', 'Back to the match', () => this.#look(play.past.length)),
        ]).filter(Boolean),
        play.over && !play.marks ? control('review', 'Where did I lose it?', () => this.#review()) : null,
        play.over ? control('save', 'Save the match', () => saveMatch(game, play)) : null,
        control('again', 'Start again', () => this.#again()),
        control('stop', 'Stop', () => this.#stop()),
        el('label', { class: 'note' }, el('input', { type: 'checkbox', checked: state.veil, change: (event) => this.#store.set({ veil: event.target.checked }) }), ' Hide who wins')),
      yours && shut.length ? el('p', { class: 'why' }, `${game.players[1 - play.side]} blocks ${shut.map((to) => listed(game, to)).join(', ')}.`) : null,
      blocks ? chooseBlocked(game, position, (blocked) => this.#answer(game, state, blocked)) : null,
      yours ? el('ul', { class: 'moves', 'aria-label': 'Your moves' }, optionList(state, position.options.filter((option) => !shut.includes(option.to)), {
        hide: true, chosen: (option) => this.move(option), hovered: (to) => this.#store.set({ hot: to }),
      }), Number(position.more ?? 0) ? el('li', { class: 'more' }, `and ${grouped(position.more)} more`) : null) : blocks ? null : el('div', { class: 'moves' }),
      el('ol', { class: 'history', 'aria-label': 'The game so far', tabindex: '0' }, play.past.map((entry, index) => moveLine(game, play, entry, index, () => this.#look(index)))),
    ];
    if (!here && this.#panel.querySelector('.thinking')) {
      // Between two answers the table stands still.
      this.#panel.querySelector('.at').textContent = spoken(game, state.at);
      return;
    }
    this.#panel.replaceChildren(...parts.filter(Boolean));
    const past = this.#panel.querySelector('.history');
    past.scrollTop = past.scrollHeight;
    if (focused) this.#panel.querySelector(`[data-control="${focused}"]`)?.focus();
  }

}
