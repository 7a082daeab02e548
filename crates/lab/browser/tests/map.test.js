// The map: panned and zoomed like a street map, as far as 10^12, and played on by clicks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, coloured, goTo, openPage, pictureReady, shareLab, startLab } from '../lab.js';

const lab = shareLab();

test('the first picture is there soon after a cold start', async () => {
  const cold = await startLab();
  const page = await lab.context.newPage();
  const start = performance.now();
  await page.goto(cold.entrance);
  await pictureReady(page);
  const took = performance.now() - start;
  console.log(`first picture after ${took.toFixed(0)} ms`);
  assert.ok(took < 8000, `${took} ms`);
  assert.ok((await coloured(page, '#d55e00')) > 200, 'P-positions are drawn');
  await page.close();
  cold.stop();
});

test('a far position is gone to, and is what the law says', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await page.waitForFunction(() => /Proved/.test(document.querySelector('#law').textContent));
  await goTo(page, '1618033988749,2618033988749');
  await answered(page, 'P-position');
  assert.match(await page.textContent('#panel-moves .at'), /1\s618\s033\s988\s749/);
  assert.ok((await coloured(page, '#d55e00')) > 40, 'P-positions far out are drawn');
  // One square on there is a winning move back.
  await page.focus('#stage canvas');
  await page.keyboard.press('Shift+ArrowRight');
  await answered(page, 'N-position');
  await page.click('text=Winning move');
  await answered(page, 'P-position');
  assert.deepEqual(faults, []);
  await page.close();
});

test('it is dragged, wheeled and keyed; the ticks go along', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  const view = async () => {
    await page.waitForTimeout(700);
    return (await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('view')))?.split(',').map(Number);
  };
  const canvas = await page.locator('#stage canvas').boundingBox();
  const [cx, cy] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  await page.mouse.move(cx, cy);
  await page.mouse.down();
  await page.mouse.move(cx - 160, cy + 160, { steps: 8 });
  await page.mouse.up();
  const dragged = await view();
  assert.ok(dragged[0] > 20 && dragged[1] > 20, `${dragged}`);
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, 240);
  const wheeled = await view();
  assert.ok(wheeled[2] < dragged[2] - 4, `${wheeled} after ${dragged}`);
  await page.focus('#stage canvas');
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  const keyed = await view();
  assert.ok(keyed[2] > wheeled[2] && keyed[0] > wheeled[0], `${keyed} after ${wheeled}`);
  await page.keyboard.press('0');
  const home = await view();
  assert.ok(home[0] < 30 && home[1] < 30, `${home}`);
  // All the way out, where a pixel is a crowd of squares, and back.
  for (let turn = 0; turn < 34; turn += 1) await page.keyboard.press('-');
  await pictureReady(page);
  assert.ok((await coloured(page, '#d55e00')) > 100, 'P-positions are seen from far away');
  assert.deepEqual(faults, []);
  await page.close();
});

test('a position is chosen by a click, its winning moves followed to the end', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await page.waitForFunction(() => /Proved/.test(document.querySelector('#law').textContent));
  await goTo(page, '9,13');
  await answered(page, 'N-position');
  assert.equal(await page.locator('#panel-moves .moves li.win').count() > 0, true);
  assert.match(await page.textContent('#panel-moves .moves li.win .reason'), /P-position/);
  const canvas = await page.locator('#stage canvas').boundingBox();
  await page.mouse.click(canvas.x + canvas.width * 0.7, canvas.y + canvas.height * 0.4);
  await page.waitForFunction(() => !/\(9, 13\)/.test(document.querySelector('#panel-moves .at').textContent));
  await goTo(page, '9,13');
  for (let moves = 0; moves < 12; moves += 1) {
    await answered(page, '');
    if (/over/.test(await page.textContent('#panel-moves .answer'))) break;
    const before = await page.textContent('#panel-moves .at');
    const winning = page.locator('#panel-moves .moves li.win button');
    await ((await winning.count()) ? winning.first() : page.locator('#panel-moves .moves li button').first()).click();
    await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, before);
  }
  await answered(page, 'Bessie has won');
  await page.click('text=← Back');
  await answered(page, 'position');
  assert.deepEqual(faults, []);
  await page.close();
});

