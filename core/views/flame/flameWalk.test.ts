import { describe, expect, it } from 'vitest';
import { singleFrames } from './flameGraphData.ts';
import { walk } from './flameWalk.ts';
import type { Step } from './flameWalk.ts';

//   root 0
//     a 1 ........ d 4 ...
//       b 2  c 3     e 5
const { frames } = singleFrames({
  name: 'root', value: 12, self: 0, children: [
    {
      name: 'a', value: 8, self: 1,
      children: [{ name: 'b', value: 4, self: 4, children: [] }, { name: 'c', value: 3, self: 3, children: [] }],
    },
    { name: 'd', value: 4, self: 1, children: [{ name: 'e', value: 3, self: 3, children: [] }] },
  ],
});
const all = new Set(frames.map((frame) => frame.key));

describe('walk', () => {
  it.each<[string, number, Step, number, number[]?]>([
    ['down goes to the widest callee', 0, 'down', 1],
    ['up goes to the caller', 3, 'up', 1],
    ['up from the root stays', 0, 'up', 0],
    ['right goes to the sibling', 2, 'right', 3],
    ['right past the last sibling goes to the cousin', 3, 'right', 5],
    ['right at the end stays', 5, 'right', 5],
    ['left comes back', 5, 'left', 3],
    ['a frame too narrow to be drawn is passed over', 0, 'down', 4, [0, 4, 5]],
    ['down stays when nothing below is drawn', 1, 'down', 1, [0, 1]],
    ['Home goes to the start of the row', 5, 'rowStart', 2],
    ['End goes to the end of the row', 2, 'rowEnd', 5],
    ['a key that is no longer there leads to the root', 99, 'up', 0],
  ])('%s', (_, from, step, to, drawn) => expect(walk(frames, drawn ? new Set(drawn) : all, from, step)).toBe(to));
});
