import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../testdata/benchmarks/reports.ts';
import { benchCsv } from './benchCsv.ts';
import { benchmarkReport } from './report.ts';

/** Generated outputs, and what benchstat of 2026-09-08 printed for them with -format csv -col COL -row ROW. */
interface Oracle { files: string[]; col: string; row: string | null; csv: string }

const oracles = JSON.parse(gunzipSync(readFileSync(
  new URL('../../../testdata/benchmarks/projection-oracles.json.gz', import.meta.url)
)).toString()) as Oracle[];

/** Reports whether the report refuses it: for a single column value, and for more than eight. */
const isRefused = ({ files, col, row }: Oracle): boolean => !benchmarkReport(
  files.map((text, i) => ({ name: `${i}.txt`, text })), { col, ...(row === null ? {} : { row }) }
).ok;

/** Returns the lines without the last bits of geometric means, which depend on the processor. */
const lines = (csv: string): string[] => csv.split('\n').map((line) => (!line.startsWith('geomean') ? line
  : line.split(',').map((field) => (/^[\d.]+e?-?\d*$/.test(field) ? Number(field).toPrecision(12) : field)).join(',')));

it('projections to columns and rows are those of benchstat', () => {
  const compared = oracles.filter((oracle) => !isRefused(oracle));
  expect(compared.length).toBeGreaterThan(100);
  const unlike = compared.flatMap(({ files, col, row, csv }, at) => {
    const { units, columns, columnValues } = reportOf(
      files.map((text, i) => ({ name: `${i}.txt`, text })), { col, ...(row === null ? {} : { row }) }
    );
    const [own, theirs] = [lines(benchCsv(units, columns, columnValues)), lines(csv)];
    const found = theirs.findIndex((line, i) => line !== own[i]);
    return found < 0 && own.length === theirs.length ? []
      : [`${at} -col ${col} -row ${row}: ${theirs[found]} | ${own[found]}`];
  });
  expect(unlike).toEqual([]);
});

const LINES = ['json', 'gob'].flatMap((format, i) => [1, 2].map((size) =>
  `BenchmarkEncode/format=${format}/size=${size}-8 1 ${10 * size + i} ns/op`)).join('\n');

describe('rows by keys', () => {
  it('say which benchmarks they pool', () => {
    const { units, notes } = reportOf([{ name: 'a', text: LINES }], { col: '/format', row: '.name' });
    expect(units[0]?.rows.map(({ name }) => name)).toEqual(['Encode']);
    expect(notes).toContain('Rows pool several benchmarks, such as Encode/size=1-8 and Encode/size=2-8: they differ by '
      + 'more than noise. Add a key to the rows to separate them.');
    expect(reportOf([{ name: 'a', text: LINES }], { col: '/format', row: '.name,/size' }).notes).toEqual([]);
  });

  it('need a key that some result has', () => {
    expect(benchmarkReport([{ name: 'a', text: LINES }], { col: '/format', row: '/none' })).toMatchObject({
      ok: false, error: { message: 'No benchmark has the key "/none" of the rows; leave it out.' },
    });
  });
});
