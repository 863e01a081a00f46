/** Tests what a part means whose index VictoriaMetrics cannot read. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { knownMeaning } from '../knownMessages.ts';

const said = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';
const PATH = '/vmdata/data/big/2026_02/1A2B3C4D5E6F7081';
const ERROR = `FATAL: cannot unmarshal metaindex data from "${PATH}": cannot unmarshal metaindexRow #7 from metaindex `
  + 'data: too big IndexBlockSize; got 99887766; cannot exceed 131072';

it('a part whose index cannot be read is damaged, and is moved out of the data', () => {
  const facts = said(`2026-02-03T04:05:06.789Z\tpanic\tVictoriaMetrics/lib/storage/part.go:82\t${ERROR}\n`
    + `panic: ${ERROR}\n`);
  expect(facts).toMatch(/^It ended at 2026-02-03T04:05:06\.789Z with "FATAL: cannot unmarshal metaindex data/);
  expect(facts).toContain('A part of its data on disk is damaged, and VictoriaMetrics ends when it opens that part: '
    + 'copy the part, move it out and take it out of parts.json');
});

it('the same of a part of the index of series', () => {
  expect(knownMeaning('FATAL: cannot unmarshal metaindexRows from "/vmdata/indexdb/17/part": unexpected EOF'))
    .toContain('A part of its data on disk is damaged');
});

it('the size of an index block alone says nothing', () => {
  expect(knownMeaning('IndexBlockSize is 4096 of at most 131072')).toBeNull();
});
