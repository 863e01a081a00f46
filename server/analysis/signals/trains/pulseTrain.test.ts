import { describe, expect, it } from 'vitest';
import { pulsesOf, pulseStarts, type PulseTrain } from './pulseTrain.ts';

const train: PulseTrain = {
  kind: 'rule-group', name: 'node', file: '/etc/rules.yml', instance: null,
  periodMs: 15_000, phaseMs: 4_000, phaseErrorMs: 10, widthMs: 300, sinceMs: 0, untilMs: null,
};

describe('pulse starts', () => {
  it('are whole periods from the phase, before it and after it', () => {
    expect(pulseStarts(train, 0, 50_000)).toEqual([4_000, 19_000, 34_000, 49_000]);
    expect(pulseStarts({ ...train, phaseMs: 64_000 }, 0, 20_000)).toEqual([4_000, 19_000]);
  });

  it('have the first moment and not the last', () => {
    expect(pulseStarts(train, 4_000, 19_000)).toEqual([4_000]);
  });

  it('are where they were seen, with their own length, and at the phase elsewhere', () => {
    const seen = [{ startMs: 19_400, widthMs: 900 }, { startMs: 49_100, widthMs: 250 }];
    expect(pulsesOf({ ...train, seen }, 0, 60_000)).toEqual([
      { startMs: 4_000, widthMs: 300 }, seen[0], { startMs: 34_000, widthMs: 300 }, seen[1],
    ]);
  });

  it('stay within the time the train is known to run', () => {
    expect(pulseStarts({ ...train, sinceMs: 10_000, untilMs: 34_000 }, 0, 60_000)).toEqual([19_000]);
    expect(pulseStarts({ ...train, sinceMs: 90_000 }, 0, 60_000)).toEqual([]);
  });
});
