// The law's card: the sentence, the formula as mathematics, what was checked, and the files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openPage, shareLab } from '../lab.js';

const lab = shareLab();

test('a proved law is a sentence, a formula and files', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await page.waitForSelector('#law .badge.good');
  assert.match(await page.textContent('#law .sentence'), /loses at \(x, y\)/);
  assert.ok(await page.locator('#law math mfrac, #law math msqrt').count() > 0, 'set as mathematics');
  await page.click('#law summary >> nth=0');
  assert.match(await page.textContent('#law .done'), /Wythoff/);
  for (const [words, inside] of [['Certificate', /cowcheck|Cow Checkers|move x/], ['Coq file', /Require/]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#law .files >> text=${words}`)]);
    assert.match(await readFile(await download.path(), 'utf8'), inside);
  }
  assert.deepEqual(faults, []);
  await page.close();
});

test('the period of one heap is seen: a line is a period', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=partisangame&set.a=2,7&set.b=4,5');
  await page.waitForSelector('#law .badge.good');
  await page.waitForFunction(() => Number(document.querySelector('.line-width input').value) % 12 === 0);
  assert.match(await page.textContent('#legend'), /period/);
  assert.deepEqual(faults, []);
  await page.close();
});
