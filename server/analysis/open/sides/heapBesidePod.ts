/** Relates a printed heap profile to what kubectl top shows for its container, in two files opened together. Pure. */
import { formatBytes } from '../../../../core/text/format.ts';
import { wordOf } from '../look/format.ts';
import { pprofAmount, pprofUnit } from '../outputs/profilers/pprofTotals.ts';
import { pprofTotal } from './sideRows.ts';

interface Side { name: string; format: string; text: string }

const HEAP = 'pprof-text';
const POD = 'kubectl-top';
/** Row of kubectl top for pods or containers; that of a node has a share behind its CPU. */
const ROW = new RegExp(String.raw`^[ \t]{0,20}((?:\S{1,253}[ \t]{1,200}){0,2})(\S{1,253})[ \t]{1,200}\d{1,9}m?`
  + String.raw`[ \t]{1,40}(\d{1,12})([KMG])i[ \t\r]{0,40}$`, 'gm');
const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
const MAX_ROWS = 1000;
/** Share of the memory from which the heap is most of it. */
const MOST = 0.8;
const MIN_WORD = 3;

/** Whether two forms may be of one process. */
export const mayExplain = (one: string, other: string): boolean =>
  (one === HEAP && other === POD) || (one === POD && other === HEAP);

/** Returns how much of the memory of a container its heap profile explains; null if they are not of one program. */
export function heapBesidePod(one: Side, other: Side): string | null {
  const [heap, pod] = one.format === HEAP ? [one, other] : [other, one];
  const total = pprofTotal(heap.text) ?? '';
  const file = wordOf(/^[ \t>]{0,40}File: (\S{1,200})\s*$/m, heap.text)?.split('/').at(-1) ?? '';
  const word = /^[a-z]{1,40}/i.exec(file)?.[0].toLowerCase() ?? '';
  if (!mayExplain(heap.format, pod.format) || word.length < MIN_WORD || pprofUnit(total) !== 'bytes'
    || wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, heap.text) !== 'inuse_space') return null;
  const rows = [...pod.text.matchAll(ROW)].slice(0, MAX_ROWS).map(([, outer = '', inner = '', value, unit = '']) => ({
    outer, inner, shown: `${value}${unit}i`, bytes: Number(value) * (UNITS[unit] ?? NaN),
  })).filter(({ outer, inner }) => `${outer} ${inner}`.toLowerCase().includes(word));
  const [row, second] = rows;
  const used = pprofAmount(total);
  if (row === undefined || second !== undefined || !(used > 0) || !(row.bytes > 0)) return null;
  const share = used / row.bytes;
  const percent = Number((100 * share).toPrecision(2));
  const head = `The heap profile in ${heap.name} has ${total} in use, ${percent} % of the ${
    row.shown} that ${pod.name} shows for ${row.inner}.`;
  if (share > 1) return `${head} They are of different times, or of different processes.`;
  if (share >= MOST) return `${head} So the heap is what holds the memory: see its largest functions.`;
  return `${head} Both can be right, and the difference is no leak by itself: the profile has only what was live at `
    + `the last GC. With GOGC=100 the heap grows to about twice that (${formatBytes(2 * used)}) before the next one; `
    + 'freed pages that are not returned yet, stacks, and mapped files and page cache in the working set come on top. '
    + 'See go_memstats_heap_inuse_bytes, heap_idle_bytes, heap_released_bytes and next_gc_bytes, and '
    + 'container_memory_rss against container_memory_cache. For a leak, compare a later heap profile (-diff_base).';
}
