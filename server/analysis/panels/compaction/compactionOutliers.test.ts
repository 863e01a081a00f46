import { describe, expect, it } from 'vitest';
import { render } from '../../../../core/text/parts.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { analyseCompaction } from './compaction.ts';

const START = 1_800_000_000;
const RANGE = 120;
const seconds = Array.from({ length: 16 * 60 }, (_, second) => second);

/** Compacts the head for 4 s, one minute past each boundary plus `late` seconds; `isStill` stops the process. */
function compacting(late: (k: number) => number, isStill: (second: number) => boolean) {
  const starts = seconds.filter((second) => second % RANGE === 61).map((second, k) => second + late(k));
  const count = (at: number, after: number): number => starts.filter((start) => start + after <= at).length;
  let worked = 0;
  const work = seconds.map((second) => (worked += isStill(second) ? 0 : 1));
  const shown = (of: (second: number) => number) => seconds.map((second) => (isStill(second) ? null : of(second)));
  const window = handMadeWindow({
    ticks: seconds.map((second) => (isStill(second) ? 'timeout' : 'ok')),
    durationSeconds: seconds.map((second) => (isStill(second) ? 1 : 0.004)),
    roles: {
      processStartSeconds: shown(() => START - 5000), cpuSeconds: shown((second) => 0.2 * (work[second] ?? 0)),
      samplesAppended: shown((second) => 1000 * (work[second] ?? 0)),
      compactions: shown((second) => count(second, 4)), compactionSeconds: shown((second) => 4 * count(second, 4)),
      headTruncations: shown((second) => count(second, 4)),
      compactionRunning: shown((second) => count(second, 0) - count(second, 4)),
      headMinTimeMs: shown((second) => 1000 * (START - 2 * RANGE + RANGE * count(second, 4) + RANGE)),
    },
  });
  return analyseCompaction(window, { facts: { blockRangeSeconds: RANGE }, stepMs: null, nowMs: window.endMs });
}

describe('one compaction that a stall put off', () => {
  // The sixth is due at second 661 and starts at 692, when the process resumes.
  const panel = compacting((k) => (k === 5 ? 31 : k % 3), (second) => second >= 659 && second < 692);

  it('does not take the others off the clock', () => {
    expect(panel.finding.code).toBe('compaction-on-clock');
    expect(panel.alignment).toMatchObject({ aligned: true, count: 8 });
    expect(Math.abs((panel.phaseSeconds ?? NaN) - 62)).toBeLessThan(1.5);
  });

  it('is named with its cause', () => {
    expect(quantitiesOf(panel.finding)).toEqual(expect.arrayContaining([7, 8]));
    const said = panel.finding.evidence.map((one) => render(one)).join(' ');
    expect(said).toMatch(/later than the others: .* was frozen/);
    expectGolden('compaction', 'one put off by a standstill', panel.finding);
  });
});

it('starts all over the range are still not on the clock', () => {
  const panel = compacting((k) => (k * 41) % 100, () => false);
  expect(panel.alignment.aligned).toBe(false);
});
