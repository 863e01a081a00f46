/** Tells how resident memory goes with the Go heap between two scrapes of one process. Pure. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Sample } from '../readScrape.ts';

/** Reads a gauge of the earlier and of the later scrape; NaN without it. */
type Values = (metric: RegExp) => readonly [before: number, after: number];

const RSS = /^process_resident_memory_bytes$/;
const IN_USE = /^go_memstats_heap_inuse_bytes$/;
const IDLE = /^go_memstats_heap_idle_bytes$/;
const RELEASED = /^go_memstats_heap_released_bytes$/;
const NEXT_GC = /^go_memstats_next_gc_bytes$/;
const COMPACTIONS = /^prometheus_tsdb_compactions_total$/;

/** A smaller change is usual between two scrapes. */
const MIN_RATIO = 1.2;
const MIN_CHANGE_BYTES = 64 * 2 ** 20;
/** Share of the change of one that the other has to have to go with it. */
const GOES_WITH = 0.5;
const MUCH = 0.5;
/** Minor versions of Go 1 that free with MADV_FREE on Linux. */
const FIRST_LAZY = 12;
const LAST_LAZY = 15;

/** Returns the minor version of Go 1; NaN if it is not stated. */
function goMinor(samples: readonly Sample[]): number {
  const version = samples.flatMap(({ name, labels }) =>
    (name === 'go_info' ? labels['version'] : labels['goversion']) ?? [])[0] ?? '';
  return Number(/^go1\.(\d{1,3})(?!\d)/.exec(version)?.[1] ?? NaN);
}

const fromTo = ([from, to]: readonly [number, number]): string => `from ${formatBytes(from)} to ${formatBytes(to)}`;

/**
 * Returns why resident memory stays while the heap fell, or rises without the heap; null if they go together or do not
 * change.
 */
export function freedMemory(values: Values, after: readonly Sample[]): string | null {
  const [rss, inUse] = [values(RSS), values(IN_USE)];
  if (![...rss, ...inUse].every((value) => value > 0)) return null;
  const [heapBy, rssBy] = [inUse[1] - inUse[0], rss[1] - rss[0]];
  if (inUse[0] / inUse[1] >= MIN_RATIO && -heapBy >= MIN_CHANGE_BYTES && -rssBy < GOES_WITH * -heapBy)
    return stays(values, after);
  if (rss[1] / rss[0] >= MIN_RATIO && rssBy >= MIN_CHANGE_BYTES && heapBy < GOES_WITH * rssBy)
    return `Resident memory rose ${fromTo(rss)}, and the Go heap in use went ${fromTo(inUse)}, so most of the rise is `
      + 'no heap in use: mapped files (their pages count as RSS, and the system can reclaim them), stacks, memory of C '
      + 'code, or heap that was used in between.';
  return null;
}

/** Says where the memory is that the heap no longer uses. */
function stays(values: Values, after: readonly Sample[]): string | null {
  const [rss, inUse, idle, released] = [values(RSS), values(IN_USE), values(IDLE), values(RELEASED)];
  const freed = inUse[0] - inUse[1];
  const lazy = lazilyFreed(goMinor(after));
  const isReturned = released[1] - released[0] >= MUCH * freed;
  const isLazy = isReturned && lazy !== null;
  const kept = idle[1] - released[1];
  const other = rss[1] - inUse[1] - Math.max(0, kept);
  const next = values(NEXT_GC);
  return joined([
    `The Go heap in use fell ${fromTo(inUse)}, resident memory only ${fromTo(rss)}: ${
      isLazy ? 'what RSS still has is memory that Go has freed, and no leak.'
      : 'these two scrapes show no leak of the heap.'}`,
    isReturned ? `Of ${formatBytes(idle[1])} of idle heap, ${formatBytes(released[1])} are returned to the system (${
      formatBytes(released[0])} before)${lazy === null ? '' : `: ${lazy}`}.` : null,
    !isReturned && kept >= MUCH * freed ? `${formatBytes(kept)} are idle heap that Go has not returned yet (heap_idle `
      + 'less heap_released): it does so in the background, and keeps some for the next GC cycle.' : null,
    isReturned && lazy === null && other > MUCH * rss[1] ? `About ${formatBytes(other)} of RSS are no Go heap: mapped `
      + 'files, whose pages the system can reclaim, stacks, or memory of C code.' : null,
    isLazy ? 'Judge by heap_inuse, or the working set of the container; to see it in RSS, set '
      + 'GODEBUG=madvdontneed=1 or use a build with Go 1.16 or later.'
      : 'Scrape again after some minutes, and judge by heap_inuse.',
    next.every((value) => value > 0) ? `The next GC begins at ${formatBytes(next[1])} of heap (${
      formatBytes(next[0])} before), so the heap may grow to that again: plan memory for that and for the ${
      formatBytes(inUse[0])} of the first scrape.` : null,
    compactionsFact(values(COMPACTIONS)),
  ]);
}

/** Says that freed pages stay in RSS with a version of Go; null for one that does not free so. */
function lazilyFreed(minor: number): string | null {
  if (Number.isNaN(minor)) return 'Go 1.12 to 1.15 free with MADV_FREE on Linux, so that RSS has those pages until the '
    + 'system needs them (go_info has the version)';
  return minor < FIRST_LAZY || minor > LAST_LAZY ? null
    : `Go 1.${minor} frees with MADV_FREE on Linux, so RSS has those pages until the system needs them`;
}

function compactionsFact([before, after]: readonly [number, number]): string | null {
  const count = after - before;
  return count > 0 ? `${count === 1 ? '1 compaction' : `${count} compactions`} ran between them.` : null;
}
