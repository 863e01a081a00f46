/** A recording written by hand: a Prometheus whose rule group `planted` makes CPU spikes, beside a light group. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetTrain } from '../core/contract/panels/trains.ts';
import { seededRandom } from '../core/statistics/random.ts';

const START_MS = 1_795_000_000_000;
const SECONDS = 900;
const PLANTED = { everySeconds: 30, lastsSeconds: 2, coreSeconds: 2.4, name: 'planted', file: '/etc/rules.yml' };
/** Of the interval. */
const PHASE_SECONDS = 12.3;
const QUIET_CORES = 0.1;
const GC_EVERY_SECONDS = 7;
/** With other costs: bytes from disk per evaluation, and how much longer a scrape during one takes. */
const READ_BYTES = 3e7;
const DELAY_MS = 150;

export interface PlantedOptions {
  /** Default: the rule group, which the metrics state; the scrapes of a job are PLANTED_SCRAPES. */
  maker?: 'rule-group' | 'scrape-job';
  /** Default: it exports its GC cycles. */
  hasGc?: boolean;
  /** It reads from disk, which its node_exporter states, and delays scrapes; default: neither. */
  hasOtherCosts?: boolean;
}

/** The scrapes of a job in the place of the group, as a target's answers state them. */
export const PLANTED_SCRAPES: TargetTrain = {
  kind: 'scrape-job', name: PLANTED.name, file: null, instance: 'http://127.0.0.1:9100/metrics',
  periodSeconds: PLANTED.everySeconds, phase: START_MS / 1000 + PHASE_SECONDS, phaseErrorSeconds: 0.005,
  widthSeconds: PLANTED.lastsSeconds, since: START_MS / 1000 - 600, until: null,
};

/** Resolves to the file of the recording. */
export async function writePlantedRules(folder: string, given: PlantedOptions = {}): Promise<string> {
  const file = join(folder, 'planted.ndjson');
  await writeFile(file, plantedRules(given));
  return file;
}

function plantedRules(given: PlantedOptions): string {
  const [random, besides] = [seededRandom(7), seededRandom(8)];
  let [cpuSeconds, allocated, read] = [10, 1e8, 1e9];
  return Array.from({ length: SECONDS }, (_, second) => {
    const before = cpuSeconds;
    cpuSeconds += QUIET_CORES * (0.9 + 0.2 * random()) + plantedWithin(second - 1, second);
    allocated += 2e6 + 2e7 * (cpuSeconds - before);
    read += 1e5 * besides() + READ_BYTES * plantedWithin(second - 1, second) / PLANTED.coreSeconds;
    const isMet = plantedWithin(second, second + 0.001) > 0;
    const durationMs = given.hasOtherCosts === true ? 2 + besides() + (isMet ? DELAY_MS : 0) : 2;
    const t = START_MS + 1000 * second;
    const body = bodyAt(second, { cpuSeconds, allocated, read, startSeconds: START_MS / 1000 - 3600, given });
    return JSON.stringify({
      path: '/metrics', t, dur_ms: durationMs, status: 200, bytes: body.length, ct: 'text/plain; version=0.0.4', body,
    });
  }).join('\n');
}

/** What the group uses in a span, spread evenly over each evaluation. */
function plantedWithin(from: number, to: number): number {
  const { everySeconds, lastsSeconds, coreSeconds } = PLANTED;
  let overlap = 0;
  for (let start = PHASE_SECONDS - everySeconds; start < to; start += everySeconds)
    overlap += Math.max(0, Math.min(to, start + lastsSeconds) - Math.max(from, start));
  return coreSeconds * overlap / lastsSeconds;
}

/** Whole hundredths: what a kernel counts. */
function bodyAt(
  second: number,
  { cpuSeconds, allocated, read, startSeconds, given }: {
    cpuSeconds: number; allocated: number; read: number; startSeconds: number; given: PlantedOptions;
  },
): string {
  const { maker = 'rule-group', hasGc = true, hasOtherCosts = false } = given;
  const cycles = Math.floor(second / GC_EVERY_SECONDS);
  const nowSeconds = START_MS / 1000 + second;
  const group = (name: string, phase: number, lasted: number): string[] => {
    const last = phase + PLANTED.everySeconds * Math.floor((second - lasted - phase) / PLANTED.everySeconds);
    const labels = `{rule_group="${PLANTED.file};${name}"}`;
    return [
      `prometheus_rule_group_last_evaluation_timestamp_seconds${labels} ${(START_MS / 1000 + last).toFixed(3)}`,
      `prometheus_rule_group_last_duration_seconds${labels} ${lasted}`,
      `prometheus_rule_group_interval_seconds${labels} ${PLANTED.everySeconds}`,
    ];
  };
  return [
    'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1', 'go_info{version="go1.19.8"} 1',
    `process_cpu_seconds_total ${cpuSeconds.toFixed(2)}`, `process_start_time_seconds ${startSeconds}`,
    `process_resident_memory_bytes ${8e7 + 1000 * second}`, 'go_goroutines 40',
    ...(hasGc ? [
      `go_gc_duration_seconds_count ${100 + cycles}`,
      `go_gc_duration_seconds_sum ${(0.02 + 0.0001 * cycles).toFixed(4)}`,
      `go_memstats_last_gc_time_seconds ${nowSeconds - second % GC_EVERY_SECONDS}`,
    ] : []),
    ...(hasOtherCosts ? [
      'node_exporter:up 1', `node_exporter:node_time_seconds ${nowSeconds}`,
      `node_exporter:node_disk_read_bytes_total{device="sda"} ${Math.round(read)}`,
      'node_exporter:node_disk_written_bytes_total{device="sda"} 1000000',
    ] : []),
    `go_memstats_alloc_bytes_total ${Math.round(allocated)}`, 'go_memstats_next_gc_bytes 4e7',
    `go_memstats_heap_alloc_bytes ${2e7 + 2e6 * (second % GC_EVERY_SECONDS)}`, 'prometheus_tsdb_head_series 1000',
    ...(maker === 'rule-group' ? group(PLANTED.name, PHASE_SECONDS, PLANTED.lastsSeconds) : []),
    ...group('light', 3, 0.01), '',
  ].join('\n');
}
