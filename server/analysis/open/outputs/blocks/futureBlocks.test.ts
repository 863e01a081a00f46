import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { futureBlock, timeOfText } from './futureBlocks.ts';

const HEADER = 'BLOCK ULID  MIN TIME  MAX TIME  DURATION  NUM SAMPLES  NUM CHUNKS  NUM SERIES  SIZE';
const HOUR = 3_600_000;
const START = Date.UTC(2025, 4, 6);
const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`;

/** Returns a row: hours from the start, and samples. */
const row = (id: number, from: number, to: number, samples: number): string =>
  `01JTHX0000000000000000000${id}  ${time(START + from * HOUR)}  ${time(START + to * HOUR)}  ${to - from}h0m0s  `
  + `${samples}  5000  900  1.2MiB`;
const USUAL = [0, 2, 4, 6].map((from, i) => row(i, from, from + 2, 1_000_000));
const list = (...rows: readonly string[]): string => [HEADER, ...rows].join('\n');
const DATE = 'Tue May  6 11:30:00 UTC 2025';

it('a block that ends after the time of date is of the future, and the jump of the clock is reported', () => {
  const text = `$ date\n${DATE}\n$ promtool tsdb list -r /data\n${
    list(...USUAL, row(7, 8, 10, 250_000), row(8, 8.5 + 48, 10 + 48, 750_000))}\n`;
  const said = recognize(new TextEncoder().encode(text)).interest ?? '';
  expect(said).toMatch(/^The newest block \(01JTHX0{17,19}8\) is of the future: it ends at 2025-05-08 10:00:00 UTC/);
  expect(said).toContain('46h 30m after the time of the text (2025-05-06 11:30:00 UTC)');
  expect(said).toContain('has only 25 % of the samples of the blocks before, as of its first 30m: the clock jumped '
    + 'then, by about 2d.');
  expect(said).toContain('refuses all present ones until 2025-05-08 10:00:00 UTC');
  expect(said).not.toContain('No block covers');
  expect(said).toContain('(about 121 per second)');
});

it('a list without a later block, without a time, or of the past has no future', () => {
  expect(futureBlock(`${DATE}\n${list(...USUAL)}`)).toBeNull();
  expect(futureBlock(list(...USUAL))).toBeNull();
  // A list that was made elsewhere, or long before its text, is not of a host with a wrong clock.
  expect(futureBlock(`Tue May  6 11:30:00 UTC 2014\n${list(...USUAL)}`)).toBeNull();
});

it('the time of the text is the newest that date or a log states', () => {
  expect(timeOfText('Tue 06 May 2025 01:30:00 PM +0200'))
    .toEqual({ now: Date.UTC(2025, 4, 6, 11, 30), isPrinted: true });
  expect(timeOfText('Tue, 06 May 2025 13:30:00 GMT\nts=2025-05-06T13:31:00.5Z msg=x').now)
    .toBe(Date.UTC(2025, 4, 6, 13, 31));
  expect(timeOfText('nothing')).toEqual({ now: -Infinity, isPrinted: false });
});

it('a log that is older than the list shows no block of the future; one that refuses samples beside a gap does', () => {
  const log = 'ts=2025-05-06T05:00:00Z level=warn msg="Error on ingesting samples that are too old or are too far into '
    + 'the future" num_dropped=9';
  expect(futureBlock(`${log}\n${list(...USUAL)}`)).toBeNull();
  expect(futureBlock(`${log.replace('05:00', '09:00')}\n${list(...USUAL, row(8, 60, 62, 900_000))}`))
    .toContain('2d 5h after the time of the text');
});

it('a block with far fewer samples than the others is named', () => {
  expect(recognize(new TextEncoder().encode(list(...USUAL, row(7, 8, 10, 400_000)))).interest).toContain('The block '
    + 'from 2025-05-06 08:00:00 to 2025-05-06 10:00:00 UTC has only 40 % of the samples that the others of 2h have');
});
