import { describe, expect, it } from 'vitest';
import { ByteBoundedCache } from './byteBoundedCache.ts';

describe('a cache bounded by bytes', () => {
  it('throws out what was not used for longest, and only as much as must go', () => {
    const cache = new ByteBoundedCache<number>(100);
    cache.put('a', 1, 40);
    cache.put('b', 2, 40);
    expect(cache.get('a')).toBe(1);
    cache.put('c', 3, 60);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual([1, undefined, 3, 100]);
  });

  it('does not keep a value larger than itself, which throws out no other, nor two under one key', () => {
    const cache = new ByteBoundedCache<number>(100);
    cache.put('b', 1, 10);
    cache.put('b', 2, 30);
    cache.put('a', 1, 101);
    expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual([undefined, 2, 30]);
  });

  it('forgets what it is told to, with its bytes', () => {
    const cache = new ByteBoundedCache<number>(100);
    cache.put('before:a', 1, 40);
    cache.put('before:b', 2, 40);
    cache.removeWhere((key) => key.includes(':a'));
    expect([cache.get('before:a'), cache.get('before:b'), cache.bytes]).toEqual([undefined, 2, 40]);
  });
});
