// Rules written on the page: highlighted, faults told in place, the map follows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, pictureReady, pixel, shareLab } from '../lab.js';

const lab = shareLab();

const NIM = 'game "Two heaps"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n';

test('a fault is underlined where it stands, told with its mend, and gone when mended', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await page.fill('#rules', NIM.replace('move y', 'mvoe y'));
  await page.waitForSelector('#messages li.error');
  assert.equal(await page.getAttribute('#rules', 'aria-invalid'), 'true');
  const row = page.locator('.layer .row.error');
  assert.match(await row.textContent(), /^mvoe y/);
  assert.match(await page.textContent('.layer mark.error'), /mvoe/);
  assert.match(await page.textContent('#messages .mend'), /move/);
  assert.match(await page.textContent('#messages .place'), /line 4/);
  // The message leads to the place.
  await page.click('#messages button');
  assert.equal(await page.evaluate(() => document.activeElement.selectionStart), NIM.indexOf('move y'));

  await page.fill('#rules', NIM);
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Two heaps');
  assert.equal(await page.locator('#messages li').count(), 0);
  assert.equal(await page.locator('.layer mark').count(), 0);
  assert.equal(await page.getAttribute('#rules', 'aria-invalid'), 'false');
  assert.deepEqual(faults, []);
  await page.close();
});

test('the map changes with the rules', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  // Nim's P-positions are the diagonal; in Cow Checkers (20, 20) is an N-position.
  await page.fill('#rules', NIM);
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Two heaps');
  await pictureReady(page);
  await page.waitForFunction(() => /Proved/.test(document.querySelector('#law').textContent));
  await pictureReady(page);
  const at = await square(page, 20, 20);
  await page.waitForTimeout(300);
  assert.equal(await pixel(page, ...at), '#d55e00');
  await page.fill('#rules', `${NIM}move x -= k, y -= k for k >= 1\n`);
  await page.waitForFunction(() => /φ/.test(document.querySelector('#law').textContent));
  await pictureReady(page);
  await page.waitForTimeout(300);
  assert.equal(await pixel(page, ...at), '#56b4e9');
  assert.deepEqual(faults, []);
  await page.close();
});

test('parameters are inputs, and what is wrong with them is told', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=partisangame&set.a=2,7&set.b=4,5');
  await page.waitForFunction(() => /n \+ 12/.test(document.querySelector('#law').textContent));
  await page.fill('#parameters input >> nth=0', '2,oops');
  await page.waitForSelector('#messages li.error');
  await page.fill('#parameters input >> nth=0', '1,2');
  await page.fill('#parameters input >> nth=1', '1,2');
  await page.waitForFunction(() => /n \+ 3\b/.test(document.querySelector('#law').textContent));
  assert.equal(await page.locator('#messages li').count(), 0);
  assert.equal(await page.inputValue('.line-width input'), String(3 * Math.floor(Number(await page.inputValue('.line-width input')) / 3)));
  assert.deepEqual(faults, []);
  await page.close();
});

/** The middle of a square in the view the map opens with: 34 squares from (0, 0) on. */
function square(page, x, y) {
  return page.evaluate(([column, row]) => {
    const { clientWidth, clientHeight } = document.querySelector('#stage');
    const [width, height] = [clientWidth - 62, clientHeight - 34];
    const scale = Math.min(width, height) / 34;
    // Off the middle, where a letter or the law's line may stand.
    return [Math.round(62 + (column + 0.2) * scale), Math.round(height - (row + 0.25) * scale)];
  }, [x, y]);
}

test('words of the whole language are coloured, and examples are asked after each edit', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  const text = `${NIM}let rest = x + y\nexample 3,3: Second wins\nexample 3,4: Second wins\n`;
  await page.fill('#rules', text);
  await page.waitForSelector('#messages li.error');
  assert.match(await page.textContent('#messages li.good'), /3,3: Second wins.*so it is/);
  assert.match(await page.textContent('#messages li.error'), /3,4: Second wins.*wrong: First wins/);
  assert.match(await page.textContent('.layer mark.error'), /example/);
  const keys = await page.locator('.layer .key').allTextContents();
  for (const word of ['let', 'example', 'wins']) assert.ok(keys.includes(word), word);
  await page.fill('#rules', text.replace('3,4: Second', '3,4: First'));
  await page.waitForFunction(() => document.querySelectorAll('#messages li.good').length === 2);
  assert.equal(await page.locator('#messages li.error').count(), 0);
  assert.deepEqual(faults, []);
  await page.close();
});
