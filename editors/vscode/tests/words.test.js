// The highlighters have the words of the language, all of them and no others.
'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');

test('the highlighters know the words of the language', async () => {
  const { stale } = await import('../../words.mjs');
  assert.deepEqual(stale(), [], 'these files have other words than crates/rules/src/words.rs: run `node editors/words.mjs`, which writes them');
});

test('a new word is missed in both files, and is a keyword', async () => {
  const { FILES, made, words } = await import('../../words.mjs');
  const all = [...words(), 'quux'];
  for (const file of FILES.keys()) {
    const text = made(file, all);
    assert.match(text, /\bquux\b/, file);
    assert.notEqual(text, made(file), file);
  }
});
