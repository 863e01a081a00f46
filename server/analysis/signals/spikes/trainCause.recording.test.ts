/** Trains on the CPU of real servers, whose own rules and scrapes are too light to be visible. */
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../core/elementAt.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import {
  attributionOf, HELD_OUT_LISTS, listedWindow, readSpikeList, SPIKE_LISTS,
} from '../../../../testdata/spikeTruth.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import type { PulseTrain } from '../trains/pulseTrain.ts';

const SEEDS = 8;

/** Returns made-up trains, long enough to cause any spike, at phases that nothing in the recording follows. */
function madeUp(startMs: number, seed: number): PulseTrain[] {
  const random = seededRandom(seed);
  return Array.from({ length: 30 }, (_, k): PulseTrain => ({
    kind: k < 25 ? 'rule-group' : 'scrape-job', name: `made-up ${k}`, file: null, instance: null,
    periodMs: elementAt([10_000, 15_000, 30_000, 60_000], k % 4), phaseMs: startMs + Math.floor(60_000 * random()),
    phaseErrorMs: 20, widthMs: 200 + 1800 * random(), sinceMs: 0, untilMs: null,
  }));
}

/** Recordings with a list of their spikes, and the quiet one, which has none. */
const WINDOWS: [string, () => RoleWindow][] = [
  ...[...SPIKE_LISTS, ...HELD_OUT_LISTS].map((name): [string, () => RoleWindow] => (
    [name, () => listedWindow(readSpikeList(name))]
  )),
  ['quiet', () => roleWindow(loadRecording(recordings.quiet), 'prometheus', '2.42.0')],
];

describe.each(WINDOWS)('the CPU of %s', (name, read) => {
  const window = read();

  it('is not that of trains which the target does not have', () => {
    let tested = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { trains = [] } = attributionOf(window, [], undefined, { trains: madeUp(window.startMs, seed) });
      expect(trains.length).toBeGreaterThan(0);
      expect(trains.filter(({ verdict }) => verdict === 'named'), `seed ${seed}`).toEqual([]);
      tested += trains.filter(({ verdict }) => verdict === 'none').length;
    }
    console.info(`${name}: ${tested} tested of ${30 * SEEDS} trains, none named`);
  });
});
