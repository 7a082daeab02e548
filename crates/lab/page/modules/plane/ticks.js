// Ticks of an axis over squares, whose numbers may have hundreds of digits.

import { grouped } from '../words.js';

const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = (number) => [...String(number)].map((digit) => SUPER[Number(digit)]).join('');

/** The least of 1, 2, 5, 10, 20, ... squares that is at least `pixels` wide. */
export function stepOf(scale, pixels) {
  const squares = pixels / scale;
  if (squares <= 1) return 1n;
  const power = Math.floor(Math.log10(squares));
  const rest = squares / 10 ** power;
  const times = [1, 2, 5, 10].find((candidate) => candidate >= rest - 1e-9) ?? 10;
  return BigInt(times) * 10n ** BigInt(power);
}

/** The multiples of `step` from `first` to `last`, none below 0 or above `most`. */
export function multiples(first, last, step, most) {
  const low = first < 0n ? 0n : first;
  const high = most !== null && last > most ? most : last;
  const list = [];
  for (let at = ((low + step - 1n) / step) * step; at <= high && list.length < 200; at += step) list.push(at);
  return list;
}

/** 15 · 10¹¹ where a number has many zeros behind. */
export function short(number) {
  const text = String(number);
  if (text.length <= 7) return grouped(text);
  const digits = text.replace(/0+$/, '');
  if (digits.length > 4) return grouped(text);
  const power = text.length - 1;
  const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
  return mantissa === '1' ? `10${raised(power)}` : `${mantissa}·10${raised(power)}`;
}

/** Labels of ticks: short where they can be, else as what they add to a number told apart. */
export function labelled(ticks, step) {
  if (ticks.length === 0) return { base: null, labels: [] };
  const plain = ticks.map(short);
  if (plain.every((label) => label.length <= 8)) return { base: null, labels: plain };
  const span = ticks[ticks.length - 1] - ticks[0] + step;
  const round = 10n ** BigInt(String(span).length);
  const base = (ticks[0] / round) * round;
  return { base, labels: ticks.map((tick) => (tick === base ? '+0' : `+${short(tick - base)}`)) };
}
