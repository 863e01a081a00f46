import { describe, expect, it } from 'vitest';
import type { DiffFlameNode, FlameNode } from '../../core/contract/contract.ts';
import { descend, grafted, isCut, knownDepth, nodeAt } from './flameGraft.ts';

function node(name: string, value: number, self: number, children: FlameNode[] = []): FlameNode {
  return { name, value, self, children };
}

/** The complete tree of the server: root > a > b > c > d, each a tenth of the one above. */
const whole = node(
  'root', 10_000, 9_000, [node('a', 1_000, 900, [node('b', 100, 90, [node('c', 10, 9, [node('d', 1, 1)])])])]
);

/** Returns the part of `tree` that the server sends: nothing below `least`. */
function cut(tree: FlameNode, least: number): FlameNode {
  return { ...tree, children: tree.children.filter(({ value }) => value >= least).map((child) => cut(child, least)) };
}

function server(): {
  asked: string[];
  ask: (path: readonly string[], minRatio: number) => Promise<{ root: FlameNode; culledNodes: number }>
} {
  const asked: string[] = [];
  return {
    asked,
    ask: (path, minRatio) => {
      asked.push(`${path.join('/')} ${minRatio}`);
      const at = nodeAt(whole, path);
      return at === null ? Promise.reject(new Error('not found'))
        : Promise.resolve({ root: cut(at, minRatio * at.value), culledNodes: 1 });
    },
  };
}

describe('isCut', () => {
  it.each<[string, FlameNode, boolean]>([
    ['a whole tree is not', whole, false],
    ['one that lacks a leaf is', cut(whole, 5), true],
    [
      'sums of scaled values that differ in the last digit are not', node('x', 0.1 + 0.2, 0, [node('y', 0.3, 0.3)]),
      false,
    ],
  ])('%s', (_, tree, expected) => expect(isCut(tree)).toBe(expected));
  it('sees what one side of a diff lacks', () => {
    const diff: DiffFlameNode = {
      name: 'root', value: 5, before: 5, after: 5, delta: 0, selfBefore: 5, selfAfter: 4, kind: 'same', children: [],
    };
    expect(isCut(diff)).toBe(true);
    expect(isCut({ ...diff, selfAfter: 5 })).toBe(false);
  });
});

describe('grafted', () => {
  it('takes what is below a frame from the new part and leaves the old tree alone', () => {
    const overview = cut(whole, 50);
    const joined = grafted(overview, ['a', 'b'], nodeAt(whole, ['a', 'b']) ?? overview);
    expect(joined).toEqual(whole);
    expect(knownDepth(overview, ['a', 'b', 'c', 'd'])).toBe(2);
  });
});

describe('descend', () => {
  it('asks once for a frame that is there and cut', async () => {
    const { asked, ask } = server();
    const result = await descend(cut(whole, 50), ['a', 'b'], 0.01, ask);
    expect(result).toMatchObject({ root: whole, known: true, culledNodes: 0 });
    expect(asked).toEqual(['a/b 0.01']);
  });
  it('asks nothing where all is there', async () => {
    const { asked, ask } = server();
    expect(await descend(whole, ['a'], 0.01, ask)).toMatchObject({ known: true, culledNodes: 0 });
    expect(asked).toEqual([]);
  });
  it('goes down step by step to a frame that a link names and the overview lacks', async () => {
    const { asked, ask } = server();
    const result = await descend(cut(whole, 500), ['a', 'b', 'c'], 0.05, ask);
    expect(result.known).toBe(true);
    expect(asked).toEqual(['a 0.05', 'a/b 0.05', 'a/b/c 0.05']);
  });
  it('asks for finer parts where a frame is smaller than was asked for', async () => {
    const { asked, ask } = server();
    expect((await descend(cut(whole, 500), ['a', 'b'], 0.5, ask)).known).toBe(true);
    expect(asked).toEqual(['a 0.5', 'a 0.05', 'a/b 0.5']);
  });
  it('says when a path leads nowhere', async () => {
    const { ask } = server();
    expect((await descend(cut(whole, 500), ['a', 'gone'], 0.01, ask)).known).toBe(false);
  });
});
