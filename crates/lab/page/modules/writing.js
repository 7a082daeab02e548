// Help beside the rules: the meaning of the word at the caret or under the pointer, and what can be written next. All that is said is the reference's.

import { writing } from './api.js';
import { byId, el, say } from './dom.js';
import { marked } from './markdown.js';
import { indexOf, placeOf } from './places.js';

const REST = { typing: 60, caret: 180, pointer: 250 };
const HINT = 'The meaning of a word stands here. Ctrl and Space: what can be written. F1: read on here, Esc: back.';

export class Writing {
  #area;
  #layer;
  #list = byId('offers');
  #help = byId('word-help');
  #timer = 0;
  #asking = null;
  /** Whether what was typed is still to be asked about. */
  #typing = false;
  /** What is offered, from which index on; `null` where the list is closed. */
  #open = null;
  #chosen = -1;

  /** `area` is the text, `layer` the same text in colours under it. */
  constructor(area, layer) {
    this.#area = area;
    this.#layer = layer;
    area.addEventListener('input', (event) => this.#typed(event));
    // Before others see the key: Escape closes the list first.
    area.addEventListener('keydown', (event) => this.#key(event), { capture: true });
    area.addEventListener('blur', () => this.close());
    // The keys go to the text, which scrolls the list; a list that scrolled by itself would have to be a stop of its own.
    this.#list.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.#list.scrollTop += event.deltaY;
    }, { passive: false });
    area.addEventListener('mousemove', (event) => this.#pointed(event));
    document.addEventListener('selectionchange', () => {
      if (document.activeElement === area && !this.#open && !this.#typing) this.#soon(REST.caret, () => this.#ask(area.selectionStart, false));
    });
    for (const target of [window, area.parentElement]) target.addEventListener('scroll', () => this.close(), { passive: true });
    this.#help.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') area.focus();
    });
    this.#explain(null);
  }

  close() {
    this.#open = null;
    this.#chosen = -1;
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#area.removeAttribute('aria-activedescendant');
  }

