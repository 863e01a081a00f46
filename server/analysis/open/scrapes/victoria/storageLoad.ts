/** Says by ratios how the storage of VictoriaMetrics does: slow inserts, caches, free inserts, its disk. Pure. */
import { formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Sample } from '../readScrape.ts';

const ROWS = /^vm_rows_added_to_storage_total$/;
const SLOW = /^vm_slow_row_inserts_total$/;
const CREATED = /^vm_new_timeseries_created_total$/;
const UPTIME = /^vm_app_uptime_seconds$/;
const VERSION = /^vm_app_version$/;
const TSID = 'storage/tsid';
const ACTIVE = 'storage/hour_metric_ids';

/** Share of slow inserts from which VictoriaMetrics itself raises an alert, in percent. */
const MUCH_SLOW = 5;
/** Share of slow inserts that are new series, from which those are the cause. */
const MUCH_CHURN = 0.5;
const LITTLE_CHURN = 0.1;
const FULL = 0.95;
const MUCH_MISSED = 0.2;
const MIN_COUNT = 1000;
const MAX_CACHES = 2;
/** After a start its caches are filled first. */
const WARM_SECONDS = 3600;
/** Part of the disk that should stay free, for merges. */
const MIN_FREE = 0.2;

type Samples = readonly Sample[];

/** Reads sums of one scrape, or what they rose by since another one. */
class Reader {
  readonly #now: Samples;
  readonly #before: Samples | null;
  /** Seconds in which the counters rose; NaN if unknown. */
  readonly seconds: number;

  constructor(now: Samples, before: Samples | null, seconds: number) {
    this.#now = now;
    this.#before = before;
    this.seconds = seconds;
  }

