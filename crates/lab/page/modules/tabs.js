// The tabs beside the picture, as the ARIA pattern has them: arrows go from one to the next.

import { byId, el } from './dom.js';

const NAMES = { moves: 'Position', play: 'Play', puzzle: 'Puzzles', values: 'Values', judge: 'Judge', trace: 'Trace' };

export class Tabs {
  #buttons;
  #store;

  constructor(store) {
    this.#store = store;
    this.#buttons = Object.fromEntries(Object.entries(NAMES).map(([name, words]) => [name, el('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`,
      click: () => store.set({ tab: name }),
      keydown: (event) => this.#key(event, name),
    }, words)]));
    byId('tabs').append(...Object.values(this.#buttons));
    store.listen((state) => this.#show(state));
  }

  #shown() {
    return Object.keys(NAMES).filter((name) => !this.#buttons[name].hidden);
  }

  #key(event, name) {
    const names = this.#shown();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = names[(names.indexOf(name) + by + names.length) % names.length];
    this.#store.set({ tab: next });
    this.#buttons[next].focus();
  }

  #show(state) {
    // A trace is of one heap.
    const heap = state.game?.picture === 'strip' && state.game.shape.kind === 'numbers';
    this.#buttons.trace.hidden = !heap;
    const tab = state.tab === 'trace' && !heap ? 'moves' : state.tab;
    for (const [name, button] of Object.entries(this.#buttons)) {
      const chosen = name === tab;
      button.setAttribute('aria-selected', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      byId(`panel-${name}`).hidden = !chosen;
    }
  }
}
