// Boards, rows and mazes of any size: seen whole, looked at from nearer, and printed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, openPage, pictureReady, shareLab } from '../lab.js';

const lab = shareLab();

/** A maze with walls here and there, one piece in each of two corners. */
function maze(size) {
  const rows = Array.from({ length: size }, (_, r) => Array.from({ length: size }, (__, c) => ((r * 7 + c * 13 + ((r * c) % 11)) % 9 === 0 ? '#' : '.')));
  rows[0][0] = 'A';
  rows[0][1] = '.';
  rows[size - 1][size - 1] = 'B';
  return rows.map((row) => row.join('')).join('/');
}

const count = (page) => page.locator('#stage svg *').count();
const cells = (page) => page.locator('#stage .cell:not(path)').count();

test('a maze of 300 x 300 squares is drawn, moved in and looked at from near', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=gam');
  await page.fill('#parameters input', maze(300));
  await page.waitForFunction(() => document.querySelector('#stage svg')?.viewBox.baseVal.width > 300 * 50, undefined, { timeout: 60_000 });
  assert.ok(await count(page) < 200, 'as a whole it is some paths');
  await page.waitForFunction(() => document.querySelectorAll('#stage .spot').length > 0, undefined, { timeout: 120_000 });
  // From nearer the piece is there, and what is drawn is what is seen.
  for (let steps = 0; steps < 7; steps += 1) await page.click('#stage .zoom button >> nth=0');
  const first = await cells(page);
  assert.ok(first > 100 && first < 6000, `${first} cells`);
  const piece = await page.locator('#stage .stone').first().boundingBox();
  const sheet = await page.locator('#stage .sheet').boundingBox();
  assert.ok(piece.x >= sheet.x - 1 && piece.y >= sheet.y - 1 && piece.x < sheet.x + sheet.width, 'it looks where the piece is');
  const from = await page.textContent('#panel-moves .at');
  await page.locator('#stage .spot').first().click();
  await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, from);
  // Scrolled, other cells are drawn; by keys, the whole again.
  await page.evaluate(() => {
    document.querySelector('.sheet').scrollTop = 4000;
  });
  await page.waitForFunction(() => [...document.querySelectorAll('#stage .spot, #stage [role="img"]')].some((one) => one.getAttribute('aria-label')?.startsWith('place 1') && one.getBoundingClientRect().top > 0));
  assert.ok(await cells(page) < 8000);
  await page.focus('#stage .sheet');
  await page.keyboard.press('0');
  await page.waitForFunction(() => !document.querySelector('#stage .sheet').classList.contains('near'));
  assert.ok(await count(page) < 200);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a long row has its colours, and its cells from nearer', async () => {
  const row = Array.from({ length: 200 }, (_, at) => (at % 3 ? 'o' : '.')).join('');
  const { page, faults } = await openPage(lab.context, lab.address, `#game=ellyscheckers&at=${row}`);
  await page.waitForFunction(() => document.querySelector('#stage svg')?.viewBox.baseVal.width > 200 * 50);
  await page.waitForSelector('#panel-moves .moves li');
  assert.equal(await page.isVisible('#stage .zoom'), true);
  while (await page.evaluate(() => document.querySelector('#stage svg').getBoundingClientRect().width < 5000)) await page.click('#stage .zoom button >> nth=0');
  assert.ok((await page.locator('#stage .cell').first().boundingBox()).width > 20);
  // A small one has no use for that.
  await page.fill('.goto input', 'o.o.');
  await page.press('.goto input', 'Enter');
  await page.waitForFunction(() => document.querySelector('#stage svg')?.viewBox.baseVal.width < 300);
  assert.equal(await page.isVisible('#stage .zoom'), false);
  assert.deepEqual(faults, []);
  await page.close();
});

test('on paper it is a sheet or two: rules, picture, verdict and law', async () => {
  const { page } = await openPage(lab.context, lab.address, '#game=cowcheck&at=9,14');
  await answered(page, 'wins');
  await page.waitForSelector('#law .badge.good');
  await pictureReady(page);
  const paper = await page.pdf({ format: 'A4', printBackground: true });
  assert.ok(paper.toString('latin1').match(/\/Type\s*\/Page\b/g).length <= 2);
  await page.emulateMedia({ media: 'print' });
  for (const part of ['#title', '.layer', '#stage', '#panel-moves .verdict', '#law .sentence']) assert.ok(await page.isVisible(part), part);
  for (const part of ['nav', '#rules', '.tools', '.tabs', '#conjecture']) assert.equal(await page.isVisible(part), false, part);
  await page.close();
});
