// What is written is not lost: undo from game to game, drafts that survive a reload, new games to begin with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, openPage, pictureReady, shareLab } from '../lab.js';

const lab = shareLab();

const MINE = 'game "Mine"\nposition x, y\nmove x -= 1\nmove y -= 1\n';
const title = (page, wanted) => page.waitForFunction((text) => document.querySelector('#title').textContent === text, wanted);
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('whowins.drafts') ?? '[]'));

/** Waits until the latest version that is kept is this text. */
const kept = (page, text) => page.waitForFunction((wanted) => JSON.parse(localStorage.getItem('whowins.drafts') ?? '[]')[0]?.versions.at(-1).rules === wanted, text);

test('undo goes back through what was typed and through games, and forward again', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&at=3,5');
  await answered(page, 'wins');
  const first = await page.inputValue('#rules');
  assert.equal(await page.isDisabled('#undo'), true);
  await page.fill('#rules', MINE);
  await title(page, 'Mine');
  await page.click('#open-gallery');
  await page.click('#gallery [data-name="tic-tac-toe"]');
  await title(page, 'Tic-tac-toe');
  await page.click('#undo');
  await title(page, 'Mine');
  assert.equal(await page.inputValue('#rules'), MINE);
  // By keys, in the text: one step for what was typed in one go.
  await page.focus('#rules');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// a note');
  await page.waitForTimeout(100);
  await page.keyboard.press('Control+z');
  assert.equal(await page.inputValue('#rules'), MINE);
  await page.keyboard.press('Control+y');
  assert.equal(await page.inputValue('#rules'), `${MINE}// a note`);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.waitForFunction((text) => document.querySelector('#rules').value === text, first);
  await answered(page, 'wins');
  assert.equal(await page.textContent('#panel-moves .at'), '(3, 5)');
  // The text keeps the focus.
  assert.equal(await page.evaluate(() => document.activeElement.id), 'rules');
  assert.deepEqual(faults, []);
  await page.close();
});

test('drafts are kept with their versions, also where the page is loaded again with a fault', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim');
  await page.evaluate(() => localStorage.removeItem('whowins.drafts'));
  await page.fill('#rules', MINE);
  await title(page, 'Mine');
  await kept(page, MINE);
  const faulty = `${MINE}mvoe x -= 2\n`;
  await page.fill('#rules', faulty);
  await page.waitForSelector('#messages li');
  await page.reload();
  await page.waitForSelector('#messages li.error');
  assert.equal(await page.inputValue('#rules'), faulty);
  assert.equal((await stored(page)).length, 1, 'one draft');
  // It goes on as the same draft, and undo reaches behind the reload.
  await page.click('#undo');
  await title(page, 'Mine');
  await pictureReady(page);
  const other = MINE.replace('Mine', 'Mine, too');
  await page.fill('#rules', other);
  await title(page, 'Mine, too');
  await kept(page, other);
  const all = await stored(page);
  assert.equal(all.length, 1);
  assert.ok(all[0].versions.length >= 2, JSON.stringify(all));
  // From the list, an earlier version and the latest.
  await page.click('#open-gallery');
  await page.click('#gallery .drafts summary');
  await page.locator('#gallery .drafts ol button').last().click();
  await title(page, 'Mine');
  await page.click('#open-gallery');
  await page.click('#gallery .drafts .game');
  await title(page, 'Mine, too');
  // Another page has it as well; deleted, it can be kept after all.
  const again = await openPage(lab.context, lab.address, '#game=cowcheck');
  await again.page.click('#open-gallery');
  await again.page.click('#gallery .drafts .drop');
  assert.equal((await stored(again.page)).length, 0);
  await again.page.click('#gallery .draft .plain');
  assert.equal((await stored(again.page))[0].title, 'Mine, too');
  await again.page.close();
  assert.deepEqual([...faults, ...again.faults], []);
  await page.close();
});

test('a new game begins as a small whole one, and becomes a draft when it is changed', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim');
  await page.evaluate(() => localStorage.removeItem('whowins.drafts'));
  for (const kind of ['heap', 'board', 'map', 'cards']) {
    await page.click('#open-new');
    await page.click(`#new [data-kind="${kind}"]`);
    await title(page, 'My game');
    await pictureReady(page);
    assert.doesNotMatch(await page.inputValue('#rules'), /^\/\/ whowins/m, 'no commands');
  }
  assert.equal(await page.locator('#messages li.error').count(), 0);
  assert.deepEqual(await stored(page), []);
  const text = (await page.inputValue('#rules')).replace('My game', 'Cards of mine');
  await page.fill('#rules', text);
  await title(page, 'Cards of mine');
  await kept(page, text);
  assert.deepEqual(faults, []);
  await page.close();
});

test('where the browser keeps nothing the page says so, and goes on', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.fill('#rules', MINE);
  await title(page, 'Mine');
  await page.waitForFunction(() => /keeps no drafts/.test(document.querySelector('#toast').textContent));
  await page.click('#undo');
  await page.waitForFunction(() => /Nim/.test(document.querySelector('#title').textContent));
  assert.deepEqual(faults, []);
  await page.close();
});
