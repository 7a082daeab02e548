// What one has written oneself, as cards of the gallery.

import { el, say } from '../dom.js';
import { dropDraft } from '../drafts.js';

/** "26 Nov, 14:05" */
const time = (when) => new Date(when).toLocaleString([], { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A draft, with its earlier versions; `opened(draft, version)` is called with the one taken. */
export function draftCard(draft, opened) {
  const item = el('li', { class: 'draft' });
  const open = (version) => () => opened(draft, version);
  const shown = () => {
    const [last, ...earlier] = [...draft.versions].reverse();
    item.replaceChildren(...[
      el('button', { type: 'button', class: 'game', click: open(last) }, el('b', {}, draft.title), el('span', {}, `${time(last.when)}${draft.from ? `, from ${draft.from}` : ''}`)),
      el('div', { class: 'buttons' },
        earlier.length ? el('details', {}, el('summary', {}, `Earlier versions: ${earlier.length}`), el('ol', {}, earlier.map((version) => el('li', {}, el('button', {
          type: 'button', class: 'plain', click: open(version),
        }, time(version.when)))))) : null,
        el('button', { type: 'button', class: 'plain drop', 'aria-label': `Delete the draft ${draft.title}`, click: drop }, 'Delete')),
    ]);
  };
  const drop = () => {
    const back = dropDraft(draft.id);
    const keep = el('button', { type: 'button', class: 'plain', click: () => {
      back();
      shown();
      item.querySelector('.game').focus();
    } }, 'Keep it');
    item.replaceChildren(el('p', { class: 'note' }, `"${draft.title}" is deleted. `, keep));
    keep.focus();
    say(`The draft ${draft.title} is deleted.`);
  };
  shown();
  return item;
}
