/** Is a host that runs short of something what makes spikes? See docs/reference/spikes.md. */
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import type { FoundSpike } from './findSpikes.ts';
import { areOnSpans, coveredShare } from './onSpans.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/** Short for so much of the time, no coincidence can be counted: then it is the cause by its level. */
const ALWAYS = 0.9;

export interface HostCause {
  isLinked: boolean;
  /** Ascending, apart. */
  shortages: SpanMs[];
}

interface HostCauseInput {
  samples: readonly Sample[];
  levels: QuietLevels;
  /** Spikes that nothing else explains. */
  spikes: readonly FoundSpike[];
  shortages: readonly SpanMs[];
}

export function hostCause({ samples, levels, spikes, shortages: all }: HostCauseInput): HostCause {
  const shortages = joinedSpans(all);
  if (shortages.length === 0) return { isLinked: false, shortages };
  const isAlways = (coveredShare(samples, shortages) ?? 0) >= ALWAYS;
  return { isLinked: isAlways || areOnSpans(samples, levels, spikes, shortages), shortages };
}