  get isPair(): boolean { return this.#before !== null; }

  /** Returns the value of the last scrape; NaN without a sample. */
  value(metric: RegExp, type?: string): number { return sumOf(this.#now, metric, type); }

  /** Returns the rise of a counter between two scrapes; that since the start for one scrape. */
  rise(metric: RegExp, type?: string): number {
    return this.value(metric, type) - (this.#before === null ? 0 : sumOf(this.#before, metric, type));
  }

  /** Returns a rate; NaN for one scrape. */
  rate(metric: RegExp): number { return this.isPair ? this.rise(metric) / this.seconds : NaN; }

  /** Returns the types of a metric. */
  typesOf(metric: RegExp): string[] {
    return [...new Set(this.#now.flatMap((one) => (metric.test(one.name) ? one.labels['type'] ?? [] : [])))];
  }

  /** Whether the process is a node of a cluster. */
  get isNode(): boolean {
    return this.#now.some(({ name, labelText }) => VERSION.test(name) && /"vmstorage/.test(labelText));
  }
}

function sumOf(samples: Samples, metric: RegExp, type?: string): number {
  const own = samples.filter((one) => metric.test(one.name) && (type === undefined || one.labels['type'] === type));
  return own.length === 0 ? NaN : own.reduce((sum, { value }) => sum + value, 0);
}

const percent = (share: number): string => `${formatNumber(100 * share)} %`;

/**
 * Returns what the ratios say, the worst first; null for other programs. `before`: an earlier scrape of the same
 * process, and `seconds` between the two.
 */
export function storageLoad(now: Samples, before: Samples | null = null, seconds = NaN): string | null {
  const read = new Reader(now, before, seconds);
  const slow = slowInserts(read);
  return joined([
    slow, ...cacheFacts(read, slow === null ? null : TSID), insertLimit(read), loadFact(read),
    slow === null ? null : stepOf(read), diskFact(read), slow === null ? fewSlow(read) : null,
  ]);
}

interface Slow { slow: number; rows: number; share: number }

function sharesOf(read: Reader): Slow {
  const [slow, rows] = [read.rise(SLOW), read.rise(ROWS)];
  return { slow, rows, share: rows >= MIN_COUNT && slow >= 0 ? slow / rows : NaN };
}

const isSlow = ({ share }: Slow): boolean => 100 * share >= MUCH_SLOW;

function slowInserts(read: Reader): string | null {
  const shares = sharesOf(read);
  if (!isSlow(shares)) return null;
  const { slow, rows, share } = shares;
  const all = read.value(SLOW) / read.value(ROWS);
  const rate = read.isPair && read.seconds > 0 ? ` (${formatNumber(rows / read.seconds)} rows per second)` : '';
  return `${percent(share)} of the rows ${spanOf(read)} were slow inserts, where less than ${MUCH_SLOW} % is usual: ${
    formatNumber(slow)} of ${formatNumber(rows)}${rate}${
    read.isPair && Number.isFinite(all) ? `; since the start ${percent(all)}` : ''}.${tsidFact(read)}${
    churnFact(read, slow)}`;
}

const spanOf = ({ isPair }: Reader): string => (isPair ? 'between them' : 'since the start');

/** Says whether the slow inserts are those of new series; "" if they are in part. */
function churnFact(read: Reader, slow: number): string {
  const created = read.rise(CREATED);
  const rate = read.isPair && read.seconds > 0 ? `, ${formatNumber(created / read.seconds)} per second` : '';
  const share = ` New series (${formatNumber(created)}${rate}) are`;
  if (created >= MUCH_CHURN * slow)
    return `${share} ${percent(Math.min(1, created / slow))} of them: series come and go (churn).`;
  return !(created <= LITTLE_CHURN * slow) ? ''
    : `${share} only ${percent(created / slow)} of them: churn is not the cause.`;
}

interface Cache { type: string; size: number; max: number; missed: number; requests: number }

function cacheOf(read: Reader, type: string): Cache {
  return {
    type, size: read.value(/^vm_cache_size_bytes$/, type), max: read.value(/^vm_cache_size_max_bytes$/, type),
    missed: read.rise(/^vm_cache_misses_total$/, type), requests: read.rise(/^vm_cache_requests_total$/, type),
  };
}

const isFull = ({ size, max }: Cache): boolean => max > 0 && size >= FULL * max;

/** Describes the cache that finds the series of a row; "" if the scrape lacks it. */
function tsidFact(read: Reader): string {
  const cache = cacheOf(read, TSID);
  if (!(cache.max > 0)) return '';
  const [entries, active] = [TSID, ACTIVE].map((type) => read.value(/^vm_cache_entries$/, type));
  const held = entries === undefined || active === undefined || !(entries < active) ? ''
    : ` It holds ${formatNumber(entries)} entries for ${formatNumber(active)} active series.`;
  const missed = cache.requests >= MIN_COUNT && cache.missed >= 0
    ? ` ${percent(cache.missed / cache.requests)} of its lookups miss, and each of those reads the index.` : '';
  const share = percent(cache.size / cache.max);
  return ` The cache ${TSID} is ${isFull(cache) ? 'full' : `${share} full`} (${formatBytes(cache.size)} of ${
    formatBytes(cache.max)}${isFull(cache) ? `, ${share}` : ''}).${held}${missed}`;
}

/** Lists full caches that miss much, except the one that is reported. */
function cacheFacts(read: Reader, told: string | null): string[] {
  return read.typesOf(/^vm_cache_size_max_bytes$/).filter((type) => type !== told).map((type) => cacheOf(read, type))
    .filter((cache) => isFull(cache) && cache.requests >= MIN_COUNT && cache.missed / cache.requests >= MUCH_MISSED)
    .toSorted((a, b) => b.missed - a.missed).slice(0, MAX_CACHES)
    .map((cache) => `The cache ${cache.type} is full (${formatBytes(cache.max)}), and ${
      percent(cache.missed / cache.requests)} of its lookups miss.`);
}

/** Says that all concurrent inserts are in use; null if some are free. */
function insertLimit(read: Reader): string | null {
  const [current, most] = [
    read.value(/^vm_concurrent_insert_current$/), read.value(/^vm_concurrent_insert_capacity$/),
  ];
  if (!(most > 0) || !(current >= most)) return null;
  const reached = read.rate(/^vm_concurrent_insert_limit_reached_total$/);
  const timeouts = read.rise(/^vm_concurrent_insert_limit_timeout_total$/);
  const often = reached > 0 ? `; the limit was reached ${formatNumber(reached)} times per second` : '';
  const late = timeouts === 0 ? ', and no insert timed out'
    : timeouts > 0 ? `, and ${formatNumber(timeouts)} inserts timed out` : '';
  return `All ${formatNumber(most)} concurrent inserts are in use${often}${late}.`;
}

/** Says what the process reads and uses per second; null for one scrape. */
function loadFact(read: Reader): string | null {
  if (!read.isPair || !(read.seconds > 0)) return null;
  const [bytes, faults, cpu] = [
    read.rate(/^process_io_storage_read_bytes_total$/), read.rate(/^process_major_pagefaults_total$/),
    read.rate(/^process_cpu_seconds_total$/),
  ];
  const cores = read.value(/^process_cpu_cores_available$/);
  const parts = [
    bytes > 0 ? `reads ${formatBytes(bytes)}/s from the disk${
      faults > 0 ? ` with ${formatNumber(faults)} major page faults per second` : ''}` : null,
    cpu > 0 ? `uses ${formatNumber(cpu)}${cores > 0 ? ` of ${formatNumber(cores)}` : ''} cores` : null,
  ].filter((one) => one !== null);
  return parts.length === 0 ? null : `It ${parts.join(' and ')}.`;
}

function stepOf(read: Reader): string | null {
  const { slow } = sharesOf(read);
  if (read.rise(CREATED) >= MUCH_CHURN * slow)
    return 'Find the label that changes, in the cardinality explorer of vmui (/api/v1/status/tsdb).';
  if (isFull(cacheOf(read, TSID))) {
    const more = read.isNode ? 'vmstorage more memory, add vmstorage nodes,' : 'it more memory';
    return `Give ${more} or store fewer active series, so that the cache holds them; -storage.cacheSizeStorageTSID `
      + `enlarges that cache alone.${read.isPair ? ''
        : ' These are averages since the start: two scrapes, opened together, show the present share.'}`;
  }
  return read.value(UPTIME) < WARM_SECONDS ? 'It was started less than an hour ago, and a start may have to fill its '
    + 'caches again: see whether the share falls.'
    : 'See in the dashboard whether the size of its caches, churn or the disk goes with it.';
}

/** Says that the disk has less free space than merges should have; null if it has. */
function diskFact(read: Reader): string | null {
  const [free, data] = [read.value(/^vm_free_disk_space_bytes$/), read.value(/^vm_data_size_bytes$/)];
  // A read-only storage is reported with its free space.
  const isTold = read.value(/^vm_storage_is_read_only$/) > 0;
  return isTold || !(data > 0) || !(free >= 0) || free >= MIN_FREE * (free + data) ? null
    : `Its disk has ${formatBytes(free)} free beside ${formatBytes(data)} of data: VictoriaMetrics recommends at least `
      + `${100 * MIN_FREE} % for merges.`;
}

/** Says how few inserts were slow, which one counter alone does not show. */
function fewSlow(read: Reader): string | null {
  const { share, rows } = sharesOf(read);
  return Number.isNaN(share) ? null : `Of ${formatNumber(rows)} rows ${spanOf(read)}, ${percent(share)} were slow `
    + `inserts, where less than ${MUCH_SLOW} % is usual.`;
}
