/** Finds the queries of a query log that were evaluated in a spike, and whether they suffice for it. Pure. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { LoggedQuery, SpikeQueries, SpikeQuery } from '../../../../core/contract/contract.ts';
import { originWords } from '../../../../core/text/queryWords.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import type { SpanMs } from '../windowFrame.ts';
import { shareWithin, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/**
 * Minimum evaluation time as a share of the spike, in core-seconds. It is below 1 because garbage is collected
 * concurrently; Prometheus evaluates a query on one core, VictoriaMetrics on all.
 */
const ENOUGH_WORK = 0.4;
const EXPLAINS = 0.5;
/** Minimum duration of a named query, as a share of the longest one's. */
const NAMED_SHARE = 0.5;
const MAX_NAMED = 3;

export interface QueryCause extends SpikeQueries {
  /** Share of the spike within their evaluations. */
  share: number;
}

/** Returns null if no query explains the spike. */
export type QueryCauses = (spike: FoundSpike) => QueryCause | null;

interface Input {
  samples: readonly Sample[];
  levels: QuietLevels;
  queries: readonly LoggedQuery[];
  stepMs: number;
  /** Cores that one query may use at once; default: 1. */
  queryCores?: number;
}

/**
 * Returns a function that attributes spikes to queries. Queries explain a spike if at least half of it is within their
 * evaluations, extended by a scrape step either way, and if they were evaluated for long enough, minus the usual
 * concurrent load. The longest ones are named, several if they ran at the same time.
 */
export function queryCauses({ samples, levels, queries, stepMs, queryCores = 1 }: Input): QueryCauses {
  if (queries.length === 0) return () => null;
  const ordered = queries.toSorted((a, b) => a.start - b.start);
  const running = runningAtOnce(samples, ordered);
  const usual = median(running) ?? 0;
  return (spike) => {
    const near = ordered.map((query) => ({ query, seconds: overlapSeconds(query, spike) }))
      .filter(({ seconds }) => seconds > 0);
    const work = near.reduce((sum, { seconds }) => sum + seconds, 0) - usual * (spike.endMs - spike.startMs) / 1000;
    if (queryCores * work < ENOUGH_WORK * spike.excess) return null;
    const spans = near.map(({ query }) => ({
      startMs: 1000 * query.start - stepMs, endMs: 1000 * query.end + stepMs,
    })).sort((a, b) => a.startMs - b.startMs);
    const share = shareWithin(samples, levels, spike, spans);
    if (share < EXPLAINS) return null;
    const all = together(near);
    const named = all.filter(({ seconds }) => seconds >= NAMED_SHARE * (all[0]?.seconds ?? 0)).slice(0, MAX_NAMED);
    return { share, named: named.map(({ query }) => query), others: all.length - named.length };
  };
}

interface Near { query: LoggedQuery; seconds: number }

/** Groups evaluations of one text for one client or rule group, longest in the spike first. */
function together(near: readonly Near[]): { query: SpikeQuery; seconds: number }[] {
  const groups = new Map<string, { query: SpikeQuery; seconds: number }>();
  for (const { query: { text, origin, evalSeconds, samples }, seconds } of near) {
    const key = `${text}\n${originWords(origin)}`;
    const group = groups.get(key) ?? { query: { text, origin, count: 0, evalSeconds: 0, samples: null }, seconds: 0 };
    group.seconds += seconds;
    group.query.count += 1;
    group.query.evalSeconds += evalSeconds;
    if (samples !== null) group.query.samples = (group.query.samples ?? 0) + samples;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.seconds - a.seconds);
}

function overlapSeconds({ start, end }: LoggedQuery, { startMs, endMs }: SpanMs): number {
  return Math.min(end, endMs / 1000) - Math.max(start, startMs / 1000);
}

/** Returns the mean number of concurrent evaluations in each sample; both ascend. */
function runningAtOnce(samples: readonly Sample[], queries: readonly LoggedQuery[]): Float64Array {
  const running = new Float64Array(samples.length);
  let first = 0;
  for (const query of queries) {
    while (first < samples.length && elementAt(samples, first).endMs <= 1000 * query.start) first++;
    for (let k = first; k < samples.length && elementAt(samples, k).startMs < 1000 * query.end; k++) {
      const { startMs, endMs } = elementAt(samples, k);
      running[k] = numberAt(running, k) + overlapSeconds(query, { startMs, endMs }) / ((endMs - startMs) / 1000);
    }
  }
  return running;
}
