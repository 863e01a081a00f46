/** Counts the series that Prometheus 1 set aside, and says what they have in common. Pure; bounded. */
import { counted } from '../../../../../../core/text/format.ts';

const QUARANTINED = /\bmsg="Series quarantined\."/;
const FINGERPRINT = /\bfingerprint=([0-9a-f]{8,32})\b/;
const METRIC = /\bmetric="((?:[^"\\]|\\.){1,1000})"/;
const LOADED = /\bmsg="(\d{1,12}) series loaded\."/;
const SPARSE = 'dropped more chunks from persistence than from memory';
const LABEL = /(\w{1,100})="([^"]{1,200})"/g;
const MAX_VALUES = 3;

/** Returns the label whose values differ between the series while the others are equal; '' without one. */
function varied(series: readonly string[]): string {
  const values = new Map<string, Set<string>>();
  for (const one of series)
    for (const [, name = '', value = ''] of one.matchAll(LABEL))
      values.set(name, (values.get(name) ?? new Set<string>()).add(value));
  const [only, second] = [...values].filter(([, all]) => all.size > 1);
  if (only === undefined || second !== undefined) return '';
  const [name, all] = only;
  const named = [...all].slice(0, MAX_VALUES).join(', ');
  return ` (${name} ${named}${all.size > MAX_VALUES ? ` and ${all.size - MAX_VALUES} more` : ''})`;
}

/** Returns how many series were set aside, of how many and which; null without any. */
export function quarantinedSeries(lines: readonly string[]): string | null {
  const found = lines.filter((line) => QUARANTINED.test(line));
  if (found.length === 0) return null;
  const series = new Set(found.map((line) => FINGERPRINT.exec(line)?.[1] ?? line));
  const metrics = found.flatMap((line) => METRIC.exec(line)?.[1]?.replaceAll(String.raw`\"`, '"') ?? []);
  const names = new Set(metrics.map((metric) => metric.split('{', 1)[0] ?? ''));
  const loaded = lines.map((line) => LOADED.exec(line)?.[1]).find((one) => one !== undefined);
  const of = loaded === undefined ? '' : `, of ${Number(loaded).toLocaleString('en-US')} that it loaded at its start`;
  const [name = ''] = names;
  const which = names.size !== 1 || name === '' ? ''
    : `: ${series.size === 1 ? 'one' : 'all'} of ${name}${series.size === 1 ? '' : varied(metrics)}`;
  const why = !found.every((line) => line.includes(SPARSE)) ? ''
    : ' Prometheus 1 gives that reason for series of few samples, too, by a fault of its own (prometheus 2374).';
  return `It set ${counted(series.size, 'series', 'series')} aside${of}${which}.${why}`;
}
