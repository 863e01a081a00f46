/** Says of a printed heap that it is small, or that open requests hold it rather than one function. Pure. */
import { unvendored } from '../../../../../../core/profile/packages.ts';
import { isSmallHeap, smallHeapSentences } from '../../../../../../core/views/profile/stacks/heapClaims.ts';
import { isOfGo } from '../../../logs/crashes/crashPlace.ts';
import { wordOf } from '../../../look/format.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { pprofAmount, pprofUnit } from '../pprofTotals.ts';
import { rowsOf, TOTAL, valueOf } from '../rows/printedRows.ts';

const MEMORY_IN_USE = 'inuse_space';
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
  const isDifference = rowsOf(table).some(({ flat }) => flat.startsWith('-'));
  return isDifference || !isSmallHeap(pprofAmount(total)) ? null : smallHeapSentences(total).join(' ');
}

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
