import { objectField, textField, type JsonObject } from '../../data/scrape/answers/jsonFields.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { EndpointConfig } from '../../kernel/config/configTypes.ts';
import { isLoopback } from '../../kernel/config/loopback.ts';
import { LABEL_NAME, type LabelMap } from '../../kernel/relabel/relabel.ts';
import { MAX_DISCOVERED } from '../../kernel/relabel/targetGroups.ts';
import { DATABASE_NAMES } from '../../data/metrics/detectTarget.ts';
import { EndpointClient } from './askEndpoint.ts';
import { hostPort, type SourceAnswer, type SourceReader } from './sourceReader.ts';

const MAX_LABEL = 4096;
const TSDB_QUERY = `group by (job, instance) ({__name__=~"${DATABASE_NAMES.join('|')}"})`;

interface ActiveTarget { labels: Map<string, string>; pool: string; url: URL; health: string }

/**
 * `prometheus_sd`: the targets of a Prometheus (or vmagent), by job; without jobs, those that are time-series
 * databases, by the metrics it has of them.
 */
export class PrometheusSource implements SourceReader {
  readonly where: string;
  readonly #client: EndpointClient;
  readonly #endpoint: EndpointConfig;
  readonly #jobs: readonly string[];

  constructor(endpoint: EndpointConfig, jobs: readonly string[], refreshMs: number) {
    this.where = `${endpoint.url}${endpoint.path}`;
    this.#client = new EndpointClient(endpoint, refreshMs);
    this.#endpoint = endpoint;
    this.#jobs = jobs;
  }

  async read(): Promise<SourceAnswer> {
    const [targets, wanted] = await Promise.all([this.#targets(), this.#wanted()]);
    if (!targets.ok) return { found: null, problems: [targets.error.message] };
    if (!wanted.ok) return { found: null, problems: [wanted.error.message] };
    const found = targets.value.filter(wanted.value).map((target) => this.#labelsOf(target));
    return found.length <= MAX_DISCOVERED ? { found, problems: [] }
      : { found: null, problems: [`${this.where} has more than ${MAX_DISCOVERED} such targets; name fewer jobs.`] };
  }

  close(): void {
    this.#client.close();
  }

  async #targets(): Promise<Result<ActiveTarget[]>> {
    const data = await this.#data('/api/v1/targets?state=active');
    if (!data.ok) return data;
    const active: unknown = data.value['activeTargets'];
    if (!Array.isArray(active)) return fail('target_error', this.#notPrometheus('/api/v1/targets'));
    return ok((active as unknown[]).flatMap(readTarget));
  }

  /** Returns a filter for the wanted targets. */
  async #wanted(): Promise<Result<(target: ActiveTarget) => boolean>> {
    const jobs = new Set(this.#jobs);
    if (jobs.size > 0) return ok(({ labels, pool }) => jobs.has(pool) || jobs.has(labels.get('job') ?? ''));
    const data = await this.#data(`/api/v1/query?query=${encodeURIComponent(TSDB_QUERY)}`);
    if (!data.ok) return data;
    const result: unknown = data.value['result'];
    if (!Array.isArray(result)) return fail('target_error', this.#notPrometheus('/api/v1/query'));
    const databases = new Set((result as unknown[]).map((one) => {
      const metric = objectField({ one }, 'one')?.['metric'];
      return keyOf(new Map(Object.entries((metric ?? {}) as Record<string, string>)));
    }));
    return ok(({ labels }) => databases.has(keyOf(labels)));
  }

  async #data(path: string): Promise<Result<JsonObject>> {
    const answer = await this.#client.json(`${this.#endpoint.path}${path}`);
    if (!answer.ok) return answer;
    try {
      const envelope = objectField({ read: JSON.parse(answer.value) as unknown }, 'read') ?? {};
      const data = envelope['status'] === 'success' ? objectField(envelope, 'data') : undefined;
      return data === undefined ? fail('target_error', this.#notPrometheus(path)) : ok(data);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return fail('target_error', this.#notPrometheus(path));
    }
  }

  #notPrometheus(path: string): string {
    return `${this.where} does not answer ${path.split('?', 1)[0] ?? ''} as a Prometheus does; check the address.`;
  }

  #labelsOf({ labels, pool, url, health }: ActiveTarget): LabelMap {
    const host = bareHost(url);
    const ownHost = bareHost(new URL(this.#endpoint.url));
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    // Its localhost is its own host, not this one.
    const address = hostPort(isLoopback(host) && !isLoopback(ownHost) ? ownHost : host, port);
    const all = new Map(labels);
    if (all.get('instance') === hostPort(host, port)) all.set('instance', address);
    all.set('__address__', address).set('__scheme__', url.protocol.slice(0, -1)).set('__metrics_path__', url.pathname);
    for (const [name, value] of url.searchParams) {
      const label = `__param_${name}`;
      if (LABEL_NAME.test(label) && !all.has(label)) all.set(label, value);
    }
    return all.set('__meta_prometheus_url', this.where).set('__meta_prometheus_scrape_pool', pool)
      .set('__meta_prometheus_health', health);
  }
}

function readTarget(value: unknown): ActiveTarget[] {
  const target = objectField({ value }, 'value') ?? {};
  const text = textField(target, 'scrapeUrl', MAX_LABEL);
  if (text === undefined || !URL.canParse(text)) return [];
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return [];
  const labels = Object.entries(objectField(target, 'labels') ?? {}).filter(
    (pair): pair is [string, string] =>
      LABEL_NAME.test(pair[0]) && !pair[0].startsWith('__') && typeof pair[1] === 'string'
        && pair[1].length <= MAX_LABEL
  );
  return [{
    labels: new Map(labels), url, pool: textField(target, 'scrapePool', MAX_LABEL) ?? '',
    health: textField(target, 'health', 20) ?? 'unknown',
  }];
}

function keyOf(labels: LabelMap): string {
  return JSON.stringify([labels.get('job') ?? '', labels.get('instance') ?? '']);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
