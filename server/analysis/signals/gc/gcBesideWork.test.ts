/** Rule groups and queries allocate, so cycles cluster where they run: their CPU must not count as the cycles'. */
import { expect, it } from 'vitest';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { cpuSpikesOf } from '../../../../testdata/spikeTruth.ts';
import type { PulseTrain } from '../trains/pulseTrain.ts';
import { eventLockedCost } from './eventLockedCost.ts';
import { findGcCycles } from './gcCycles.ts';

const START_MS = 1_800_000_000_000;
const SECONDS = 1200;
const CYCLE_SECONDS = 0.05;
const WORK_SECONDS = 0.8;
const PERIOD_SECONDS = 24;

const group: PulseTrain = {
  kind: 'rule-group', name: 'heavy', file: '/etc/rules.yml', instance: null, periodMs: 1000 * PERIOD_SECONDS,
  phaseMs: START_MS + 7100, phaseErrorMs: 10, widthMs: 800, sinceMs: 0, untilMs: null,
};

/** Returns work of 0.8 core-seconds with a cycle every 24 s, and another cycle without work 12 s later. */
function windowOf(kind: 'rules' | 'queries') {
  const random = seededRandom(5);
  const cores = Array.from({ length: SECONDS }, () => 0.1 * (0.9 + 0.2 * random()));
  const took = cores.map(() => 0);
  const ends: number[] = [];
  const add = (second: number, area: number): void => { cores[second] = (cores[second] ?? 0) + area; };
  for (let second = 7; second + 13 < SECONDS; second += PERIOD_SECONDS) {
    add(second, WORK_SECONDS);
    if (kind === 'queries') took[second] = WORK_SECONDS;
    for (const end of [second + 0.8, second + 12.8]) {
      add(Math.floor(end), CYCLE_SECONDS);
      ends.push(end);
    }
  }
  let [total, taken] = [0, 0];
  const cpuSeconds = [0, ...cores.map((used) => Math.floor((total += used) * 100) / 100)];
  const before = cpuSeconds.map((_, second) => ends.filter((end) => end <= second));
  return handMadeWindow({
    durationSeconds: cpuSeconds.map(() => 0),
    roles: {
      cpuSeconds, queryEvalSeconds: [0, ...took.map((seconds) => (taken += seconds))],
      gcCycles: before.map((own) => 10 + own.length),
      lastGcSeconds: before.map((own) => START_MS / 1000 + (own.at(-1) ?? -20)),
      processStartSeconds: cpuSeconds.map(() => START_MS / 1000 - 1000),
    },
  });
}

it.each(['rules', 'queries'] as const)('%s keep their CPU: a cycle costs what one costs without them', (kind) => {
  const window = windowOf(kind);
  const { spikes, locked } = cpuSpikesOf(window, [], [], { trains: kind === 'rules' ? [group] : [] });
  expect(spikes.causes.map(({ cause }) => cause)).toEqual([kind === 'rules' ? 'rule-group' : 'query']);
  if (locked.lock === null) throw new Error(locked.why);
  const { cost } = eventLockedCost(locked.lock, findGcCycles(window), seededRandom(1));
  const lone = (SECONDS - 7) / PERIOD_SECONDS;
  expect(cost?.cyclesUsed).toBeGreaterThan(0.9 * lone);
  expect(cost?.cyclesUsed).toBeLessThan(1.1 * lone);
  expect(Math.abs((cost?.coreSecondsPerCycle ?? NaN) / CYCLE_SECONDS - 1)).toBeLessThan(0.2);
  expect(cost?.highCores).toBeLessThan(1.3 * 2 * CYCLE_SECONDS / PERIOD_SECONDS);
});
