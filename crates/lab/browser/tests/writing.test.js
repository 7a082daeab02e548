// Help beside the rules: what a word means, what can be written next; by keys and by the pointer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, shareLab } from '../lab.js';

const lab = shareLab();

const NIM = 'game "Two heaps"\nposition x, yellow\nmove x -= k for k >= 1\nmove yellow -= k for k >= 1\n';
const help = (page, words) => page.waitForFunction((wanted) => document.querySelector('#word-help').textContent.includes(wanted), words);

/** Puts the caret behind the first place of these words. */
const caret = (page, words) => page.evaluate((wanted) => {
  const area = document.querySelector('#rules');
  area.focus();
  const at = area.value.indexOf(wanted) + wanted.length;
  area.setSelectionRange(at, at);
}, words);

test('the meaning of the word at the caret and under the pointer stands below the text', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim');
  await page.fill('#rules', NIM);
  await caret(page, 'position');
  await help(page, 'position');
  await caret(page, 'x, yell');
  await help(page, 'yellow: a part of the position');
  // Under the pointer: the word "for" of the third line.
  const place = await page.evaluate(() => {
    const row = document.querySelectorAll('.layer .row')[2];
    const key = [...row.querySelectorAll('.key')].find((one) => one.textContent === 'for');
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await page.mouse.move(...place);
  await help(page, 'for');
  await page.waitForFunction(() => !document.querySelector('#word-help').textContent.includes('yellow:'));
  // To read on, and back.
  await page.keyboard.press('F1');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'word-help');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'rules');
  assert.deepEqual(faults, []);
  await page.close();
});

test('what can be written is offered: statements at the beginning, names and words inside; keys choose', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim');
  await page.fill('#rules', NIM);
  await caret(page, NIM);
  await page.keyboard.type('who ca');
  // Inside a statement no statement is offered.
  await page.waitForSelector('#offers li');
  assert.match(await page.textContent('#offers'), /cannot/);
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.getAttribute('#offers li', 'aria-selected'), 'true');
  assert.equal(await page.getAttribute('#rules', 'aria-activedescendant'), 'offer-0');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('#rules'), `${NIM}who cannot`);
  assert.equal(await page.isVisible('#offers'), false);
  // A name of the text, by Ctrl and Space.
  await page.fill('#rules', `${NIM}move ye`);
  await caret(page, `${NIM}move ye`);
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('#offers [aria-selected="true"]');
  assert.match(await page.textContent('#offers [aria-selected="true"]'), /^yellow/);
  await page.keyboard.press('Tab');
  assert.equal(await page.inputValue('#rules'), `${NIM}move yellow`);
  // Statements, each with its form and its meaning.
  await page.fill('#rules', NIM);
  await caret(page, NIM);
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('#offers [aria-selected="true"]');
  const offers = await page.locator('#offers b').allTextContents();
  for (const words of ['position', 'move', 'example']) assert.ok(offers.includes(words), `${words}: ${offers}`);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#offers'), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'rules', 'the first Escape closes the list');
  // Nothing is written that nobody chose.
  await page.keyboard.type('mo');
  await page.waitForSelector('#offers li');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('#rules'), `${NIM}mo\n`);
  assert.deepEqual(faults, []);
  await page.close();
});
