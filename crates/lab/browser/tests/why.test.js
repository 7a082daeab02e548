// For people who want to know why: conjectures, values, and programs that are judged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, openPage, shareLab } from '../lab.js';

const lab = shareLab();

async function decide(page, statement, words) {
  await page.fill('#conjecture input', statement);
  await page.click('#conjecture form button');
  await page.waitForFunction((wanted) => document.querySelector('#conjecture .told').textContent.includes(wanted), words, { timeout: 60_000 });
  return page.textContent('#conjecture .told');
}

test('a conjecture is proved, or refuted by the smallest position, and a mistake in it is told', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim&at=3,5,6');
  await answered(page, 'wins');
  await page.click('#conjecture summary');
  await decide(page, 'P iff x ^ y ^ z = 0', 'Proved');
  assert.match(await decide(page, 'P iff x = y', 'Refuted'), /smallest position at which it is wrong: \(0, 0, 1\)/);
  await page.click('#conjecture .told button');
  await page.waitForFunction(() => document.querySelector('#panel-moves .at').textContent === '(0, 0, 1)');
  assert.match(await decide(page, 'P iff x ~ y', 'letter 9'), /letter 9/);
  // Not of rules that cannot be read, and not while who wins is hidden.
  await page.click('#keep .veil');
  assert.equal(await page.isVisible('#conjecture'), false);
  // The fault of the mistyped statement is the one that the browser notes.
  assert.deepEqual(faults.filter((fault) => !/422/.test(fault)), []);
  await page.close();
});

test('values, temperatures and thermographs of a position and its parts', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=clobber&at=xo.xo/...xo&tab=values');
  await page.waitForSelector('#panel-values .form');
  assert.match(await page.textContent('#panel-values .facts'), /temperature/);
  assert.equal(await page.locator('#panel-values table.parts >> nth=0 >> tbody tr').count(), 2);
  await page.waitForFunction(() => {
    const image = document.querySelector('#panel-values img');
    return image?.complete && image.naturalWidth > 0;
  });
  const form = await page.textContent('#panel-values .form');
  // With the position, the value changes.
  await page.click('#tab-moves');
  await page.locator('#panel-moves .moves button').first().click();
  await page.click('#tab-values');
  await page.waitForFunction((old) => document.querySelector('#panel-values .form')?.textContent !== old, form);
  await page.close();
  const misere = await openPage(lab.context, lab.address, '#game=misere-kayles&tab=values');
  await misere.page.waitForFunction(() => /No value/.test(document.querySelector('#panel-values').textContent));
  assert.deepEqual([...faults, ...misere.faults.filter((fault) => !/status of (422|504)/.test(fault))], []);
  await misere.page.close();
});

async function judged(page, code, words) {
  await page.fill('#panel-judge textarea', code);
  await page.click('#panel-judge button[type="submit"]');
  await page.waitForFunction((wanted) => document.querySelector('.judged').textContent.includes(wanted), words, { timeout: 60_000 });
  return page.textContent('.judged');
}

