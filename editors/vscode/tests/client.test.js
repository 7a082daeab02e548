// The extension in a stub of VS Code: it starts the real server, which tells the faults of a text, and stops it.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { once } = require('node:events');
const { before, test } = require('node:test');
const { document, editor, load } = require('./editor.js');
const { found } = require('../command.js');

const root = path.resolve(__dirname, '../../..');
const COMMAND = process.env.WHOWINS ?? path.join(root, 'target/debug', process.platform === 'win32' ? 'whowins.exe' : 'whowins');
const URI = 'file:///games/my.game';

before(() => assert.ok(found(COMMAND), `there is no ${COMMAND}: run \`node tests/run.js\`, which builds it`));

/** Activates the extension in an editor with one text. */
async function activated(options, text) {
  const stub = editor(options);
  if (text !== undefined) stub.workspace.textDocuments.push(document(URI, text));
  const extension = load(path.resolve(__dirname, '../extension.js'), stub.vscode);
  const context = { subscriptions: [] };
  await extension.activate(context);
  return { ...stub, extension, context };
}

async function diagnostics({ told, events }) {
  while (!told.diagnostics.has(URI)) await once(events, 'told');
  return told.diagnostics.get(URI);
}

test('the server starts, tells the faults of a text, answers, and stops', async () => {
  const text = 'game "Mistakes"\nposition x\nmove   x -= k for k >= 1\nmove z -= 1\n';
  const tried = await activated({ settings: { 'whowins.command': COMMAND } }, text);
  const [fault, ...more] = await diagnostics(tried);
  assert.deepEqual(more, []);
  assert.match(fault.message, /^`z` is no part of the position/);
  assert.deepEqual([fault.range.start.line, fault.range.start.character, fault.severity], [3, 5, 0]);

  for (const provider of ['registerHoverProvider', 'registerCodeActionsProvider', 'registerRenameProvider', 'registerCodeLensProvider', 'registerDocumentFormattingEditProvider']) {
    assert.ok(tried.told.providers.has(provider), provider);
  }
  const { token } = new tried.vscode.CancellationTokenSource();
  const format = tried.told.providers.get('registerDocumentFormattingEditProvider');
  const edits = await format.provideDocumentFormattingEdits(tried.workspace.textDocuments[0], { tabSize: 2, insertSpaces: true }, token);
  assert.ok(edits.length > 0 && edits.map(({ newText }) => newText).join('').includes('x -= k for'), JSON.stringify(edits));
  assert.deepEqual(tried.told.errors, []);
  await tried.extension.deactivate();
  assert.equal(tried.told.diagnostics.size, 0);
});

test('a command that is not there is told once, with what to do', async () => {
  const tried = await activated({ settings: { 'whowins.command': 'no-such-program-anywhere' }, answers: { errors: 'Set its path' } }, '');
  await new Promise(setImmediate);
  assert.deepEqual(tried.told.errors, ['whowins: the command "no-such-program-anywhere" is not found (it is not in PATH). Texts are coloured, but not checked.']);
  assert.deepEqual(tried.told.done, [['workbench.action.openSettings', 'whowins.command']]);
  await tried.extension.deactivate();

  const other = await activated({ settings: { 'whowins.command': '/no/such/whowins' }, answers: { errors: 'How to get it' } }, '');
  await new Promise(setImmediate);
  assert.match(other.told.errors[0], /\(there is no such program\)/);
  assert.match(other.told.information[0], /cargo install --locked --path crates\/command/);
  await other.extension.deactivate();
});

test('once the path is set, the server starts', async () => {
  const tried = await activated({ settings: { 'whowins.command': '/no/such/whowins' } }, 'game "G"\nmove\n');
  assert.equal(tried.told.diagnostics.size, 0);
  tried.settings['whowins.command'] = COMMAND;
  tried.events.emit('onDidChangeConfiguration', { affectsConfiguration: (name) => name === 'whowins.command' });
  assert.ok((await diagnostics(tried)).length > 0);
  tried.told.diagnostics.clear();
  await tried.told.commands.get('whowins.restart')();
  assert.ok((await diagnostics(tried)).length > 0);
  await tried.extension.deactivate();
});

test('a program is found in the folders of PATH, and only where it can be run', { skip: process.platform === 'win32' }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'whowins-'));
  const [program, text] = ['program', 'text'].map((name) => path.join(folder, name));
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  fs.writeFileSync(text, '', { mode: 0o644 });
  const env = { PATH: [path.join(folder, 'nowhere'), '', folder].join(path.delimiter) };
  assert.equal(found('program', env), program);
  assert.equal(found(program, {}), program);
  assert.equal(found('other', env), undefined);
  assert.equal(found(folder, env), undefined);
  if (process.getuid() !== 0) assert.equal(found('text', env), undefined);
  fs.rmSync(folder, { recursive: true });
});
