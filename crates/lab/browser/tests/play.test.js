// Games against the computer: a won one is won, a lost one lost; undo and hints; on the map, a board and a maze.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { answered, goTo, openPage, shareLab } from '../lab.js';

const lab = shareLab();

const over = (page) => page.locator('#panel-play .end').count();
const theirTurn = (page) => page.waitForSelector('#panel-play [data-control="hint"]:not(:disabled), #panel-play .end');

/** Plays on: the hint's move where there is one, else the first. */
async function playOn(page, follow) {
  for (let turns = 0; turns < 60; turns += 1) {
    await theirTurn(page);
    if (await over(page)) return;
    let to = null;
    if (follow) {
      await page.click('#panel-play [data-control="hint"]');
      await page.waitForSelector('#panel-play .hint');
      const hint = await page.textContent('#panel-play .hint');
      for (const button of await page.locator('#panel-play .moves button').all()) {
        const text = await button.locator('.reason.code, .to').last().textContent();
        if (hint.includes(`, to ${text}.`)) to = button;
      }
    }
    const past = await page.locator('#panel-play .history li').count();
    await (to ?? page.locator('#panel-play .moves button').first()).click();
    await page.waitForFunction((count) => document.querySelectorAll('#panel-play .history li').length > count || document.querySelector('#panel-play .end'), past);
    await page.waitForTimeout(60);
  }
}

test('a won game is won by the hints', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await goTo(page, '9,13');
  await answered(page, 'N-position');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await playOn(page, true);
  assert.match(await page.textContent('#panel-play .end'), /Bessie wins: that is you/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a lost game is lost, and moves are taken back', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await goTo(page, '3,5');
  await answered(page, 'P-position');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await theirTurn(page);
  await page.click('#panel-play [data-control="hint"]');
  assert.match(await page.textContent('#panel-play .hint'), /Every move loses/);
  await page.locator('#panel-play .moves button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .history li').length === 2);
  await theirTurn(page);
  await page.click('#panel-play [data-control="undo"]');
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .history li').length === 0);
  assert.match(await page.textContent('#panel-play .at'), /\(3, 5\)/);
  await playOn(page, false);
  assert.match(await page.textContent('#panel-play .end'), /Farmer John wins: the computer/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a move is made on the picture', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=tic-tac-toe');
  await answered(page, 'draw');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await theirTurn(page);
  await page.click('#stage [data-key="1,1"]');
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .history li').length === 2);
  assert.equal(await page.locator('#stage .piece').count(), 2);
  await playOn(page, true);
  assert.match(await page.textContent('#panel-play .end'), /draw|that is you/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('checkers step and jump on a row; pieces go through a maze', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=ellyscheckers&at=ooo..o');
  await answered(page, 'position');
  const before = await page.textContent('#panel-moves .at');
  const spot = page.locator('#stage .spot').first();
  await spot.focus();
  await page.keyboard.press('Enter');
  if ((await page.textContent('#panel-moves .at')) === before) await page.locator('#stage .spot.can:not(.picked)').last().click();
  await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, before);

  await page.goto(`${lab.address}#game=gam`);
  await page.waitForFunction(() => /Baltic/.test(document.querySelector('#title').textContent));
  await answered(page, 'wins');
  assert.equal(await page.locator('#stage .cell.wall').count() > 0, true);
  await page.locator('#stage .spot').first().click();
  await page.waitForFunction(() => !document.querySelector('#panel-moves .buttons button').disabled);
  assert.deepEqual(faults, []);
  await page.close();
});

test('where options may be blocked, each side blocks before the other moves', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=blocking-wythoff&at=4,5');
  await answered(page, 'position');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await theirTurn(page);
  assert.match(await page.textContent('#panel-play'), /Second blocks \(/);
  await page.locator('#panel-play .moves button').first().click();
  await page.waitForSelector('#panel-play [data-control="go"]');
  await page.locator('#panel-play .block input').first().check();
  assert.equal(await page.locator('#panel-play .block input:disabled').count() > 0, true);
  const blocked = await page.locator('#panel-play .block input').first().inputValue();
  await page.click('#panel-play [data-control="go"]');
  await theirTurn(page);
  assert.equal(await page.locator('#panel-play .history li').count(), 2);
  assert.doesNotMatch(await page.locator('#panel-play .history li').last().textContent(), new RegExp(`\\(${blocked.replace(',', ', ')}\\)`));
  assert.deepEqual(faults, []);
  await page.close();
});

test('a match is walked back, and its mistake is found', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await goTo(page, '9,13');
  await answered(page, 'N-position');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await theirTurn(page);
  // From (9, 13) one wins by going to (8, 13), a pair of Wythoff's; here it is given away at once.
  await page.click('#panel-play .moves [data-to="9,12"]');
  await playOn(page, false);
  assert.match(await page.textContent('#panel-play .end'), /the computer/);
  await page.click('#panel-play [data-control="review"]');
  await page.waitForSelector('#panel-play .review');
  assert.match(await page.textContent('#panel-play .review'), /You had a win, and gave it away with move 1\./);
  assert.equal(await page.locator('#panel-play .history .mistake').count() >= 1, true);
  await page.waitForFunction(() => document.querySelector('#panel-play .at').textContent === '(9, 13)');
  // From there it goes on, and is won.
  await page.click('#panel-play [data-control="branch"]');
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .history li').length === 0);
  await playOn(page, true);
  assert.match(await page.textContent('#panel-play .end'), /that is you/);
  await page.click('#panel-play [data-control="review"]');
  await page.waitForSelector('#panel-play .review');
  assert.match(await page.textContent('#panel-play .review'), /no mistake: the win was yours/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#panel-play [data-control="save"]')]);
  const text = await readFile(await download.path(), 'utf8');
  assert.match(text, /^Cow Checkers\nfrom 9,13, Bessie to move\n1\. Bessie: /);
  assert.match(text, /Bessie wins\.\n$/);
  assert.deepEqual(faults, []);
  await page.close();
});
