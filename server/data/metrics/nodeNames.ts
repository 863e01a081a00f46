/**
 * Metrics of a target's node_exporter that are stored, and their names. A target may be a node_exporter itself, so the
 * names of the one next to it have a prefix: the two are never mixed.
 */

/** Prefix of the metric names of a target's node_exporter, as in `node_exporter:node_memory_Cached_bytes`. */
export const NODE_PREFIX = 'node_exporter:';

/** Written by the collector for each scrape of the node_exporter: 1 = samples, 0 = none. */
export const NODE_UP = `${NODE_PREFIX}up`;

/**
 * Stored names, before and since 0.16: CPU by core and mode, disks, filesystems, memory, swapping, pressure, thermal
 * throttling, clock.
 */
const WANTED = new RegExp(`^node_(?:${[
  'cpu', 'cpu_seconds_total', 'cpu_core_throttles_total', 'cpu_package_throttles_total',
  'disk_(?!info$|ata_|device_mapper_|filesystem_)\\w+',
  'filesystem_(?:avail|size)(?:_bytes)?',
  'memory_(?!numa_)\\w+',
  'vmstat_pswp(?:in|out)', 'vmstat_oom_kill',
  'pressure_\\w+', 'procs_running', 'procs_blocked', 'load1', 'time', 'time_seconds', 'boot_time', 'boot_time_seconds',
].join('|')})$`);

/** Whether a name of a node_exporter, without prefix, is worth keeping. */
export function isNodeName(name: string): boolean {
  return WANTED.test(name);
}

/** Whether a stored name is one of the node_exporter's own (not the collector's `up`). */
export function isStoredNodeName(name: string): boolean {
  return name.startsWith(`${NODE_PREFIX}node_`);
}
