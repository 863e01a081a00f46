/** Tells counters of failures in a text that count what its error reports, by their labels. Pure; bounded. */
import { formatNumber } from '../../../../../../core/text/format.ts';
import type { Sample } from '../../../scrapes/readScrape.ts';

/** Faults, and the metrics that count them. */
const COUNTERS: readonly (readonly [fault: RegExp, metric: RegExp])[] = [
  [/\balerts?\b|\bnotif/i, /_notifications_(?:errors|dropped|failed)_total$/],
  [
    /\brejected\b|\blimit\b|\bdropped\b|\bdiscard|\brefused\b|not stored/i,
    /_(?:discarded|rejected|ignored|refused)_\w{1,60}$|_exceeded_\w{1,60}_total$|_out_of_order_samples_total$/,
  ],
  [/\bcompact|\bhalt/i, /compact\w{0,60}_(?:failures|failed)_total$|_compact_halted$/],
  [/\bupload|\bbucket\b|object stor/i, /_(?:upload|bucket_operation)_failures_total$/],
  [/\brules?\b/i, /_rule_(?:evaluation_failures|group_iterations_missed)_total$/],
];
const MAX_METRICS = 2;
const MAX_ROWS = 3;
const MAX_LABEL = 60;
/** Labels of the target of a scrape, which is one for all rows. */
const OF_TARGET: ReadonlySet<string> = new Set(['instance', 'job', 'pod', 'namespace', 'container', 'cluster']);

/** Returns the largest values of a metric by the labels that tell its rows apart, a value of 0 last. */
function rowsOf(samples: readonly Sample[]): string {
  const rows = samples.toSorted((a, b) => b.value - a.value).slice(0, MAX_ROWS)
    .map(({ value, labels }) => ({ value, labels }));
  const [first] = rows;
  const keys = Object.keys(first?.labels ?? {}).filter((key) => !OF_TARGET.has(key)
    && (rows.length === 1 || rows.some(({ labels }) => labels[key] !== first?.labels[key])));
  const told = rows.map(({ value, labels }) => {
    const words = keys.map((key) => (labels[key] ?? '').slice(0, MAX_LABEL)).filter((word) => word !== '');
    return `${formatNumber(value)}${words.length === 0 ? '' : ` for ${words.slice(0, 2).join(', ')}`}`;
  });
  return told.length < 2 ? told.join('') : `${told.slice(0, -1).join(', ')} and ${told.at(-1) ?? ''}`;
}

/** Returns the counters that belong to the fault, the largest first; null without one above 0. */
export function failureCounters(facts: string, samples: readonly Sample[]): string | null {
  const metrics = COUNTERS.flatMap(([fault, metric]) => (fault.test(facts) ? [metric] : []));
  const byName = new Map<string, Sample[]>();
  for (const sample of samples) {
    if (!metrics.some((metric) => metric.test(sample.name))) continue;
    byName.set(sample.name, [...byName.get(sample.name) ?? [], sample]);
  }
  const above = [...byName].filter(([, own]) => own.some(({ value }) => value > 0))
    .toSorted((a, b) => Math.max(...b[1].map(({ value }) => value)) - Math.max(...a[1].map(({ value }) => value)));
  return above.length === 0 ? null
    : `${above.slice(0, MAX_METRICS).map(([name, own]) => `${name} is ${rowsOf(own)}`).join('; ')}.`;
}
