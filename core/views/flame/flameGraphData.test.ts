import { describe, expect, it } from 'vitest';
import type { DiffFlameNode, FlameNode } from '../../contract/contract.ts';
import { diffFrames, MAX_DEPTH, pathTo, singleFrames } from './flameGraphData.ts';
import type { Frame } from './flameGraphData.ts';

/** Returns a node; `root 10(2)` has value 10 and self 2. */
function node(name: string, value: number, self: number, children: FlameNode[] = []): FlameNode {
  return { name, value, self, children };
}

function diffNode(
  name: string, before: number, after: number, children: DiffFlameNode[] = [], self: [number, number] = [0, 0]
): DiffFlameNode {
  const kind = before === 0 && after !== 0 ? 'new' : after === 0 && before !== 0 ? 'gone' : after > before ? 'grown'
    : after < before ? 'shrunk' : 'same';
  return {
    name, value: Math.max(before, after), before, after, delta: after - before, selfBefore: self[0],
    selfAfter: self[1], kind, children,
  };
}

/** Returns the frames in key order: `root:10 a:6 a1:6 b:4`. */
function drawing(frames: Frame[]): string {
  return frames.map((frame) => `${'  '.repeat(frame.depth)}${frame.name}:${frame.width}`).join('\n');
}

function expectNothingSticksOut(frames: Frame[]): void {
  for (const frame of frames) {
    const below = frame.childKeys.reduce((sum, key) => sum + (frames[key]?.width ?? NaN), 0);
    expect(below).toBeLessThanOrEqual(frame.width);
    for (const key of frame.childKeys) expect(frames[key]?.parentKey).toBe(frame.key);
  }
}

describe('frames of one profile', () => {
  it('stand widest first, then by name, numbered in drawing order', () => {
    const {
      frames,
    } = singleFrames(node('root', 10, 0, [node('b', 2, 2), node('a', 6, 1, [node('a1', 5, 5)]), node('aa', 2, 2)]));
    expect(drawing(frames)).toBe(['root:10', '  a:6', '    a1:5', '  aa:2', '  b:2'].join('\n'));
    expect(frames.map((frame) => frame.key)).toEqual([0, 1, 2, 3, 4]);
    expectNothingSticksOut(frames);
  });

  it('keep room for children the server omitted', () => {
    const { frames } = singleFrames(node('root', 100, 0, [node('a', 60, 10, [node('a1', 20, 20)])]));
    expect(drawing(frames)).toBe(['root:100', '  a:60', '    a1:20'].join('\n'));
  });

  it('of a difference with negative values have widths that fit', () => {
    const { frames } = singleFrames(node('root', -1, 0, [node('less', -5, -5), node('more', 4, 4)]));
    expect(drawing(frames)).toBe(['root:9', '  less:5', '  more:4'].join('\n'));
    expectNothingSticksOut(frames);
  });

  it('deeper than the drawing library can take are cut and counted', () => {
    let deepest = node('f', 1, 1);
    for (let i = 0; i < 10_000; i += 1) deepest = node('f', 1, 0, [deepest]);
    const { frames, tooDeep, maxDepth } = singleFrames(node('root', 1, 0, [deepest]));
    expect(maxDepth).toBe(MAX_DEPTH);
    expect(frames.length + tooDeep).toBe(10_002);
  });

  it('of an empty profile are one root of width 0', () => {
    expect(drawing(singleFrames(node('root', 0, 0)).frames)).toBe('root:0');
  });
});

describe('frames of a diff', () => {
  const crossing = diffNode(
    'root', 10, 10,
    [diffNode('gone', 8, 0, [], [8, 0]), diffNode('new', 0, 7, [], [0, 7]), diffNode('kept', 2, 3, [], [2, 3])]
  );

  it('are as wide as the larger side, with parents wide enough for all of it', () => {
    const { frames } = diffFrames(crossing, 'larger');
    expect(drawing(frames)).toBe(['root:18', '  gone:8', '  new:7', '  kept:3'].join('\n'));
    expectNothingSticksOut(frames);
  });

  it.each([
    ['before', ['root:10', '  gone:8', '  kept:2', '  new:0']],
    ['after', ['root:10', '  new:7', '  kept:3', '  gone:0']],
  ] as const)('take the width of %s when asked', (widthBy, expected) => {
    expect(drawing(diffFrames(crossing, widthBy).frames)).toBe(expected.join('\n'));
  });

  it('keep the numbers of both sides whatever the width', () => {
    const gone = diffFrames(crossing, 'after').frames.find((frame) => frame.name === 'gone');
    expect(gone?.weight).toEqual({ mode: 'diff', before: 8, after: 0, selfBefore: 8, selfAfter: 0, kind: 'gone' });
  });
});

describe('finding frames', () => {
  const {
    frames,
  } = singleFrames(node('root', 9, 0, [node('a', 5, 1, [node('hot', 4, 4)]), node('b', 4, 2, [node('hot', 2, 2)])]));
  it(
    'gives the path from the root',
    () => expect(pathTo(frames, 2).map((frame) => frame.name)).toEqual(['root', 'a', 'hot'])
  );
});
