import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const HEADER = '      flat  flat%   sum%        cum   cum%';
const row = (flat: string, name: string): string => `   ${flat} 7.0% 7.0%  ${flat} 7.1%  ${name}`;

it('a difference of objects says that it has no bytes, and how far apart the two were taken', () => {
  expect(told(
    '$ go tool pprof -inuse_objects -base heap.1700000000.pb.gz ./shop heap.1700003600.pb.gz', 'Type: inuse_objects',
    'Showing nodes accounting for 1000, 0.5% of 200000 total', HEADER, row('-60000', 'cart.(*Log).cut'),
    row('61000', 'example.com/shop/vendor/b.org/index.Add'),
  )).toBe('It is the difference of two profiles, in numbers of objects, not bytes, taken 1h apart by the names of '
    + 'their files. b.org/index.Add grew most, by 61000. cart.(*Log).cut shrank by 60000. Most of that cancels: the '
    + 'functions shown have 1000 more in sum. Shares are of 200000, the sum of all changes, up and down, not of the '
    + 'heap. It shows no growth of memory: compare -inuse_space of the same two files, each taken after a collection.');
});

it('one of bytes that grew has neither', () => {
  const said = told('$ go tool pprof -base a.pb.gz b.pb.gz', 'Type: inuse_space',
    'Showing nodes accounting for 90MB, 45% of 200MB total', HEADER, row('95MB', 'cart.Add'), row('-5MB', 'cart.Cut'));
  expect(said).toContain('cart.Add grew most, by 95MB. cart.Cut shrank by 5MB.');
  expect(said).not.toMatch(/objects|cancels|apart/);
});
