// The keys of the map.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Does what a key means; whether it meant something. */
export function mapKey(event, { step, pan, zoom, home, pick }) {
  const arrow = ARROWS[event.key];
  if (arrow && event.shiftKey) step(...arrow);
  else if (arrow) pan(-arrow[0], arrow[1]);
  else if (event.key === '+' || event.key === '=') zoom(2);
  else if (event.key === '-' || event.key === '_') zoom(0.5);
  else if (event.key === '0') home();
  else if (event.key === 'Enter') pick();
  else return false;
  return true;
}
