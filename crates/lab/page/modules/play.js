// A game against the computer, on the same picture and from the chosen position.

import { reply } from './api.js';
import { barred, chooseBlocked } from './blocking.js';
import { byId, el, say } from './dom.js';
import { optionList } from './moves.js';
import { stopped, withProgress } from './progress.js';
import { grouped, listed, spoken } from './words.js';

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
    return play !== null && !play.over && mover === play.side && position?.at === at && position.mover === mover;
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
    set({ play: { ...state.play, past: [...state.play.past, entry], hint: null, fault: null } });
    this.#session.select(to, more.again ? state.mover : 1 - state.mover);
  }

  #start(side) {
    const { state, set } = this.#store;
    set({ play: { side, from: { at: state.at, mover: state.mover }, past: [], over: null, hint: null, fault: null } });
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
    set({ play: { side, from, past: [], over: null, hint: null, fault: null } });
    this.#session.select(from.at, from.mover);
  }

  /** Takes back the person's last move, with the computer's answer. */
  #undo() {
    const { state, set } = this.#store;
    this.#working?.abort();
    const mine = state.play.past.map((entry) => entry.mover).lastIndexOf(state.play.side);
    if (mine < 0) return;
    const { at, mover } = state.play.past[mine];
    set({ play: { ...state.play, past: state.play.past.slice(0, mine), over: null, hint: null, fault: null } });
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
      ? `${best.text}, to ${listed(state.game, best.to)}. ${best.why ?? (position.value === 'draw' ? 'It keeps the draw.' : '')}`
      : position.value === 'loss' ? `Every move loses against best play. ${position.why ?? ''}`
        : 'Who wins here is not worked out.';
    set({ play: { ...play, hint: words }, hot: best?.to ?? null });
    say(words);
  }

  /** The answer for the position is here: is it over, and whose turn is it? */
  #arrived(state) {
    const { play, position, game } = state;
    if (position.at !== state.at || position.mover !== state.mover || play.over) return;
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
    if (!play) this.#setup(state);
    else this.#table(state);
  }

  #setup({ game, at, mover }) {
    if (!at) {
      this.#panel.replaceChildren(el('p', { class: 'note' }, 'Choose a position on the picture, to start from.'));
      return;
    }
    const side = (index, words) => el('label', {}, el('input', { type: 'radio', name: 'side', value: index, checked: index === mover }), words);
    const form = el('form', { submit: (event) => {
      event.preventDefault();
      this.#start(Number(new FormData(event.target).get('side')));
    } },
    el('fieldset', { class: 'sides' },
      el('legend', {}, 'You play'),
      side(mover, `${game.players[mover]}, who moves first`),
      side(1 - mover, `${game.players[1 - mover]}, who moves second`)),
    el('p', { class: 'buttons', }, el('button', { type: 'submit', class: 'main' }, 'Start')));
    this.#panel.replaceChildren(
      el('p', { class: 'at' }, spoken(game, at)),
      el('p', { class: 'why' }, 'The computer plays without error where the game is solved. Choose another position on the picture to start elsewhere.'),
      form,
    );
  }

  #table(state) {
    const { game, play, position } = state;
    const focused = document.activeElement?.dataset?.control;
    const control = (name, words, action, off = false) => el('button', { type: 'button', 'data-control': name, disabled: off, click: action }, words);
    const here = position?.at === state.at && position.mover === state.mover;
    const yours = this.theirs;
    const shut = here ? barred(game, position) : [];
    const blocks = here && game.blocked && !yours && !play.over && !position.fault;
    const parts = [
      el('p', { class: 'at' }, spoken(game, state.at)),
      play.over ? ending(play, game) : el('p', { class: 'said' }, this.#said(state, yours)),
      el('div', { class: 'thinking' }),
      play.hint ? el('p', { class: 'hint' }, play.hint) : null,
      play.fault || position?.fault ? el('p', { class: 'fault' }, play.fault ?? position.fault) : null,
      el('div', { class: 'buttons' },
        control('hint', 'Hint', () => this.#hint(), !yours),
        control('undo', 'Undo', () => this.#undo(), !play.past.some((entry) => entry.mover === play.side)),
        control('again', 'Start again', () => this.#again()),
        control('stop', 'Stop', () => this.#stop()),
        el('label', { class: 'note' }, el('input', { type: 'checkbox', checked: state.veil, change: (event) => this.#store.set({ veil: event.target.checked }) }), ' Hide who wins')),
      yours && shut.length ? el('p', { class: 'why' }, `${game.players[1 - play.side]} blocks ${shut.map((to) => listed(game, to)).join(', ')}.`) : null,
      blocks ? chooseBlocked(game, position, (blocked) => this.#answer(game, state, blocked)) : null,
      yours ? el('ul', { class: 'moves', 'aria-label': 'Your moves' }, optionList(state, position.options.filter((option) => !shut.includes(option.to)), {
        hide: true, chosen: (option) => this.move(option), hovered: (to) => this.#store.set({ hot: to }),
      }), Number(position.more ?? 0) ? el('li', { class: 'more' }, `and ${grouped(position.more)} more`) : null) : blocks ? null : el('div', { class: 'moves' }),
      el('ol', { class: 'history', 'aria-label': 'The game so far', tabindex: '0' }, play.past.map((entry, index) => el('li', {},
        `${index + 1}. `, el('b', {}, entry.mover === play.side ? 'You' : game.players[entry.mover]), ` ${entry.text} → ${spoken(game, entry.to)}`))),
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

  #said({ game, play }, yours) {
    const last = play.past.at(-1);
    const computer = game.players[1 - play.side];
    if (last && last.mover !== play.side) {
      const sight = last.sure === false ? ` It sees ${last.sees ?? 'a few'} moves ahead.` : '';
      return `${computer}: ${last.text}, to ${spoken(game, last.to)}.${sight} Your turn.`;
    }
    return yours ? 'Your turn. Choose a move on the picture or below.' : `${computer} is to move.`;
  }
}

function ending(play, game) {
  const you = game.players[play.side];
  const { winner } = play.over;
  const [look, words] = winner === null ? ['drawn', 'A draw.']
    : winner === you ? ['won', `${you} wins: that is you.`] : ['lost', `${winner} wins: the computer.`];
  return el('p', { class: `end ${look}` }, words);
}
