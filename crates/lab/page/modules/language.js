// The rules' language as the desk tells it: its words, and whole games to begin with.

import { language as asked } from './api.js';

/** Every word that the language gives a meaning. None is known until `known` is there. */
export const words = new Set();

/** Whole games to begin with: { kind, title, about, rules } each. */
export const templates = [];

/** Fills both, once; where nobody answers they stay empty, and texts are without colours. */
export const known = asked().then((told) => {
  told.words.forEach((word) => words.add(word));
  templates.push(...told.templates);
}, () => {});
