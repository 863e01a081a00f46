/**
 * Turns the labels of service discovery into a target, as Prometheus's scrape pools do. Rules: `PopulateLabels` and
 * `Target.URL` of prometheus/prometheus, scrape/target.go.
 */
import { parseDurationMs, prometheusDuration } from '../../../core/text/durations.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { relabel, type LabelMap, type RelabelRule } from './relabel.ts';

/** Defaults of a job for its targets. `''`: no such label. */
export interface JobDefaults {
  jobName: string;
  scheme: string;
  metricsPath: string;
  params: Readonly<Record<string, readonly string[]>>;
  scrapeIntervalMs: number;
  scrapeTimeoutMs: number;
  rules: readonly RelabelRule[];
}

/** `labels`: without the internal ones, whose names begin with two underscores. */
export interface ScrapeTarget {
  labels: Labels;
  address: string;
  scheme: string;
  /** Path with query, as requested. */
  pathAndQuery: string;
  scrapeIntervalMs: number;
  scrapeTimeoutMs: number;
}

/** Returns the labels that the first rule sees: as discovered, with the job's defaults. */
export function beforeRelabeling(discovered: LabelMap, job: JobDefaults): LabelMap {
  const labels = new Map([...discovered].filter(([, value]) => value !== ''));
  const defaults = [
    ['job', job.jobName], ['__scheme__', job.scheme], ['__metrics_path__', job.metricsPath],
    ['__scrape_interval__', prometheusDuration(job.scrapeIntervalMs)],
    ['__scrape_timeout__', prometheusDuration(job.scrapeTimeoutMs)],
  ] as const;
  for (const [name, value] of defaults) if (!labels.has(name) && value !== '') labels.set(name, value);
  for (const [name, [first = '']] of Object.entries(job.params)) if (first !== '') labels.set(`__param_${name}`, first);
  return labels;
}

/**
 * Returns null if a rule dropped the target. `bad_data`: the labels make no target; the sentence begins with what is
 * wrong.
 */
export function scrapeTarget(before: LabelMap, job: JobDefaults): Result<ScrapeTarget | null> {
  const labels = relabel(before, job.rules);
  if (labels === null) return ok(null);
  const scheme = labels.get('__scheme__') ?? 'http';
  if (scheme !== 'http' && scheme !== 'https')
    return fail('bad_data', `the scheme "${cut(scheme)}" is not http or https`);
  const address = withPort(labels.get('__address__') ?? '', scheme);
  if (address === null)
    return fail('bad_data', `the address "${cut(labels.get('__address__') ?? '')}" is not HOST or HOST:PORT`);
  const scrapeIntervalMs = parseDurationMs(labels.get('__scrape_interval__') ?? '') ?? 0;
  const scrapeTimeoutMs = parseDurationMs(labels.get('__scrape_timeout__') ?? '') ?? 0;
  if (scrapeIntervalMs === 0 || scrapeTimeoutMs === 0)
    return fail('bad_data', 'its __scrape_interval__ or __scrape_timeout__ is not a duration such as 15s');
  const shown = [...labels].filter(([name]) => !name.startsWith('__'));
  const path = labels.get('__metrics_path__') ?? '';
  return ok({
    labels: { ...Object.fromEntries(shown), instance: labels.get('instance') ?? address },
    address, scheme, scrapeIntervalMs, scrapeTimeoutMs,
    // Escapes characters that would end the path.
    pathAndQuery: `${path.startsWith('/') ? '' : '/'}${path.replace(/[%?#]/g, encodeURIComponent)}`
      + queryOf(labels, job.params),
  });
}

/**
 * Accepts host, host:port or [v6]:port, and nothing that would change where a request goes; adds the default port.
 * Returns null otherwise.
 */
function withPort(address: string, scheme: string): string | null {
  const bare = /^(?:\[[0-9a-fA-F:.]+(?:%[\w.-]+)?\]|[^\s:/?#@[\]\\%<>^|`{}"]+)(?::(\d{1,5}))?$/.exec(address);
  if (bare === null) return null;
  const url = `${scheme}://${address}`;
  if (!URL.canParse(url)) return null;
  return bare[1] === undefined ? `${address}:${scheme === 'https' ? 443 : 80}` : address;
}

/** Returns the parameters of the job and those that labels set, whose first value is the label's; sorted by name. */
function queryOf(labels: LabelMap, params: JobDefaults['params']): string {
  const values = new Map(Object.entries(params).map(([name, list]) => [name, [...list]]));
  for (const [label, value] of labels) {
    if (!label.startsWith('__param_')) continue;
    const name = label.slice('__param_'.length);
    values.set(name, [value, ...(values.get(name) ?? []).slice(1)]);
  }
  const pairs = [...values].sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, list]) => list.map((value) => `${escaped(name)}=${escaped(value)}`));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Escapes like Go's `url.QueryEscape`. */
function escaped(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
