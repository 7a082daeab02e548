// Graphs, drawn: where their nodes lie, their edges, and what a position has on them.

import { svg } from '../dom.js';
import { OUTCOME, ON_OUTCOME } from '../colours.js';
import { UNIT } from './field.js';
import { piece } from './pieces.js';

/** Colours of tokens, and of the edges that parts hold, one after the other. */
export const COLOURS = [2, 1, 4, 3];
/** Words of the rules that are colours. */
const WORDS = { blue: '#0072b2', red: '#d55e00', green: '#009e73' };
/** The half of a node. */
const NODE = UNIT * 0.38;
const UP = [0, -1];
/** Where on an edge its place is that one clicks: in the middle, or beside it where another's is there. */
const ALONG = [0.5, 0.38, 0.62, 0.3, 0.7];
const APART = 24;

/** Steps from node to node as edges: those both ways are one. */
export function paired(steps) {
  const there = new Set(steps.map(([from, to]) => `${from},${to}`));
  const both = ([from, to]) => there.has(`${to},${from}`);
  return steps.filter((step) => step[0] < step[1] || !both(step)).map(([from, to]) => ({ from, to, one_way: !both([from, to]), mark: null }));
}

/** The node that has an edge with all others, where there is one alone: it lies in the middle. */
function hubOf({ nodes, edges }) {
  const beside = nodes.map(() => new Set());
  edges.forEach(({ from, to }) => {
    beside[from].add(to);
    beside[to].add(from);
  });
  const hubs = beside.flatMap((others, node) => (others.size === nodes.length - 1 ? [node] : []));
  return nodes.length > 4 && hubs.length === 1 ? hubs[0] : -1;
}

/** Where nodes lie, as `at(node)`, on which side their names stand, as `side(node)`, and the drawing's width and height: squares in their places, others on a circle in the order of the rules. */
export function layoutOf(ground) {
  const { nodes, squares } = ground;
  if (squares) {
    const most = (axis) => Math.max(...squares.map((place) => place[axis])) + 1;
    return { size: [most(1) * UNIT, most(0) * UNIT], at: (node) => [(squares[node][1] + 0.5) * UNIT, (squares[node][0] + 0.5) * UNIT], side: () => UP };
  }
  const hub = hubOf(ground);
  const round = nodes.length - Number(hub >= 0);
  const radius = Math.max(110, (round * UNIT * 1.7) / (2 * Math.PI));
  const centre = radius + UNIT;
  // Away from the edges: outwards, and between two of them for the node in the middle.
  const side = (node) => {
    const number = node === hub ? 0.5 : node - Number(hub >= 0 && node > hub);
    const angle = (number / round) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(angle), Math.sin(angle)];
  };
  return { size: [2 * centre, 2 * centre], side, at: (node) => (node === hub ? [centre, centre] : side(node).map((part) => centre + radius * part)) };
}

/** An edge between two places as a line from node to node, with a head where it goes one way. */
export function edgeLine([ax, ay], [bx, by], { look = '', colour = null, oneWay = false } = {}) {
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [((bx - ax) / far) * NODE, ((by - ay) / far) * NODE];
  const line = svg('line', { class: `edge ${look}`, x1: ax + ux, y1: ay + uy, x2: bx - ux, y2: by - uy, 'marker-end': oneWay ? 'url(#head)' : null });
  if (colour) line.style.stroke = colour;
  return line;
}

/** A node in a box of a unit: its name on this side, and what stands there. */
export function nodeParts(name, [right, down], { symbol, alphabet, inside, tokens = [] } = {}) {
  const middle = { cx: UNIT / 2, cy: UNIT / 2 };
  const look = symbol === '#' ? 'gone' : inside === true ? 'in' : '';
  const parts = [svg('circle', { class: `place ${look}`, ...middle, r: NODE, opacity: inside === false ? 0.4 : null })];
  if (symbol !== undefined && symbol !== '#') parts.push(...piece(symbol, alphabet, UNIT));
  tokens.forEach(({ letter, colour }, at) => parts.push(...token(UNIT / 2 + (at - (tokens.length - 1) / 2) * UNIT * 0.34, UNIT / 2, letter, colour)));
  const anchor = Math.abs(right) < 0.5 ? null : right > 0 ? 'start' : 'end';
  const label = svg('text', { class: 'weight node-name', x: UNIT / 2 + right * (NODE + 9), y: UNIT / 2 + down * (NODE + 14) }, name);
  if (anchor) label.style.textAnchor = anchor;
  parts.push(label);
  return parts;
}

