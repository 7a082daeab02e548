// The law's shapes over the map, and the moves of a position as arrows.

const ONE = 1n << 32n;
const HALF = ONE >> 1n;
const LARGE = 1n << 48n;

/** A number of the server's, however written, as a fraction of whole numbers. */
export function fraction(number) {
  if (typeof number === 'number') {
    return Number.isInteger(number) ? [BigInt(number), 1n] : [BigInt(Math.round(number * 2 ** 52)), 1n << 52n];
  }
  if (Array.isArray(number)) {
    const [top, bottom] = number.map(fraction);
    return [top[0] * bottom[1], top[1] * bottom[0]];
  }
  const [whole, rest = ''] = String(number).split('.');
  return [BigInt(whole + rest), 10n ** BigInt(rest.length)];
}

/** The height of a line over a place, both in 2^-32 squares. */
export function heightAt(line, x) {
  const [x0, y0] = line.through.map((number) => {
    const [top, bottom] = fraction(number);
    return (top * ONE) / bottom;
  });
  const [top, bottom] = fraction(line.slope);
  return y0 + ((x - HALF - x0) * top) / bottom + HALF;
}

/** Lines of a law: light under dark, so that they are seen on every colour. */
export function drawLines(context, camera, shapes) {
  for (const line of shapes) {
    if (line.kind !== 'line') continue;
    const [leftEdge] = camera.placeOf(camera.left, 0);
    const [rightEdge] = camera.placeOf(camera.left + camera.width, 0);
    // A slope given as a float is no longer exact enough far out.
    if (typeof line.slope === 'number' && rightEdge / ONE > LARGE) continue;
    const from = line.from ? BigInt(line.from) * ONE : (BigInt(Math.floor(Number(line.through[0]))) * ONE) + HALF;
    const x0 = leftEdge < from ? from : leftEdge;
    if (x0 >= rightEdge) continue;
    const a = camera.screenOf(x0, heightAt(line, x0));
    const b = camera.screenOf(rightEdge, heightAt(line, rightEdge));
    // Far out the squares are smaller than the line: it is broken, so that they are seen.
    context.setLineDash(camera.scale < 3 ? [14, 18] : []);
    stroke(context, a, b, 4.5, 'rgb(255 255 255 / 0.75)');
    stroke(context, a, b, 1.75, '#14181c');
    context.setLineDash([]);
  }
}

function stroke(context, [ax, ay], [bx, by], width, colour) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(ax, ay);
  context.lineTo(bx, by);
  context.stroke();
}

/** The middle of a square on the screen. */
const middle = (camera, [x, y]) => camera.screenOf((x << 32n) + HALF, (y << 32n) + HALF);

/** The first period of a law that repeats both ways: a frame. */
export function drawPeriods(context, camera, shapes, [across, along]) {
  for (const shape of shapes) {
    if (shape.kind !== 'product' || along === null) continue;
    const [x0, y0, dx, dy] = [shape.preperiods[across], shape.preperiods[along], shape.periods[across], shape.periods[along]].map(BigInt);
    const [ax, ay] = camera.screenOf(x0 << 32n, y0 << 32n);
    const [bx, by] = camera.screenOf((x0 + dx) << 32n, (y0 + dy) << 32n);
    for (const [width, colour] of [[5, '#ffffff'], [2.25, '#14181c']]) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.strokeRect(ax, by, bx - ax, ay - by);
    }
  }
}

/** A ring round a position. */
export function drawRing(context, camera, point) {
  const [x, y] = middle(camera, point);
  const side = Math.max(10, camera.scale);
  for (const [width, colour] of [[5, '#ffffff'], [2.5, '#14181c']]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.roundRect(x - side / 2, y - side / 2, side, side, 3);
    context.stroke();
  }
}

/** Moves from a position: arrows to winning ones, dots where the others lead. */
export function drawMoves(context, camera, from, moves) {
  const start = middle(camera, from);
  const dot = Math.max(1.5, Math.min(4, camera.scale / 6));
  for (const move of moves) {
    if (move.wins || move.hot) continue;
    const [x, y] = middle(camera, move.point);
    context.fillStyle = 'rgb(255 255 255 / 0.85)';
    context.strokeStyle = 'rgb(20 24 28 / 0.65)';
    context.lineWidth = 1;
    context.beginPath();
    context.arc(x, y, dot, 0, 2 * Math.PI);
    context.fill();
    if (camera.scale > 4) context.stroke();
  }
  for (const move of moves) {
    if (move.wins || move.hot) arrow(context, start, middle(camera, move.point), move.hot, camera.scale);
  }
}

function arrow(context, a, b, hot, scale) {
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (long < 1) return;
  const [ux, uy] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
  const [off, head] = [Math.min(long / 4, Math.max(5, scale / 2)), Math.min(13, Math.max(6, long / 3))];
  const start = [a[0] + ux * off, a[1] + uy * off];
  const tip = [b[0] - ux * 1, b[1] - uy * 1];
  const neck = [tip[0] - ux * head, tip[1] - uy * head];
  for (const [width, wide, colour] of [[8, 3, '#ffffff'], [hot ? 5 : 3.5, 0, '#14181c']]) {
    stroke(context, start, neck, width, colour);
    context.fillStyle = colour;
    context.strokeStyle = colour;
    context.lineJoin = 'round';
    context.lineWidth = Math.max(1, wide * 1.6);
    context.beginPath();
    context.moveTo(tip[0], tip[1]);
    context.lineTo(neck[0] - uy * head * 0.55, neck[1] + ux * head * 0.55);
    context.lineTo(neck[0] + uy * head * 0.55, neck[1] - ux * head * 0.55);
    context.closePath();
    context.fill();
    context.stroke();
  }
}
