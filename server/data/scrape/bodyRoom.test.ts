import { describe, expect, it } from 'vitest';
import { BodyRoom } from './bodyRoom.ts';

describe('memory for answers', () => {
  it('gives each its own, and the rest to who comes first', () => {
    const room = new BodyRoom(10, 20);
    const [large, other, small] = [room.hold(), room.hold(), room.hold()];
    expect([large.grow(10), large.grow(28), other.grow(12)]).toEqual([true, true, true]);
    expect(other.grow(13)).toBe(false);
    expect(other.bytesRead()).toBe(13);
    expect(small.grow(10)).toBe(true);
    large.release();
    expect(other.grow(30)).toBe(true);
    other.release();
    other.release();
    expect(small.grow(30)).toBe(true);
    expect(small.grow(31)).toBe(false);
  });
});
