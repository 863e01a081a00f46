import type { EndpointConfig } from '../../kernel/config/configTypes.ts';
import { readTargetGroups } from '../../kernel/relabel/targetGroups.ts';
import { EndpointClient } from './askEndpoint.ts';
import type { SourceAnswer, SourceReader } from './sourceReader.ts';

/** `http_sd_configs`: https://prometheus.io/docs/prometheus/latest/http_sd/ */
export class HttpSource implements SourceReader {
  readonly where: string;
  readonly #client: EndpointClient;
  readonly #path: string;

  constructor(endpoint: EndpointConfig, refreshMs: number) {
    this.where = `${endpoint.url}${endpoint.path}`;
    this.#client = new EndpointClient(endpoint, refreshMs);
    this.#path = endpoint.path;
  }

  async read(): Promise<SourceAnswer> {
    const answer = await this.#client.json(this.#path);
    if (!answer.ok) return { found: null, problems: [answer.error.message] };
    const groups = readTargetGroups(answer.value, 'json', { __meta_url: this.where });
    return groups.ok ? { found: groups.value, problems: [] }
      : { found: null, problems: [`${this.where} cannot be used: ${groups.error.message}.`] };
  }

  close(): void {
    this.#client.close();
  }
}
