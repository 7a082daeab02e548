// The picture and the table behind it as files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { answered, openPage, pictureReady, shareLab } from '../lab.js';

const lab = shareLab();

/** The file that a choice of the menu saves: its name and bytes. */
async function saved(page, form) {
  await page.click('#keep .menu summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#keep .menu [data-form="${form}"]`)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Whether it is a picture that a browser reads, and its size. */
const picture = (page, bytes, kind) => page.evaluate(async ([data, type]) => {
  const image = new Image();
  image.src = `data:${type};base64,${data}`;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}, [bytes.toString('base64'), kind]);

/** Who loses at Cow Checkers, by Wythoff's formula and not by the program. */
const lost = (x, y) => Math.min(x, y) === Math.floor(Math.abs(x - y) * (1 + Math.sqrt(5)) / 2);

test('a map is saved as pictures, and as the table behind it', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&view=20,20,4.5');
  await page.waitForSelector('#law .badge.good');
  await pictureReady(page);
  const table = await saved(page, 'csv');
  assert.equal(table.name, 'cow-checkers.csv');
  const [head, ...rows] = table.bytes.toString().trimEnd().split('\n').map((line) => line.split(','));
  assert.match(head[0], /^\w+\\\w+$/);
  const columns = head.slice(1).map(Number);
  assert.ok(columns.length >= 10 && rows.length >= 10, `${columns.length} x ${rows.length}`);
  for (const [row, ...cells] of rows) {
    cells.forEach((cell, at) => assert.equal(cell, lost(columns[at], Number(row)) ? 'P' : 'N', `${columns[at]},${row}`));
  }
  const text = await saved(page, 'txt');
  assert.match(text.bytes.toString(), /Cow Checkers: outcomes/);
  const drawn = await saved(page, 'svg');
  assert.match(drawn.bytes.toString(), /<title/);
  const [width, height] = await picture(page, drawn.bytes, 'image/svg+xml');
  assert.ok(width > 100 && height > 100);
  const painted = await saved(page, 'png');
  const [wide] = await picture(page, painted.bytes, 'image/png');
  assert.equal(wide, await page.evaluate(() => document.querySelector('#stage canvas').width));
  assert.deepEqual(faults, []);
  await page.close();
});

test('a strip\'s table is as long as what is seen, and Grundy values are numbers', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=kayles');
  await page.waitForSelector('#law .badge');
  await pictureReady(page);
  const { bytes } = await saved(page, 'csv');
  const cells = bytes.toString().trimEnd().split('\n').slice(1).flatMap((line) => line.split(',').slice(1));
  // Guy and Smith 1956.
  assert.deepEqual(cells.slice(0, 12).map(Number), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a drawn position is saved with its colours, and what is hidden is not told', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=tic-tac-toe&at=X../.O./...');
  await answered(page, 'draw');
  const { name, bytes } = await saved(page, 'svg');
  assert.equal(name, 'tic-tac-toe.svg');
  assert.match(bytes.toString(), /fill="rgb/);
  assert.doesNotMatch(bytes.toString(), /class=|style=|var\(/);
  const [width] = await picture(page, bytes, 'image/svg+xml');
  const [fine] = await picture(page, (await saved(page, 'png')).bytes, 'image/png');
  assert.ok(width > 100 && fine > width);
  await page.close();

  const other = await openPage(lab.context, lab.address, '#game=cowcheck&veil=1');
  await other.page.click('#keep .menu summary');
  await other.page.click('#keep .menu [data-form="csv"]');
  await other.page.waitForSelector('.toast.seen');
  assert.match(await other.page.textContent('.toast'), /hidden/);
  assert.deepEqual([...faults, ...other.faults], []);
  await other.page.close();
});
