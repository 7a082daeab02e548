// The dialogs: their heads, whole games to begin with, and the keys.

import { byId, el } from './dom.js';
import { known, templates } from './language.js';

/** The head of a dialog, with what closes it. */
export function head(dialog, id, words) {
  return el('div', { class: 'head' }, el('h2', { id }, words), el('button', { type: 'button', click: () => dialog.close() }, 'Close'));
}

/** Opens the list of whole games to begin with; `chosen(template)` is called with the one taken. */
export async function openNew(chosen) {
  await known;
  const dialog = byId('new');
  dialog.replaceChildren(
    head(dialog, 'new-heading', 'New game'),
    el('p', { class: 'note lead' }, 'A small whole game of each kind, to be changed. What you write is kept on this device.'),
    el('ul', {}, templates.map((template) => el('li', {}, el('button', { type: 'button', class: 'game', 'data-kind': template.kind, click: () => {
      dialog.close();
      chosen(template);
    } }, el('b', {}, template.title), el('span', {}, template.about))))),
  );
  dialog.showModal();
}

const KEYS = [
  [['←', '→', '↑', '↓'], 'pan the map; on a strip, choose the next heap'],
  [['+', '−', '0'], 'zoom in, zoom out, back to the beginning'],
  [['Shift', '←→↑↓'], 'the neighbouring position'],
  [['Enter'], 'choose the position in the middle of the map'],
  [['Tab'], 'go from part to part; moves of a position are a list of buttons'],
  [['j', 'k'], 'in a trace: one step on, one step back'],
  [['Ctrl', 'Space'], 'in the rules: what can be written here; arrows choose, Enter writes'],
  [['F1'], 'in the rules: read what the word at the caret means'],
  [['Ctrl', 'Z'], 'undo in the rules, also back to the game before; Ctrl Y or Ctrl Shift Z: again'],
  [['Esc'], 'leave the rules, close what is open'],
];

/** Opens the list of keys. */
export function openHelp() {
  const dialog = byId('help');
  dialog.replaceChildren(
    head(dialog, 'help-heading', 'Keys'),
    el('dl', { class: 'keys' }, KEYS.flatMap(([keys, words]) => [el('dt', {}, keys.map((key) => el('kbd', {}, key))), el('dd', {}, words)])),
  );
  dialog.showModal();
}