/** A token as a disc with a letter. */
export function token(x, y, letter, colour, radius = UNIT * 0.29) {
  return [
    svg('circle', { class: 'stone', cx: x, cy: y, r: radius, fill: OUTCOME[colour] }),
    svg('text', { class: 'mark-letter', x, y: y + 1, fill: ON_OUTCOME[colour] }, letter),
  ];
}

/** The ring around a node that a move touches. */
export const nodeHalo = () => svg('circle', { class: 'halo', cx: UNIT / 2, cy: UNIT / 2, r: UNIT * 0.46 });

/** What the parts of a position that lie on one graph have on it: of each node what stands there, of each edge the part that holds it, or null. */
function contents({ ground, layers }) {
  const nodes = ground.nodes.map(() => ({}));
  const edges = ground.edges.map(() => null);
  layers.forEach(({ part, cells }, at) => {
    if (part.on.edges) cells.forEach(({ inside }, edge) => { if (inside) edges[edge] = at; });
    else cells.forEach(({ symbol, inside, count }, node) => {
      if (symbol !== undefined) Object.assign(nodes[node], { symbol, alphabet: part.symbols });
      if (inside !== undefined) nodes[node].inside = inside;
      for (let i = 0; i < (count ?? 0); i += 1) (nodes[node].tokens ??= []).push({ letter: part.name.slice(0, 1), colour: COLOURS[at % COLOURS.length] });
    });
  });
  return { nodes, edges };
}

/**
 * The parts of a position that lie on one graph, drawn on it. `spot(key, x, y, halo, parts)` makes a place that can be clicked; the middles of nodes and edges are put
 * into `middles`, `[left, top]` is where the drawing begins.
 */
export function graphParts(block, [left, top], spot, middles) {
  const { ground, key } = block;
  const layout = layoutOf(ground);
  const at = (node) => layout.at(node).map((part, axis) => part + [left, top][axis]);
  const { nodes, edges } = contents(block);
  const holders = block.layers.filter(({ part }) => part.on.edges);
  const taken = [];
  const lines = ground.edges.map((edge, number) => {
    const [from, to] = [at(edge.from), at(edge.to)];
    const places = ALONG.map((part) => [0, 1].map((axis) => from[axis] * (1 - part) + to[axis] * part));
    const [x, y] = places.find((place) => taken.every((other) => Math.hypot(place[0] - other[0], place[1] - other[1]) > APART)) ?? places[0];
    taken.push([x, y]);
    const here = (place) => [place[0] - x, place[1] - y];
    const held = edges[number] !== null;
    const colour = !held ? null : WORDS[edge.mark] ?? (holders.length > 1 ? OUTCOME[COLOURS[edges[number] % COLOURS.length]] : null);
    const look = holders.length === 0 ? '' : held ? 'in' : 'out';
    const shown = [edgeLine(here(from), here(to), { look, colour, oneWay: edge.one_way })];
    if (edge.mark !== null && !(edge.mark in WORDS)) shown.push(svg('text', { class: 'weight mark', x: 0, y: -6 }, edge.mark));
    if (holders.length === 0) return svg('g', { transform: `translate(${x} ${y})` }, ...shown);
    const name = `${key}:e${number}`;
    middles.set(name, [x, y]);
    shown.push(edgeLine(here(from), here(to), { look: 'reach' }));
    return spot(name, x, y, svg('circle', { class: 'halo', r: 11 }), shown);
  });
  const places = ground.nodes.map((node, number) => {
    const [x, y] = at(number);
    const name = `${key}:n${number}`;
    middles.set(name, [x, y]);
    return spot(name, x - UNIT / 2, y - UNIT / 2, nodeHalo(), nodeParts(node, layout.side(number), nodes[number]));
  });
  return [...lines, ...places];
}

/** "node a", "edge a-b" */
export function elementName({ ground }, element) {
  const number = Number(element.slice(1));
  if (element.startsWith('n')) return `node ${ground.nodes[number]}`;
  const { from, to, one_way: oneWay } = ground.edges[number];
  return `edge ${ground.nodes[from]}${oneWay ? '>' : '-'}${ground.nodes[to]}`;
}
