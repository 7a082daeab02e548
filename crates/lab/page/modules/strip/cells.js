// The cells of a strip's line: colours, and letters where there is room.

import { CLASSES, heat, hex, ON_OUTCOME, OUTCOME } from '../colours.js';
import { grouped } from '../words.js';

const nothing = (show, value) => value === undefined || (show === 'outcome' ? value > 4 : value === 65535);

function colourOf(show, value, most) {
  if (show === 'outcome') return OUTCOME[value];
  return value === 0 ? OUTCOME[1] : hex(heat(value, most));
}

function inkOf(show, value, most) {
  if (show === 'outcome') return ON_OUTCOME[value];
  return value === 0 || value * 2 < most ? '#ffffff' : '#10202c';
}

/** Draws one line; `values.at(heap)` is undefined where it is not known yet. */
export function drawLine(context, rows, row, values, { show, veil }, colours) {
  const { cell, columns } = rows;
  const gap = cell > 9 ? 1 : 0;
  let heap = row * BigInt(columns);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `600 ${Math.min(15, cell * 0.5)}px ${colours.sans}`;
  for (let column = 0; column < columns; column += 1, heap += 1n) {
    const value = veil ? undefined : values.at(heap);
    const [x, y] = rows.placeOf(row, column);
    const none = nothing(show, value);
    context.fillStyle = none ? colours.well : colourOf(show, value, values.most);
    context.fillRect(x, y, cell - gap, cell - gap);
    if (none || cell < 18) continue;
    context.fillStyle = inkOf(show, value, values.most);
    context.globalAlpha = 0.8;
    context.fillText(show === 'outcome' ? CLASSES[value] : grouped(value), x + (cell - gap) / 2, y + (cell - gap) / 2 + 1);
    context.globalAlpha = 1;
  }
}
