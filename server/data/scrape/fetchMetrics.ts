import type { ScrapeError } from '../metrics/series.ts';
import type { RawScrape } from '../store/dataStore.ts';
import { shortText } from './connectionErrors.ts';
import type { TargetClient, TargetRequest } from './httpClient.ts';
import { httpStatusError } from './httpStatusAdvice.ts';

/**
 * Text formats only, the plain one first: it keeps the metric names of the role table (OpenMetrics renames counters).
 * Protobuf is never requested.
 */
const METRICS_ACCEPT = 'text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.8,*/*;q=0.1';
const METRICS_PATH = '/metrics';
/** An empty type is accepted: small exporters omit it. */
const TEXT_TYPES = new Set(['', 'text/plain', 'application/openmetrics-text']);

export interface FetchedMetrics extends Omit<RawScrape, 'extras' | 'node'> {
  /** True if tsdbscope aborted the request; not to be recorded. */
  aborted: boolean;
}

function wrongTypeError(contentType: string, where: string, path: string): ScrapeError {
  const type = shortText(contentType, 60);
  return {
    kind: 'format',
    message: type.startsWith('text/html')
      ? `${where} answered ${path} with a web page (text/html), not with metrics; `
        + 'does the URL name the database itself, and not a login page or a proxy?'
      : `${where} answered ${path} as "${type}", which is not the Prometheus text format; `
        + 'does the URL name a metrics endpoint?',
  };
}

/**
 * Requests a target's /metrics once. `startMs` is the time of the request on the client's clock; the duration is
 * monotonic, to the last byte of the body. Fails (body null) on anything but status 200 with a text type; the parser
 * decides whether the body holds samples. Never throws for errors of the target.
 */
export async function fetchMetrics(
  client: TargetClient, timeoutMs: number,
  { path = METRICS_PATH, ...limits }: Partial<Pick<TargetRequest, 'path' | 'maxBytes' | 'hasRoom' | 'memory'>> = {},
): Promise<FetchedMetrics> {
  // In this order: a delay between the two is part of the duration, which then covers the answer.
  const begunMs = client.clock.steadyMs();
  const startMs = client.clock.nowMs();
  const outcome = await client.get(
    { path, timeoutMs, accept: METRICS_ACCEPT, ...limits }
  );
  const durationSeconds = (client.clock.steadyMs() - begunMs) / 1000;
  if (!outcome.ok) {
    return {
      startMs, durationSeconds, status: outcome.status, body: null, contentType: '', error: outcome.error,
      aborted: outcome.aborted,
    };
  }
  const { status, contentType, body } = outcome.value;
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const error = status !== 200
    ? httpStatusError(outcome.value, client, path)
    : TEXT_TYPES.has(mediaType) ? null : wrongTypeError(client.withoutSecrets(contentType), client.where, path);
  return { startMs, durationSeconds, status, body: error === null ? body : null, contentType, error, aborted: false };
}
