import { describe, expect, it } from 'vitest';
import type { SpikeTrain } from '../../../../core/contract/contract.ts';
import { otherCosts } from '../../../../core/text/trainWords.ts';
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

interface Besides { ioMib?: number; delaySeconds?: number }

/** Returns trains of 2 core-s per evaluation; above 2 MiB/s, `heavy` allocates `heavyMib`, `frugal` none. */
function trainsWith(heavyMib: number | null, more: Besides = {}): (SpikeTrain | undefined)[] {
  const random = seededRandom(3);
  let [cpu, allocated, moved] = [0, 0, 0];
  const within = (second: number, phase: number, period: number): number => (
    second > phase && (second - 1 - phase + 10 * period) % period < 2 ? 1 : 0
  );
  const rows = Array.from({ length: SECONDS }, (_, second) => {
    const [heavy, frugal] = [within(second, 12, 30), within(second, 25, 40)];
    cpu += 0.1 * (0.9 + 0.2 * random()) + heavy + frugal;
    allocated += 2 * MIB * (0.8 + 0.4 * random()) + heavy * (heavyMib ?? 0) * MIB / 2;
    moved += MIB * random() + heavy * (more.ioMib ?? 0) * MIB / 2;
    // A scrape overlaps what runs when it begins.
    const meets = within(second + 1, 12, 30);
    const duration = more.delaySeconds === undefined ? 0 : 0.02 + 0.004 * random() + meets * more.delaySeconds;
    return { cpu: Math.floor(cpu * 100) / 100, allocated, moved, duration };
  });
  const window = handMadeWindow({
    startMs: START_MS, durationSeconds: rows.map(({ duration }) => duration), roles: {
      cpuSeconds: rows.map((row) => row.cpu),
      ...(heavyMib === null ? {} : { allocBytes: rows.map((row) => row.allocated) }),
      ...(more.ioMib === undefined ? {} : { diskReadBytes: rows.map((row) => row.moved) }),
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

describe('what an evaluation costs besides', () => {
  it.each([16, 120])('is read from and written to disk: %d MiB within its interval', (mib) => {
    const [heavy, frugal] = trainsWith(null, { ioMib: mib });
    expect(heavy).toMatchObject({ verdict: 'named', ioVerdict: 'named' });
    expect(heavy?.lowIoBytes).toBeLessThan(mib * MIB);
    expect(heavy?.highIoBytes).toBeGreaterThan(mib * MIB);
    expect(Math.abs((heavy?.ioBytes ?? NaN) / (mib * MIB) - 1)).toBeLessThan(0.05);
    expect(frugal).toMatchObject({ verdict: 'named', ioVerdict: 'none' });
    expect(frugal).not.toHaveProperty('ioBytes');
  });

  it('is too little to see, or not known', () => {
    const [small] = trainsWith(null, { ioMib: 0.2, delaySeconds: 0.001 });
    expect(small).toMatchObject({ verdict: 'named', ioVerdict: 'none', delayVerdict: 'none' });
    expect(small).not.toHaveProperty('allocVerdict');
    expect(small === undefined ? [] : otherCosts(small)).toEqual([
      'what each reads and writes is too little to see', 'a scrape during one does not take clearly longer',
    ]);
    const [unknown] = trainsWith(null);
    expect(unknown).not.toHaveProperty('ioVerdict');
    expect(unknown).not.toHaveProperty('delayVerdict');
  });

  it('makes scrapes slower that meet it, by so much, and those of others not', () => {
    const [heavy, frugal] = trainsWith(20, { delaySeconds: 0.15 });
    expect(heavy?.delayVerdict).toBe('named');
    expect(heavy?.lowDelaySeconds).toBeLessThan(0.15);
    expect(heavy?.highDelaySeconds).toBeGreaterThan(0.15);
    expect(heavy?.delaySeconds).toBeCloseTo(0.15, 2);
    expect(frugal?.delayVerdict).toBe('none');
    expect(heavy === undefined ? [] : otherCosts(heavy)).toEqual([
      expect.stringMatching(/^each allocates [\d.]+ MiB \([\d.]+ MiB to [\d.]+ MiB\)$/),
      expect.stringMatching(/^a scrape during one takes 1\d\d ms \(1\d\d ms to 1\d\d ms\) longer$/),
    ]);
  });
});
