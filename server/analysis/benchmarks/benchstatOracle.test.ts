import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  COLUMNS_COUNT, generatedColumns, generatedPair, PAIR_COUNT,
} from '../../../testdata/benchmarks/generatedPairs.ts';
import { benchText, reportOf } from '../../../testdata/benchmarks/reports.ts';
import { benchCsv } from './benchCsv.ts';
import type { NamedText } from './report.ts';

const folder = new URL('../../../testdata/benchmarks/', import.meta.url);

function csvOf(texts: NamedText[]): string {
  const { units, columns } = reportOf(texts);
  return benchCsv(units, columns);
}

/**
 * Returns the lines that differ. The last bits of a geometric mean depend on the processor's exp and log (Go uses
 * machine code for them), so its centre may differ by a relative 1e-14; all else must be equal to the byte.
 */
function unlikeLines(ours: string, oracle: string): string[] {
  const own = ours.split('\n');
  const theirs = oracle.split('\n');
  const lines = theirs.flatMap((line, at) =>
    (sameLine(own[at] ?? '', line) ? [] : [`line ${at + 1}: benchstat ${line} | ours ${own[at] ?? 'nothing'}`]));
  return own.length === theirs.length ? lines : [...lines, `${own.length} lines, not ${theirs.length}`];
}

function sameLine(own: string, theirs: string): boolean {
  if (own === theirs || !theirs.startsWith('geomean,')) return own === theirs;
  const fields = own.split(',');
  return fields.length === theirs.split(',').length && theirs.split(',').every((field, i) => {
    const [a, b] = [Number(fields[i]), Number(field)];
    return field === fields[i] || (/^[\d.e+-]+$/.test(field) && Math.abs(a - b) <= 1e-14 * b);
  });
}

describe('every figure is that of benchstat -format csv', () => {
  it.each(
    [['old.txt', 'new.txt', 'benchstat.csv'], ['sequential-old.txt', 'sequential-new.txt', 'sequential-benchstat.csv']]
  )('for %s and %s', (before, after, oracle) => {
    const ours = csvOf([before, after].map((name) => ({ name, text: benchText(name) })));
    expect(unlikeLines(ours, benchText(oracle))).toEqual([]);
  });

  it('for 200 generated pairs, to the byte', () => {
    const oracles = gunzipSync(readFileSync(new URL('generated.csv.gz', folder))).toString().split('\x1e');
    expect(oracles).toHaveLength(PAIR_COUNT);
    const unlike = oracles.flatMap((oracle, index) => {
      const pair = generatedPair(index);
      return unlikeLines(csvOf([{ name: 'old.txt', text: pair.old }, { name: 'new.txt', text: pair.new }]), oracle)
        .map((line) => `pair ${index}, ${line}`);
    });
    expect(unlike.slice(0, 20)).toEqual([]);
  });

  it('for 40 generated comparisons of three and four outputs', () => {
    const oracles = gunzipSync(readFileSync(new URL('generated-columns.csv.gz', folder))).toString().split('\x1e');
    expect(oracles).toHaveLength(COLUMNS_COUNT);
    const unlike = oracles.flatMap(
      (oracle, index) => unlikeLines(csvOf(generatedColumns(index)), oracle).map((line) => `columns ${index}, ${line}`)
    );
    expect(unlike.slice(0, 20)).toEqual([]);
  });
});
