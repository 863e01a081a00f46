import { describe, expect, it } from 'vitest';
import { handMadeWindow, type HandMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { workMeter } from './standstills.ts';

const START = 1_800_000_000;
const LENGTH = 120;
/** Stopped from the answer at +60 s for 9 s; the scrape at +61 s is answered at the end. */
const [STILL, ON] = [60, 69];
const isHung = (i: number): boolean => i > STILL + 1 && i <= ON;

function spans(more: { isLate?: boolean; isHostDown?: boolean; cores?: number } = {}): number[][] {
  const counter = (rate: number): (number | null)[] => {
    let total = 0;
    return Array.from({ length: LENGTH }, (_, i) => {
      if (i <= STILL || i > ON) total += rate;
      // The CPU counter moves by 10 ms.
      return isHung(i) ? null : Math.floor(100 * total) / 100;
    });
  };
  const made: HandMadeWindow = {
    // A tsdbscope that did not run sent none of the scrapes that it would have skipped.
    ticks: Array.from({ length: LENGTH }, (_, i) => (!isHung(i) ? 'ok'
      : more.isLate === true && i > STILL + 2 && i < ON ? null : 'skipped' as const)),
    durationSeconds: Array.from({ length: LENGTH }, (_, i) => (i === STILL + 1 ? 8.2 : 0.01)),
    roles: {
      cpuSeconds: counter(more.cores ?? 0.2), samplesAppended: counter(1000),
      nodeUp: Array.from({ length: LENGTH }, (_, i) =>
        (isHung(i) ? null : i === STILL + 1 && more.isHostDown === true ? 0 : 1)),
    },
  };
  return workMeter(handMadeWindow(made), []).standstills
    .map(({ startMs, endMs }) => [Math.round(startMs / 1000 - START), Math.round(endMs / 1000 - START)]);
}

describe('a process that stood still', () => {
  it('does nothing while its node_exporter answers and tsdbscope goes on', () => {
    expect(spans()).toEqual([[60, 69]]);
  });

  it('is told of a server so idle that its CPU counter moves by one step or two a second', () => {
    expect(spans({ cores: 0.014 })).toEqual([[60, 69]]);
  });

  it('is reported for one that uses less, by the samples that it did not take in', () => {
    expect(spans({ cores: 0.008 })).toEqual([[60, 69]]);
  });

  it('is not told from a machine that stood still: the node_exporter did not answer either', () => {
    expect(spans({ isHostDown: true })).toEqual([]);
  });

  it('nor where tsdbscope itself did not run for a third of the time', () => {
    expect(spans({ isLate: true })).toEqual([]);
  });
});
