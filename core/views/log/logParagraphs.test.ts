import { expect, it } from 'vitest';
import { logParagraphs } from './logParagraphs.ts';

it('a further part of a text begins a paragraph, and so does the sixth sentence of one', () => {
  const first = 'It also has the output of free: 15 % is available.';
  expect(logParagraphs(['It refuses data.', first, 'The CPUs are idle.', 'A.', 'B.', 'C.', 'D.']))
    .toEqual(['It refuses data.', `${first} The CPUs are idle. A. B. C.`, 'D.']);
  expect(logParagraphs([])).toEqual([]);
});
