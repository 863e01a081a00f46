import { describe, expect, it } from 'vitest';
import { detectTarget, isAnotherProgram } from './detectTarget.ts';
import { parseExposition } from './exposition/parseExposition.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';

const samplesOf = (text: string): ReturnType<typeof parseExposition>['samples'] =>
  parseExposition(`${text.trim().replace(/\n\s+/g, '\n')}\n`).samples;

describe('what kind of target answers', () => {
  const cases: [string, string, TargetKind, string, string][] = [
    [
      'Prometheus 2.42 as Debian builds it',
      'go_info{version="go1.19.8"} 1\n'
        + 'prometheus_build_info{branch="debian/sid",goversion="go1.19.8",version="2.42.0+ds"} 1',
      'prometheus', '2.42.0+ds', 'go1.19.8',
    ],
    [
      'Prometheus 3 built from the module, without a version',
      'prometheus_build_info{goversion="go1.26.8",tags="unknown",version=""} 1\nprometheus_tsdb_head_series 1',
      'prometheus', '', 'go1.26.8',
    ],
    [
      'Prometheus 1.8',
      'prometheus_build_info{version="1.8.2",goversion="go1.9.2"} 1\nprometheus_local_storage_memory_series 1',
      'prometheus', '1.8.2', 'go1.9.2',
    ],
    ['Prometheus without build info', 'prometheus_tsdb_head_series 1\ngo_goroutines 3', 'prometheus', '', ''],
    [
      'Prometheus as an agent',
      'prometheus_build_info{version="3.1.0",goversion="go1.23.4"} 1\nprometheus_agent_active_series 1',
      'prometheus-agent', '3.1.0', 'go1.23.4',
    ],
    [
      'VictoriaMetrics',
      'vm_app_version{version="victoria-metrics-20220905-191057-tags-v1.79.5-0-g6ad52cf", '
        + 'short_version="v1.79.5"} 1\ngo_info{version="go1.19.8"} 1',
      'victoriametrics', '1.79.5', 'go1.19.8',
    ],
    [
      'VictoriaMetrics with only the long version',
      'vm_app_version{version="victoria-metrics-20220905-191057-tags-v1.79.5-0-g6ad52cf", short_version=""} 1',
      'victoriametrics', '1.79.5', '',
    ],
    [
      'Thanos Receive, with its tenants\' TSDBs',
      'prometheus_tsdb_head_series{tenant="a"} 1\nthanos_build_info{version="0.35.0",goversion="go1.22"} '
        + '1\ngo_info{version="go1.22"} 1',
      'thanos', '0.35.0', 'go1.22',
    ],
    ['Mimir', 'cortex_build_info{version="2.12.0"} 1\nprometheus_tsdb_head_series 1', 'mimir', '2.12.0', ''],
    [
      'OpenTelemetry Collector', 'otelcol_process_uptime_seconds_total{service_version="0.120.0"} 4', 'otel-collector',
      '0.120.0', '',
    ],
    ['any Go program', 'go_info{version="go1.22.1"} 1\nprocess_cpu_seconds_total 1', 'go', '', 'go1.22.1'],
    ['a program we do not know', 'python_info{version="3.11"} 1\nprocess_cpu_seconds_total 1', 'unknown', '', ''],
  ];
  it.each(cases)('%s', (_sentence, text, kind, version, goVersion) => {
    expect(detectTarget(samplesOf(text))).toEqual({ kind, version, goVersion });
    expect(detectTarget(samplesOf(text).reverse())).toEqual({ kind, version, goVersion });
  });

  it('no series at all is unknown', () => {
    expect(detectTarget([])).toEqual({ kind: 'unknown', version: '', goVersion: '' });
  });
});

describe('another program at the address of a target', () => {
  it.each<[TargetKind, TargetKind, boolean]>([
    ['prometheus', 'victoriametrics', true], ['victoriametrics', 'go', true], ['thanos', 'prometheus', true],
    ['prometheus', 'prometheus', false], ['prometheus', 'prometheus-agent', false], ['unknown', 'mimir', false],
    ['prometheus', 'unknown', false], ['go', 'otel-collector', false],
  ])('that was %s and is %s: %s', (before, now, is) => {
    expect(isAnotherProgram(before, now)).toBe(is);
  });
});
