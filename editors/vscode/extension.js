// Starts `whowins language-server` for `.game` texts, and speaks with it by the Language Server Protocol.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { found } = require('./command.js');

const GET = 'How to get it';
const SET = 'Set its path';
const HOW = [
  'The command `whowins` is made from its sources: `cargo install --locked --path crates/command` in a clone of the project.',
  'It is found where its folder stands in PATH; else name the file in the setting whowins.command.',
].join('\n');

/** @type {LanguageClient | undefined} */
let client;
/** What was asked last, so that starts and stops do not overlap. */
let turn = Promise.resolve();

async function start() {
  const named = vscode.workspace.getConfiguration('whowins').get('command', 'whowins').trim() || 'whowins';
  const command = found(named);
  if (command === undefined) {
    void missing(named);
    return;
  }
  const server = { command, args: ['language-server'] };
  client = new LanguageClient('whowins', 'whowins', server, { documentSelector: [{ scheme: 'file', language: 'game' }, { scheme: 'untitled', language: 'game' }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(`whowins: "${command} language-server" does not start: ${error instanceof Error ? error.message : error}`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop();
}

async function missing(named) {
  const where = /[\\/]/.test(named) ? 'there is no such program' : 'it is not in PATH';
  const message = `whowins: the command "${named}" is not found (${where}). Texts are coloured, but not checked.`;
  const answer = await vscode.window.showErrorMessage(message, SET, GET);
  if (answer === SET) await vscode.commands.executeCommand('workbench.action.openSettings', 'whowins.command');
  if (answer === GET) await vscode.window.showInformationMessage(HOW, { modal: true });
}

function restart() {
  turn = turn.then(stop, stop).then(start);
  return turn;
}

/** @param {vscode.ExtensionContext} context */
function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('whowins.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration('whowins.command') ? restart() : undefined)),
  );
  return restart();
}

function deactivate() {
  turn = turn.then(stop, stop);
  return turn;
}

module.exports = { activate, deactivate };
