/** Causes are stable: checks the causes of a window's spikes at every refresh of a page. */
import { describe, expect, it } from 'vitest';
import type { SpikeAttribution } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { attributionOf, listedWindow, prefixOf, readSpikeList, SPIKE_LISTS } from '../../../../testdata/spikeTruth.ts';

const START = 1_800_000_000;
const REFRESH_SCRAPES = 10;

/** Returns the attribution at each refresh, from the first answer on. */
function refreshes(window: RoleWindow): SpikeAttribution[] {
  const seen: SpikeAttribution[] = [];
  for (let length = 60; length <= window.scrapes.length; length += REFRESH_SCRAPES) {
    const now = attributionOf(prefixOf(window, length));
    if (now.confidence !== 'too-early') seen.push(now);
  }
  return seen;
}

/** Returns cycles of which half cost nothing, like those of a small heap, and the others 1.6 core-seconds each. */
function gcWindow(seed: number): RoleWindow {
  const random = seededRandom(seed);
  const cores = Array.from({ length: 600 }, () => 0.2 * (0.9 + 0.2 * random()));
  const ends: number[] = [];
  for (let at = 15; at < 595; at += 14 + 8 * random()) {
    ends.push(at);
    if (ends.length % 2 === 0) for (const second of [1, 2]) cores[Math.floor(at) - second] = 0.6 + 0.8 * random();
  }
  let total = 0;
  const cpuSeconds = [0, ...cores].map((used) => Math.floor((total += used) * 100) / 100);
  const ended = (row: number): number[] => ends.filter((end) => end <= row);
  return handMadeWindow({
    durationSeconds: cpuSeconds.map(() => 0),
    roles: {
      cpuSeconds, gcCycles: cpuSeconds.map((_, row) => 5 + ended(row).length),
      lastGcSeconds: cpuSeconds.map((_, row) => START + (ended(row).at(-1) ?? -100)),
    },
  });
}

describe('what spikes come from', () => {
  it.each([1, 2, 3, 4, 5, 6])('is GC, once it was, where every other cycle costs CPU (%i)', (seed) => {
    const first = refreshes(gcWindow(seed)).map(({ causes }) => causes[0]?.cause);
    expect(first.at(-1)).toBe('gc');
    expect(first.slice(first.indexOf('gc')).filter((cause) => cause !== 'gc')).toEqual([]);
  });

  // The quiet hour has no spike.
  it.each(
    SPIKE_LISTS.filter((name) => name !== 'quiet-hour')
  )('changes from one cause to another only with a new spike of the other one (%s)', (name) => {
    let before: SpikeAttribution | null = null;
    for (const now of refreshes(listedWindow(readSpikeList(name)))) {
      const [was, is] = [before?.causes[0]?.cause, now.causes[0]?.cause];
      if (before !== null && was !== is && was !== 'unexplained') {
        const until = before.spikes.filter(({ isOver }) => isOver).at(-1)?.end ?? 0;
        expect(now.spikes.filter(({ cause, end }) => cause === is && end > until), `${was} to ${is ?? ''}`)
          .not.toEqual([]);
      }
      before = now;
    }
  });
});
