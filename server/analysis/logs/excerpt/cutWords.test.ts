/** Tests where a long text is cut. */
import { expect, it } from 'vitest';
import { shortError } from '../shortError.ts';
import { beginOf, endOf } from './cutWords.ts';

const WORDS = 'one two three four five six seven eight nine ten';

it('does not divide a word, a quoted name or a host, wherever the cut is', () => {
  const host = 'https://monitoring.example.org';
  const text = `${WORDS} "a quoted name" ${WORDS} ${host}/api/v1/write/to/a/very/long/path ${WORDS} ${WORDS}`;
  for (let length = 20; length < text.length - 20; length += 1) {
    for (const part of [beginOf(text, length), endOf(text, length)]) {
      expect((part.match(/"/g) ?? []).length % 2).toBe(0);
      expect(part.includes('monitoring') || part.includes('example.org')).toBe(part.includes(host));
    }
  }
});

it('does not begin behind a denial or a figure, which turn what is said', () => {
  const text = `${WORDS} the block was not found there, and 0.12 of these are duplicates`;
  for (let length = 5; length < text.length; length += 1) expect(endOf(text, length)).not.toMatch(/^(?:found|are|of) /);
});

it('keeps the path that an error is about', () => {
  const path = '"/data/victoria/data/small/2025_12/188087"';
  const text = `cannot read the index of blocks of the part that is stored in ${path}: cannot unmarshal row 155 of all `
    + 'rows of its index: the size of the block is too big: 130066695 bytes';
  expect(text.length).toBeGreaterThan(180);
  expect(shortError(text, 180)).toContain(path);
});

it('keeps the last names of a path that is too long', () => {
  const text = `sync /${'folder/'.repeat(40)}block/index: no space left on device`;
  expect(endOf(text, 60)).toMatch(/^\/folder\/.*block\/index: no space left on device$/);
});

it('never returns more than it may, with a long word before what must stay', () => {
  for (let count = 1; count < 20; count += 1) {
    const text = `${'word '.repeat(count)}https://${'host'.repeat(15)}/a because it is full, ${'end '.repeat(60)}`;
    expect(shortError(text, 200).length).toBeLessThanOrEqual(200);
  }
  const name = `"/var/${'folder/'.repeat(7)}"`;
  const text = `${name} word word word ${'x'.repeat(50)} ${'y'.repeat(40)} user "team-a" ${name} ${'z'.repeat(10)}`;
  expect(shortError(text, 200).length).toBeLessThanOrEqual(200);
});
