// Arrows of drawn positions.

import { svg } from '../dom.js';

/** The head that arrows of a class end in. */
export function arrowHead(id, look = '') {
  return svg('marker', { id, viewBox: '0 0 10 10', refX: 8, refY: 5, markerWidth: 4.5, markerHeight: 4.5, orient: 'auto-start-reverse' },
    svg('path', { class: `head ${look}`, d: 'M0 0 10 5 0 10z' }));
}

/** An arrow from one middle to another, bent a little where it passes over other cells. */
export function arrowPath([ax, ay], [bx, by], unit, look, hot) {
  const far = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / (far || 1), (by - ay) / (far || 1)];
  const [sx, sy] = [ax + ux * unit * 0.32, ay + uy * unit * 0.32];
  const [tx, ty] = [bx - ux * unit * 0.2, by - uy * unit * 0.2];
  const bend = far > unit * 1.2 ? unit * 0.45 : 0;
  const [cx, cy] = [(sx + tx) / 2 + uy * bend, (sy + ty) / 2 - ux * bend];
  return svg('path', { class: `arrow ${look} ${hot ? 'hot' : ''}`, d: `M${sx} ${sy}Q${cx} ${cy} ${tx} ${ty}`, 'marker-end': `url(#${look === 'wins' && !hot ? 'head-wins' : 'head'})` });
}
