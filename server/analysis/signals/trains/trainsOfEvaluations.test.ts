/** Compares phases with the starts in a server's query log, for evaluations delayed by a busy host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../core/elementAt.ts';
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { trainsFromReadings, type PulseReading } from './trainsFromReadings.ts';

interface Recorded { name: string; periodMs: number; stated: number[]; logged: number[] }

const FILE = join(import.meta.dirname, '../../../../testdata/ruleEvaluations/prom-2.42-delayed.json');
const groups = JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[];
const T0 = 1_795_798_800_000;
/** Tolerance for starts without delay. */
const PUNCTUAL_MS = 15;
const WITHIN_MS = 50;

/** Returns the logged start that most others follow at once, as the group's timer fires. */
function loggedPhase({ logged, periodMs }: Recorded): number {
  const follow = (phase: number): number => logged.filter((other) => {
    const off = phaseDifference(other, phase, periodMs);
    return off >= 0 && off <= PUNCTUAL_MS;
  }).length;
  return logged.reduce((best, one) => (follow(one) > follow(best) ? one : best), elementAt(logged, 0));
}

function readingsOf(starts: readonly number[], periodMs: number): PulseReading[] {
  return starts.map((start) => ({ startMs: T0 + start, widthMs: 1, periodMs, seenMs: T0 + start + 1000 }));
}

const SUBJECT = { kind: 'rule-group', name: 'g', file: '/r.yml', instance: null } as const;
const trainsOf = (starts: readonly number[], periodMs: number): ReturnType<typeof trainsFromReadings> =>
  trainsFromReadings({ subject: SUBJECT, readings: readingsOf(starts, periodMs), goneMs: [], restartsMs: [] });

describe('the phase of a group whose evaluations were delayed', () => {
  it('is within 50 ms of the log from any three readings in a row, where the middle of them is not', () => {
    let [all, close, closeByMiddle] = [0, 0, 0];
    for (const group of groups) {
      const { stated, periodMs } = group;
      const phase = loggedPhase(group);
      const isClose = (start: number): boolean => Math.abs(phaseDifference(start, phase, periodMs)) <= WITHIN_MS;
      for (let k = 0; k + 3 <= stated.length; k++) {
        const three = stated.slice(k, k + 3);
        const [train, ...others] = trainsOf(three, periodMs);
        expect(others).toEqual([]);
        const first = elementAt(three, 0);
        const middle = first + (median(three.map((start) => phaseDifference(start, first, periodMs))) ?? NaN);
        all++;
        close += Number(isClose((train?.phaseMs ?? NaN) - T0));
        closeByMiddle += Number(isClose(middle));
      }
    }
    expect({ all, close, closeByMiddle }).toEqual({ all: 306, close: 300, closeByMiddle: 249 });
  });

  it('is within 50 ms of the log, and one, from all readings', () => {
    for (const group of groups) {
      const trains = trainsOf(group.stated, group.periodMs);
      expect(trains, group.name).toHaveLength(1);
      const off = phaseDifference((trains[0]?.phaseMs ?? NaN) - T0, loggedPhase(group), group.periodMs);
      expect(Math.abs(off), group.name).toBeLessThanOrEqual(WITHIN_MS);
    }
  });
});
