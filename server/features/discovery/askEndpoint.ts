import { fail, ok, type Result } from '../../../core/result.ts';
import type { EndpointConfig } from '../../kernel/config/configTypes.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { httpStatusError } from '../../data/scrape/httpStatusAdvice.ts';

/** Header that Prometheus sends. */
const REFRESH_HEADER = 'X-Prometheus-Refresh-Interval-Seconds';
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 8 * 2 ** 20;

/** Requests lists of targets from a server; never throws because of an answer. */
export class EndpointClient {
  readonly #client: TargetClient;

  constructor(endpoint: EndpointConfig, refreshMs: number) {
    const refresh = { name: REFRESH_HEADER, values: [String(refreshMs / 1000)], isSecret: false };
    this.#client = new TargetClient({ ...endpoint, headers: [...(endpoint.headers ?? []), refresh] });
  }

  /** Returns the JSON text of an answer with status 200. Error: a sentence. */
  async json(path: string): Promise<Result<string>> {
    const outcome = await this.#client.get({
      path, timeoutMs: TIMEOUT_MS, accept: 'application/json', maxBytes: MAX_ANSWER_BYTES,
    });
    if (!outcome.ok) return fail('target_error', outcome.error.message);
    const { status, contentType, body } = outcome.value;
    if (status !== 200) return fail('target_error', httpStatusError(outcome.value, this.#client, path).message);
    if (!/^application\/json(?:;\s*charset="?utf-8"?)?$/i.test(contentType.trim())) return fail(
      'target_error', `${this.#client.where} did not answer ${path.split('?', 1)[0] ?? ''} with application/json; `
        + 'check the address.'
    );
    return ok(new TextDecoder().decode(body));
  }

  close(): void {
    this.#client.close();
  }
}
