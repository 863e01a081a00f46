/** Splits long spikes where a known event begins and ends within them. See docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { overlapMs, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/** Shorter spikes are about as long as their causes. */
const LONG_MS = 10_000;
/** A part below this share of the whole is merged into a neighbour. */
const MIN_PART = 0.15;
const MOSTLY = 0.5;

interface Part { from: number; to: number; isIn: boolean; excess: number }

/**
 * Returns the spikes, ascending; a long one in which `events` begin or end is split into parts, each either in an event
 * or in none. Otherwise the cause of most of it would get all of it.
 */
export function splitSpikes(
  spikes: readonly FoundSpike[], samples: readonly Sample[], levels: QuietLevels, events: readonly SpanMs[]
): FoundSpike[] {
  const joined = joinedSpans(events);
  return spikes.flatMap((spike) => (
    spike.endMs - spike.startMs < LONG_MS ? [spike] : partsOf(spike, samples, levels, joined)
  ));
}

function partsOf(
  spike: FoundSpike, samples: readonly Sample[], { level }: QuietLevels, events: readonly SpanMs[]
): FoundSpike[] {
  const runs: Part[] = [];
  for (let k = spike.from; k < spike.to; k++) {
    const { startMs, endMs, value, weight } = elementAt(samples, k);
    const isIn = overlapMs(events, { startMs, endMs }) >= MOSTLY * (endMs - startMs);
    const excess = (value - numberAt(level, k)) * weight;
    const last = runs.at(-1);
    if (last?.isIn === isIn) Object.assign(last, { to: k + 1, excess: last.excess + excess });
    else runs.push({ from: k, to: k + 1, isIn, excess });
  }
  const parts = withoutSmall(runs, MIN_PART * spike.excess);
  return parts.length < 2 ? [spike] : parts.map((part) => spikeOf(part, spike, samples, level));
}

/** Merges small parts, smallest first, into the larger neighbour; neighbours of one kind are joined. */
function withoutSmall(runs: readonly Part[], least: number): Part[] {
  const parts = [...runs];
  while (parts.length > 1) {
    const at = parts.reduce((best, { excess }, i) => (excess < elementAt(parts, best).excess ? i : best), 0);
    if (elementAt(parts, at).excess >= least) break;
    const [before, after] = [parts[at - 1], parts[at + 1]];
    const { isIn } = (before?.excess ?? -Infinity) > (after?.excess ?? -Infinity) ? before ?? elementAt(parts, at)
      : after ?? elementAt(parts, at);
    parts[at] = { ...elementAt(parts, at), isIn };
    for (let i = parts.length - 1; i > 0; i--) {
      const [one, next] = [elementAt(parts, i - 1), elementAt(parts, i)];
      if (one.isIn === next.isIn)
        parts.splice(i - 1, 2, { ...one, to: next.to, excess: one.excess + next.excess });
    }
  }
  return parts;
}

function spikeOf(
  { from, to, excess }: Part, whole: FoundSpike, samples: readonly Sample[], level: Float64Array
): FoundSpike {
  let top = from;
  for (let k = from; k < to; k++) if (elementAt(samples, k).value > elementAt(samples, top).value) top = k;
  return {
    startMs: elementAt(samples, from).startMs, endMs: elementAt(samples, to - 1).endMs,
    isOver: whole.isOver || to < whole.to, peak: elementAt(samples, top).value, quiet: numberAt(level, top), excess,
    from, to, top,
  };
}