  #soon(rest, work) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, rest);
  }

  #typed({ inputType }) {
    const letter = /[\p{L}_]/u.test(this.#area.value[this.#area.selectionStart - 1] ?? '');
    const written = inputType === 'insertText' || (inputType === 'deleteContentBackward' && this.#open);
    if (!written || !letter) this.close();
    if (document.activeElement !== this.#area) return;
    this.#typing = true;
    this.#soon(REST.typing, () => {
      this.#typing = false;
      this.#ask(this.#area.selectionStart, Boolean(written) && letter);
    });
  }

  #pointed({ clientX, clientY, buttons }) {
    if (buttons || this.#open || this.#typing) return;
    this.#soon(REST.pointer, () => {
      const index = this.#indexAt(clientX, clientY);
      if (index !== null) this.#ask(index, false);
    });
  }

  /** Asks about a place; `offering` opens the list where there is something to write. */
  async #ask(index, offering, wanted = false) {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { value } = this.#area;
    try {
      const told = await writing(value, placeOf(value, index), asking.signal);
      if (this.#area.value !== value) return;
      const offers = told.offers.filter((offer) => offer.text !== told.begun);
      if (offering && index === this.#area.selectionStart && offers.length) this.#show(offers, indexOf(value, told.from), wanted);
      else if (offering) this.close();
      if (!this.#open || this.#chosen < 0) this.#explain(told.meaning?.says ?? null);
    } catch {
      // Stopped, or nobody answers: the text can be written all the same.
    }
  }

  #explain(says) {
    this.#help.replaceChildren(...(says ? marked(says) : [el('p', { class: 'note' }, HINT)]));
    this.#help.scrollTop = 0;
  }

  #show(offers, from, wanted) {
    this.#open = { offers, from };
    this.#list.replaceChildren(...offers.map((offer, at) => el('li', {
      id: `offer-${at}`, role: 'option', 'aria-selected': 'false',
      // The text keeps the focus.
      pointerdown: (event) => event.preventDefault(), click: () => this.#write(offer),
    }, el('b', {}, offer.text), offer.written ? el('span', {}, offer.written) : null)));
    this.#list.hidden = false;
    this.#place(from);
    this.#choose(wanted ? 0 : -1);
    if (wanted) say(`${offers.length} can be written here. Arrows choose, Enter writes, Escape closes.`);
  }

  #place(from) {
    const caret = this.#rectAt(from);
    const { width, height } = this.#list.getBoundingClientRect();
    const below = caret.bottom + 4 + height <= innerHeight;
    this.#list.style.left = `${Math.max(4, Math.min(caret.left, innerWidth - width - 4))}px`;
    this.#list.style.top = `${below ? caret.bottom + 4 : Math.max(4, caret.top - height - 4)}px`;
  }

  #choose(at) {
    const { offers } = this.#open;
    this.#chosen = at;
    [...this.#list.children].forEach((item, index) => item.setAttribute('aria-selected', String(index === at)));
    if (at < 0) return;
    const item = this.#list.children[at];
    this.#area.setAttribute('aria-activedescendant', item.id);
    item.scrollIntoView({ block: 'nearest' });
    this.#explain([offers[at].written ? `\`${offers[at].written}\`` : '', offers[at].says ?? ''].filter(Boolean).join('\n\n') || null);
  }

  #write(offer) {
    const { from } = this.#open;
    this.close();
    this.#area.setRangeText(offer.text, from, this.#area.selectionStart, 'end');
    this.#area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  }

  #key(event) {
    const { key, ctrlKey, metaKey } = event;
    if (key === 'F1') {
      event.preventDefault();
      this.#help.focus();
    } else if (key === ' ' && ctrlKey) {
      event.preventDefault();
      clearTimeout(this.#timer);
      this.#typing = false;
      this.#ask(this.#area.selectionStart, true, true);
    } else if (this.#open && !ctrlKey && !metaKey) this.#inList(event);
  }

  #inList(event) {
    const { offers } = this.#open;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) this.#choose((this.#chosen + by + (this.#chosen < 0 && by < 0 ? 1 : 0) + offers.length) % offers.length);
    else if (event.key === 'Escape') this.close();
    // What nobody has chosen is not written: a line is ended as ever, and Tab leads on.
    else if ((event.key === 'Enter' || event.key === 'Tab') && this.#chosen >= 0) this.#write(offers[this.#chosen]);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The index of the text under a point of the screen. */
  #indexAt(x, y) {
    this.#area.style.pointerEvents = 'none';
    const [node, offset] = textAt(x, y);
    this.#area.style.pointerEvents = '';
    const row = node?.parentElement?.closest('.row');
    if (!row || row.parentElement !== this.#layer) return null;
    const range = document.createRange();
    range.setStart(row, 0);
    range.setEnd(node, offset);
    const line = [...this.#layer.children].indexOf(row);
    const start = this.#area.value.split('\n').slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
    return start + range.toString().replaceAll('\u200b', '').length;
  }

  /** Where the letter at an index stands on the screen. */
  #rectAt(index) {
    const before = this.#area.value.slice(0, index).split('\n');
    const row = this.#layer.children[before.length - 1];
    let left = before.at(-1).length;
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    range.selectNodeContents(row);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (left < node.length) {
        range.setStart(node, left);
        range.setEnd(node, left + 1);
        return range.getBoundingClientRect();
      }
      left -= node.length;
    }
    range.collapse(false);
    const end = range.getBoundingClientRect();
    return end.height ? end : row.getBoundingClientRect();
  }
}

/** The text under a point, and the place in it. */
function textAt(x, y) {
  if (document.caretPositionFromPoint) {
    const found = document.caretPositionFromPoint(x, y);
    return [found?.offsetNode, found?.offset];
  }
  const found = document.caretRangeFromPoint?.(x, y);
  return [found?.startContainer, found?.startOffset];
}
