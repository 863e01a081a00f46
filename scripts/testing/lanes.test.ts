import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFECTS } from '../../bench/gate/defects.mjs';
import { root } from '../freshness.mjs';
import { GATE_BUDGET, LANES, QUARANTINE, ROWS, filesOf, rowOf, testFiles } from './lanes.mjs';

const MAX_QUARANTINED = 5;
const MAX_QUARANTINE_DAYS = 14;
const DAY_MS = 24 * 3600 * 1000;

describe('the table of lanes', () => {
  it('has each test file in exactly one lane', () => {
    const files = testFiles();
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => rowOf(file) === undefined)).toEqual([]);
    const inLanes = Object.keys(LANES).flatMap((lane) => filesOf(lane));
    expect(new Set(inLanes).size).toBe(inLanes.length);
    expect(files.filter((file) => !file.startsWith('bench/')).sort()).toEqual(inLanes.sort());
  });

  it('has no row without a file, and no lane without a row', () => {
    const files = testFiles();
    const empty = ROWS.filter((row) => !files.some((file) => rowOf(file) === row));
    expect(empty.map(({ files: of }) => String(of))).toEqual([]);
    expect(Object.keys(LANES).filter((lane) => !ROWS.some((row) => row.lane === lane))).toEqual([]);
  });

  it('names only files that are there', () => {
    const words = ROWS.flatMap(({ files: of }) => [...of.source.matchAll(/\(\?:([\w|/\\.]+)\)/g)])
      .flatMap(([, names = '']) => names.split('|'))
      .map((name) => name.replaceAll('\\.', '.').replaceAll('\\/', '/'))
      .filter((name) => name !== '.*/');
    expect(words.length).toBeGreaterThan(50);
    const files = testFiles();
    expect(words.filter((name) => !files.some((file) => file.includes(`${name}.`)))).toEqual([]);
  });

  it('keeps the gate within its budget', () => {
    const seconds = ROWS.filter(({ lane }) => lane !== null && LANES[lane as keyof typeof LANES].gate)
      .reduce((sum, row) => sum + row.seconds, 0);
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThanOrEqual(GATE_BUDGET.fileSeconds);
  });

  it('keeps few tests in quarantine, each for two weeks at most', () => {
    expect(QUARANTINE.length).toBeLessThanOrEqual(MAX_QUARANTINED);
    const expired = QUARANTINE.filter(({ since }) => Date.now() - Date.parse(since) > MAX_QUARANTINE_DAYS * DAY_MS);
    expect(expired).toEqual([]);
    expect(QUARANTINE.filter(({ file, why }) => rowOf(file)?.lane === undefined || why === '')).toEqual([]);
  });
});

it('finds each place of a planted defect once', () => {
  expect(DEFECTS).toHaveLength(30);
  const lost = DEFECTS.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2);
  expect(lost.map(({ file, what }) => `${file}: ${what}`)).toEqual([]);
});
