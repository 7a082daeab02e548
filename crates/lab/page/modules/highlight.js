// The words of the rules language in colours. Only letters are looked at; what is a fault the server says.

import { words } from './language.js';

const TOKEN = /(?<doc>\/\/\/.*)|(?<comment>\/\/.*)|(?<string>"[^"\n]*"?)|(?<quoted>'[^'\n]*')|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<number>\d+)|(?<sign>->|[-+:]=|<=|>=|!=|\.\.)/gu;

/** The tokens of one line: [from, to, class]. */
export function tokens(line, players = []) {
  const list = [];
  for (const match of line.matchAll(TOKEN)) {
    const [kind, text] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    const named = kind === 'string' ? text.replaceAll('"', '') : text;
    let look = kind === 'quoted' ? 'string' : kind;
    if ((kind === 'word' || kind === 'string') && players.includes(named)) look = 'player';
    else if (kind === 'word') look = words.has(text) ? 'key' : null;
    if (look) list.push([match.index, match.index + text.length, look]);
  }
  return list;
}

/** The names after `players`. */
export function playersOf(text) {
  const line = /^\s*players\s+(.*)$/m.exec(text)?.[1] ?? '';
  return [...line.matchAll(/"([^"]*)"|([\p{L}_][\p{L}\p{N}_]*)/gu)].map((match) => match[1] ?? match[2]);
}

/** One line cut wherever a token or a fault begins or ends: [text, token's class, fault's class]. */
export function pieces(line, marks, players) {
  const found = tokens(line, players);
  const cuts = new Set([0, line.length]);
  for (const [from, to] of [...found, ...marks]) {
    cuts.add(Math.min(from, line.length));
    cuts.add(Math.min(to, line.length));
  }
  const sorted = [...cuts].sort((one, other) => one - other);
  const at = (list, from, to) => list.find(([start, end]) => start <= from && to <= end)?.[2] ?? null;
  const list = [];
  for (let index = 1; index < sorted.length; index += 1) {
    const [from, to] = [sorted[index - 1], sorted[index]];
    list.push([line.slice(from, to), at(found, from, to), at(marks, from, to)]);
  }
  return list;
}
