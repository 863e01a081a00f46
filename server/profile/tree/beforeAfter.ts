import type { DiffKind, Sides } from '../../../core/contract/contract.ts';

/** No -0 in answers: JSON writes it as 0, a comparison in a test does not. */
export function sidesOf(before: number, after: number): Sides {
  return { before, after, delta: after - before + 0 };
}

export function kindOf(before: number, after: number): DiffKind {
  if (before === after) return 'same';
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  return after > before ? 'grown' : 'shrunk';
}
