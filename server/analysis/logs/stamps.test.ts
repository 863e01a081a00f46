import { expect, it } from 'vitest';
import { stampAt } from './stamps.ts';

it.each([
  ['Jan', 1], ['janv.', 1], ['févr.', 2], ['Mär', 3], ['mars', 3], ['avril', 4], ['mai', 5], ['juin', 6],
  ['juil.', 7], ['août', 8], ['sept.', 9], ['Okt', 10], ['nov.', 11], ['déc.', 12], ['янв', 1], ['мая', 5],
])('%s is month %i', (name, month) => {
  const found = stampAt(`${name} 16 16:21:54 core02 x[1]: y`);
  expect(found?.stamp).toMatchObject({ ms: Date.UTC(2000, month - 1, 16, 16, 21, 54), yearless: true, zoned: false });
});

it.each(['took 5 16:21:54 x', 'Mayor 5 16:21:54 x'])('no month begins %s', (text) => {
  expect(stampAt(text)).toBeNull();
});
