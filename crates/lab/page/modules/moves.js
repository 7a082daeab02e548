// The chosen position: who wins there, and its moves as a list, the winning ones first.

import { byId, el, say } from './dom.js';
import { counted, grouped, listed, spoken } from './words.js';

const SIGNS = { win: ['✓', 'wins'], loss: ['✗', 'loses'], draw: ['=', 'draws'] };
const ORDER = { win: 0, draw: 1, loss: 3 };

/** Options as buttons; `hide` keeps who wins to oneself. */
export function optionList(state, options, { hide, chosen, hovered }) {
  const rank = (option) => (hide ? 0 : ORDER[option.value] ?? 2);
  const sorted = [...options].sort((one, other) => rank(one) - rank(other));
  const { kind } = state.game.shape;
  const boards = ['row', 'board', 'parts'].includes(kind);
  return sorted.map((option) => {
    const [sign, meaning] = (!hide && SIGNS[option.value]) || ['·', ''];
    const why = !hide && option.value === 'win' ? option.why : null;
    return el('li', { class: hide ? '' : option.value ?? '' },
      el('button', {
        type: 'button', 'data-to': option.to,
        click: () => chosen(option), mouseenter: () => hovered(option.to), mouseleave: () => hovered(null),
        focus: () => hovered(option.to), blur: () => hovered(null),
      },
      el('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
      el('span', { class: 'to' }, meaning ? el('span', { class: 'unseen' }, `${meaning}: `) : null, boards ? option.text : listed(state.game, option.to)),
      boards ? null : el('span', { class: 'how' }, option.text),
      boards ? el('span', { class: 'reason code' }, option.to) : null,
      why ? el('span', { class: 'reason' }, why) : null));
  });
}

/** Who wins a position, as one sentence. */
export function verdict(game, position) {
  if (position.end) return position.end.winner ? `The game is over: ${position.end.winner} has won.` : 'The game is over: a draw.';
  if (position.value === 'draw') return 'A draw with best play.';
  if (!position.winner) return 'Who wins is not worked out within the limits.';
  const mover = game.players[position.mover];
  return position.winner === mover ? `${mover}, to move, wins.` : `${mover} is to move, and ${position.winner} wins.`;
}

/** Letter, sentence and reason of a position. */
export function answerOf(game, position) {
  if (position.fault) return [el('p', { class: 'fault' }, position.fault)];
  const look = position.end ? 'calm' : { win: 'good', loss: 'bad' }[position.value] ?? 'calm';
  const sentence = verdict(game, position);
  const reason = position.why ?? position.end?.why ?? position.unsolved;
  const why = reason && reason !== sentence ? reason : null;
  // Where one of them is to move it is a draw: the letter alone would contradict what is said of the other.
  const split = position.outcome === 'D' && position.winner;
  const long = position.remoteness === null || position.remoteness === undefined || position.end ? null
    : `Best play lasts ${counted(position.remoteness, 'move')}.`;
  return [
    el('p', { class: 'verdict' },
      position.outcome && !position.end && !split ? el('span', { class: `badge ${look}` }, `${position.outcome}-position`) : null,
      el('span', {}, sentence)),
    split && !position.end ? el('p', { class: 'why' }, `With ${game.players[1 - position.mover]} to move it is a draw.`) : null,
    why ? el('p', { class: 'why' }, why) : null,
    long ? el('p', { class: 'why' }, long) : null,
  ].filter(Boolean);
}

export class Moves {
  #store;
  #session;
  #panel = byId('panel-moves');
  #at = el('p', { class: 'at', tabindex: '-1' });
  #answer = el('div', { class: 'answer' });
  #mover = el('select', { 'aria-label': 'Who is to move' });
  #back = el('button', { type: 'button' }, '← Back');
  #best = el('button', { type: 'button', class: 'main', title: 'Make a winning move' }, 'Winning move');
  #list = el('ul', { class: 'moves', 'aria-label': 'Moves', tabindex: '-1' });
  #slow = 0;

  constructor(store, session) {
    this.#store = store;
    this.#session = session;
    this.#panel.append(
      el('div', { class: 'where' }, this.#at, this.#mover),
      this.#answer,
      el('div', { class: 'buttons' }, this.#back, this.#best),
      this.#list,
    );
    this.#back.addEventListener('click', () => session.back());
    this.#best.addEventListener('click', () => this.#followBest());
    this.#mover.addEventListener('change', () => session.select(store.state.at, Number(this.#mover.value)));
    store.listen((state, changed) => {
      if (['game', 'at', 'position', 'mover', 'trail', 'asking', 'play', 'puzzle', 'veil'].some((name) => changed.has(name))) this.#show(state, changed);
    });
  }

  #followBest() {
    const { state } = this.#store;
    const best = this.#bestOf(state);
    if (best) this.#session.follow(best);
  }

  #bestOf(state) {
    const options = state.position?.at === state.at ? state.position.options : [];
    const winning = options.filter((option) => option.value === 'win');
    return winning.find((option) => option.to === state.position.move?.to) ?? winning[0] ?? null;
  }

  #show(state, changed) {
    const { game, at, position } = state;
    if (!game || !at) {
      this.#at.textContent = 'No position chosen';
      return;
    }
    const text = spoken(game, at);
    this.#at.textContent = text;
    this.#at.classList.toggle('long', text.length > 18);
    this.#at.classList.toggle('code', ['row', 'board'].includes(game.shape.kind));
    if (changed.has('game')) {
      this.#mover.replaceChildren(...game.players.map((name, index) => el('option', { value: index }, `${name} to move`)));
    }
    this.#mover.value = String(state.mover);
    this.#back.disabled = state.trail.length === 0;
    clearTimeout(this.#slow);
    if (!position || position.at !== at || position.mover !== state.mover) {
      // What takes under 100 ms shows no sign of work; the answer that is still there is another position's.
      this.#answer.setAttribute('aria-busy', 'true');
      this.#slow = setTimeout(() => this.#waiting(), 100);
      return;
    }
    const busy = state.play !== null || state.puzzle !== null;
    const hide = busy || state.veil;
    this.#answer.setAttribute('aria-busy', 'false');
    this.#answer.replaceChildren(...(hide ? this.#hidden(state) : answerOf(game, position)));
    this.#best.disabled = hide || !this.#bestOf(state);
    const left = Number(position.more ?? 0) ? String(position.more) : null;
    this.#list.replaceChildren(...optionList(state, position.options, {
      hide,
      chosen: (option) => (busy ? null : this.#session.follow(option)),
      hovered: (to) => this.#store.set({ hot: to }),
    }), ...(left ? [el('li', { class: 'more' }, `and ${grouped(left)} more`)] : []));
    if (changed.has('position')) this.#list.scrollTop = 0;
    if (changed.has('position') && !hide) say(`${text}: ${position.fault ?? verdict(game, position)} ${position.why ?? ''}`);
  }

  /** Instead of an answer: why there is none, and where or how to have it. */
  #hidden({ play, puzzle }) {
    if (play) return [el('p', { class: 'why' }, 'A game is on: who wins is kept back. See the tab Play.')];
    if (puzzle) return [el('p', { class: 'why' }, 'A puzzle is on: who wins is kept back. See the tab Puzzles.')];
    return [el('p', { class: 'why' }, 'Who wins is hidden.'), el('p', {}, el('button', { type: 'button', class: 'reveal', click: () => this.#store.set({ veil: false }) }, 'Show who wins'))];
  }

  #waiting() {
    this.#answer.replaceChildren(el('div', { class: 'working' },
      el('span', {}, 'Working it out'), el('span', { class: 'bar', 'aria-hidden': 'true' }),
      el('button', { type: 'button', class: 'plain', click: () => this.#session.stopAsking() }, 'Cancel')));
    this.#list.replaceChildren();
    this.#best.disabled = true;
  }
}
