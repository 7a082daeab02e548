// What one has written, kept on this device: each draft with its earlier versions. Nothing of it is sent anywhere.

import { forGood } from './keep.js';

const NAME = 'whowins.drafts';
const MOST = { drafts: 40, versions: 30, letters: 1_500_000 };
/** A version that rested so long is not overwritten by the next. */
const REST = 20_000;

const letters = (draft) => draft.versions.reduce((sum, version) => sum + version.rules.length, 0);

/** All drafts, the latest first: { id, title, from, versions: [{ rules, values, when }] }, the latest version last. */
export function drafts() {
  const all = forGood.read(NAME, []);
  const whole = (draft) => typeof draft?.id === 'string' && Array.isArray(draft.versions) && draft.versions.length > 0
    && draft.versions.every((version) => typeof version?.rules === 'string');
  return (Array.isArray(all) ? all : []).filter(whole);
}

/** The draft whose text this is now. */
export const draftOf = (rules) => drafts().find((draft) => draft.versions.at(-1).rules === rules)?.id ?? null;

export const newDraft = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Keeps a text as the latest of a draft; false where the browser keeps nothing. Other tabs have drafts, too: all are read again. */
export function saveDraft({ id, title, from, rules, values }, now = Date.now()) {
  const all = drafts();
  const old = all.find((draft) => draft.id === id);
  const versions = old?.versions ?? [];
  const last = versions.at(-1);
  if (last?.rules === rules && JSON.stringify(last.values) === JSON.stringify(values)) return true;
  // The first version stays, and one that one rested on.
  if (versions.length > 1 && now - last.when < REST && now - versions.at(-2).when < 4 * REST) versions.pop();
  versions.push({ rules, values, when: now });
  if (versions.length > MOST.versions) versions.splice(1, versions.length - MOST.versions);
  const list = [{ id, title, from, versions }, ...all.filter((draft) => draft.id !== id)].slice(0, MOST.drafts);
  while (list.length > 1 && list.reduce((sum, draft) => sum + letters(draft), 0) > MOST.letters) list.pop();
  return forGood.write(NAME, list);
}

/** Takes a draft away; gives back what puts it there again. */
export function dropDraft(id) {
  const all = drafts();
  const at = all.findIndex((draft) => draft.id === id);
  const [dropped] = all.splice(at, at < 0 ? 0 : 1);
  forGood.write(NAME, all);
  return () => {
    if (dropped) forGood.write(NAME, [dropped, ...drafts().filter((draft) => draft.id !== id)]);
  };
}
