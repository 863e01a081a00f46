/** Splits resident memory into its parts, and lists what else is mapped. See docs/reference/memory.md. */
import { numberAt } from '../../../../core/elementAt.ts';
import { isBefore, versionOf } from '../../../../core/version.ts';
import type { MemoryPart, MemoryPartKey } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';

/** The parts' values by scrape row, NaN where a scrape lacks one of the metrics; absent when no scrape has it. */
export interface MemoryRows {
  resident: Float64Array | undefined;
  goHeld: Float64Array | undefined;
  byKey: Partial<Record<MemoryPartKey, Float64Array>>;
  goal: Float64Array | undefined;
}

interface PartRule {
  key: MemoryPartKey;
  label: string;
  isResident: boolean;
  /** Roles that add up to the part; those with factor -1 are subtracted. */
  roles: { role: Role; factor: 1 | -1 }[];
  meaning: string | ((words: StoreWords) => string);
  /** null: needs the host's figures. */
  remedy: string | null;
}

const plus = (role: Role): PartRule['roles'][number] => ({ role, factor: 1 });
const minus = (role: Role): PartRule['roles'][number] => ({ role, factor: -1 });

/** Contents of the parts of memory, which depend on how the target stores its samples. */
interface StoreWords {
  inHeap: string;
  mappedFiles: string;
  inAddressSpace: string;
  pageCache: string;
}

const OF_BLOCKS: StoreWords = {
  inHeap: 'the head block’s series, chunks and index, queries, scrape buffers',
  mappedFiles: 'blocks and head chunks mapped from disk',
  inAddressSpace: 'every block on disk in full',
  pageCache: 'Files that the host keeps in memory, blocks among them. Queries of old data are fast while their blocks '
    + 'are cached; a compaction evicts them.',
};
const OF_PARTS: StoreWords = {
  inHeap: 'caches, rows not yet written, queries',
  mappedFiles: 'parts mapped from disk',
  inAddressSpace: 'every part on disk in full',
  pageCache: 'Files that the host keeps in memory, parts among them. Queries of old data are fast while their parts '
    + 'are cached; a merge evicts them.',
};
/** Prometheus 1.x. */
const OF_SERIES_FILES: StoreWords = {
  inHeap: 'series, chunks not yet written, their index, queries',
  mappedFiles: 'files mapped from disk',
  inAddressSpace: 'mapped files in full',
  pageCache: 'Files that the host keeps in memory. Queries of old data are fast while it is there.',
};
const OF_PROGRAM: StoreWords = {
  ...OF_SERIES_FILES,
  inHeap: 'whatever the program keeps',
  pageCache: 'Files that the host keeps in memory. Reading them costs no disk access.',
};

const GO_REMEDY = 'Register the Go collector of the client library with its memory statistics.';

/**
 * Heap in use and idle together are the heap's share of what Go has from the system (`heap_sys`); released pages went
 * back.
 */
const RULES: PartRule[] = [
  {
    key: 'heapInuse', label: 'heap in use', isResident: true, roles: [plus('heapInuseBytes')], remedy: GO_REMEDY,
    meaning: ({ inHeap }) =>
      `Live objects and garbage not yet swept: ${inHeap}. It rises until each GC cycle and drops after it.`,
  },
  {
    key: 'heapRetained', label: 'heap kept for reuse', isResident: true,
    roles: [plus('heapIdleBytes'), minus('heapReleasedBytes')], remedy: GO_REMEDY,
    meaning: 'Free pages that Go has not returned to the system. The heap grows into them before the next cycle; '
      + 'a low memory limit (GOMEMLIMIT) makes Go return them sooner.',
  },
  {
    key: 'stacks', label: 'stacks', isResident: true, roles: [plus('stackInuseBytes')], remedy: GO_REMEDY,
    meaning: 'Goroutine stacks. They grow with the number of goroutines.',
  },
  {
    key: 'runtime', label: 'Go runtime', isResident: true, remedy: GO_REMEDY,
    roles: [plus('sysBytes'), minus('heapInuseBytes'), minus('heapIdleBytes'), minus('stackInuseBytes')],
    meaning: 'Go’s bookkeeping: mark bits, span tables, profiling buckets.',
  },
  {
    key: 'outsideGo', label: 'mapped files and program', isResident: true, remedy: GO_REMEDY,
    roles: [plus('residentBytes'), minus('sysBytes'), plus('heapReleasedBytes')],
    meaning: ({ mappedFiles }) =>
      `Resident memory that Go did not allocate: pages of ${mappedFiles}, which the `
      + 'kernel can reclaim at any time, and the program itself. It is a difference of two readings; below zero, pages '
      + 'that Go holds were never touched.',
  },
  {
    key: 'heapReleased', label: 'heap released', isResident: false, roles: [plus('heapReleasedBytes')],
    remedy: GO_REMEDY,
    meaning: 'Address space that Go keeps after it returned the pages to the system. It costs nothing.',
  },
  {
    key: 'virtual', label: 'address space', isResident: false, roles: [plus('virtualBytes')],
    remedy: 'Register the process collector of the client library.',
    meaning: ({ inAddressSpace }) =>
      `Everything mapped: the heap, and ${inAddressSpace}. Large and harmless; it does not use memory.`,
  },
  {
    key: 'pageCache', label: 'page cache of the host', isResident: false, roles: [plus('hostCachedBytes')],
    remedy: null,
    meaning: ({ pageCache }) => pageCache,
  },
  {
    key: 'swap', label: 'swap in use on the host', isResident: false, roles: [plus('hostSwapUsedBytes')], remedy: null,
    meaning:
      'With heap in swap every GC cycle reads from disk: for a time-series database more than a few MiB is a problem.',
  },
];

