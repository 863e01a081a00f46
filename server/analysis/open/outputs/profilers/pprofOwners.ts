/** Tells whose memory or time it is if a function of Go's own packages has most of it in a table of pprof. Pure. */
import { isOfGo, shortName } from '../../logs/crashes/crashPlace.ts';
import { joined } from '../../look/factTools.ts';
import type { PprofRow } from './pprofDifference.ts';
import { isHelper } from './helpers/helperRows.ts';

const ROOT = /^(?:main\.main|cmd\/)/;
const MIN_CUM_PERCENT = 15;
const MIN_SELF_PERCENT = 15;
const MAX_OWNERS = 2;
/** Functions that call each other have almost the same value. */
const SAME_PERCENT = 2;
/** A function that calls two others has their sum, up to this. */
const SUM_PERCENT = 0.6;

/** Programs by their functions: what they hold there, and what to look at. */
const HELD: readonly (readonly [RegExp, string])[] = [
  [/\bgrafana\/loki\/(?:v\d\/)?pkg\/chunkenc\.\(\*MemChunk\)/, 'Those are chunks of streams that the ingesters of Loki '
    + 'have in memory: see loki_ingester_memory_streams and loki_ingester_memory_chunks, whether flushes fail or wait, '
    + 'then chunk_idle_period, max_chunk_age and the labels that make many streams.'],
  [/\bgrafana\/loki\/(?:v\d\/)?pkg\/ingester\.\(\*Ingester\)\.flushChunks$/, 'What flushChunks has are chunks that are '
    + 'being encoded for the object store.'],
  [/\bVictoriaMetrics\/lib\/mergeset\.\(\*inmemoryBlock\)\.UnmarshalData$/, 'Blocks of the index (indexdb) are '
    + 'unpacked there, and the cache indexdb/dataBlocks keeps them: see its vm_cache_size_bytes '
    + 'and vm_cache_misses_total, the rate of new series, and queries that touch many series. A cache that fills looks '
    + 'like a leak.'],
];

const percent = (text: string): number => Number.parseFloat(text);

/** Returns the functions of the program with most, one of each chain of calls, in the order of their values. */
function ownersIn(rows: readonly PprofRow[]): PprofRow[] {
  const own = rows.filter(({ name, cumShare }) => name.includes('/') && !ROOT.test(name) && !isOfGo(name)
    && percent(cumShare) >= MIN_CUM_PERCENT).toSorted((a, b) => percent(b.cumShare) - percent(a.cumShare));
  const chains: PprofRow[][] = [];
  for (const row of own) {
    const chain = chains.find(([first]) =>
      first !== undefined && percent(first.cumShare) - percent(row.cumShare) < SAME_PERCENT);
    if (chain === undefined) chains.push([row]);
    else chain.push(row);
  }
  // Of a chain, the function that works most itself says most.
  return chains.flatMap((chain) => chain.toSorted((a, b) => percent(b.share) - percent(a.share))[0] ?? []);
}

/** Whether a function only calls two others that are listed, so that its value is theirs. */
export function isSumOfTwo(row: PprofRow, all: readonly PprofRow[]): boolean {
  const smaller = all.filter((one) => one !== row && percent(one.cumShare) < percent(row.cumShare));
  return percent(row.share) < SAME_PERCENT && smaller.some((one, at) => smaller.slice(at + 1).some((other) =>
    Math.abs(percent(one.cumShare) + percent(other.cumShare) - percent(row.cumShare)) < SUM_PERCENT));
}

/** Whether functions have together about what the one that works for its callers has itself. */
function isAsMuch(owners: readonly PprofRow[], most: PprofRow): boolean {
  const sum = owners.reduce((all, { cumShare }) => all + percent(cumShare), 0);
  return owners.length > 1 && isHelper(most.name) && Math.abs(sum - percent(most.share)) <= SAME_PERCENT;
}

/** Returns what a known function with much of the memory holds there; null for others. */
export function heldFacts(rows: readonly PprofRow[]): string | null {
  return joined(HELD.filter(([pattern]) => rows.some(({ name, cumShare }) =>
    pattern.test(name) && percent(cumShare) >= MIN_CUM_PERCENT)).map(([, words]) => words));
}

/**
 * Returns the functions of the program behind `most`, what else holds much, and what it means; null without any.
 * `isInUse`: whether the values are memory in use.
 */
export function ownerFacts(rows: readonly PprofRow[], most: PprofRow, isInUse: boolean): string | null {
  const held = isInUse ? heldFacts(rows) : null;
  if (!isOfGo(most.name) && !isHelper(most.name)) return held;
  const others = rows.filter((row) => row !== most && percent(row.share) >= MIN_SELF_PERCENT && !isOfGo(row.name));
  const own = ownersIn(rows.filter((row) => !others.includes(row)));
  const owners = own.filter((row) => !isSumOfTwo(row, [...own, ...others])).slice(0, MAX_OWNERS);
  if (owners.length === 0) return null;
  return joined([
    `With what they call, ${owners.map(({ name, cum, cumShare }) => `${shortName(name)} has ${cum} (${cumShare})`)
      .join(' and ')}${isAsMuch(owners, most) ? `: together about what ${shortName(most.name)} has` : ''}.`,
    others.length === 0 ? null : `${others.slice(0, MAX_OWNERS).map(({ name, flat, share }) =>
      `${shortName(name)} has ${flat} (${share})`).join(' and ')} itself.`,
    held,
  ]);
}
