/** Tests whether more spikes are on some spans than expected by chance from the covered time. Pure. */
import { elementAt } from '../../../../core/elementAt.ts';
import { binomialAtLeast } from '../../../../core/statistics/binomial.ts';
import type { SpanMs } from '../windowFrame.ts';
import { ascendingOverlap, shareWithin, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/**
 * The number of spikes is not by chance if p is below `LINKED_P`, and then until p exceeds `UNLINKED_P`, so that one
 * spike more or less does not change the cause of all others.
 */
const LINKED_P = 0.01;
const UNLINKED_P = 0.1;
const MAX_OF_IT = 0.5;

/**
 * Reports whether spikes are on the spans, going through them in time, each with the samples outside events until its
 * end, by weight: later data changes no earlier step. False without spikes. `spans` ascend without overlap.
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

/** Returns the weighted share of the samples, 0 to 1, within the spans; null without samples. */
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
