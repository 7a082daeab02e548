// Debian's Firefox, driven by WebDriver BiDi, the protocol that it speaks itself: what the tests need of it, and no more. (Playwright drives a Firefox of its own making.)

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Starts it with an empty profile of its own: { open(address), stop() }. */
export async function startFirefox() {
  if (!existsSync(program)) throw new Error(`${program} is missing; install firefox-esr, or name one by FIREFOX`);
  const profile = await mkdtemp(path.join(tmpdir(), 'whowins-firefox-'));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await listening(child);
  child.unref();
  child.stderr.unref();
  process.on('exit', () => child.kill());
  const protocol = await connected(`${address}/session`);
  await protocol.send('session.new', { capabilities: {} });
  await protocol.send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  return {
    open: (place) => opened(protocol, place),
    async stop() {
      protocol.close();
      child.kill();
      await new Promise((resolve) => { child.once('exit', resolve); });
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The address that it prints once it listens. */
function listening(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (bytes) => {
      said += bytes;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
    child.on('error', reject);
  });
}

async function connected(address) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`nobody answers at ${address}`));
  });
  const waiting = new Map();
  const listeners = [];
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'event') {
      listeners.forEach((listener) => listener(message.method, message.params));
      return;
    }
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'error') reject?.(new Error(`${message.error}: ${message.message}`));
    else resolve?.(message.result);
  };
  return {
    send(method, params) {
      last += 1;
      const answer = new Promise((resolve, reject) => { waiting.set(last, { resolve, reject }); });
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer;
    },
    listen: (listener) => listeners.push(listener),
    close: () => socket.close(),
  };
}

/** A page; `faults` collects what must not happen. */
async function opened(protocol, place) {
  const { context } = await protocol.send('browsingContext.create', { type: 'tab' });
  const faults = [];
  protocol.listen((event, told) => {
    if (event === 'log.entryAdded' && told.source.context === context && ['error', 'warn'].includes(told.level)) faults.push(`${told.type}: ${told.text}`);
    const url = told.request?.url;
    if (event === 'network.beforeRequestSent' && told.context === context && !/^(http:\/\/127\.0\.0\.1:|data:|blob:|about:)/.test(url)) faults.push(`leaves the machine: ${url}`);
  });
  const page = {
    faults,
    async size(width, height) {
      await protocol.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async goto(url) {
      await protocol.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    /** The value of an expression, which may be a promise, as JSON. */
    async evaluate(expression) {
      const told = await protocol.send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`, target: { context }, awaitPromise: true,
      });
      if (told.type === 'exception') throw new Error(told.exceptionDetails.text);
      return JSON.parse(told.result.value);
    },
    /** Waits until an expression is true. */
    async until(expression, seconds = 60) {
      for (let tries = 0; tries < seconds * 10; tries += 1) {
        if (await page.evaluate(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return;
        await new Promise((resolve) => { setTimeout(resolve, 100); });
      }
      throw new Error(`not within ${seconds} s: ${expression}`);
    },
    click: (selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`),
    /** Types, key by key, into what has the focus. */
    async type(keys) {
      const actions = [...keys].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
      await protocol.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async screenshot() {
      const { data } = await protocol.send('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    close: () => protocol.send('browsingContext.close', { context }),
  };
  await page.goto(place);
  return page;
}
