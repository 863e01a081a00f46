import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { TargetClient } from '../../data/scrape/httpClient.ts';

const MAX_ANSWER_BYTES = 32 * 2 ** 20;
const TIMEOUT_MS = 30_000;

/**
 * Selects series by name that have all labels `own`, from `startMs` to before `endMs`: as scraped, or with `stepMs` the
 * last value at each multiple of it.
 */
export interface EngineQuery { names: readonly string[]; own: Labels; startMs: number; endMs: number; stepMs?: number }

/** Returns the answer to an instant query with a range. `too_large`: ask for fewer samples. */
export async function askEngine(
  client: TargetClient, { names, own, startMs, endMs, stepMs }: EngineQuery
): Promise<Result<Uint8Array>> {
  const matchers = Object.entries(own).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',');
  // A range ends at the time of the query; whether it includes its start depends on the version.
  const range = `${endMs - startMs}ms${stepMs === undefined ? '' : `:${stepMs}ms`}`;
  const query = `{__name__=~"${names.join('|')}",${matchers}}[${range}]`;
  const time = ((endMs - 1) / 1000).toFixed(3);
  const outcome = await client.post({
    path: '/api/v1/query', timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES,
    post: {
      body: new TextEncoder().encode(String(new URLSearchParams({ query, time, nocache: '1' }))),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  });
  if (!outcome.ok) {
    const { kind: failure, message } = outcome.error;
    return fail(failure === 'too_large' ? 'too_large' : 'target_error', message);
  }
  const { status, body } = outcome.value;
  if (status === 200) return ok(body);
  return fail(status === 422 ? 'too_large' : 'target_error', `HTTP ${status}`);
}
