import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectTarget } from './detectTarget.ts';
import { parseExposition } from './exposition/parseExposition.ts';
import type { Role } from './roleNames.ts';
import { ROLE_TABLE } from './roleTable.ts';
import { expectedNames, recordedNames, roleSelectors, roleValues, roleWindow } from './roles.ts';
import type { TargetWindow } from './series.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';

const samplesOf = (text: string): ReturnType<typeof parseExposition>['samples'] =>
  parseExposition(`${text.trim().replace(/\n\s+/g, '\n')}\n`).samples;

/** A window of one series per line: `name{labels} v v _ v`, a scrape a second from 1000 s on. */
function windowOf(text: string): TargetWindow {
  const series = text.trim().split('\n').map((line) => {
    const [key = '', ...tokens] = line.trim().split(' ');
    const { name, labels } = samplesOf(`${key} 0`)[0] ?? { name: '', labels: {} };
    return {
      name, labels,
      values: Float64Array.from(tokens, (token) => (token === '_' ? Number.NaN : Number(token))),
      present: Uint8Array.from(tokens, (token) => (token === '_' ? 0 : 1)),
    };
  });
  const length = series[0]?.values.length ?? 0;
  return {
    startMs: 1_000_000, endMs: 1_000_000 + length * 1000, series,
    scrapes: {
      length,
      startMs: Float64Array.from({ length }, (_none, index) => 1_000_000 + index * 1000),
      durationSeconds: new Float64Array(length), status: new Uint16Array(length).fill(200),
      bytes: new Float64Array(length),
      error: Array.from({ length }, () => null), repeated: new Uint8Array(length),
    },
  };
}

function roleOf(
  text: string, role: Role, kind: TargetKind, version = ''
): { values: (number | null)[]; names: string[] } | undefined {
  const read = roleWindow(windowOf(text), kind, version).role(role);
  return read && {
    names: read.names, values: [...read.values].map((value, index) => (read.present[index] === 1 ? value : null)),
  };
}

