/** Samples within events that use CPU, and the time that samples cover. Pure. */
import { elementAt } from '../../../../core/elementAt.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import type { Sample } from './quietLevel.ts';

/** Returns the samples with those in an event marked, so that no event, however long, becomes a quiet level. */
export function markBusy(samples: readonly Omit<Sample, 'isBusy'>[], events: readonly SpanMs[]): Sample[] {
  const joined = joinedSpans(events);
  let next = 0;
  return samples.map(({ startMs, endMs, value, weight }) => {
    while (next < joined.length && elementAt(joined, next).endMs <= startMs) next++;
    const isBusy = next < joined.length && elementAt(joined, next).startMs < endMs;
    return { startMs, endMs, value, weight, isBusy };
  });
}

/** Returns the time that samples cover, without gaps. */
export function secondsOf(samples: readonly SpanMs[]): number {
  return samples.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0);
}
