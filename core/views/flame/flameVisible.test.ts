import { describe, expect, it } from 'vitest';
import { singleFrames } from './flameGraphData.ts';
import type { DrawnFrame } from './flameGraphData.ts';
import { flameMinRatio, frameAt, visibleFrames } from './flameVisible.ts';

//   root 1000
//     a 600              b 398       c 2
//       a1 598  a2 2       b1 398
const { frames } = singleFrames({
  name: 'root', value: 1000, self: 0, children: [
    {
      name: 'a', value: 600, self: 0,
      children: [{ name: 'a1', value: 598, self: 598, children: [] }, { name: 'a2', value: 2, self: 2, children: [] }],
    },
    { name: 'b', value: 398, self: 0, children: [{ name: 'b1', value: 398, self: 398, children: [] }] },
    { name: 'c', value: 2, self: 2, children: [] },
  ],
});

function drawing({ name, value, fade, children }: DrawnFrame): string {
  const below = children.length > 0 ? `(${children.map(drawing).join(' ')})` : '';
  return `${name}:${value}${fade === true ? '~' : ''}${below}`;
}

describe('visibleFrames', () => {
  it('omits what is narrower than 3 px, and counts it', () => {
    const seen = visibleFrames(frames, 0, 1000);
    expect(drawing(seen.tree)).toBe('root:1000(a:600(a1:598) b:398(b1:398))');
    expect([seen.deepest, seen.hidden]).toEqual([2, 2]);
  });
  it('draws all where there is room', () => expect(visibleFrames(frames, 0, 3000)).toMatchObject({ hidden: 0 }));
  it('below a zoomed frame draws what has become wide enough, its callers faded above it', () => {
    const seen = visibleFrames(frames, frameAt(frames, ['a'])?.key ?? -1, 1000);
    expect(drawing(seen.tree)).toBe('root:600~(a:600(a1:598 a2:2))');
    expect(seen.hidden).toBe(0);
  });
  it(
    'of no frames is a root without width',
    () => expect(visibleFrames([], 0, 1000).tree).toEqual({ key: 0, name: '', value: 0, children: [] })
  );
});

describe('frameAt', () => {
  it.each<[string[], string | undefined]>(
    [[[], 'root'], [['a', 'a2'], 'a2'], [['a', 'b1'], undefined], [['root'], undefined]]
  )('%j leads to %s', (path, name) => {
    expect(frameAt(frames, path)?.name).toBe(name);
  });
});

describe('flameMinRatio', () => {
  it('asks for nearly all of a small profile', () => expect(flameMinRatio(1_200, 1440)).toBe(0.0005));
  it('asks for what the screen shows of a large one', () => expect(flameMinRatio(200_000, 1500)).toBe(0.002));
  it('never asks for more than of a small one', () => expect(flameMinRatio(200_000, 100_000)).toBe(0.0005));
});
