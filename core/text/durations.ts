/** Durations and sizes in the syntax of Prometheus's flags and configuration. Pure. */

const UNIT_MS: Record<string, number> = {
  ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000,
};

/**
 * Parses `15s`, `1h30m`, `500ms` to ms; plain digits are seconds, as in Prometheus's HTTP API. Null for anything else.
 * Rule: model.ParseDuration of prometheus/common (units from large to small, each at most once).
 */
export function parseDurationMs(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const match = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(text);
  if (text === '' || match === null) return null;
  const units = ['y', 'w', 'd', 'h', 'm', 's', 'ms'];
  const ms = units.reduce((sum, unit, i) => sum + Number(match[i + 1] ?? 0) * (UNIT_MS[unit] ?? 0), 0);
  return Number.isSafeInteger(ms) ? ms : null;
}

/**
 * Returns `1m30s`, as Prometheus writes durations in labels and answers: weeks and years only for exact multiples.
 * Rule: Duration.String of prometheus/common.
 */
export function prometheusDuration(durationMs: number): string {
  if (durationMs === 0) return '0s';
  let leftMs = durationMs;
  return ['y', 'w', 'd', 'h', 'm', 's', 'ms'].map((unit) => {
    const unitMs = UNIT_MS[unit] ?? NaN;
    const count = (unit === 'y' || unit === 'w') && leftMs % unitMs !== 0 ? 0 : Math.floor(leftMs / unitMs);
    leftMs -= count * unitMs;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
}

const UNIT_BYTES: Record<string, number> = {
  B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40, PB: 2 ** 50, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30,
  TiB: 2 ** 40,
  Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40,
};

/** Returns the exact size in the syntax of `parseSizeBytes`: `2GiB`, `1536MiB`, `1000B`. */
export function formatSize(bytes: number): string {
  const unit = ['TiB', 'GiB', 'MiB', 'KiB'].find((one) => bytes % (UNIT_BYTES[one] ?? NaN) === 0);
  return unit === undefined ? `${bytes}B` : `${bytes / (UNIT_BYTES[unit] ?? NaN)}${unit}`;
}

/**
 * Parses `512MB`, `2GB`, `2Gi` to bytes. Powers of 1024, as in Prometheus's --storage.tsdb.retention.size and
 * Kubernetes's limits. Null for anything else.
 */
export function parseSizeBytes(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(B|[KMGTP]B|[KMGT]iB?)$/.exec(text);
  if (match === null) return null;
  const bytes = Number(match[1]) * (UNIT_BYTES[match[2] ?? ''] ?? NaN);
  return Number.isSafeInteger(Math.round(bytes)) ? Math.round(bytes) : null;
}
