import { expect, it } from 'vitest';
import { withoutAlike, withoutRepeats } from './repeats.ts';

const STEP = 'Free space on that volume, then check that writes succeed again.';

it('an explanation or a step stands once in the reports on several files', () => {
  expect(withoutRepeats([`A log of Loki. ${STEP}`, `A log of Mimir. It failed. ${STEP} The end.`]))
    .toEqual([`A log of Loki. ${STEP}`, 'A log of Mimir. It failed. The end.']);
});

it('what a file says of itself stays, and quotations stay whole', () => {
  const own = 'It has restarted 14 times since the node came back at noon.';
  expect(withoutRepeats([`A. ${own}`, `B. ${own}`])).toEqual([`A. ${own}`, `B. ${own}`]);
  const quote = 'The cause given is "It ended. Free space on that volume, then check that writes succeed again. Bye."';
  expect(withoutRepeats([`A. ${STEP}`, `B. ${quote}`])[1]).toBe(`B. ${quote}`);
});

it('sentences with much the same figures are told of the later scrape alone', () => {
  const later = 'A scrape. Its head has 1,212,402 series. 11.1 GiB of resident memory, 322 goroutines.';
  expect(withoutAlike('A scrape. Its head has 1,211,870 series. 11.1 GiB of resident memory, 318 goroutines.', later))
    .toBe('A scrape.');
  expect(withoutAlike('A scrape. Its head has 600,000 series. 11.1 GiB of resident memory, 322 goroutines.', later))
    .toBe('A scrape. Its head has 600,000 series.');
});
