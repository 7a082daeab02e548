// The four stages of a trace, stepped forward and back, with the table filling in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, shareLab } from '../lab.js';

const lab = shareLab();

test('the table fills step by step, and empties step by step', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=partisangame&set.a=2,7&set.b=4,5&at=13&tab=trace');
  const filled = () => page.locator('.filled td.win, .filled td.loss').count();
  await page.click('[data-stage="table"]');
  await page.waitForFunction(() => /ACache\[0\] = 0/.test(document.querySelector('.lines p.now')?.textContent));
  assert.equal(await filled(), 1);
  await page.click('[aria-label="One step on"]');
  await page.click('[aria-label="One step on"]');
  assert.equal(await filled(), 3);
  assert.match(await page.textContent('.lines p.now'), /ACache\[1\] = 0/);
  await page.click('[aria-label="One step back"]');
  assert.equal(await filled(), 2);
  // Keys do the same.
  await page.keyboard.press('j');
  assert.equal(await filled(), 3);
  await page.keyboard.press('k');
  assert.equal(await filled(), 2);
  await page.click('[aria-label="Last line"]');
  assert.equal(await filled(), 28);
  assert.match(await page.textContent('#panel-trace .thinking'), /Bob/);
  await page.click('[aria-label="First line"]');
  assert.equal(await filled(), 1);
  assert.deepEqual(faults, []);
  await page.close();
});

test('every stage ends with the same winner', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=partisangame&set.a=2,7&set.b=4,5&at=20&tab=trace');
  for (const stage of ['recursion', 'memo', 'table', 'cycle']) {
    await page.click(`[data-stage="${stage}"]`);
    await page.waitForFunction((name) => document.querySelector(`[data-stage="${name}"]`).getAttribute('aria-pressed') === 'true' && document.querySelector('.lines p.now'), stage);
    await page.waitForTimeout(300);
    const last = page.locator('[aria-label="Last line"]');
    if (await last.isEnabled()) await last.click();
    await page.waitForFunction(() => /Alice/.test(document.querySelector('#panel-trace .thinking').textContent));
  }
  assert.deepEqual(faults, []);
  await page.close();
});
