// The manifest names files that are there, and settings that are read.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const folder = path.resolve(__dirname, '..');
const root = path.resolve(folder, '../..');
const read = (file) => fs.readFileSync(path.join(folder, file), 'utf8');
const manifest = JSON.parse(read('package.json'));

test('every file that the manifest names is there', () => {
  const { languages, grammars } = manifest.contributes;
  const named = [manifest.main, manifest.icon, ...grammars.map(({ path }) => path), ...languages.flatMap(({ configuration, icon }) => [configuration, ...Object.values(icon)])];
  for (const file of [...named, 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE']) assert.ok(fs.statSync(path.join(folder, file)).isFile(), file);
  assert.equal(fs.readFileSync(path.join(folder, manifest.icon)).subarray(1, 4).toString(), 'PNG');
  assert.ok(read(languages[0].icon.light).startsWith('<svg'));
});

test('language, grammar and activation speak of one language', () => {
  const [language] = manifest.contributes.languages;
  const [grammar] = manifest.contributes.grammars;
  assert.deepEqual([language.id, language.extensions, grammar.language], ['game', ['.game'], 'game']);
  assert.deepEqual(manifest.activationEvents, ['onLanguage:game']);
  const scope = JSON.parse(read(grammar.path)).scopeName;
  assert.equal(scope, grammar.scopeName);
  assert.equal(JSON.parse(read('../tree-sitter-game/tree-sitter.json')).grammars[0].scope, scope);
});

test('the versions are those of the project', () => {
  const version = fs.readFileSync(path.join(root, 'Cargo.toml'), 'utf8').match(/\[workspace\.package\]\nversion = "([^"]+)"/)[1];
  assert.equal(manifest.version, version);
  assert.equal(JSON.parse(read('package-lock.json')).version, version);
  assert.equal(JSON.parse(read('../tree-sitter-game/tree-sitter.json')).metadata.version, version);
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) assert.equal(read(file), fs.readFileSync(path.join(root, file), 'utf8'), file);
});

test('what the extension reads and registers is declared', () => {
  const { configuration, commands } = manifest.contributes;
  const source = read('extension.js');
  assert.deepEqual(Object.keys(configuration.properties), ['whowins.command', 'whowins.trace.server']);
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ['whowins.command']);
  for (const { command } of commands) assert.ok(source.includes(`registerCommand('${command}'`), command);
  assert.ok(source.includes("new LanguageClient('whowins'"), 'the trace is read from the setting that begins with the name of the client');
});

test('what is packed is what runs', () => {
  const ignored = read('.vscodeignore').split('\n');
  for (const name of Object.keys(manifest.devDependencies)) assert.ok(ignored.includes(`node_modules/${name}/**`), name);
  for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('.js'))) assert.ok(!ignored.includes(name), name);
  assert.ok(!read('package-lock.json').includes('"resolved"'), 'package-lock.json names the place of no registry');
});

test('a line is indented behind one that goes on', () => {
  const { indentationRules, wordPattern, onEnterRules } = JSON.parse(read('language-configuration.json'));
  const next = new RegExp(indentationRules.indentNextLinePattern);
  for (const line of ['move x -= 1;', 'move own . ->', 'position x, // more', 'at x = 0:']) assert.match(line, next);
  for (const line of ['move x -= 1', '// one, two,', 'move . -> .', '']) assert.doesNotMatch(line, next);
  for (const pattern of [indentationRules.increaseIndentPattern, indentationRules.decreaseIndentPattern]) assert.doesNotMatch('move {', new RegExp(pattern));
  assert.deepEqual('misère x_1 -> 30'.match(new RegExp(wordPattern.pattern, `${wordPattern.flags}g`)), ['misère', 'x_1', '30']);
  assert.match('/// A story', new RegExp(onEnterRules[0].beforeText));
  assert.doesNotMatch('/// ', new RegExp(onEnterRules[0].beforeText));
});
