// The law's card: the sentence, the formula as mathematics, what was checked, and the files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { answered, goTo, openPage, shareLab } from '../lab.js';

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

test('the law is drawn as an automaton, which reads the chosen position', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=misere-wythoff&at=9,13');
  await page.waitForSelector('#law .badge.good');
  await page.click('#law summary:has-text("automaton")');
  await page.waitForFunction(() => document.querySelector('#law .automaton img')?.naturalWidth > 0);
  const last = () => page.locator('#law .automaton .says td').last().textContent();
  for (const [at, letter] of [['9,13', 'N'], ['8,13', 'P']]) {
    await goTo(page, at);
    await answered(page, `${letter}-position`);
    await page.waitForFunction((text) => document.querySelector('#law .automaton')?.textContent.includes(text), `(${at.replace(',', ', ')})`);
    assert.equal(await last(), letter);
    // Both numbers are read to their ends, by as many digits.
    const digits = await page.locator('#law .automaton tbody tr').evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td').length));
    assert.equal(new Set(digits).size, 1, digits.join());
  }
  assert.deepEqual(faults, []);
  await page.close();
});