describe('roles of a window', () => {
  const cases: [string, string, Role, TargetKind, (number | null)[]][] = [
    [
      'sums the label sets that a scrape holds',
      'prometheus_tsdb_head_samples_appended_total{type="float"} 10 20 '
        + '30\nprometheus_tsdb_head_samples_appended_total{type="histogram"} _ 1 _',
      'samplesAppended', 'prometheus', [10, 21, 30],
    ],
    ['leaves a gap where no label set is there', 'go_goroutines 1 _ 3', 'goroutines', 'go', [1, null, 3]],
    ['keeps a scraped NaN as a value', 'go_goroutines NaN 1', 'goroutines', 'go', [NaN, 1]],
    [
      'takes the head\'s bounds per tenant as least and largest',
      'prometheus_tsdb_head_min_time{tenant="a"} 5000 6000\nprometheus_tsdb_head_min_time{tenant="b"} 4000 7000',
      'headMinTimeMs', 'thanos', [4000, 6000],
    ],
    [
      'takes the largest int64 for an empty head, not for a time',
      'prometheus_tsdb_head_min_time 9.223372036854776e+18 5000', 'headMinTimeMs', 'prometheus', [null, 5000],
    ],
    [
      'the smallest too', 'prometheus_tsdb_head_max_time -9.223372036854776e+18 5000', 'headMaxTimeMs', 'prometheus',
      [null, 5000],
    ],
    [
      'scales seconds to ms where only seconds are stated', 'prometheus_tsdb_head_max_time_seconds 5.5 6',
      'headMaxTimeMs', 'prometheus', [5500, 6000],
    ],
    [
      'adds user and system time only where both are there',
      'process_cpu_seconds_user_total 1 2 _\nprocess_cpu_seconds_system_total 1 _ 2', 'cpuSeconds', 'victoriametrics',
      [2, null, null],
    ],
    [
      'reads one label set where the name means several things',
      'vm_cache_entries{type="storage/hour_metric_ids"} 7\nvm_cache_entries{type="storage/tsid"} 900', 'headSeries',
      'victoriametrics', [7],
    ],
    [
      'subtracts finished from started runs',
      'thanos_compact_group_compaction_runs_started_total{group="a"} 3 '
        + '4\nthanos_compact_group_compaction_runs_completed_total{group="a"} 3 3',
      'compactionRunning', 'thanos', [0, 1],
    ],
    ['is ready only when every tenant is', 'prometheus_ready 0 1', 'ready', 'prometheus', [0, 1]],
    [
      'the longest of a target\'s own intervals',
      'prometheus_target_interval_length_seconds{interval="1s",quantile="0.99"} '
        + '1.1\nprometheus_target_interval_length_seconds{interval="15s",quantile="0.99"} '
          + '15.1\nprometheus_target_interval_length_seconds{interval="1s",quantile="0.5"} 99',
      'targetIntervalSeconds', 'prometheus', [15.1],
    ],
    [
      'an uptime becomes one start per run', 'otelcol_process_uptime_seconds_total 10 11.02 _ 0.5 1.5',
      'processStartSeconds', 'otel-collector', [990, 990, null, 1002.5, 1002.5],
    ],
    [
      'a replay cursor of any kind of target', `${recordedNames.replaySegmentCurrent} 3 4`, 'replaySegmentCurrent',
      'go', [3, 4],
    ],
    ['names of 1.8', 'prometheus_local_storage_ingested_samples_total 5 9', 'samplesAppended', 'prometheus', [5, 9]],
    ['names of 2.1', 'prometheus_tsdb_compaction_duration_sum 5 9', 'compactionSeconds', 'prometheus', [5, 9]],
    ['names of 2.0', 'tsdb_wal_fsync_duration_seconds_count 5 9', 'walFsyncs', 'prometheus', [5, 9]],
    [
      'the braces 0.131 of the Collector wrote',
      '{"otelcol_receiver_accepted_metric_points_{datapoints}_total",receiver="a"} 5', 'samplesAppended',
      'otel-collector', [5],
    ],
  ];
  it.each(cases)('%s', (_sentence, text, role, kind, values) => {
    expect(roleOf(text, role, kind)?.values).toEqual(values);
    expect(roleOf(text, role, kind, '3.1.0')?.values).toEqual(values);
    expect(roleOf(text, role, 'unknown')?.values).toEqual(values);
  });

  it('prefers the first candidate and says which names were read', () => {
    const text = 'go_gc_cycles_total_gc_cycles_total 5\ngo_gc_duration_seconds_count 5';
    expect(roleOf(text, 'gcCycles', 'prometheus')?.names).toEqual(['go_gc_duration_seconds_count']);
    expect(roleOf('go_gc_cycles_total_gc_cycles_total 5', 'gcCycles', 'prometheus')?.values).toEqual([5]);
  });

  it('has no role that no series plays', () => {
    expect(roleOf('go_goroutines 1', 'diskWrittenBytes', 'prometheus')).toBeUndefined();
  });

  it.each([
    [
      'whole disks, not what lies on them',
      'node_exporter:node_disk_written_bytes_total{device="vda"} '
        + '5\nnode_exporter:node_disk_written_bytes_total{device="vda1"} '
        + '4\nnode_exporter:node_disk_written_bytes_total{device="dm-0"} 3',
      'hostDiskWrittenBytes', [5],
    ],
    [
      'several of them, NVMe without its partitions',
      'node_exporter:node_disk_read_bytes_total{device="nvme0n1"} '
        + '5\nnode_exporter:node_disk_read_bytes_total{device="nvme0n1p1"} '
        + '4\nnode_exporter:node_disk_read_bytes_total{device="sda"} 2',
      'hostDiskReadBytes', [7],
    ],
    [
      'device mapper where there is nothing else', 'node_exporter:node_disk_written_bytes_total{device="dm-0"} 3',
      'hostDiskWrittenBytes', [3],
    ],
    [
      'the names before 0.16, in their units', 'node_exporter:node_disk_io_time_ms{device="sda"} 1500',
      'hostDiskBusySeconds', [1.5],
    ],
    [
      'memory before 0.16', 'node_exporter:node_memory_SwapTotal 10\nnode_exporter:node_memory_SwapFree 4',
      'hostSwapUsedBytes', [6],
    ],
    [
      'not what the target itself says, which may be a node_exporter', 'node_memory_Cached_bytes 1', 'hostCachedBytes',
      undefined,
    ],
  ] as [string, string, Role, number[] | undefined][])('of the host: %s', (_what, text, role, values) => {
    expect(roleOf(text, role, 'prometheus')?.values).toEqual(values);
  });

  it('has the values of the only series that plays it, not a copy, where nothing is computed from them', () => {
    const valuesOf = (text: string, role: Role, kind: TargetKind): [Float64Array | undefined, Float64Array[]] => {
      const window = windowOf(text);
      return [roleWindow(window, kind, '').role(role)?.values, window.series.map(({ values }) => values)];
    };
    const [alone, stored] = valuesOf('go_goroutines 1 _ 3', 'goroutines', 'go');
    expect(alone).toBe(stored[0]);
    const ofTwo = 'prometheus_tsdb_head_samples_appended_total{type="float"} 1\n'
      + 'prometheus_tsdb_head_samples_appended_total{type="histogram"} 2';
    for (const [text, role, kind] of [
      [ofTwo, 'samplesAppended', 'prometheus'],
      ['prometheus_tsdb_head_max_time_seconds 5', 'headMaxTimeMs', 'prometheus'],
      ['prometheus_tsdb_head_max_time 9.223372036854776e+18', 'headMaxTimeMs', 'prometheus'],
      ['otelcol_process_uptime_seconds_total 10', 'processStartSeconds', 'otel-collector'],
    ] as [string, Role, TargetKind][]) {
      const [values, own] = valuesOf(text, role, kind);
      expect(values).toBeInstanceOf(Float64Array);
      expect(own).not.toContain(values);
    }
  });

  it('answers the same object when asked again', () => {
    const window = roleWindow(windowOf('go_goroutines 1'), 'go', '');
    expect(window.role('goroutines')).toBe(window.role('goroutines'));
  });
});

