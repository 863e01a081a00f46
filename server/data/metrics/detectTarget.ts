/** Detects the kind of a target from its series. */
import type { Labels, TargetKind } from '../../../core/contract/terms/targetKind.ts';

export interface DetectedTarget {
  kind: TargetKind;
  /** Version stated by the target, without a leading v; `""` if it states none (builds of the plain module). */
  version: string;
  /** e.g. `go1.19.8`; `""` when not stated. */
  goVersion: string;
}

/** Metrics of which each TSDB server, or part of one, exports one; no other program does. */
export const DATABASE_NAMES = [
  'prometheus_build_info', 'thanos_build_info', 'cortex_build_info', 'mimir_build_info', 'vm_app_version',
] as const;

/**
 * Detects the target from series of one scrape, in any order. Programs that embed others have precedence: Thanos and
 * Mimir export `prometheus_tsdb_*` of their tenants. No series, or only unknown ones: kind `unknown`.
 */
export function detectTarget(series: Iterable<{ name: string; labels: Labels }>): DetectedTarget {
  const seen = {
    victoria: false, thanos: false, mimir: false, collector: false, prometheus: false, agent: false, go: false,
  };
  const versions = { victoria: '', thanos: '', mimir: '', collector: '', prometheus: '', go: '' };
  for (const { name, labels } of series) {
    if (name === 'vm_app_version') {
      seen.victoria = true;
      versions.victoria = releaseNumber(labels['short_version'] ?? '') || releaseNumber(labels['version'] ?? '');
    } else if (name === 'prometheus_build_info') {
      seen.prometheus = true;
      versions.prometheus = labels['version'] ?? '';
      versions.go = versions.go || (labels['goversion'] ?? '');
    } else if (name === 'go_info') {
      seen.go = true;
      versions.go = labels['version'] ?? '';
    } else if (name.startsWith('go_') || name === 'process_cpu_seconds_total') {
      seen.go ||= name === 'go_goroutines';
    } else if (name.startsWith('vm_rows') || name.startsWith('vm_promscrape_')) {
      seen.victoria = true;
    } else if (name.startsWith('thanos_')) {
      seen.thanos = true;
      if (name === 'thanos_build_info') versions.thanos = labels['version'] ?? '';
    } else if (name.startsWith('cortex_') || name === 'mimir_build_info') {
      seen.mimir = true;
      if (name.endsWith('_build_info')) versions.mimir = labels['version'] ?? '';
    } else if (name.startsWith('otelcol_')) {
      seen.collector = true;
      versions.collector = labels['service_version'] ?? versions.collector;
    } else if (name === 'target_info') {
      versions.collector = versions.collector || (labels['service_version'] ?? '');
    } else if (name.startsWith('prometheus_agent_')) {
      seen.agent = true;
    } else if (name.startsWith('prometheus_tsdb_') || name.startsWith('prometheus_local_storage_')) {
      seen.prometheus = true;
    }
  }
  const answer = (kind: TargetKind, version: string): DetectedTarget =>
    ({ kind, version: version.replace(/^v(?=\d)/, ''), goVersion: versions.go });
  if (seen.victoria) return answer('victoriametrics', versions.victoria);
  if (seen.thanos) return answer('thanos', versions.thanos);
  if (seen.mimir) return answer('mimir', versions.mimir);
  if (seen.collector) return answer('otel-collector', versions.collector);
  if (seen.agent) return answer('prometheus-agent', versions.prometheus);
  if (seen.prometheus) return answer('prometheus', versions.prometheus);
  return answer(seen.go ? 'go' : 'unknown', '');
}

/**
 * Whether a target whose kind changed is another program. An unidentified one is not, a plain Go program may only just
 * have registered its metrics, and an agent is a Prometheus.
 */
export function isAnotherProgram(before: TargetKind, now: TargetKind): boolean {
  const family = (kind: TargetKind): TargetKind => (kind === 'prometheus-agent' ? 'prometheus' : kind);
  return before !== 'unknown' && before !== 'go' && now !== 'unknown' && family(before) !== family(now);
}

/** Returns the release within text such as `victoria-metrics-20220905-191057-tags-v1.79.5-0-g...`. */
function releaseNumber(version: string): string {
  return /v?(\d+\.\d+\.\d+)/.exec(version)?.[1] ?? '';
}