test('Grundy values and remoteness are heat maps', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  for (const show of ['grundy', 'remoteness']) {
    await page.click(`[data-show="${show}"]`);
    await page.waitForTimeout(100);
    await pictureReady(page);
    await page.waitForFunction(() => document.querySelectorAll('#legend svg rect').length > 20);
    assert.equal(await coloured(page, '#56b4e9'), 0);
  }
  assert.deepEqual(faults, []);
  await page.close();
});

test('panning a view 4096 squares wide keeps up', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&view=4096,4096,-2.6');
  await page.waitForFunction(() => /Proved/.test(document.querySelector('#law').textContent));
  await pictureReady(page);
  const canvas = await page.locator('#stage canvas').boundingBox();
  const frames = page.evaluate(() => new Promise((resolve) => {
    const deltas = [];
    let last = performance.now();
    const start = last;
    const step = (now) => {
      deltas.push(now - last);
      last = now;
      if (now - start < 2500) requestAnimationFrame(step);
      else resolve(deltas.slice(1));
    };
    requestAnimationFrame(step);
  }));
  const [cx, cy] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  await page.mouse.move(cx, cy);
  await page.mouse.down();
  for (let turn = 0; turn < 120; turn += 1) {
    await page.mouse.move(cx + 200 * Math.sin(turn / 12), cy + 120 * Math.cos(turn / 9));
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
  const deltas = (await frames).sort((a, b) => a - b);
  const at = (part) => deltas[Math.floor((deltas.length - 1) * part)];
  const mean = deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length;
  console.log(`frames while panning: ${(1000 / mean).toFixed(1)} a second; median ${at(0.5).toFixed(1)} ms, 95% ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms`);
  assert.ok(at(0.5) < 60, `median ${at(0.5)} ms`);
  assert.deepEqual(faults, []);
  await page.close();
});

test('nothing jumps while the page fills', async () => {
  for (const hash of ['', '#game=partisangame', '#game=nim', '#game=ellyscheckers']) {
    const page = await lab.context.newPage();
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(lab.address + hash);
    await pictureReady(page);
    await page.waitForSelector('#law .badge');
    await page.waitForTimeout(200);
    const shifted = await page.evaluate(() => window.shifted);
    assert.ok(shifted < 0.02, `${hash}: ${shifted}`);
    await page.close();
  }
});

test('the pointer reads the map', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&view=10,10,5');
  const canvas = await page.locator('#stage canvas').boundingBox();
  // The middle of the map, which leaves 62 pixels at the left and 34 below, is the middle of square (10, 10).
  const [x, y] = [canvas.x + 62 + (canvas.width - 62) / 2, canvas.y + (canvas.height - 34) / 2];
  await page.mouse.move(x, y);
  await page.waitForFunction(() => /\(10, 10\).*N: the player to move wins/.test(document.querySelector('#readout').textContent));
  await page.mouse.move(x - 32 * 4, y - 32 * 0);
  await page.waitForFunction(() => /\(6, 10\).*P: the player to move loses/.test(document.querySelector('#readout').textContent));
  assert.deepEqual(faults, []);
  await page.close();
});

test('a slice is chosen, and the map is of it', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim&view=10,10,5');
  const canvas = await page.locator('#stage canvas').boundingBox();
  const read = async (words) => {
    await page.mouse.move(canvas.x + 70, canvas.y + 70);
    await page.mouse.move(canvas.x + 62 + (canvas.width - 62) / 2, canvas.y + (canvas.height - 34) / 2);
    await page.waitForFunction((wanted) => document.querySelector('#readout').textContent.includes(wanted), words);
  };
  await page.fill('.tools input.small', '0');
  await page.keyboard.press('Enter');
  await pictureReady(page);
  await read('(10, 10, 0)  P');
  await page.fill('.tools input.small', '1');
  await page.keyboard.press('Enter');
  await pictureReady(page);
  await read('(10, 10, 1)  N');
  assert.deepEqual(faults, []);
  await page.close();
});

test('what takes long shows its time, and is stopped', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=blocking-wythoff&set.blocked=5');
  await page.waitForSelector('#law .working');
  assert.match(await page.textContent('#law .working'), /Looking for a law/);
  await page.waitForFunction(() => /[1-9]\.\d/.test(document.querySelector('#law .working')?.textContent ?? ''));
  await page.click('#law .working button');
  await page.waitForFunction(() => /Stopped/.test(document.querySelector('#law').textContent));
  assert.deepEqual(faults, []);
  await page.close();
});
