// What the reference says, as elements: paragraphs, code, and nothing else of Markdown.

import { el } from './dom.js';

const LINK = /\[([^\]]*)\]\([^)]*\)/g;

function line(text) {
  const parts = text.replace(LINK, '$1').replaceAll('**', '').split('`');
  return parts.map((part, at) => (at % 2 ? el('code', {}, part) : part));
}

/** The paragraphs and pieces of code of a text. */
export function marked(text) {
  return text.split('```').flatMap((part, at) => (at % 2 ? [el('pre', {}, part.trim())]
    : part.split('\n\n').filter((paragraph) => paragraph.trim()).map((paragraph) => el('p', {}, line(paragraph.trim())))));
}
