// Puzzles made from any game: exactly one move wins, and nobody is told which before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coloured, openPage, pictureReady, shareLab } from '../lab.js';

const lab = shareLab();
const LOST = '#d55e00';

/** Who loses at Cow Checkers, by Wythoff's formula and not by the program. */
const lost = (x, y) => Math.min(x, y) === Math.floor(Math.abs(x - y) * (1 + Math.sqrt(5)) / 2);
const numbers = (text) => text.match(/\d+/g).map(Number);

async function puzzle(page) {
  await page.click('#tab-puzzle');
  await page.click('#panel-puzzle [data-control="new"]');
  await page.waitForSelector('#panel-puzzle [data-control="tell"]');
  await page.waitForSelector('#panel-puzzle .moves button');
}

test('a puzzle has one move that wins, and a wrong one is answered', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck');
  await pictureReady(page);
  for (let times = 0; times < 4; times += 1) {
    await puzzle(page);
    await pictureReady(page);
    assert.equal(await coloured(page, LOST), 0);
    assert.equal(await page.locator('#panel-puzzle .moves .win').count(), 0);
    const moves = await page.locator('#panel-puzzle .moves button').evaluateAll((buttons) => buttons.map((button) => button.dataset.to));
    const right = moves.filter((to) => lost(...numbers(to)));
    assert.equal(right.length, 1, moves.join(' '));
    const wrong = moves.find((to) => to !== right[0]);
    await page.click(`#panel-puzzle .moves [data-to="${wrong}"]`);
    await page.waitForSelector('#panel-puzzle .end.lost');
    assert.match(await page.textContent('#panel-puzzle .end.lost'), /loses/);
    await page.click(`#panel-puzzle .moves [data-to="${right[0]}"]`);
    await page.waitForSelector('#panel-puzzle .end.won');
    assert.match(await page.textContent('#panel-puzzle .end.won'), /Right, after 2 tries/);
  }
  // Once it is over, all is shown again.
  await page.click('#panel-puzzle [data-control="close"]');
  await pictureReady(page);
  await page.waitForFunction(() => document.querySelector('#law').hidden === false);
  assert.ok(await coloured(page, LOST) > 20);
  assert.deepEqual(faults, []);
  await page.close();
});

for (const [game, where] of [['tic-tac-toe', 'board'], ['nim', 'heaps of numbers'], ['kayles', 'heaps'], ['partisangame&set.a=1,2,5&set.b=2,3', 'one heap, partizan'], ['clobber', 'larger boards']]) {
  test(`a puzzle is made and told: ${where}`, async () => {
    const { page, faults } = await openPage(lab.context, lab.address, `#game=${game}`);
    await puzzle(page);
    await page.click('#panel-puzzle [data-control="tell"]');
    await page.waitForSelector('#panel-puzzle .hint');
    assert.equal(await page.locator('#panel-puzzle .moves .win').count() >= 1, true);
    const to = await page.locator('#panel-puzzle .moves .win button').evaluateAll((buttons) => new Set(buttons.map((button) => button.dataset.to)).size);
    assert.equal(to, 1);
    assert.deepEqual(faults, []);
    await page.close();
  });
}
