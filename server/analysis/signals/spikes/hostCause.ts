/** Decides whether a shortage of the host causes spikes. See docs/reference/spikes.md. */
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import type { FoundSpike } from './findSpikes.ts';
import { areOnSpans, coveredShare } from './onSpans.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/** Share of the time from which a shortage is the cause by its level, because it leaves no times to compare with. */
const ALWAYS = 0.9;

export interface HostCause {
  isLinked: boolean;
  /** Ascending, not overlapping. */
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
