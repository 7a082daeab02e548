// A match told: whose turn it is, how it ended, its moves as a list and as a file.

import { download, el } from './dom.js';
import { listed, spoken, step, stepOf } from './words.js';

/** What is asked before a match: `start(side)` begins it. */
export function beginning({ game, at, mover }, start) {
  if (!at) return [el('p', { class: 'note' }, 'Choose a position on the picture, to start from.')];
  const side = (index, words) => el('label', {}, el('input', { type: 'radio', name: 'side', value: index, checked: index === mover }), words);
  return [
    el('p', { class: 'at' }, spoken(game, at)),
    el('p', { class: 'why' }, 'The computer plays without error where the game is solved. Choose another position on the picture to start elsewhere.'),
    el('form', { submit: (event) => {
      event.preventDefault();
      start(Number(new FormData(event.target).get('side')));
    } },
    el('fieldset', { class: 'sides' },
      el('legend', {}, 'You play'),
      side(mover, `${game.players[mover]}, who moves first`),
      side(1 - mover, `${game.players[1 - mover]}, who moves second`)),
    el('p', { class: 'buttons' }, el('button', { type: 'submit', class: 'main' }, 'Start'))),
  ];
}

/** What is said above the buttons. */
export function saidOf({ game, play }, yours) {
  const last = play.past.at(-1);
  const computer = game.players[1 - play.side];
  if (last && last.mover !== play.side) {
    const sight = last.sure === false ? ` It sees ${last.sees ?? 'a few'} moves ahead.` : '';
    return `${computer}: ${stepOf(game, last)}.${sight} Your turn.`;
  }
  return yours ? 'Your turn. Choose a move on the picture or below.' : `${computer} is to move.`;
}

/** How a match ended. */
export function ending(play, game) {
  const you = game.players[play.side];
  const { winner } = play.over;
  const [look, words] = winner === null ? ['drawn', 'A draw.']
    : winner === you ? ['won', `${you} wins: that is you.`] : ['lost', `${winner} wins: the computer.`];
  return el('p', { class: `end ${look}` }, words);
}

/** A move of the match as a button that leads back to it: `look()` does. */
export function moveLine(game, play, entry, index, look) {
  const better = play.marks?.[index]?.better;
  return el('li', { class: better ? 'mistake' : null }, el('button', {
    type: 'button', 'aria-current': play.look === index ? 'step' : null, title: 'Look at the position before this move', click: look,
  }, `${index + 1}. `, el('b', {}, entry.mover === play.side ? 'You' : game.players[entry.mover]), ` ${stepOf(game, entry)}`,
  better ? el('span', { class: 'better' }, ` A mistake: ${listed(game, better.to)} was the move.`) : null));
}

/** Saves the match as a text. */
export function saveMatch(game, play) {
  const who = (mover) => `${game.players[mover]}${mover === play.side ? '' : ' (computer)'}`;
  const lines = play.past.map((entry, index) => `${index + 1}. ${who(entry.mover)}: ${step(entry, String)}${play.marks?.[index]?.better ? ` ? (better: ${play.marks[index].better.to})` : ''}`);
  const end = play.over ? [play.over.winner === null ? 'A draw.' : `${play.over.winner} wins.`] : [];
  const text = [game.name ?? 'A game', `from ${play.from.at}, ${game.players[play.from.mover]} to move`, ...lines, ...end, ''].join('\n');
  download(new Blob([text], { type: 'text/plain' }), 'match.txt');
}
