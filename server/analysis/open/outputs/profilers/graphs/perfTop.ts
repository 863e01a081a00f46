/** Reads a flat list of shares and functions as perf top shows it, without the columns of perf report. Pure. */
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { counted, type Named } from '../../../look/named.ts';
import { eventFacts } from '../tables/perfEvents.ts';
import { joined } from '../../../look/factTools.ts';

/** What stands above the list: its own head, or the command. */
const HEAD = new RegExp(String.raw`^[ \t>#$]{0,20}(?:Samples: {0,4}[\d.]{1,12}[KMG]? {1,4}of event\b`
  + String.raw`|PerfTop: {1,12}\d|(?:sudo )?perf (?:top|report)\b)`, 'm');
const ROW = /^[ \t>]{0,20}(\d{1,3}\.\d{1,2})%[ \t]{1,12}([^\s|\d-][^\n]{0,300}?)[ \t\r]{0,200}$/gm;
/** Rows of perf report name the space of each function: they are read elsewhere. */
const MARKED = /% [^\n]{0,300}\[[.kguH]\] /;
const MIN_ROWS = 3;
const MAX_ROWS = 2000;
/** Percent from which a kind of function is reported, and up to which shares are of one list. */
const MIN_PERCENT = 5;
const MAX_PERCENT = 101;
const MAX_NEXT = 2;
/** Percent that encoding and compression have together if the size of answers is the matter. */
const MUCH_ENCODED = 25;

const JSON_KIND = 'JSON';
const COMPRESSION = 'compression';
/** Kinds of functions by their names, which Go's runtime had without its package before. */
const KINDS: readonly (readonly [RegExp, string])[] = ([
  ['garbage collection', [
    String.raw`^(?:runtime\.)?(?:gc[A-Z]\w*|scan(?:block|object|stack)\w*|greyobject|findObject|markroot\w*|sweepone`,
    String.raw`|flushptrbuf|bgsweep|MSpan_Sweep|heapBits\w*|wbBufFlush\w*|\(\*(?:mspan|sweepLocked)\)\.sweep)(?:\W|$)`,
  ]],
  ['allocation', [
    String.raw`^(?:runtime\.)?(?:mallocgc\w*|newobject|makeslice|growslice|nextFree\w*|memclr\w*`,
    String.raw`|M(?:Cache|Central|Heap)_\w+|_int_(?:malloc|free)|malloc\w*|free|cfree|calloc|realloc|tcache_\w+|je_\w+`,
    String.raw`|operator (?:new|delete))(?:\W|$)`,
  ]],
  [COMPRESSION, [
    String.raw`^compress/|(?:^|[/.:_])(?:flate|gzip|zlib|snappy|zstd|ZSTD|LZ4|lz4|s2)(?:[._:(]|$)|^(?:de|in)flate`,
    String.raw`|^hash/crc32\.`,
  ]],
  [JSON_KIND, [String.raw`^encoding/json\.|(?:Unm|M)arshalJSON$|jsoniter|easyjson|simdjson|fastjson`]],
  ['locks and atomic operations', [
    String.raw`^(?:sync/atomic\.|runtime\.(?:internal/atomic\.)?(?:xadd|xchg|[cC]as)`,
    String.raw`|(?:runtime\.)?(?:futex|procyield|lock2?|unlock2?)$|(?:native_queued_spin_lock\w*`,
    String.raw`|_raw_spin_(?:un)?lock\w*|pthread_mutex_\w+|__lll_lock_wait)(?:\W|$))`,
  ]],
] as const).map(([kind, sources]): [RegExp, string] => [new RegExp(sources.join('')), kind]);

interface Share { percent: number; name: string }

/** Returns the rows of the first list: a larger share begins another. */
function sharesOf(text: string): Share[] {
  const rows = [...text.matchAll(ROW)].slice(0, MAX_ROWS)
    .map(([, percent = '', name = '']) => ({ percent: Number(percent), name: name.split(/ {2,}/).at(-1) ?? name }));
  const end = rows.findIndex(({ percent }, i) => percent > (rows[i - 1]?.percent ?? Infinity));
  return end < 0 ? rows : rows.slice(0, end);
}

const sumOf = (rows: readonly Share[]): number => rows.reduce((sum, { percent }) => sum + percent, 0);
const shown = (percent: number): string => `${Number(percent.toPrecision(3))} %`;

/** Sums the rows by kind, the largest first. */
function kindsOf(rows: readonly Share[]): [kind: string, percent: number][] {
  const sums = new Map<string, number>();
  for (const { name, percent } of rows) {
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
    if (kind !== undefined) sums.set(kind, (sums.get(kind) ?? 0) + percent);
  }
  return [...sums].filter(([, percent]) => percent >= MIN_PERCENT).sort(([, a], [, b]) => b - a);
}

/** Returns what the kinds of functions have, then the rows with most, and what to do about answers that are encoded. */
function perfTopFacts(text: string): string | null {
  const rows = sharesOf(text);
  const [first, ...others] = rows;
  if (first === undefined || rows.length < MIN_ROWS || sumOf(rows) > MAX_PERCENT) return null;
  const kinds = kindsOf(rows);
  const encoded = kinds.filter(([kind]) => kind === JSON_KIND || kind === COMPRESSION);
  const share = encoded.reduce((sum, [, percent]) => sum + percent, 0);
  const step = encoded.length < 2 || share < MUCH_ENCODED ? null
    : `JSON and compression have ${shown(share)} together: if that is for answers, ask for less (shorter ranges, `
      + 'aggregates, limits, fewer polls), which also makes less garbage, and leave out gzip (Accept-Encoding) where '
      + 'the network allows it.';
  return joined([
    eventFacts(text),
    kinds.length === 0 ? null : `By kind, of the ${shown(sumOf(rows))} in the ${counted(rows.length, 'row')} listed: ${
      kinds.map(([kind, percent]) => `${kind} ${shown(percent)}`).join(', ')}.`,
    `${first.name} has the highest share listed: ${first.percent} %; then ${others.slice(0, MAX_NEXT)
      .map(({ name, percent }) => `${name} (${percent} %)`).join(' and ')}. The list has no callers.`, step,
  ]);
}

export const PERF_TOP: Named = {
  id: 'perf-top', name: 'the output of perf top', program: 'perf',
  pattern: new RegExp(`${HEAD.source}[^\\n]{0,500}\\n(?:[^\\n]{0,500}\\n){0,8}?${ROW.source}`, 'm'), except: MARKED,
  fact: (text) => (fits(HEAD, text) ? perfTopFacts(text) : null),
  remedy: 'For the callers, record stacks: perf record -g -p PID, then perf script > out.txt; of a Go program, fetch '
    + '/debug/pprof/profile?seconds=30.',
};
