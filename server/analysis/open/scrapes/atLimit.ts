/** Finds queues, connections and concurrent work of one scrape that are at their limits. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import type { Sample, Scrape } from './readScrape.ts';

/** Ends of the names of a state, and of its limit. */
const ENDS: readonly (readonly [state: string, limits: readonly string[]])[] = [
  ['_current', ['_capacity', '_limit', '_max']], ['_length', ['_capacity', '_limit', '_max']],
  ['_queue_size', ['_queue_capacity', '_queue_limit', '_queue_max']], ['_in_flight', ['_max', '_limit']],
  ['_queries', ['_queries_concurrent_max']], ['_open_connections', ['_max_open_connections']],
  ['_inflight_requests', ['_inflight_requests_limit', '_max_inflight_requests']],
];
/** Caches are meant to be full; the inserts of VictoriaMetrics are reported with their storage. */
const OTHERS = /cache|^vm_concurrent_insert_/;
const MAX_TOLD = 3;
const MAX_LABELS = 100;

const keyOf = (name: string, { labelText }: Sample): string => `${name}{${labelText.trim()}`;

/** Returns a sentence on each state that is at its limit, at most three; none if all have room. */
export function limitFacts({ samples }: Scrape): string[] {
  const values = new Map(samples.map((sample) => [keyOf(sample.name, sample), sample.value]));
  const found = samples.flatMap((sample) => {
    const { name, value } = sample;
    if (!(value > 0) || OTHERS.test(name)) return [];
    return ENDS.filter(([end]) => name.endsWith(end)).flatMap(([end, limits]) => limits.flatMap((limit) => {
      const of = `${name.slice(0, -end.length)}${limit}`;
      const most = values.get(keyOf(of, sample)) ?? NaN;
      return most > 0 && value >= most ? [{ sample, of, most }] : [];
    })).slice(0, 1);
  });
  return found.slice(0, MAX_TOLD).map(({ sample: { name, value, labelText }, of, most }) =>
    `${name}${labelsOf(labelText)} is ${formatNumber(value)} of at most ${formatNumber(most)} (${of}): it is at its `
    + 'limit, and what comes then waits, is refused or is dropped.');
}

function labelsOf(labelText: string): string {
  const text = labelText.trim().replace(/,$/, '');
  return text === '' || text.length > MAX_LABELS ? '' : `{${text}}`;
}
