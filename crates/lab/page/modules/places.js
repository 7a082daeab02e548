// Places in a text: as a number of JavaScript's letters, and as line and column from 1, columns counting characters.

/** Line and column of an index. */
export function placeOf(text, index) {
  const before = text.slice(0, index).split('\n');
  return [before.length, [...before.at(-1)].length + 1];
}

/** The index of a line and column. */
export function indexOf(text, [line, column]) {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return start + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
}
