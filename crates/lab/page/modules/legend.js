// What the colours mean, and the law's shapes in a word each.

import { byId, el, svg } from './dom.js';
import { CLASSES, OUTCOME, heat, hex } from './colours.js';
import { grouped } from './words.js';

const swatch = (colour) => svg('svg', { width: 14, height: 14, 'aria-hidden': 'true' }, svg('rect', { width: 14, height: 14, fill: colour }));

function ramp() {
  const bars = Array.from({ length: 24 }, (_, at) => svg('rect', { x: at * 4, width: 4.5, height: 12, fill: hex(heat(at, 23)) }));
  return svg('svg', { width: 96, height: 12, 'aria-hidden': 'true' }, ...bars);
}

const line = () => svg('svg', { width: 18, height: 12, 'aria-hidden': 'true' },
  svg('line', { x1: 1, y1: 11, x2: 17, y2: 1, stroke: 'currentColor', 'stroke-width': 2 }));

const frame = (look) => svg('svg', { width: 16, height: 16, class: `spot ${look}`, 'aria-hidden': 'true' },
  svg('rect', { class: 'halo', x: 2, y: 2, width: 12, height: 12, rx: 3 }));

/** Fills the legend for what is shown. */
export function showLegend({ game, show, law, veil, whole }) {
  const items = [];
  if (!['plane', 'strip', 'heaps'].includes(game.picture)) {
    byId('legend').replaceChildren(el('li', {}, frame('wins'), 'a winning move'), el('li', {}, frame('can'), 'another move'),
      ...(law?.shapes ?? []).filter((shape) => shape.words).map((shape) => el('li', {}, swatch('#56b4e9'), shape.words)));
    return;
  }
  if (veil) {
    items.push(el('li', {}, 'Who wins is hidden'));
  } else if (show === 'outcome') {
    const names = ['the player to move wins', 'the player to move loses'];
    if (!game.impartial) {
      items.push(el('li', {}, 'Who wins:'));
      names.splice(0, 2, 'the next player', 'the previous player', ...game.players);
    }
    names.forEach((name, code) => items.push(el('li', {}, swatch(OUTCOME[code]), el('span', {}, el('b', {}, CLASSES[code]), ` ${name}`))));
  } else {
    const words = show === 'grundy' ? 'Grundy value 0: P-position' : 'no move left';
    items.push(el('li', {}, swatch(OUTCOME[1]), words), el('li', {}, whole ? '1 ' : 'low ', ramp(), whole ? ` ${grouped(whole)}` : ' high'));
  }
  for (const shape of veil ? [] : law?.shapes ?? []) {
    if (shape.words && !items.some((item) => item.textContent === shape.words)) items.push(el('li', {}, line(), shape.words));
  }
  byId('legend').replaceChildren(...items);
}
