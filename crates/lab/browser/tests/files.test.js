// The page's files: every module is fetched at once, nothing stands inline that its policy forbids, and modules stay readable.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const folder = path.resolve(import.meta.dirname, '../../page');
const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
const html = readFileSync(path.join(folder, 'index.html'), 'utf8');

test('index.html names every module and every style', () => {
  const named = [...html.matchAll(/(?:href|src)="((?:modules|style)\/[^"]+)"/g)].map((match) => match[1]).sort();
  assert.deepEqual(named, files.filter((file) => /^(modules|style)\/.*\.(js|css)$/.test(file)).sort());
});

test('nothing is inline, and no module is long', () => {
  assert.doesNotMatch(html, /<style|style=|<script>|\son\w+=/);
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n').length;
    assert.ok(lines <= 250, `${file}: ${lines} lines`);
  }
});