test('a program that was pasted is judged from the smallest position on', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim&tab=judge');
  const wrong = await judged(page, 'function wins([x, y, z]) {\n  if (x + y + z >= 6) return true;\n  return (x ^ y ^ z) !== 0;\n}', 'Wrong');
  // 1 + 2 + 3 = 6: the first position of that sum that is lost, in order, is (0, 3, 3).
  assert.match(wrong, /\(0, 3, 3\)/);
  assert.match(wrong, /It says: the player to move wins\. Second wins/);
  assert.match(wrong, /\d+ positions asked and right, up to size 5/);
  await page.click('.judged button');
  await page.waitForFunction(() => document.querySelector('#panel-moves .at').textContent === '(0, 3, 3)');
  await page.click('#tab-judge');
  assert.match(await judged(page, 'function wins(heaps) {\n  return heaps.reduce((sum, heap) => sum ^ heap, 0) !== 0;\n}', 'Nothing wrong so far'), /positions asked and right, up to size \d+, by the sum/);
  // What it does wrong by itself.
  assert.match(await judged(page, 'function wins(heaps) {\n  return heaps.x.y;\n}', 'It fails'), /TypeError/);
  assert.match(await judged(page, 'function wins( {\n', 'cannot be judged'), /line 2: .*SyntaxError/);
  assert.match(await judged(page, 'const win = 1;\n', 'no function'), /wins/);
  assert.match(await judged(page, 'function wins(heaps) {\n  if (heaps[2] === 2) for (;;);\n  return heaps.reduce((sum, heap) => sum ^ heap, 0) !== 0;\n}', 'took more than'), /\(0, 0, 2\)/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('somebody answers by hand, and the first wrong answer is refuted', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim&tab=judge');
  await answered(page, 'position');
  await page.click('[data-control="hand"]');
  const asked = (at) => page.waitForFunction((wanted) => document.querySelector('.judged .at')?.textContent === wanted && document.querySelector('.judged .hand'), at);
  const say = (words) => page.click(`.judged .hand button:text-is("${words}")`);
  await asked('(0, 0, 0)');
  // Who wins is hidden meanwhile, and the position is shown.
  assert.equal(await page.isVisible('#law .badge'), false);
  await say('First does not win');
  await asked('(0, 0, 1)');
  await say('First wins');
  await asked('(0, 1, 0)');
  await say('First does not win');
  await page.waitForSelector('.judged .badge.bad');
  const told = await page.textContent('.judged');
  assert.match(told, /You said: First does not win\. First wins, with First to move/);
  assert.match(told, /A move that wins: .*\(0, 0, 0\)/);
  assert.match(told, /2 positions asked and right/);
  await page.waitForSelector('#law .badge');
  // Every move of a lost position is answered.
  await page.click('[data-control="hand"]');
  for (const [at, words] of [['(0, 0, 0)', 'First does not win'], ['(0, 0, 1)', 'First wins'], ['(0, 1, 0)', 'First wins'], ['(1, 0, 0)', 'First wins'],
    ['(0, 0, 2)', 'First wins'], ['(0, 1, 1)', 'First wins']]) {
    await asked(at);
    await say(words);
  }
  await page.waitForSelector('.judged .refuted');
  assert.equal(await page.locator('.judged .refuted li').count(), 2);
  assert.match(await page.textContent('.judged .refuted'), /Second answers .*\(0, 0, 0\), and wins/);
  // Enough is enough.
  await page.click('[data-control="hand"]');
  await asked('(0, 0, 0)');
  await say('First does not win');
  await asked('(0, 0, 1)');
  await say('Enough');
  await page.waitForFunction(() => /1 position asked and right/.test(document.querySelector('.judged').textContent));
  assert.deepEqual(faults, []);
  await page.close();
});

test('a program reaches no network, and nothing of the page', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&tab=judge');
  const answers = [];
  page.on('response', (response) => answers.push(response.url()));
  // Each way out fails; the program says which did not.
  const code = `const open = [];
const tried = [
  () => fetch('${lab.address}api/games').then(() => open.push('fetch'), () => {}),
  () => fetch('https://example.org/').then(() => open.push('fetch far'), () => {}),
  () => import('${lab.address}modules/dom.js').then(() => open.push('import'), () => {}),
  () => { importScripts('${lab.address}modules/early.js'); open.push('importScripts'); },
  () => { const request = new XMLHttpRequest(); request.open('GET', '${lab.address}', false); request.send(); open.push('XMLHttpRequest'); },
  () => { indexedDB.open('x').onsuccess = () => open.push('indexedDB'); },
  () => { (0, eval)('open.push("eval")'); },
  () => { const socket = new WebSocket('${lab.address.replace('http', 'ws')}'); socket.onopen = () => open.push('WebSocket'); },
];
for (const way of tried) try { way(); } catch {}
const lost = ['0,0', '1,2', '2,1', '3,5', '5,3', '4,7', '7,4', '6,10', '10,6'];
function wins([x, y]) {
  if (x + y < 12) return !lost.includes(x + ',' + y);
  throw new Error(open.join() || 'every way is shut');
}
`;
  // By then what was begun has come to its end.
  assert.match(await judged(page, code, 'It fails'), /every way is shut/);
  await page.waitForTimeout(500);
  assert.deepEqual(answers.filter((url) => !/\/api\/(questions|position|law|tile)|^blob:|^about:/.test(url)), []);
  assert.equal(await page.locator('iframe').count(), 0, 'the frame is gone');
  // What the policy forbids is noted on the console.
  assert.deepEqual(faults.filter((fault) => !/Content Security Policy|Refused|violates|^request: \S+ csp$/.test(fault)), []);
  await page.close();
});
