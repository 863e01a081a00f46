import { expect, test } from 'vitest';
import { matching, type Command } from './palette.ts';

const commands: Command[] = [
  { key: 'a', group: 'Pages', label: 'Overview' },
  { key: 'b', group: 'Moments', label: 'GC takes 9 % of CPU', hint: '17:47:00 GC & CPU' },
  { key: 'c', group: 'Pages', label: 'CPU page' },
];
const keys = (typed: string): string[] => matching(commands, typed).map(({ key }) => key);

test('every word is found anywhere, labels that begin with the first come first', () => {
  expect(keys('')).toEqual(['a', 'b', 'c']);
  expect(keys('cpu')).toEqual(['c', 'b']);
  expect(keys('17:47 gc')).toEqual(['b']);
  expect(keys('pages over')).toEqual(['a']);
  expect(keys('nothing.*')).toEqual([]);
});

test('a long list is cut', () => {
  const many = Array.from({ length: 90 }, (_, i): Command => ({ key: String(i), group: 'Targets', label: `t${i}` }));
  expect(matching(many, 't')).toHaveLength(40);
});
