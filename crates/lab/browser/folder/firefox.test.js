// The page as a folder of files in Firefox: drawn, proved, explained, walked as a teacher and as a pupil, on a desktop's and a phone's screen, and on without a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFirefox } from '../firefox.js';
import { seen, shareFolder } from './shared.js';

const lab = shareFolder(startFirefox);

const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const drawn = (page) => page.until('document.querySelector("#stage[data-ready=true]")');

/** A teacher: a game with its law, far out, a rule changed, who wins hidden. */
async function taught(page) {
  await page.until('document.querySelector("#law .badge.good")');
  await drawn(page);
  await page.until(`${text('#panel-moves .answer')}.includes('wins')`);
  await page.evaluate('document.querySelector(".goto input").value = "1000000000000,1618033988749"');
  await page.click('.goto button');
  await page.until(`${text('#panel-moves .at')}.includes('618')`);
  await page.until(`${text('#panel-moves .answer')}.includes('position')`);
  await page.evaluate(`(() => {
    const rules = document.querySelector('#rules');
    // On a phone they are folded away.
    if (!rules.offsetParent) document.querySelector('#fold-rules').click();
    rules.focus();
    rules.setSelectionRange(rules.value.length, rules.value.length);
  })()`);
  await page.type('\nmo');
  await page.until('!document.querySelector("#offers").hidden');
  await page.until('document.querySelector("#messages li.error")');
  await page.click('#undo');
  await page.until('!document.querySelector("#messages li.error")');
  await page.click('#keep .veil');
  await page.until('document.querySelector("#law").hidden');
  await page.click('#keep .veil');
}

/** A pupil: a match against the computer, a hint, a puzzle. */
async function learned(page) {
  await page.until('document.querySelector("#panel-moves .moves li")');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await page.until('document.querySelector("#panel-play [data-control=hint]")');
  await page.click('#panel-play [data-control="hint"]');
  await page.until('document.querySelector("#panel-play .hint")');
}

test('a teacher and a pupil walk through the page, on a desktop and on a phone', async () => {
  for (const [name, size] of [['desktop', [1360, 860]], ['phone', [390, 844]]]) {
    const page = await lab.browser.open('about:blank');
    await page.size(...size);
    await page.goto(`${lab.address}#game=cowcheck&at=13,18`);
    await taught(page);
    await seen(page, `firefox-teacher-${name}`);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth') <= size[0], name);
    await page.goto('about:blank');
    await page.goto(`${lab.address}#game=tic-tac-toe`);
    await learned(page);
    await seen(page, `firefox-pupil-${name}`);
    assert.deepEqual(page.faults.filter((fault) => !fault.includes('about:blank')), []);
    await page.close();
  }
});

test('a program is judged, and a conjecture decided', async () => {
  const page = await lab.browser.open(`${lab.address}#game=nim&tab=judge`);
  await page.until('document.querySelector("#law .badge.good")');
  await page.click('#panel-judge button[type="submit"]');
  await page.until(`${text('.judged')}.includes('Wrong')`);
  assert.match(await page.evaluate(text('.judged')), /\(0, 0, 0\)/);
  await page.evaluate(`(() => {
    document.querySelector('#conjecture').open = true;
    document.querySelector('#conjecture input').value = 'P iff x ^ y ^ z = 0';
  })()`);
  await page.click('#conjecture form button');
  await page.until(`${text('#conjecture .told')}.includes('Proved')`);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('it goes on without a network, and every game opens', async () => {
  const page = await lab.browser.open(`${lab.address}#game=nim`);
  await drawn(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.goto('about:blank');
  await page.goto(`${lab.address}#game=cowcheck`);
  await page.until('navigator.serviceWorker.controller');
  // What is under way when one leaves would be told as broken off.
  await page.until('document.querySelector("#law .badge.good")');
  lab.server.stop();
  await assert.rejects(fetch(lab.address), 'the server is gone');
  await page.goto('about:blank');
  await page.goto(`${lab.address}#game=cowcheck&at=13,18`);
  await page.until('document.querySelector("#law .badge.good")');
  for (const { name, title } of lab.games) {
    await page.evaluate(`void (location.hash = ${JSON.stringify(`#game=${name}`)})`);
    await page.until(`${text('#title')} === ${JSON.stringify(title)}`);
    await drawn(page);
    assert.ok(await page.evaluate('document.querySelectorAll("#stage canvas, #stage svg").length') > 0, name);
  }
  await seen(page, 'firefox-offline');
  assert.deepEqual(page.faults.filter((fault) => !/NetworkError|offline/i.test(fault)), []);
  await page.close();
});
