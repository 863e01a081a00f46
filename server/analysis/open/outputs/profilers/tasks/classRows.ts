/** Sums the self values of a table of pprof by kinds of work that programs share: copies, maps, locks. Pure. */
import { isAllocator } from '../../../../../../core/profile/allocators.ts';
import { unvendored } from '../../../../../../core/profile/packages.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { valueOf } from '../rows/printedRows.ts';

/** Percent of the total from which a kind is named, number of kinds from which they are, and at most how many are. */
const MIN_PERCENT = 5;
const MIN_KINDS = 2;
const MAX_KINDS = 5;

const ALLOCATION = 'memory allocation';
const RUNTIME = 'runtime\\.';
/** Starts of names by kind; the first kind that matches holds. */
const KINDS: readonly (readonly [kind: string, starts: readonly string[]])[] = [
  [ALLOCATION, [
    `${RUNTIME}(?:mallocgc|nextFree|heapBitsSetType|heapSetType|newobject|newarray|makeslice|growslice)`,
    `${RUNTIME}(?:publicationBarrier|memclrNoHeapPointersChunked)`,
  ]],
  ['copying and clearing memory', [
    `${RUNTIME}(?:memmove|memclr|typedmemmove|duffcopy|duffzero|bulkBarrier)`, '__?mem(?:cpy|move|set)',
  ]],
  ['maps and their hashes', [
    `${RUNTIME}(?:map[a-z]|\\w{0,20}hash)`, 'internal/runtime/maps\\.', 'aeshashbody',
  ]],
  ['comparing strings and bytes', [
    `${RUNTIME}(?:cmpstring|memequal|strequal)`, 'cmpbody', 'memeqbody', 'indexbytebody', 'internal/bytealg\\.',
  ]],
  ['system calls', [
    '(?:internal/)?runtime/(?:internal/)?syscall\\.', 'syscall\\.', `${RUNTIME}(?:epoll|madvise|write1|read)`,
  ]],
  ['locks and the scheduler', [
    `${RUNTIME}(?:futex|lock2?|unlock2?|procyield|osyield|usleep|find[rR]unnable|schedule|stealWork|runq\\w+)(?:\\W|$)`,
    `${RUNTIME}(?:sem|sellock|selunlock|selectgo|casgstatus|checkTimers)`, '(?:internal/)?sync\\.',
  ]],
  ['regular expressions', ['(?:github\\.com/grafana/)?regexp[./]']],
  ['compression and checksums', [
    'compress/', 'hash/', 'github\\.com/(?:klauspost|golang/snappy|pierrec/lz4|DataDog/zstd|valyala/gozstd|cespare)',
    '(?:ZSTD|HUF|LZ4)_',
  ]],
  ['decoding and encoding of JSON or protobuf', [
    'encoding/(?:json|binary)\\.', 'github\\.com/(?:json-iterator/go|gogo/protobuf|golang/protobuf|ugorji/go)[./]',
    'google\\.golang\\.org/protobuf[./]',
  ]],
  ['sorting', ['(?:sort|slices)\\.']],
  ['cryptography', ['(?:vendor/)?(?:golang\\.org/x/)?crypto/']],
];
const MATCHERS = KINDS.map(([kind, starts]) => ({ kind, pattern: new RegExp(`^(?:${starts.join('|')})`) }));

function kindOf(name: string): string | undefined {
  return isAllocator(name) ? ALLOCATION : MATCHERS.find(({ pattern }) => pattern.test(name))?.kind;
}

/** Returns the kinds with most, the largest first; null unless several have much. `said`: what is reported before. */
export function classFacts(rows: readonly PprofRow[], said: string): string | null {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const kind = kindOf(unvendored(row.name));
    if (kind === undefined || (kind === ALLOCATION && said.includes('Allocation ('))) continue;
    sums.set(kind, (sums.get(kind) ?? 0) + valueOf(row.share));
  }
  const most = [...sums].filter(([, percent]) => percent >= MIN_PERCENT).sort(([, a], [, b]) => b - a);
  return most.length < MIN_KINDS ? null : `By kind of work, the functions listed have at least: ${
    most.slice(0, MAX_KINDS).map(([kind, percent]) => `${kind} ${Number(percent.toPrecision(3))} %`).join(', ')}.`;
}
