import { describe, expect, it } from 'vitest';
import { finding } from '../../../../core/finding.ts';
import type { HeadLevel } from '../../signals/compaction/blockRange.ts';
import type { CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { findDelay, judgeKeepingUp } from './compactionVerdicts.ts';

const RANGE_MS = 7_200_000;
const BOUNDARY_MS = 1_800_000_000_000 - (1_800_000_000_000 % RANGE_MS);

const head = (startMs: number, seconds = 60): CompactionInterval => ({
  startMs, endMs: startMs + seconds * 1000, startErrorMs: 1000, endErrorMs: 1000, kind: 'head', count: 1,
  headCount: 1, running: false, startBasis: 'duration',
});
/** Returns head compactions of consecutive ranges, each `seconds` after the rule's time. */
const late = (seconds: number[]): { compactions: CompactionInterval[]; levels: HeadLevel[] } => ({
  compactions: seconds.map((by, i) => head(BOUNDARY_MS + (i + 1.5) * RANGE_MS + by * 1000 + 500)),
  levels: seconds.map(
    (_by, i) => ({ seenMs: BOUNDARY_MS + (i + 0.65) * RANGE_MS, minTimeMs: BOUNDARY_MS + i * RANGE_MS })
  ),
});

describe('delay against the rule', () => {
  it.each<[string, number[], string, RegExp]>([
    ['in time', [0, 1, 0, 0], 'on-time', /when the rule says/],
    ['by the same eight minutes', [480, 481, 480, 482], 'delayed', / 8m /],
    ['by a tenth of the range', [719, 720, 719], 'delayed', /delayed-compaction/],
    ['by anything', [0, 300, 40, 700], 'scattered', /0 s/],
  ])('%s', (_name, seconds, verdict, sentence) => {
    const { compactions, levels } = late(seconds);
    const delay = findDelay(compactions, levels, RANGE_MS, { facts: {} });
    expect(delay).toMatchObject({ verdict, count: seconds.length });
    expect(delay?.sentence).toMatch(sentence);
    expect(Math.abs((delay?.seconds ?? NaN) - (seconds.toSorted((a, b) => a - b)[seconds.length >> 1] ?? NaN)))
      .toBeLessThan(180);
  });

  it('names the feature when the flags have it, also where its draw was near zero', () => {
    const facts = { flags: { 'enable-feature': 'exemplar-storage,delayed-compaction' } };
    expect(findDelay(late([480, 480]).compactions, late([480, 480]).levels, RANGE_MS, { facts })?.sentence)
      .toMatch(/^The feature delayed-compaction is on: each/);
    expect(findDelay(late([0, 0]).compactions, late([0, 0]).levels, RANGE_MS, { facts })?.sentence)
      .toMatch(/near zero/);
  });

  it('goes by the features that the server states before its flags', () => {
    const { compactions, levels } = late([480, 480]);
    const sentence = (isOn: boolean): string | undefined => findDelay(
      compactions, levels, RANGE_MS, { facts: { flags: {}, features: { 'tsdb.delayed_compaction': isOn } } }
    )?.sentence;
    expect(sentence(true)).toMatch(/^The feature delayed-compaction is on: each/);
    expect(sentence(false))
      .toMatch(/as with the feature delayed-compaction; the target’s features say that it is off/);
  });

  it('of one compaction is not judged', () => {
    const { compactions, levels } = late([480]);
    expect(findDelay(compactions, levels, RANGE_MS, { facts: {} })).toBeNull();
  });
});

describe('keeping up', () => {
  const base = { compactions: [head(BOUNDARY_MS)], rangeMs: RANGE_MS, failed: 0, saidSo: 0, headRanges: 1.2 };
  it.each<[string, Partial<Parameters<typeof judgeKeepingUp>[0]>, string, number[]]>([
    ['a minute of two hours', {}, 'keeping-up', [60, 7200, 60 / 7200, 60]],
    [
      'more than half of the range', { compactions: [head(BOUNDARY_MS, 4000)] }, 'busy',
      [4000, 7200, 4000 / 7200, 4000],
    ],
    [
      'longer than the range', { compactions: [head(BOUNDARY_MS, 7300)] }, 'falling-behind',
      [7200, 7300, 7200, 7300 / 7200, 7300],
    ],
    ['a head that is not cut', { headRanges: 2.4 }, 'falling-behind', [2.4, 1.5]],
    ['failures first', { failed: 3, headRanges: 2.4 }, 'failing', [3, 2.4, 1.5]],
    ['a cancelled one', { cancelled: 1 }, 'keeping-up', [60, 7200, 60 / 7200, 60, 1]],
    ['failed merges, the head written', { failed: 3, headFailed: false }, 'failing', [3]],
    ['failures, the head cut in time', { failed: 3 }, 'failing', [3, 1.2]],
    ['failures that are over', { failed: 3, headRanges: 2.4, recovered: true }, 'failing', [3]],
    ['what a long time without the process left', { headRanges: 2.4, justStarted: true }, 'unknown', [2.4]],
    ['what a standstill left', { headRanges: 1.8, justResumed: true }, 'unknown', [1.8]],
    [
      'a head that a compaction is about to cut',
      { headRanges: 1.8, compactions: [{ ...head(BOUNDARY_MS, 14), running: true }] }, 'unknown', [1.8],
    ],
    [
      'a head that a compaction does not cut',
      { headRanges: 2.4, compactions: [{ ...head(BOUNDARY_MS, 4000), running: true }] }, 'falling-behind', [2.4, 1.5],
    ],
    ['its own words', { saidSo: 2 }, 'falling-behind', [2]],
    ['shorter than the scrapes can tell', { compactions: [head(BOUNDARY_MS, 0)] }, 'keeping-up', [0, 7200, 0, 0]],
    [
      'only known to lie in a gap', { compactions: [{ ...head(BOUNDARY_MS, 60), startErrorMs: 7_000_000 }] },
      'unknown', [1, 7200],
    ],
    ['no block range', { rangeMs: null }, 'unknown', []],
    ['no compaction', { compactions: [] }, 'unknown', []],
  ])('%s', (name, patch, verdict, quantities) => {
    const judged = judgeKeepingUp({ ...base, ...patch });
    expect(judged.verdict).toBe(verdict);
    expect(judged.code).toBe(patch.recovered === true ? 'compaction-recovered' : `compaction-${verdict}`);
    quantitiesOf(judged).forEach((value, i) => { expect(value).toBeCloseTo(quantities[i] ?? NaN, 0); });
    expect(quantitiesOf(judged)).toHaveLength(quantities.length);
    expectGolden('compaction', `keeping up: ${name}`, finding(judged));
  });
});

it('a WAL that is not truncated is worse than a failed compaction', () => {
  const judged = judgeKeepingUp({
    compactions: [], rangeMs: 7_200_000, failed: 1, saidSo: 0, headRanges: 1.2,
    wal: { checkpointsFailed: 4, truncationsFailed: 4, fromBytes: 1e9, toBytes: 3e9 },
  });
  expect(judged).toMatchObject({ verdict: 'failing', code: 'wal-not-truncated' });
  expectGolden('compaction', 'WAL not truncated', finding(judged));
});
