// Positions that are tuples: text, numbers as large as they come, and the two axes of a map.

/** The parts of a position's text. */
export const parts = (text) => String(text).trim().split(/[\s,()]+/).filter(Boolean);

/** Which variables are the axes: the first two that are not fixed. */
export function axesOf(shape, slice) {
  const free = shape.variables.map((_, at) => at).filter((at) => !(shape.variables[at].name in slice));
  return [free[0] ?? 0, free[1] ?? null];
}

/** The least and the most number of a variable; most is null where there is none. */
export function boundsOf(variable) {
  if (variable.words?.length) return [0n, BigInt(variable.words.length - 1)];
  return [BigInt(variable.least ?? 0), variable.most === null || variable.most === undefined ? null : BigInt(variable.most)];
}

/** A variable's number as it is written. */
export const written = (variable, number) => variable.words?.[Number(number)] ?? String(number);

/** A part as the variable's number, or null. */
export function numberOf(variable, part) {
  const word = variable.words?.indexOf(part) ?? -1;
  if (word >= 0) return BigInt(word);
  return /^\d+$/.test(part ?? '') ? BigInt(part) : null;
}

/** The numbers of a whole position, or null where the text is none. */
export function tuple(shape, text) {
  const words = parts(text);
  if (words.length !== shape.variables.length) return null;
  const numbers = words.map((word, at) => numberOf(shape.variables[at], word));
  return numbers.includes(null) ? null : numbers;
}

/** The text of the position over the point (x, y) of the map. */
export function textAt(shape, slice, x, y) {
  const [across, along] = axesOf(shape, slice);
  return shape.variables
    .map((variable, at) => {
      if (at === across) return written(variable, x);
      if (at === along) return written(variable, y);
      return slice[variable.name];
    })
    .join(',');
}

/** Where a position stands on the map, or null where it lies on another slice. */
export function pointOf(shape, slice, text) {
  const numbers = tuple(shape, text);
  if (!numbers) return null;
  const [across, along] = axesOf(shape, slice);
  const off = shape.variables.some((variable, at) => (
    variable.name in slice && numberOf(variable, slice[variable.name]) !== numbers[at]
  ));
  return off ? null : [numbers[across], along === null ? 0n : numbers[along]];
}

/** The slice of the same axes on which a position lies. */
export function sliceOf(shape, slice, at) {
  const numbers = tuple(shape, at);
  if (!numbers) return slice;
  const fixed = shape.variables.map((variable, place) => [variable.name, written(variable, numbers[place])]);
  return Object.fromEntries(fixed.filter(([name]) => name in slice));
}

/** The slice a game opens with: every variable past the second at its place in `at`, or at its least. */
export function firstSlice(shape, at) {
  const numbers = at ? tuple(shape, at) : null;
  return Object.fromEntries(shape.variables.slice(2).map((variable, past) => {
    const number = numbers?.[past + 2] ?? boundsOf(variable)[0];
    return [variable.name, written(variable, number)];
  }));
}
