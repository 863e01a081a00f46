/** Runs the rules on recordings of real servers and compares with their lists of spikes. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIGGERS } from '../../../../core/triggers.ts';
import { FIGURE_ROLES, type ScrapeFigures } from '../../../data/metrics/scrapeFigures.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { listedWindow, readSpikeList, type SpikeListName } from '../../../../testdata/spikeTruth.ts';
import type { TriggerReading } from './highWaterRules.ts';
import { Triggers, type Firing } from './triggers.ts';

/** The lists have whole seconds, and a scrape shows the time before it. */
const SLACK_MS = 2500;
/** Minimum length of a compaction that stands out from the load, and its first part. */
const LONG_SECONDS = 4;
const FIRST_MS = 3500;

function readingsOf(window: RoleWindow): TriggerReading[] {
  const { scrapes } = window;
  return Array.from({ length: scrapes.length }, (_none, i): TriggerReading[] => {
    if (scrapes.error[i] !== null || scrapes.repeated[i] === 1) return [];
    const valueOf = (role: (typeof FIGURE_ROLES)[number] | 'processStartSeconds'): number | undefined => {
      const series = window.role(role);
      return series?.present[i] === 1 ? series.values[i] : undefined;
    };
    const figures: ScrapeFigures = Object.fromEntries(
      FIGURE_ROLES.flatMap((role) => (valueOf(role) === undefined ? [] : [[role, valueOf(role)]]))
    );
    return [{
      timeMs: scrapes.startMs[i] ?? NaN, durationSeconds: scrapes.durationSeconds[i] ?? NaN, figures,
      watched: new Map(),
      processStartSeconds: valueOf('processStartSeconds') ?? null, limitBytes: null, blockRangeMs: null,
    }];
  }).flat();
}

/** `restMs`: minimum time between two firings of one rule, after which its mark is reset. */
function firingsOf(name: SpikeListName, restMs: number): (Firing & { timeMs: number })[] {
  const triggers = new Triggers({ ...DEFAULT_TRIGGERS, resetMs: restMs });
  const lastMs = new Map<string, number>();
  return readingsOf(listedWindow(readSpikeList(name))).flatMap((reading) => triggers.see(reading, (rule) => {
    if (reading.timeMs - (lastMs.get(rule) ?? -Infinity) <= restMs) return false;
    lastMs.set(rule, reading.timeMs);
    return true;
  }).map((firing) => ({ ...firing, timeMs: reading.timeMs })));
}

describe('an hour without spikes', () => {
  it('takes no profile', () => { expect(firingsOf('quiet-hour', 60_000)).toEqual([]); });
});

describe.each(['load', 'storm', 'victoriametrics', 'held-out-1', 'held-out-2'] as const)('of %s', (name) => {
  it('only listed spikes take a CPU profile', () => {
    const { spikes } = readSpikeList(name);
    const outside = firingsOf(name, 15_000).filter(({ rule }) => rule === 'cpu').filter(({ timeMs }) => !spikes.some(
      ({ start, end }) => timeMs >= 1000 * start - SLACK_MS && timeMs <= 1000 * end + SLACK_MS
    ));
    expect(outside).toEqual([]);
  });
});

describe('the head compactions of a server under load', () => {
  it('take a profile in their first seconds, each', () => {
    const fired = firingsOf('load', 15_000).filter(({ rule }) => rule === 'cpu');
    const [first] = fired;
    const compactions = readSpikeList('load').spikes.filter(
      ({ start, end, cause }) => cause === 'compaction' && end - start >= LONG_SECONDS
        && 1000 * start >= (first?.timeMs ?? Infinity)
    );
    const missed = compactions.filter(({ start }) => !fired.some(
      ({ timeMs }) => timeMs >= 1000 * start - SLACK_MS && timeMs <= 1000 * start + FIRST_MS
    ));
    expect(compactions.length).toBeGreaterThan(5);
    expect(missed).toEqual([]);
  });
});
