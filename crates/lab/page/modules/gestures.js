// Hand and keys on a canvas: drag, wheel, pinch, click, arrows. Knows pixels only.

import { calm } from './dom.js';

const STILL = 5;

/** Calls `on.pan(dx, dy)`, `on.zoom(factor, x, y)`, `on.click(x, y)`, `on.hover(x, y)` or `on.hover(null)`, `on.key(event)`. */
export function gestures(canvas, on) {
  const pointers = new Map();
  let moved = 0;
  let speed = { x: 0, y: 0, at: 0 };
  let gliding = 0;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function glide() {
    cancelAnimationFrame(gliding);
    if (calm() || performance.now() - speed.at > 60 || Math.hypot(speed.x, speed.y) < 0.15) return;
    let last = performance.now();
    const step = (now) => {
      const passed = Math.min(40, now - last);
      last = now;
      on.pan(speed.x * passed, speed.y * passed);
      const slower = Math.exp(-passed / 160);
      speed.x *= slower;
      speed.y *= slower;
      if (Math.hypot(speed.x, speed.y) > 0.02) gliding = requestAnimationFrame(step);
    };
    gliding = requestAnimationFrame(step);
  }

  const spread = ([a, b]) => ({ far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    cancelAnimationFrame(gliding);
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, place(event));
    speed = { x: 0, y: 0, at: 0 };
  });

  canvas.addEventListener('pointermove', (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      on.hover(now);
      return;
    }
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved += Math.hypot(dx, dy);
    if (pointers.size === 1) {
      pointers.set(event.pointerId, now);
      if (moved < STILL) return;
      canvas.classList.add('dragging');
      const time = performance.now();
      const passed = Math.max(4, time - speed.at);
      speed = { x: (dx / passed) * 0.6 + speed.x * 0.4, y: (dy / passed) * 0.6 + speed.y * 0.4, at: time };
      on.pan(dx, dy);
      return;
    }
    const old = spread([...pointers.values()]);
    pointers.set(event.pointerId, now);
    const fresh = spread([...pointers.values()]);
    on.pan(fresh.x - old.x, fresh.y - old.y);
    if (old.far > 8) on.zoom(fresh.far / old.far, fresh.x, fresh.y);
  });

  const lift = (event) => {
    const at = pointers.get(event.pointerId);
    if (!at) return;
    pointers.delete(event.pointerId);
    canvas.classList.remove('dragging');
    if (event.type === 'pointercancel') return;
    if (moved < STILL) on.click(at.x, at.y);
    else if (pointers.size === 0) glide();
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
  canvas.addEventListener('pointerleave', () => on.hover(null));

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    cancelAnimationFrame(gliding);
    const { x, y } = place(event);
    const lines = event.deltaMode === 1 ? 24 : 1;
    on.zoom(2 ** (Math.max(-240, Math.min(240, -event.deltaY * lines)) / 240), x, y);
  }, { passive: false });

  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (on.key(event)) event.preventDefault();
  });
}
