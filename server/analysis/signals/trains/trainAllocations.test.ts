import { describe, expect, it } from 'vitest';
import type { SpikeTrain } from '../../../../core/contract/contract.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { attributionOf } from '../../../../testdata/spikeTruth.ts';
import type { PulseTrain } from './pulseTrain.ts';

const START_MS = 1_800_000_000_000;
const SECONDS = 900;
const MIB = 2 ** 20;

function group(name: string, phaseSeconds: number, periodSeconds: number): PulseTrain {
  return {
    kind: 'rule-group', name, file: '/r.yml', instance: null, periodMs: 1000 * periodSeconds,
    phaseMs: START_MS + 1000 * phaseSeconds, phaseErrorMs: 10, widthMs: 2000, sinceMs: START_MS - 1e6, untilMs: null,
  };
}
const TRAINS = [group('heavy', 12, 30), group('frugal', 25, 40)];

/** Each uses 2 core-s an evaluation; beside 2 MiB/s all the time, `heavy` allocates `heavyMib`, `frugal` none. */
function trainsWith(heavyMib: number | null): (SpikeTrain | undefined)[] {
  const random = seededRandom(3);
  let [cpu, allocated] = [0, 0];
  const within = (second: number, phase: number, period: number): number => (
    second > phase && (second - 1 - phase + 10 * period) % period < 2 ? 1 : 0
  );
  const rows = Array.from({ length: SECONDS }, (_, second) => {
    const [heavy, frugal] = [within(second, 12, 30), within(second, 25, 40)];
    cpu += 0.1 * (0.9 + 0.2 * random()) + heavy + frugal;
    allocated += 2 * MIB * (0.8 + 0.4 * random()) + heavy * (heavyMib ?? 0) * MIB / 2;
    return { cpu: Math.floor(cpu * 100) / 100, allocated };
  });
  const window = handMadeWindow({
    startMs: START_MS, durationSeconds: rows.map(() => 0), roles: {
      cpuSeconds: rows.map((row) => row.cpu),
      ...(heavyMib === null ? {} : { allocBytes: rows.map((row) => row.allocated) }),
    },
  });
  const { trains = [] } = attributionOf(window, [], [], { trains: TRAINS });
  return TRAINS.map(({ name }) => trains.find(({ names }) => names.includes(name)));
}

describe('what an evaluation allocates', () => {
  it.each([20, 200])('is given back within its interval: %d MiB', (mib) => {
    const [heavy, frugal] = trainsWith(mib);
    expect([heavy?.verdict, frugal?.verdict]).toEqual(['named', 'named']);
    expect(heavy?.lowAllocBytes).toBeLessThan(mib * MIB);
    expect(heavy?.highAllocBytes).toBeGreaterThan(mib * MIB);
    expect(Math.abs((heavy?.allocBytes ?? NaN) / (mib * MIB) - 1)).toBeLessThan(0.05);
    expect(frugal).not.toHaveProperty('allocBytes');
  });

  it('is not known where the target does not count it, or it is too little', () => {
    expect(trainsWith(null)[0]).not.toHaveProperty('allocBytes');
    expect(trainsWith(0.2)[0]).not.toHaveProperty('allocBytes');
  });
});
