/** Compares the series that Mimir or Cortex holds in memory with the limit of its only tenant. Pure. */
import type { Sample, Scrape } from '../readScrape.ts';

const NEAR = 0.95;
const LIMIT = 'max_global_series_per_user';
const count = (value: number): string => value.toLocaleString('en-US');

/** Returns the limit of the tenant, an override before the default; null without one. */
function limitOf(samples: readonly Sample[]): number | null {
  const of = (metric: RegExp): number[] => samples
    .filter(({ name, labels }) => metric.test(name) && labels['limit_name'] === LIMIT).map(({ value }) => value);
  const [override, other] = of(/^cortex_limits_overrides$/);
  if (override !== undefined) return other === undefined && override > 0 ? override : null;
  const [own] = of(/^cortex_limits_defaults$/);
  return own !== undefined && own > 0 ? own : null;
}

/** Returns the sum of a metric; null without a sample of it. */
function sumOf(samples: readonly Sample[], metric: RegExp): number | null {
  const own = samples.filter(({ name }) => metric.test(name));
  return own.length === 0 ? null : own.reduce((sum, { value }) => sum + value, 0);
}

/** Whether it is the only ingester, so that its share of a global limit is the limit. */
function isAlone(samples: readonly Sample[]): boolean {
  const members = samples.filter(({ name, labels }) =>
    /^cortex_ring_members$/.test(name) && labels['name'] === 'ingester');
  return members.length > 0 && members.reduce((sum, { value }) => sum + value, 0) === 1;
}

/** Returns that the tenant is at its limit and how many of its series are active; null unless the values show it. */
export function seriesLimit({ samples }: Scrape): string | null {
  const held = sumOf(samples, /^cortex_ingester_memory_series$/);
  const users = sumOf(samples, /^cortex_ingester_memory_users$/);
  const limit = limitOf(samples);
  if (held === null || limit === null || held < NEAR * limit || users !== 1 || !isAlone(samples)) return null;
  const active = sumOf(samples, /^cortex_ingester_active_series$/);
  const few = active === null || active >= NEAR * held ? ': raise it, or reduce the labels that make so many series'
    : `. Only ${count(active)} of them are active (${(100 * active / held).toFixed(0)} %): the limit counts all that `
      + 'are in memory, also series that have ended, until a compaction of the head removes them (by default every '
      + '2h), so raise it above what 2h bring, or reduce the labels that make new series';
  return `The tenant has ${count(held)} series in memory, and ${LIMIT} is ${count(limit)}${few}.`;
}
