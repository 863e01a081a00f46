/** Says of a printed heap that it is small, or that open requests hold it rather than one function. Pure. */
import { unvendored } from '../../../../../../core/profile/packages.ts';
import { isOfGo } from '../../../logs/crashes/crashPlace.ts';
import { wordOf } from '../../../look/format.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { pprofAmount, pprofUnit } from '../pprofTotals.ts';
import { rowsOf, TOTAL, valueOf } from '../rows/printedRows.ts';

const MEMORY_IN_USE = 'inuse_space';
/** Size below which the rows of a heap are of a few samples each (one per 512 KiB). */
const MAX_SMALL = 16 * 2 ** 20;
/** Streams of gRPC, of which each open request has one. */
const OF_STREAMS = new RegExp(String.raw`grpc/(?:internal/)?transport\.\(\*http2(?:Client|Server)\)`
  + String.raw`\.(?:[nN]ewStream|operateHeaders)`);
/** What else each open request or goroutine needs. */
const OF_REQUESTS = new RegExp(String.raw`^(?:runtime\.(?:malg|acquireSudog|newdefer|makechan|allgadd)`
  + String.raw`|context\.With\w{1,20})(?:\W|$)|grpc\/(?:internal\/)?transport\.newRecvBuffer`);
const MIN_PERCENT = 40;

/** Returns what the table of a small heap in use does and does not show; null for others. */
export function smallHeapWords(table: string): string | null {
  const type = wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, table);
  const total = TOTAL.exec(table)?.slice(1).find((one) => one !== undefined);
  if (type !== MEMORY_IN_USE || total === undefined || pprofUnit(total) !== 'bytes') return null;
  const amount = pprofAmount(total);
  if (!(amount > 0) || amount >= MAX_SMALL || rowsOf(table).some(({ flat }) => flat.startsWith('-'))) return null;
  return `The heap in use is small, ${total}: it shows no memory problem, and the order of its functions means little, `
    + 'as a heap profile samples about once per 512 KiB. If the resident memory (RSS) is much larger, compare it with '
    + 'the heap in use, idle and released of its metrics of the Go runtime, or take the profile at the peak.';
}

/** Returns what values of allocations are, which a server adds up as long as it runs; null for another table. */
export const allocatedWords = (table: string): string | null =>
  (!/^[ \t>]{0,40}Type: alloc_(?:space|objects)[ \t]*$/m.test(table) ? null
    : 'Its values are all that was allocated, freed memory included, since the process started or in the seconds of '
      + 'the profile, not memory in use: for that, print the same profile with -sample_index=inuse_space.');

/** Returns how much of a heap open requests hold, if streams have the highest self value; null for others. */
export function openRequestWords(
  rows: readonly PprofRow[], most: PprofRow, type: string | undefined
): string | null {
  if (type !== MEMORY_IN_USE || !OF_STREAMS.test(most.name)) return null;
  const percent = rows.filter(({ name }) => OF_STREAMS.test(name) || OF_REQUESTS.test(name))
    .reduce((sum, { share }) => sum + valueOf(share), 0);
  if (percent < MIN_PERCENT) return null;
  const own = rows.filter(({ name }) => unvendored(name) === name && !isOfGo(name) && name.includes('/')
    && !name.startsWith('google.golang.org/')).toSorted((a, b) => valueOf(b.cumShare) - valueOf(a.cumShare))[0];
  return `At least ${Math.floor(percent)} % is of gRPC streams, goroutines and contexts, of which each open request `
    + 'needs some: the number of requests open at once is what to reduce, not one function.'
    + (own === undefined ? ''
      : ` Of the program's own functions, ${own.name.split('/').at(-1) ?? ''} has most with what it calls: ${
        own.cum} (${own.cumShare}).`)
    + ' Count the goroutines by function in /debug/pprof/goroutine?debug=1.';
}
