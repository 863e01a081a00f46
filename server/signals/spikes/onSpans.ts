/** Do more spikes lie on some spans than the time that the spans cover gives by chance? Pure. */
import { binomialAtLeast } from '../../statistics/binomial.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { overlapMs, shareWithin, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/** So many spikes are not by chance where fewer than one in a hundred such counts are. */
const LINKED_P = 0.01;
const MOST_OF_IT = 0.5;

/** Over the samples outside events. False without spikes. */
export function areOnSpans(
  samples: readonly Sample[], levels: QuietLevels, spikes: readonly FoundSpike[], spans: readonly SpanMs[]
): boolean {
  const free = joinedSpans(samples.filter(({ isBusy }) => !isBusy));
  const all = free.reduce((sum, span) => sum + span.endMs - span.startMs, 0);
  if (all === 0 || spikes.length === 0) return false;
  const covered = free.reduce((sum, span) => sum + overlapMs(spans, span), 0) / all;
  const on = spikes.filter((spike) => shareWithin(samples, levels, spike, spans) >= MOST_OF_IT).length;
  return binomialAtLeast(on, spikes.length, covered) < LINKED_P;
}
