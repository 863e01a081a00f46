/**
 * Builders of the rows of roleTable.ts: a candidate is one metric, or a sum of metrics, with the kinds and versions of
 * target that have it.
 */
import { NODE_PREFIX } from './nodeNames.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';

export interface Candidate {
  /** Metrics that must all be present; the value is the sum of `factor` times each. */
  parts: { name: string; factor: number }[];
  /** Restricts to series whose labels have these values. */
  labels: Readonly<Record<string, string>>;
  /** Skips series whose label matches. */
  without: { label: string; pattern: RegExp } | undefined;
  /** Combines several series of one name into one value: per-tenant bounds are not summed. */
  combine: 'sum' | 'min' | 'max';
  /** Kinds of target that have it; undefined = every kind. */
  kinds: TargetKind[] | undefined;
  /**
   * Prometheus versions as [major, minor]: from `since` on, before `until`. Used only for expected names, not for
   * reading.
   */
  since: [number, number] | undefined;
  until: [number, number] | undefined;
  /** A larger absolute value means "none yet" (an empty head reports the largest int64). */
  noneBeyond: number | undefined;
  /** True if the series counts seconds since the start; the value is then the time of the start. */
  uptime: boolean;
}

export const KINDS_WITH_TSDB: TargetKind[] = ['prometheus', 'thanos', 'unknown'];
export const WITH_WAL: TargetKind[] = [...KINDS_WITH_TSDB, 'prometheus-agent'];
export const ONLY_PROMETHEUS: TargetKind[] = ['prometheus', 'unknown'];
export const SCRAPING: TargetKind[] = ['prometheus', 'prometheus-agent', 'unknown'];
export const RULING: TargetKind[] = ['prometheus', 'thanos', 'unknown'];
const AGENT: TargetKind[] = ['prometheus-agent', 'unknown'];
const VICTORIA: TargetKind[] = ['victoriametrics', 'unknown'];
export const THANOS: TargetKind[] = ['thanos', 'unknown'];
export const MIMIR: TargetKind[] = ['mimir', 'unknown'];
const OTEL: TargetKind[] = ['otel-collector', 'unknown'];

type Options = Partial<Omit<Candidate, 'parts' | 'kinds'>> & { factor?: number };

/** Builds a candidate; a name with a leading minus is subtracted. */
export function from(names: string | string[], kinds: TargetKind[] | undefined, options: Options = {}): Candidate {
  const { factor = 1, ...rest } = options;
  const parts = (typeof names === 'string' ? [names] : names)
    .map((name) => (name.startsWith('-') ? { name: name.slice(1), factor: -factor } : { name, factor }));
  return {
    parts, kinds, labels: {}, without: undefined, combine: 'sum', since: undefined, until: undefined,
    noneBeyond: undefined, uptime: false, ...rest,
  };
}

export const anywhere = (names: string | string[], options?: Options): Candidate => from(names, undefined, options);
export const tsdb = (name: string, options?: Options): Candidate =>
  from(`prometheus_tsdb_${name}`, KINDS_WITH_TSDB, { since: [2, 0], ...options });
/** Builds a candidate with the names of 1.5 to 1.8. */
export const local = (name: string, options?: Options): Candidate =>
  from(`prometheus_local_storage_${name}`, ONLY_PROMETHEUS, { until: [2, 0], ...options });
export const ingester = (name: string): Candidate => from(`cortex_ingester_${name}`, MIMIR);
export const agent = (name: string): Candidate => from(`prometheus_agent_${name}`, AGENT);
export const victoria = (names: string | string[], options?: Options): Candidate => from(names, VICTORIA, options);

/**
 * Builds candidates with all suffixes of the Collector, which depend on its version and its reader's options; 0.131
 * writes the unit in braces, which old readers get as underscores.
 */
export function collector(stem: string, unit: string, options?: Options): Candidate[] {
  const units = unit === '' ? ['', '__datapoints_', '_{datapoints}'] : [unit, ''];
  return units.flatMap((suffix) => [`${stem}${suffix}`, `${stem}${suffix}_total`])
    .map((name) => from(`otelcol_${name}`, OTEL, options));
}

// The times in ms of an empty head are the largest and smallest int64; in seconds a thousandth of that.
export const headTime = (bound: 'min' | 'max'): Candidate[] => [
  tsdb(`head_${bound}_time`, { combine: bound, noneBeyond: 1e15 }),
  tsdb(`head_${bound}_time_seconds`, { combine: bound, noneBeyond: 1e15, since: [2, 6], factor: 1000 }),
];

/** Builds a candidate for a state of goroutines, counted by Go 1.26 and later. */
export const goroutinesThat = (state: string): Candidate => anywhere(`go_sched_goroutines_${state}_goroutines`);
export const node = (names: string | string[], options?: Options): Candidate => anywhere(
  (typeof names === 'string' ? [names] : names)
    .map((name) => (name.startsWith('-') ? `-${NODE_PREFIX}${name.slice(1)}` : NODE_PREFIX + name)),
  options,
);

/** Devices on top of other disks (device mapper, RAID, partitions), which would count twice, or in memory. */
const NOT_A_DISK = /^(?:dm-|md|loop|ram|zram|sr|fd|zd)\d|^(?:[shv]|xv)d[a-z]+\d+$|^(?:nvme\d+n\d+|mmcblk\d+)p\d+$/;

/** Builds candidates of whole disks; if there are none, of all devices. */
export const disks = (name: string, factor = 1): Candidate[] => [
  node(`node_disk_${name}`, { factor, without: { label: 'device', pattern: NOT_A_DISK } }),
  node(`node_disk_${name}`, { factor }),
];

/** Builds memory candidates; names end in _bytes since 0.16. */
export const memory = (...names: string[]): Candidate[] => ['_bytes', ''].map((unit) => node(
  names.map((name) => `${name.startsWith('-') ? '-' : ''}node_memory_${name.replace('-', '')}${unit}`),
  { combine: 'max' },
));
