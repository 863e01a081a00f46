/** Functions with the largest change of their own part, from the tree of a diff; pure. */
import type { DiffFlameNode } from '../../core/contract/contract.ts';

export interface TopChange { name: string; before: number; after: number }

/**
 * Returns changes by function, summed over its frames, largest first; omits frames within noise and unchanged
 * functions.
 */
export function topChanges(root: DiffFlameNode, limit: number): TopChange[] {
  const byName = new Map<string, TopChange & { isSure: boolean }>();
  const waiting = [...root.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const sum = byName.get(node.name) ?? { name: node.name, before: 0, after: 0, isSure: false };
    sum.before += node.selfBefore;
    sum.after += node.selfAfter;
    sum.isSure ||= node.sure !== 'noise';
    byName.set(node.name, sum);
    for (const child of node.children) waiting.push(child);
  }
  const size = ({ before, after }: TopChange): number => Math.abs(after - before);
  return [...byName.values()].filter((one) => one.isSure && size(one) > 0)
    .sort((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : 1)).slice(0, limit)
      .map(({ name, before, after }) => ({ name, before, after }));
}
