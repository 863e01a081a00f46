/** Compares spikes of real servers with lists made by hand before the detector ran; the lists describe how. */
import { describe, expect, it } from 'vitest';
import type { SpikeAttribution } from '../../../../core/contract/contract.ts';
import {
  attributionOf, listedWindow, prefixOf, readSpikeList, scoreSpikes, SPIKE_LISTS,
} from '../../../../testdata/spikeTruth.ts';

/** Required score, from the issue. */
const BAR = 0.9;

describe.each(SPIKE_LISTS)('the spikes of %s', (name) => {
  const list = readSpikeList(name);
  const window = listedWindow(list);
  const attribution = attributionOf(window);
  const score = scoreSpikes(list, attribution);
  const words = score.wrong.join('\n');

  it('are those of the list', () => {
    expect(score.right, words).toBeGreaterThanOrEqual(BAR * score.found);
    expect(score.recalled, words).toBeGreaterThanOrEqual(BAR * score.listed);
    if (list.spikes.length === 0) expect(score.found, words).toBe(0);
  });

  it('have the causes of the list', () => {
    expect(score.causesRight, words).toBeGreaterThanOrEqual(BAR * score.recalled);
  });

  it('rise from the level that the list states', () => {
    // The counter moves by 10 ms: a second of an idle server has no tick or one.
    expect(Math.abs((attribution.quietCores ?? NaN) - list.quietCores))
      .toBeLessThan(Math.max(0.01, 0.35 * list.quietCores));
  });

  it('keep the cause that is named first while data comes in, unless one that was not seen before exceeds it', () => {
    let before: SpikeAttribution | null = null;
    for (let length = 60; length <= window.scrapes.length; length += Math.ceil(window.scrapes.length / 40)) {
      const now = attributionOf(prefixOf(window, length));
      if (now.confidence === 'too-early') continue;
      const [was, is] = [before?.causes[0]?.cause, now.causes[0]?.cause];
      if (was !== undefined && was !== is)
        expect(before?.causes.map(({ cause }) => cause), `${was} to ${is ?? ''} at ${length}`).not.toContain(is);
      before = now;
    }
  });
});
