/** Describes a halted compactor, a read-only storage and failed checkpoints by the values beside them. Pure. */
import { counted, formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { joined } from '../look/factTools.ts';
import type { Sample, Scrape } from './readScrape.ts';

type Values = Partial<Record<Role, number>>;

const MIN_TIME_SECONDS = 1e9;
const LAST_UPLOAD = /^thanos_objstore_bucket_last_successful_upload_time$/;
/** The space that VictoriaMetrics keeps free without a flag. */
const DEFAULT_FREE_BYTES = 10_000_000;
const FREE_FLAG = 'storage.minFreeDiskSpaceBytes';
/** Head blocks were written if the head holds no more than this. */
const SHORT_HEAD_SECONDS = 4 * 3600;

const valueOf = ({ samples }: Scrape, metric: RegExp): number | null => {
  const own = samples.filter(({ name }) => metric.test(name));
  return own.length === 0 ? null : own.reduce((sum, { value }) => sum + value, 0);
};

/** Returns what a halted compactor left undone; one scrape does not show whether it works all the same. */
export function haltedCompactor(scrape: Scrape): string {
  const of = (metric: RegExp): number => valueOf(scrape, metric) ?? 0;
  const [merges, blocks, samplings] = [
    of(/^thanos_compact_todo_compactions$/), of(/^thanos_compact_todo_compaction_blocks$/),
    of(/^thanos_compact_todo_downsample_blocks$/),
  ];
  const waits = [
    merges === 0 ? [] : [`${counted(merges, 'compaction')}${blocks === 0 ? '' : ` of ${counted(blocks, 'block')}`}`],
    samplings === 0 ? [] : [`the downsampling of ${counted(samplings, 'block')}`],
  ].flat();
  const upload = scrape.samples.find(({ name }) => LAST_UPLOAD.test(name));
  const at = upload === undefined || upload.value < MIN_TIME_SECONDS ? null : new Date(upload.value * 1000);
  return joined([
    'The compactor has halted at a critical error (thanos_compact_halted is 1), and the error is in its log, as '
      + '"critical error detected; halting".',
    'A halted compactor runs on and may look healthy, but compacts, downsamples and applies retention for no group.',
    waits.length === 0 ? null : `${waits.join(' and ').replace(/^t/, 'T')} ${
      waits.length === 1 && merges + samplings === 1 ? 'waits' : 'wait'}.`,
    at === null || Number.isNaN(at.getTime()) ? null
      : `Its last upload was at ${at.toISOString().slice(0, 19)}Z.`,
    'A restart clears the halt once its cause is gone. The value can stay at 1 although it compacts again (seen with '
      + '0.37, Thanos issue 8228): see whether thanos_compact_iterations_total rises until the next scrape.',
  ]) ?? '';
}

/** Returns why the storage of VictoriaMetrics is read-only, as far as the values beside it say. */
export function readOnlyStorage({ samples }: Scrape): string {
  const path = samples.find(({ name, value }) => /^vm_storage_is_read_only$/.test(name) && value > 0)?.labels['path'];
  const isOfPath = ({ labels }: Sample): boolean => path === undefined || labels['path'] === path;
  const free = samples.find((one) => /^vm_free_disk_space_bytes$/.test(one.name) && isOfPath(one))?.value;
  const limit = samples.find((one) => /^vm_free_disk_space_limit_bytes$/.test(one.name) && isOfPath(one))?.value
    ?? flagBytes(samples);
  const next = 'It refuses new samples, and takes them again by itself when more is free: free space, enlarge that '
    + 'disk, or shorten the retention.';
  if (free === undefined) return 'Its storage is read-only, as when its disk has less free space than '
    + `-${FREE_FLAG}. ${next}`;
  const where = path === undefined ? 'its disk' : path;
  return limit === null || free >= limit
    ? `Its storage is read-only, and ${where} has ${formatBytes(free)} free (compare -${FREE_FLAG}). ${next}`
    : `Its storage is read-only: ${where} has ${formatBytes(free)} free, less than -${FREE_FLAG} (${
      formatBytes(limit)}). ${next}`;
}

/** Returns the limit of free space by its flag; the default if the flags of the scrape do not set it in bytes. */
function flagBytes(samples: readonly Sample[]): number | null {
  const flag = samples.find(({ name, labels }) => name === 'flag' && labels['name'] === FREE_FLAG)?.labels['value'];
  if (flag === undefined) return DEFAULT_FREE_BYTES;
  return /^\d{1,18}$/.test(flag) ? Number(flag) : null;
}

/** Words before how long the head is. */
export const AS_SPAN = 'as the head spans';
/** The conclusion from corruptions next to failed checkpoints. */
export const DAMAGED = 'so a damaged segment is likely';

const REPAIR = 'A start repairs the WAL by deleting what comes after the damage: copy the WAL first.';

/** The other counters that one failed checkpoint increases. */
const COUNTED_AGAIN = { headTruncationsFailed: 'a failed head truncation', compactionsFailed: 'a failed compaction' };
const AGAIN_ROLES = ['headTruncationsFailed', 'compactionsFailed'] as const;

/** Returns the counters of failures that have the number of failed checkpoints, which they count, too. */
export const countedAgain = (values: Values): readonly (typeof AGAIN_ROLES)[number][] =>
  AGAIN_ROLES.filter((role) => (values.checkpointsFailed ?? 0) > 0 && values[role] === values.checkpointsFailed);

/**
 * Returns what failed checkpoints leave on the disk, and that their failures are counted three times; null unless the
 * checkpoints are what failed.
 */
export function failedCheckpoints(values: Values, scrape: Scrape): string | null {
  const { checkpointsFailed: failed = 0, checkpointCreations: all, walBytes, blocksBytes } = values;
  if (failed <= 0) return null;
  const truncations = valueOf(scrape, /^prometheus_tsdb_wal_truncations_total$/) ?? values.walTruncateRuns ?? null;
  const again = countedAgain(values);
  const head = ((values.headMaxTimeMs ?? NaN) - (values.headMinTimeMs ?? NaN)) / 1000;
  const isWritten = again.length > 0 && head > 0 && head <= SHORT_HEAD_SECONDS;
  const size = walBytes === undefined || walBytes <= 0 ? null : `has ${formatBytes(walBytes)}${
    blocksBytes === undefined || blocksBytes <= 0 || walBytes < blocksBytes ? ''
      : `, ${formatNumber(walBytes / blocksBytes)} times its blocks`}`;
  const never = truncations === 0 ? 'was never truncated since the start' : null;
  const wal = [never, size].filter((one) => one !== null).join(', and ');
  const corruptions = valueOf(scrape, /^prometheus_tsdb_wal_corruptions_total$/);
  const unwritten = valueOf(scrape, /^prometheus_tsdb_wal_writes_failed_total$/);
  const isDamaged = corruptions !== null && corruptions >= failed && (unwritten ?? 0) === 0;
  return joined([
    all !== undefined && all === failed && all > 1
      ? `All ${formatNumber(all)} checkpoints of its WAL failed.`
      : `${counted(failed, 'checkpoint')} of its WAL failed${
        all === undefined || all < failed ? '' : `, of ${formatNumber(all)}`}.`,
    again.length === 0 ? null : `Each counts as ${again.map((role) => COUNTED_AGAIN[role]).join(' and ')}, too${
      isWritten ? `; the head blocks are written all the same, ${AS_SPAN} ${formatSeconds(head)}` : ''}.`,
    wal === '' ? null : `The WAL ${wal}${never === null ? '' : ': a restart replays all of it'}.`,
    never === null ? 'A failed checkpoint deletes no segment of the WAL: it grows, and a start reads all '
      + 'of it.' : null,
    isDamaged ? `The WAL counts ${counted(corruptions, 'corruption')}${
      unwritten === 0 ? ', and no failed write' : ''}, ${DAMAGED}; its number is in the log, at "create checkpoint". ${
      REPAIR}`
      : 'The reason is in the log, at "create checkpoint": a full disk, or a damaged segment with its number, which a '
        + 'start repairs by deleting the segments after it: copy the WAL first.',
  ]);
}
