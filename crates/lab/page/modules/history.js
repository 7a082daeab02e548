// Nothing that is written is lost: every edit can be undone, from game to game, and is kept as a draft on this device.

import { byId, say, toast } from './dom.js';
import { newDraft, saveDraft } from './drafts.js';
import { stepOf } from './editor.js';
import { Undo } from './undo.js';

const REST = 400;

/** What the rules call their game. */
const titleOf = (rules) => /^\s*game\s+"([^"]+)"/m.exec(rules)?.[1] ?? 'A game without a name';

export class History {
  #store;
  #open;
  #undo = new Undo();
  #buttons = { undo: byId('undo'), redo: byId('redo') };
  #timer = 0;
  #warned = false;

  /** `open(wish)` shows a state that was left. */
  constructor(store, open) {
    this.#store = store;
    this.#open = open;
    this.#buttons.undo.addEventListener('click', () => this.step(-1));
    this.#buttons.redo.addEventListener('click', () => this.step(1));
    document.addEventListener('keydown', (event) => {
      const by = stepOf(event);
      // Fields have their own.
      if (!by || event.defaultPrevented || event.target.closest?.('input, textarea, select, dialog')) return;
      event.preventDefault();
      this.step(by);
    });
    for (const leave of ['pagehide', 'visibilitychange']) window.addEventListener(leave, () => this.#keep(), { capture: true });
    store.listen((state, changed) => this.#changed(state, changed));
    this.#mark();
  }

  /** What stood in the rules when this page was loaded again, where the address does not say it yet; `link` is what the address says. */
  left(link) {
    const again = performance.getEntriesByType('navigation')[0]?.type === 'reload';
    const { now } = this.#undo;
    if (!again || !now || now.rules === (link.rules ?? now.shippedRules)) return null;
    return { ...link, ...now, values: { ...now.values } };
  }

  /** One step back (-1) or forward (1). */
  step(by) {
    if (!(by < 0 ? this.#undo.canUndo : this.#undo.canRedo)) return;
    const { state } = this.#store;
    const wish = this.#undo.step(by);
    const here = wish.name === state.name && wish.shippedRules === state.shippedRules;
    const shown = here ? { at: state.at, mover: state.mover ? '1' : '0', show: state.show, view: state.view, tab: state.tab, slice: state.slice } : { slice: {} };
    this.#open({ ...wish, values: { ...wish.values }, ...shown });
    this.#mark();
    say(`${by < 0 ? 'Undone' : 'Done again'}: ${titleOf(wish.rules)}`);
  }

  #changed(state, changed) {
    if (!['rules', 'values', 'name', 'chosen', 'draft'].some((name) => changed.has(name)) || !state.rules) return;
    const { name, shippedRules, rules, values, chosen } = state;
    const edited = rules !== state.opened && rules !== shippedRules;
    if (edited && state.draft === null) this.#store.set({ draft: newDraft() });
    this.#undo.note({ name, shippedRules, rules, values: { ...values }, draft: state.draft, at: chosen });
    this.#mark();
    if (!edited || !changed.has('rules')) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), REST);
  }

  #save() {
    this.#timer = 0;
    const { name, rules, values, draft, shippedRules } = this.#store.state;
    if (draft === null || rules === shippedRules) return;
    const kept = saveDraft({ id: draft, title: titleOf(rules), from: name, rules, values });
    if (!kept && !this.#warned) toast('This browser keeps no drafts: copy the link to keep what you write');
    this.#warned ||= !kept;
  }

  #keep() {
    clearTimeout(this.#timer);
    if (this.#timer) this.#save();
    this.#undo.flush();
  }

  #mark() {
    this.#buttons.undo.disabled = !this.#undo.canUndo;
    this.#buttons.redo.disabled = !this.#undo.canRedo;
  }
}