/** Computes the values row by row, from the roles of the window. */
export function memoryRows(window: RoleWindow): MemoryRows {
  const byKey: MemoryRows['byKey'] = {};
  for (const rule of RULES) {
    const values = sumRows(window, rule.roles);
    if (values !== undefined) byKey[rule.key] = values;
  }
  const fileBytes = window.role('residentFileBytes')?.values;
  // If the kernel's own count of file pages is exported, use it instead of a difference of two readings.
  if (fileBytes !== undefined) byKey.outsideGo = fileBytes;
  return {
    resident: window.role('residentBytes')?.values,
    goHeld: sumRows(window, [plus('sysBytes'), minus('heapReleasedBytes')]),
    byKey,
    goal: window.role('heapGoalBytes')?.values,
  };
}

/** Returns whether it is VictoriaMetrics, Prometheus 1.x or a program without a database of its own. */
export function hasNoHead(window: RoleWindow): boolean {
  return storeWords(window) !== OF_BLOCKS;
}

function storeWords({ kind, version }: RoleWindow): StoreWords {
  if (kind === 'victoriametrics') return OF_PARTS;
  if (kind === 'go' || kind === 'otel-collector') return OF_PROGRAM;
  return kind === 'prometheus' && isBefore(versionOf(version), 2, 0) ? OF_SERIES_FILES : OF_BLOCKS;
}

/** Returns every part in the order it is drawn, including those with a missing metric. */
export function memoryParts(window: RoleWindow, rows: MemoryRows): MemoryPart[] {
  const words = storeWords(window);
  return RULES.map(({ key, label, isResident, roles, meaning, remedy }) => {
    const file = key === 'outsideGo' ? window.role('residentFileBytes') : undefined;
    const used = file !== undefined ? [file] : roles.flatMap(({ role }) => window.role(role) ?? []);
    const absent = file !== undefined ? [] : roles.filter(({ role }) => window.role(role) === undefined);
    const lacking = absent.flatMap(({ role }) => window.expectedNames(role)[0] ?? []);
    const sorted = sortedFinite(rows.byKey[key] ?? []);
    const verb = lacking.length === 1 ? 'is' : 'are';
    const missing = absent.length === 0 ? null
      : lacking.length === 0 ? `This kind of target exports no metric for it. ${remedy ?? hostRemedy(window)}`
      : `${[...new Set(lacking)].join(', ')} ${verb} missing. ${remedy ?? hostRemedy(window)}`;
    return {
      key, label, isResident, meaning: typeof meaning === 'string' ? meaning : meaning(words),
      bytes: quantile(sorted, 0.5), lowBytes: quantile(sorted, 0), highBytes: quantile(sorted, 1),
      from: [...new Set(used.flatMap(({ names }) => names))],
      missing,
    };
  });
}

function sumRows(window: RoleWindow, roles: PartRule['roles']): Float64Array | undefined {
  const parts = roles.map(({ role, factor }) => ({ values: window.role(role)?.values, factor }));
  if (parts.some(({ values }) => values === undefined)) return undefined;
  const total = new Float64Array(window.scrapes.length);
  for (const { values, factor } of parts) {
    if (values === undefined) continue;
    for (let row = 0; row < total.length; row++) total[row] = numberAt(total, row) + factor * numberAt(values, row);
  }
  return total;
}
