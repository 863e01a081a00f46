/** Navigation of a flame graph with the arrow keys. */
import type { Frame } from './flameGraphData.ts';

export type Step = 'up' | 'down' | 'left' | 'right' | 'rowStart' | 'rowEnd';

/**
 * Returns the drawn frame that a step leads to: up to the caller, down to the widest callee, left and right along the
 * row (to the sibling, or past the last one to the next cousin). Returns the same key if there is none.
 */
export function walk(frames: Frame[], drawn: ReadonlySet<number>, key: number, step: Step): number {
  const here = frames[key];
  if (!here) return drawn.has(0) ? 0 : key;
  switch (step) {
    case 'up': return here.parentKey !== null && drawn.has(here.parentKey) ? here.parentKey : key;
    case 'down': return here.childKeys.find((child) => drawn.has(child)) ?? key;
    case 'right': return alongRow(frames, drawn, here, 1);
    case 'left': return alongRow(frames, drawn, here, -1);
    case 'rowStart': return lastAlongRow(frames, drawn, here, -1);
    case 'rowEnd': return lastAlongRow(frames, drawn, here, 1);
  }
}

function alongRow(frames: Frame[], drawn: ReadonlySet<number>, from: Frame, direction: 1 | -1): number {
  for (let key = from.key + direction; key >= 0 && key < frames.length; key += direction) {
    if (frames[key]?.depth === from.depth && drawn.has(key)) return key;
  }
  return from.key;
}

function lastAlongRow(frames: Frame[], drawn: ReadonlySet<number>, from: Frame, direction: 1 | -1): number {
  let key = from.key;
  for (let next = alongRow(frames, drawn, from, direction); next !== key;) {
    key = next;
    const frame = frames[key];
    if (!frame) break;
    next = alongRow(frames, drawn, frame, direction);
  }
  return key;
}
