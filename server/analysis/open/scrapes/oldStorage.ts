/** Summarizes the storage of a Prometheus older than 2.0 from its scrape. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { joined } from '../look/factTools.ts';
import type { Scrape } from './readScrape.ts';

type Values = Partial<Record<Role, number>>;

const LOCAL = '_local_storage_';
const CHUNKS_PER_SERIES = 3;
/** The default of storage.local.max-chunks-to-persist, which 1.6 replaced by a size of the heap. */
const DEFAULT_WAITING = 524_288;
/** Share of the limit from which the chunks that wait are many. */
const MANY_WAITING = 0.8;

/** Returns the chunks that wait against their limit, and what shows or would show that memory or the disk is short. */
export function oldStorageFacts(values: Values, scrape: Scrape): string | null {
  const { headSeries, headChunks, chunksToPersist: waiting, rushedMode } = values;
  const valueOf = (name: string, type?: string): number | undefined => scrape.samples.find((one) =>
    one.name.endsWith(`${LOCAL}${name}`) && (type === undefined || one.labels['type'] === type))?.value;
  const limit = valueOf('max_chunks_to_persist');
  const share = waiting === undefined ? null : waiting / (limit ?? DEFAULT_WAITING);
  const [created, persisted] = [valueOf('chunk_ops_total', 'create'), valueOf('chunk_ops_total', 'persist')];
  const damaged = valueOf('inconsistencies_total');
  const perSeries = headSeries === undefined || headChunks === undefined || headSeries <= 0 ? null
    : headChunks / headSeries;
  const isQuiet = damaged === 0 && share !== null && share < MANY_WAITING && (rushedMode ?? 0) === 0;
  return joined([
    `It is of a Prometheus older than 2.0, which has no WAL, blocks or compaction${
      waiting === undefined || share === null ? ''
        : `; ${whole(waiting)} chunks wait to be persisted, ${formatNumber(100 * share)} % of the ${
          whole(limit ?? DEFAULT_WAITING)} that may wait${limit === undefined ? ' by default before 1.6' : ''}`}.`,
    created === undefined || persisted === undefined ? null
      : `Since it started it created ${whole(created)} chunks and persisted ${whole(persisted)}.`,
    damaged === undefined || damaged === 0 ? null
      : `It found ${whole(damaged)} inconsistencies of its storage: a restart checks and repairs it.`,
    perSeries === null || perSeries >= CHUNKS_PER_SERIES ? null
      : `It keeps ${formatNumber(perSeries)} chunks per series in memory; at least ${CHUNKS_PER_SERIES} are needed `
        + '(storage.local.memory-chunks).',
    isQuiet && headChunks === undefined ? 'These values show no fault, and no inconsistency was found: whether memory '
      + 'is short is shown by prometheus_local_storage_memory_chunks, which the text does not have.' : null,
  ]);
}

const whole = (value: number): string => value.toLocaleString('en-US');
