import { describe, expect, it } from 'vitest';
import type { CompactionBlock } from '../../contract/contract.ts';
import { lineageTrees, type LineageNode } from './lineageTree.ts';

const block = (ulid: string, parents: string[] = [], maxTime = 0): CompactionBlock => ({
  ulid, parents, maxTime, minTime: 0, level: 1, born: 0, deleted: null, samples: null, series: null,
});
const named = ({ block: { ulid }, parents }: LineageNode): unknown => (
  parents.length === 0 ? ulid : { [ulid]: parents.map(named) }
);
const trees = (...blocks: CompactionBlock[]): unknown[] => lineageTrees(blocks).map(named);

describe('the lineage of blocks', () => {
  it('has each block above those it was merged from, the newest first', () => {
    const merged = [block('ab', ['a', 'b'], 20), block('abd', ['ab', 'd'], 40)];
    expect(trees(block('a'), block('b'), block('c', [], 30), block('d'), ...merged))
      .toEqual([{ abd: [{ ab: ['a', 'b'] }, 'd'] }, 'c']);
  });

  it('ends where a parent is not known, and where a block is its own ancestor', () => {
    expect(trees(block('a', ['gone']))).toEqual(['a']);
    expect(trees(block('a', ['a']), block('top', ['a']))).toEqual([{ top: ['a'] }]);
    expect(trees(block('x', ['y']), block('y', ['x']), block('top', ['x']))).toEqual([{ top: [{ x: ['y'] }] }]);
    expect(trees()).toEqual([]);
  });
});
