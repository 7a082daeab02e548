// When an answer is right.

/** Whether it is: `true` and "win" say that the player to move wins; of a draw `false` is right, too. */
export function isRight(said, winner, mover) {
  if (said === 'draw') return winner === 'draw';
  if (said === true || said === 'win') return winner === mover;
  if (said === false || said === 'loss') return winner !== mover && (said === false || winner !== 'draw');
  return false;
}
