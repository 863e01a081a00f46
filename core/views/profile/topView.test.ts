import { describe, expect, it } from 'vitest';
import type { TopTable } from '../../contract/contract.ts';
import type { Frame } from '../flame/flameGraphData.ts';
import { profileFinding, singleSpoken, topRows } from './topView.ts';

const top: TopTable = {
  unit: 'nanoseconds', sampleType: 'cpu', total: 75_160_000_000, rowsLeftOut: 0,
  rows: [
    { function: 'runtime.scanobject', file: 'mgcmark.go', flat: 8_990_000_000, cum: 17_890_000_000 },
    { function: 'github.com/prometheus/tsdb.(*memSeries).append', file: 'head.go', flat: 6_320_000_000, cum: 39_250_000_000 },
  ],
};

describe('topRows', () => {
  it('shares are of the total', () => expect(topRows(top)[1]?.cumRatio).toBeCloseTo(0.5222, 4));
  it('a total of 0 has no shares', () => expect(topRows({ ...top, total: 0 })[0]).toMatchObject({ flatRatio: null, cumRatio: null }));
});

describe('profileFinding', () => {
  it('says how much, in how long, and who', () => {
    expect(profileFinding(top, { durationSeconds: 78.81 }, false, 0.262).sentence).toBe(
      '75.2 s CPU in 78.8 s (0.95 cores). Largest by itself: runtime.scanobject, 8.99 s (12 %). Garbage collection: 26.2 %.');
  });
  it.each([null, 0.02])('claims nothing of a garbage collector whose share is %s', (gcRatio) => {
    expect(profileFinding(top, { durationSeconds: null }, false, gcRatio).sentence).not.toContain('Garbage');
  });
  it.each([[true, 'No cpu sample passes the filters; clear one of them.'], [false, 'This profile has no cpu samples.']])('nothing to show, filtered %s', (isFiltered, sentence) => {
    expect(profileFinding({ ...top, total: 0, rows: [] }, { durationSeconds: null }, isFiltered, null)).toMatchObject({ severity: 'unknown', sentence });
  });
});

describe('singleSpoken', () => {
  it('names the function and both figures', () => {
    const frame: Frame = { key: 1, parentKey: 0, childKeys: [], depth: 1, name: 'a/b.F', width: 1, weight: { mode: 'single', cum: 2e9, flat: 1e9 } };
    expect(singleSpoken(frame, 4e9, 'nanoseconds')).toBe('b.F, cum 2 s (50 %), flat 1 s (25 %)');
  });
});
