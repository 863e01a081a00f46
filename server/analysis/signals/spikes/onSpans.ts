/** Do more spikes lie on some spans than the time that the spans cover gives by chance? Pure. */
import { elementAt } from '../../../../core/elementAt.ts';
import { binomialAtLeast } from '../../../../core/statistics/binomial.ts';
import type { SpanMs } from '../windowFrame.ts';
import { ascendingOverlap, shareWithin, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/**
 * So many spikes are not by chance where fewer than one in a hundred such counts are. Once that was so, it stays so
 * until one in ten are: a spike more or less does not change what all the others come from.
 */
const LINKED_P = 0.01;
const UNLINKED_P = 0.1;
const MAX_OF_IT = 0.5;

/**
 * Going through the spikes in time, each with the samples outside events until its end, by their weight: what comes in
 * later changes no step of that. False without spikes. `spans` ascend and are apart.
 */
export function areOnSpans(
  samples: readonly Sample[], levels: QuietLevels, spikes: readonly FoundSpike[], spans: readonly SpanMs[]
): boolean {
  let [all, covered, on, count, next] = [0, 0, 0, 0, 0];
  let areOn = false;
  const overlapOf = ascendingOverlap(spans);
  for (const spike of spikes) {
    for (; next < spike.to; next++) {
      const { startMs, endMs, weight, isBusy } = elementAt(samples, next);
      if (isBusy) continue;
      all += weight;
      covered += weight * overlapOf(startMs, endMs) / (endMs - startMs);
    }
    count++;
    if (shareWithin(samples, levels, spike, spans) >= MAX_OF_IT) on++;
    if (all > 0) areOn = binomialAtLeast(on, count, covered / all) < (areOn ? UNLINKED_P : LINKED_P);
  }
  return areOn;
}

/** Part of the samples, 0 to 1, each by its weight, that lies in the spans; null without samples. */
export function coveredShare(samples: readonly Sample[], spans: readonly SpanMs[]): number | null {
  let all = 0;
  let within = 0;
  const overlapOf = ascendingOverlap(spans);
  for (const { startMs, endMs, weight } of samples) {
    all += weight;
    within += weight * overlapOf(startMs, endMs) / (endMs - startMs);
  }
  return all > 0 ? within / all : null;
}
