import { describe, expect, it } from 'vitest';
import { labelRooms, placedTree } from './labelRooms.ts';

const leaf = (key: number, value: number) => ({ key, name: '', value, children: [] });

describe('the room of a label', () => {
  // all 100: a 40 with a child of 10; b 30; the rest is free.
  const tree = {
    key: 0, name: '', value: 100, children: [{ ...leaf(1, 40), children: [leaf(2, 10)] }, leaf(3, 30), leaf(4, 1)],
  };
  const rooms = labelRooms(placedTree(tree, 200), 200);
  it('reaches to the next frame of the row, or to the end', () => {
    expect([rooms.get(0), rooms.get(1), rooms.get(2), rooms.get(3)]).toEqual([200, 80, 200, 60]);
  });
  it('of a very narrow frame is the frame', () => expect(rooms.get(4)).toBe(2));
  it('of an empty tree is nothing special', () => {
    expect(labelRooms(placedTree(leaf(0, 0), 200), 200).get(0)).toBe(200);
  });
});