describe('which names to expect and to read', () => {
  const cases: [string, Role, TargetKind, string, string[]][] = [
    [
      '2.1 has the duration without its unit', 'compactionSeconds', 'prometheus', '2.1.0',
      ['prometheus_tsdb_compaction_duration_sum'],
    ],
    [
      '2.42 has it with', 'compactionSeconds', 'prometheus', '2.42.0+ds',
      ['prometheus_tsdb_compaction_duration_seconds_sum'],
    ],
    [
      '1.8 has neither', 'compactionSeconds', 'prometheus', '1.8.2',
      ['prometheus_local_storage_checkpoint_duration_seconds_sum'],
    ],
    ['the WAL\'s size is told from 2.43 on', 'walBytes', 'prometheus', '2.42.0', []],
    ['and in 3.1', 'walBytes', 'prometheus', '3.1.0', ['prometheus_tsdb_wal_storage_size_bytes']],
    ['Prometheus never tells its disk writes', 'diskWrittenBytes', 'prometheus', '', []],
    ['2.0 had no prefix', 'walFsyncs', 'prometheus', '2.0.0', ['tsdb_wal_fsync_duration_seconds_count']],
  ];
  it.each(cases)('%s', (_sentence, role, kind, version, names) => {
    expect(expectedNames(role, kind, version)).toEqual(names);
  });

  it('reads the names of every version of the kind, each once', () => {
    expect(roleSelectors('prometheus', ['walFsyncs', 'compactionSeconds', 'walFsyncs']).sort()).toEqual([
      'prometheus_local_storage_checkpoint_duration_seconds_sum', 'prometheus_tsdb_compaction_duration_seconds_sum',
      'prometheus_tsdb_compaction_duration_sum', 'prometheus_tsdb_wal_fsync_duration_seconds_count',
      'tsdb_wal_fsync_duration_seconds_count',
    ]);
  });

  it('names no metric with characters that an exposition could not carry', () => {
    const names = Object.values(ROLE_TABLE).flat().flatMap(({ parts }) => parts.map(({ name }) => name));
    expect(
      names.filter(
        (name) => !/^(node_exporter:)?[a-z_][a-zA-Z0-9_{}]*$/.test(name) || /__(?!datapoints)(?!total)/.test(name)
      )
    ).toEqual([]);
  });
});

const oneScrape = {
  length: 1, startMs: Float64Array.of(0), durationSeconds: Float64Array.of(0.01), status: Uint16Array.of(200),
  bytes: Float64Array.of(1), error: [null], repeated: new Uint8Array(1),
};

