// The two axes: bands at the left and below, with ticks that fit the zoom.

import { grouped } from '../words.js';
import { written } from '../positions.js';
import { labelled, multiples, stepOf } from './ticks.js';

export const BAND = { left: 62, bottom: 34 };

/** Draws the bands; `names` are the variables across and along. */
export function drawAxes(context, camera, [across, along], colours) {
  const { left, top, width, height } = camera;
  context.fillStyle = colours.card;
  context.fillRect(0, 0, left, top + height + BAND.bottom);
  context.fillRect(0, top + height, left + width, BAND.bottom);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left - 0.5, top);
  context.lineTo(left - 0.5, top + height + 0.5);
  context.lineTo(left + width, top + height + 0.5);
  context.stroke();
  context.fillStyle = colours.muted;
  context.strokeStyle = colours.muted;
  context.font = `12px ${colours.sans}`;
  const [x0, x1, y0, y1] = camera.seen();
  axis(context, {
    sans: colours.sans, variable: across, first: x0, last: x1, most: camera.most[0], step: stepOf(camera.scale, 74), scale: camera.scale,
    at: (square) => camera.screenX(square) + half(camera),
    inside: (px) => px > left + 3 && px < left + width - 12,
    tick: (px) => [px, top + height, px, top + height + 4],
    label: (text, px) => put(context, text, px, top + height + 15, 'center'),
    base: (text) => put(context, text, left + 4, top + height + 28, 'left'),
    name: (text) => put(context, text, left + width - 6, top + height + 28, 'right'),
  });
  axis(context, {
    sans: colours.sans, variable: along, first: y0, last: y1, most: camera.most[1], step: stepOf(camera.scale, 44), scale: camera.scale,
    at: (square) => camera.screenY(square) - half(camera),
    inside: (px) => px > top + 22 && px < top + height - 4,
    tick: (px) => [left - 5, px, left - 1, px],
    label: (text, px) => put(context, text, left - 9, px, 'right'),
    base: (text) => turned(context, text, 11, top + height - 6, 'left'),
    name: (text) => put(context, text, left - 9, top + 11, 'right'),
  });
}

const half = (camera) => (camera.scale > 3 ? camera.scale / 2 : 0);

function put(context, text, x, y, align) {
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
}

function turned(context, text, x, y, align) {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  put(context, text, 0, 0, align);
  context.restore();
}

function axis(context, { sans, variable, first, last, most, step, at, inside, tick, label, base, name }) {
  const ticks = multiples(first, last, step, most).filter((square) => inside(at(square)));
  const named = variable.words?.length
    ? { base: null, labels: ticks.map((square) => written(variable, square)) }
    : labelled(ticks, step);
  context.beginPath();
  ticks.forEach((square, index) => {
    const px = Math.round(at(square)) + 0.5;
    const [ax, ay, bx, by] = tick(px);
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
    label(named.labels[index], px);
  });
  context.stroke();
  if (named.base !== null) base(`${variable.name} = ${grouped(named.base)} + …`);
  context.font = `italic 600 14px ${sans}`;
  name(variable.name);
  context.font = `12px ${sans}`;
}
