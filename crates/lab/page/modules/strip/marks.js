// What is drawn over a strip: heaps at the left, one period's outline, the chosen heap and its moves.

import { grouped } from '../words.js';
import { short } from '../plane/ticks.js';

/** The first heap of lines, at the left. */
export function drawTicks(context, rows, colours) {
  const [first, count] = rows.seen();
  const every = Math.max(1, Math.ceil(24 / rows.cell));
  context.fillStyle = colours.muted;
  context.font = `12px ${colours.sans}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let line = 0; line < count; line += 1) {
    const row = first + BigInt(line);
    if (row % BigInt(every) !== 0n) continue;
    const [x, y] = rows.placeOf(row, 0);
    const heap = row * BigInt(rows.columns);
    context.fillText(String(heap).length > 9 ? short(heap) : grouped(heap), x - 8, y + rows.cell / 2, x - 10);
  }
}

function outlined(context, path) {
  context.lineJoin = 'round';
  for (const [width, colour] of [[5, '#ffffff'], [2.25, '#14181c']]) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.beginPath();
    path();
    context.stroke();
  }
}

/** Round the heaps of the first period: they may begin and end in the middle of lines. */
export function drawPeriod(context, rows, from, period) {
  const columns = BigInt(rows.columns);
  const [first, count] = rows.seen();
  const end = from + period;
  if (end / columns < first || from / columns > first + BigInt(count)) return;
  const half = rows.cell > 9 ? 0.5 : 0;
  const corner = (column, row) => rows.placeOf(row, Number(column)).map((at) => at - half);
  const [c0, r0, c1, r1] = [from % columns, from / columns, end % columns, end / columns];
  const last = c1 === 0n ? r1 - 1n : r1;
  const points = r0 === last
    ? [[c0, r0], [c1 === 0n ? columns : c1, r0], [c1 === 0n ? columns : c1, r0 + 1n], [c0, r0 + 1n]]
    : [[c0, r0], [columns, r0], [columns, c1 === 0n ? r1 : r1], [c1, r1], [c1, c1 === 0n ? r1 : r1 + 1n], [0n, c1 === 0n ? r1 : r1 + 1n], [0n, r0 + 1n], [c0, r0 + 1n]];
  outlined(context, () => {
    points.forEach(([column, row], index) => {
      const [x, y] = corner(column, row);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  });
}

/** The chosen heap. */
export function ring(context, rows, heap) {
  const [x, y] = rows.place(heap);
  const gap = rows.cell > 9 ? 1 : 0;
  const pad = rows.cell < 8 ? 3 : 0;
  outlined(context, () => context.roundRect(x - pad, y - pad, rows.cell - gap + 2 * pad, rows.cell - gap + 2 * pad, 4));
}

/** Moves as arcs to the heaps they leave; the winning ones are drawn last and heaviest. */
export function drawArcs(context, rows, arcs) {
  const sorted = [...arcs].sort((one, other) => Number(one.wins || one.hot) - Number(other.wins || other.hot));
  for (const arc of sorted) {
    const from = rows.place(arc.from).map((at) => at + rows.cell / 2);
    for (const to of arc.to) {
      const tip = rows.place(to).map((at) => at + rows.cell / 2);
      if (tip[1] < -400 || from[1] < -400) continue;
      const strong = arc.wins || arc.hot;
      if (!strong && arcs.length > 4) {
        spot(context, tip);
        continue;
      }
      const width = arc.hot ? 4.5 : arc.wins ? 3 : 1.25;
      const far = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
      const lift = Math.min(60, far / 3);
      const [cx, cy] = [(from[0] + tip[0]) / 2 - ((tip[1] - from[1]) / (far || 1)) * lift, (from[1] + tip[1]) / 2 - (Math.abs(tip[0] - from[0]) / (far || 1)) * lift];
      for (const [extra, colour] of [[strong ? 3.5 : 1.5, 'rgb(255 255 255 / 0.9)'], [0, strong ? '#14181c' : 'rgb(20 24 28 / 0.6)']]) {
        context.lineWidth = width + extra;
        context.strokeStyle = colour;
        context.lineCap = 'round';
        context.beginPath();
        context.moveTo(...from);
        context.quadraticCurveTo(cx, cy, ...tip);
        context.stroke();
        head(context, [cx, cy], tip, strong ? 9 : 6, colour, extra);
      }
    }
  }
}

/** Of many moves, those that do not win are dots where they lead. */
function spot(context, [x, y]) {
  context.fillStyle = 'rgb(255 255 255 / 0.9)';
  context.strokeStyle = 'rgb(20 24 28 / 0.7)';
  context.lineWidth = 1;
  context.beginPath();
  context.arc(x, y, 3.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

function head(context, from, tip, size, colour, extra) {
  const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(tip[0] + Math.cos(angle) * extra, tip[1] + Math.sin(angle) * extra);
  for (const turn of [2.6, -2.6]) context.lineTo(tip[0] + Math.cos(angle + turn) * (size + extra), tip[1] + Math.sin(angle + turn) * (size + extra));
  context.closePath();
  context.fill();
}
