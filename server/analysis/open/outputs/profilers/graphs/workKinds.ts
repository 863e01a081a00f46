/** Sums rows of a list of functions by the kind of work that their names show. Pure. */

export interface Share { percent: number; name: string }

/** Percent from which a kind is reported. */
const MIN_PERCENT = 5;

export const JSON_KIND = 'JSON';
export const COMPRESSION = 'compression';
export const ALLOCATION = 'allocation';
/** Kinds of functions by their names, which Go's runtime had without its package before. */
const KINDS: readonly (readonly [RegExp, string])[] = ([
  ['garbage collection', [
    String.raw`^(?:runtime\.)?(?:gc[A-Z]\w*|scan(?:block|object|stack)\w*|greyobject|findObject|markroot\w*|sweepone`,
    String.raw`|flushptrbuf|bgsweep|MSpan_Sweep|heapBits\w*|wbBufFlush\w*|\(\*(?:mspan|sweepLocked)\)\.sweep)(?:\W|$)`,
  ]],
  [ALLOCATION, [
    String.raw`^(?:runtime\.)?(?:mallocgc\w*|newobject|makeslice|growslice|nextFree\w*|memclr\w*`,
    String.raw`|M(?:Cache|Central|Heap)_\w+|_int_(?:malloc|free)|malloc\w*|free|cfree|calloc|realloc|tcache_\w+|je_\w+`,
    String.raw`|operator (?:new|delete))(?:\W|$)`,
  ]],
  [COMPRESSION, [
    String.raw`(?:^|/)compress/|(?:^|[/.:_])(?:flate|gzip|zlib|snappy|zstd|ZSTD|LZ4|lz4)(?:[._:(]|$)|^(?:de|in)flate`,
  ]],
  [JSON_KIND, [String.raw`^encoding/json\.|(?:Unm|M)arshalJSON$|jsoniter|easyjson|simdjson|fastjson`]],
  ['locks and atomic operations', [
    String.raw`^(?:sync/atomic\.|runtime\.(?:internal/atomic\.)?(?:xadd|xchg|[cC]as)`,
    String.raw`|(?:runtime\.)?(?:futex|procyield|lock2?|unlock2?)$|(?:native_queued_spin_lock\w*`,
    String.raw`|_raw_spin_(?:un)?lock\w*|pthread_mutex_\w+|__lll_lock_wait)(?:\W|$))`,
  ]],
] as const).map(([kind, sources]): [RegExp, string] => [new RegExp(sources.join('')), kind]);

/** Sums the rows by kind, the largest first. */
export function kindsOf(rows: readonly Share[]): [kind: string, percent: number][] {
  const sums = new Map<string, number>();
  for (const { name, percent } of rows) {
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
    if (kind !== undefined) sums.set(kind, (sums.get(kind) ?? 0) + percent);
  }
  return [...sums].filter(([, percent]) => percent >= MIN_PERCENT).sort(([, a], [, b]) => b - a);
}