describe('one role of one scrape', () => {
  it('finds on a real Prometheus 2.42 every role but those it has no metric for', () => {
    const file = new URL('../../../testdata/recordings/prom-2.42-metrics.txt.gz', import.meta.url);
    const { samples } = parseExposition(gunzipSync(readFileSync(file)), 'text/plain; version=0.0.4; charset=utf-8');
    expect(detectTarget(samples)).toEqual({ kind: 'prometheus', version: '2.42.0+ds', goVersion: 'go1.19.8' });
    const held = roleValues(Object.keys(ROLE_TABLE) as Role[], 'prometheus', samples, 0);
    const absent = (Object.keys(ROLE_TABLE) as Role[]).filter((role) => held[role] === undefined);
    expect(absent).toEqual([
      // It has no rules, no remote write, no Alertmanager, and only static targets.
      'sdRefreshFailures', 'sdKubernetesFailures', 'notificationErrors', 'notificationsSent', 'ruleFailures',
      'ruleIterationsMissed', 'ruleGroupRules', 'ruleGroupLastSeconds', 'ruleGroupIntervalSeconds',
      'remoteSamplesFailed', 'remoteSamplesSent', 'remoteQueueHighestSeconds', 'remoteHighestSentSeconds',
      'remoteShardsDesired', 'remoteShardsMax', 'alertmanagerReloadSuccessful', 'alertmanagerNotificationsFailed',
      'alertmanagerNotifications',
      'diskReadBytes', 'diskWrittenBytes', 'gcLimiterCycle', 'gcScanBytes', 'gcPauseBuckets', 'schedLatencyBuckets',
      'containerLimitBytes', 'gcCpuSeconds', 'gcCpuFraction',
      'heapLiveBytes', 'gogcPercent',
      'memoryLimitBytes', 'maxProcs', 'goroutinesRunning', 'goroutinesRunnable', 'goroutinesWaiting',
      'goroutinesNotInGo', 'runtimeThreads', 'retentionLimitSeconds', 'retentionLimitPercent', 'staleSeriesRuns',
      'persistenceUrgency', 'rushedMode', 'chunksToPersist',
      'rowsMerged', 'rowsPending', 'assistedMerges', 'slowInserts', 'cacheRequests', 'cacheMisses', 'rowsStored',
      'rowsStoredBytes', 'compactorBacklog', 'compactorHalted',
      'storageReadOnly', 'walBytes',
      'wblSegmentCurrent', 'wblBytes', 'replaySegmentMin', 'replaySegmentMax', 'replaySegmentCurrent',
      'replaySegmentTimeSeconds', 'replayRunTimeSeconds', 'targetReady',
      'startStep', 'startStepSite', 'startStepTimeSeconds',
      'ownScrapesFailed', 'ownScrapesTimedOut', 'ownScrapesSkipped',
      'ruleGroupEvaluatedSeconds', 'ruleGroupIterations', 'residentFileBytes', 'headChunksDiskBytes',
      'cpuWaitSeconds',
      ...(Object.keys(ROLE_TABLE) as Role[]).filter((role) => /^host|^nodeUp$/.test(role)),
    ]);
  });

  it('tells the series of a role apart by their labels, whichever was stored first', () => {
    const series = ['5s', '15s'].map((interval) => ({
      name: 'prometheus_target_interval_length_seconds', labels: { interval, quantile: '0.99' },
      values: Float64Array.of(1), present: Uint8Array.of(1),
    }));
    const window = roleWindow({ startMs: 0, endMs: 1000, scrapes: oneScrape, series }, 'prometheus', '2.42.0');
    expect(window.labelled('targetIntervalQuantiles').map(({ labels }) => labels.interval)).toEqual(['15s', '5s']);
    expect(window.labelled('walBytes')).toEqual([]);
  });

  it('reads it, sums included', () => {
    const samples = samplesOf(
      'vm_rows_added_to_storage_total{a="1"} 2\nvm_rows_added_to_storage_total{a="2"} 3\nvm_app_version 1'
    );
    expect(roleValues(['samplesAppended', 'ready'], 'victoriametrics', samples, 0)).toEqual({ samplesAppended: 5 });
    expect(roleValues(['processStartSeconds'], 'otel-collector', samplesOf('otelcol_process_uptime 4'), 10_000))
      .toEqual({ processStartSeconds: 6 });
  });
});
