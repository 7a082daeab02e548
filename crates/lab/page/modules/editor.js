// The rules: a textarea, the same text in colours under it, and the faults where they stand and told below.

import { byId, el, say } from './dom.js';
import { pieces, playersOf } from './highlight.js';
import { known } from './language.js';
import { indexOf } from './places.js';
import { Writing } from './writing.js';

/** Where a fault lies on each line: columns are characters, which JavaScript counts otherwise. */
function marksOf(lines, diagnostics) {
  const marks = lines.map(() => []);
  const column = (line, characters) => [...(lines[line] ?? '')].slice(0, characters - 1).join('').length;
  for (const { from, to, severity } of diagnostics) {
    // What is as it should be is not marked.
    if (!from || severity === 'good') continue;
    const last = to ?? from;
    for (let line = from[0] - 1; line < Math.min(last[0], lines.length); line += 1) {
      const start = line === from[0] - 1 ? column(line, from[1]) : 0;
      const end = line === last[0] - 1 ? column(line, last[1]) : lines[line].length;
      // A place without letters is shown on the letter before it.
      const empty = end <= start;
      marks[line].push([empty ? Math.max(0, start - 1) : start, empty ? start + 1 : end, severity]);
    }
  }
  return marks;
}

/** How many letters two texts have in common at their ends. */
function alike(one, other) {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** What keys ask for: -1 to undo, 1 to do again. */
export function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (!(ctrlKey || metaKey) || altKey) return 0;
  if (key.toLowerCase() === 'z') return shiftKey ? 1 : -1;
  return key.toLowerCase() === 'y' && !shiftKey ? 1 : 0;
}

export class Editor {
  #area = byId('rules');
  #layer = byId('editor').querySelector('.layer');
  #messages = byId('messages');
  #diagnostics = [];
  #told = '';

  /** `edited(text)` is called at every change by hand, `step(by)` to undo (-1) and to do again (1). */
  constructor(edited, step) {
    this.#area.addEventListener('keydown', (event) => {
      const by = stepOf(event);
      if (!by) return;
      event.preventDefault();
      step(by);
    });
    new Writing(this.#area, this.#layer);
    known.then(() => this.#paint());
    this.#area.addEventListener('input', () => {
      // Old faults lie elsewhere by now.
      this.#diagnostics = [];
      this.#paint();
      edited(this.#area.value);
    });
    this.#area.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#area.blur();
    });
    byId('fold-rules').addEventListener('click', () => this.fold(!document.querySelector('.rules').classList.contains('open')));
  }

  /** On a phone the rules are folded away. */
  fold(open) {
    document.querySelector('.rules').classList.toggle('open', open);
    const button = byId('fold-rules');
    button.setAttribute('aria-expanded', String(open));
    button.textContent = open ? 'Close' : 'Edit';
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    if (this.#area.value === text) return;
    const caret = text.length - alike(this.#area.value, text);
    this.#area.value = text;
    // Where something has changed.
    this.#area.setSelectionRange(caret, caret);
    this.#diagnostics = [];
    this.#paint();
  }

  /** Shows the faults, the command's own messages. */
  set diagnostics(list) {
    this.#diagnostics = list;
    this.#paint();
    this.#messages.replaceChildren(...list.map((fault) => this.#message(fault)));
    const errors = list.filter((fault) => fault.severity === 'error');
    this.#area.setAttribute('aria-invalid', String(errors.length > 0));
    const told = list.filter((fault) => fault.severity !== 'good').map((fault) => `${fault.message}${fault.help ? `; ${fault.help}` : ''}`).join('. ');
    if (told !== this.#told && told) say(told);
    this.#told = told;
  }

  #message({ severity, message, help, from }) {
    return el('li', { class: severity },
      el('button', { type: 'button', click: () => this.#go(from) },
        from ? el('span', { class: 'place' }, `line ${from[0]}`) : null,
        message,
        help ? el('span', { class: 'mend' }, help) : null));
  }

  #go(from) {
    if (!from) return;
    const at = indexOf(this.#area.value, from);
    this.#area.focus();
    this.#area.setSelectionRange(at, at);
  }

  #paint() {
    const lines = this.#area.value.split('\n');
    const players = playersOf(this.#area.value);
    const marks = marksOf(lines, this.#diagnostics);
    const worst = (list) => list.find((mark) => mark[2] === 'error')?.[2] ?? list[0]?.[2] ?? null;
    this.#layer.replaceChildren(...lines.map((line, index) => {
      const row = el('span', { class: `row ${worst(marks[index]) ?? ''}` });
      for (const [text, token, fault] of pieces(line, marks[index], players)) {
        if (!text) continue;
        const inner = token ? el('span', { class: token }, text) : text;
        row.append(fault ? el('mark', { class: fault }, inner) : inner);
      }
      // An empty line keeps its height, and a fault at its end is seen.
      if (line === '') row.append(marks[index].length ? el('mark', { class: worst(marks[index]) }, '\u00a0') : '\u200b');
      return row;
    }));
  }
}
