/** Do more spikes lie on some spans than the time that the spans cover gives by chance? Pure. */
import { binomialAtLeast } from '../../statistics/binomial.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { overlapMs, shareWithin, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/**
 * So many spikes are not by chance where fewer than one in a hundred such counts are. Once that was so, it stays so
 * until one in ten are: a spike more or less does not change what all the others come from.
 */
const LINKED_P = 0.01;
const UNLINKED_P = 0.1;
const MOST_OF_IT = 0.5;

/**
 * Going through the spikes in time, each with the time outside events until its end: what comes in later changes no
 * step of that. False without spikes.
 */
export function areOnSpans(
  samples: readonly Sample[], levels: QuietLevels, spikes: readonly FoundSpike[], spans: readonly SpanMs[]
): boolean {
  const free = joinedSpans(samples.filter(({ isBusy }) => !isBusy));
  let [all, covered, on, count, seenMs] = [0, 0, 0, 0, -Infinity];
  let areOn = false;
  for (const spike of spikes) {
    for (const { startMs, endMs } of free) {
      const part = { startMs: Math.max(startMs, seenMs), endMs: Math.min(endMs, spike.endMs) };
      if (part.endMs <= part.startMs) continue;
      all += part.endMs - part.startMs;
      covered += overlapMs(spans, part);
    }
    seenMs = spike.endMs;
    count++;
    if (shareWithin(samples, levels, spike, spans) >= MOST_OF_IT) on++;
    if (all > 0) areOn = binomialAtLeast(on, count, covered / all) < (areOn ? UNLINKED_P : LINKED_P);
  }
  return areOn;
}
