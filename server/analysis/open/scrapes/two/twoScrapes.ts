/** Compares two scrapes of one process: the time between them, what stands still, and what rose. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { labelWords } from '../../look/labelWords.ts';
import { isFailureCounter } from '../failures.ts';
import type { Sample } from '../readScrape.ts';
import { reportedCounter, ruleGroupFacts } from '../rules/ruleGroups.ts';
import { storageLoad } from '../victoria/storageLoad.ts';
import { freedMemory } from './freedMemory.ts';
import { stoodStill } from './stoodStill.ts';

/** One scrape, with how it is called. */
export interface ScrapeSide { name: string; samples: readonly Sample[] }

/** Metrics that state a moment, and what makes seconds of them. */
const MOMENTS: readonly (readonly [RegExp, number])[] = [
  [/^node_time_seconds$/, 1], [/^vm_app_uptime_seconds$/, 1],
  [/^prometheus_remote_storage_(?:queue_)?highest_timestamp(?:_in)?_seconds$/, 1],
  [/^prometheus_tsdb_head_max_time_seconds$/, 1], [/^prometheus_tsdb_head_max_time$/, 1e-3],
];
/** Metrics that only rise, by which the later scrape is known. */
const RISING = new RegExp([
  /^process_cpu_seconds_total$/, /^vm_rows_added_to_storage_total$/,
  /^prometheus_tsdb_head_samples_appended_total$/, /^go_memstats_alloc_bytes_total$/,
  /^go_gc_duration_seconds_count$/, /^go_memstats_last_gc_time_seconds$/,
  /^prometheus_remote_storage_samples_in_total$/,
].map(({ source }) => source).join('|'));
const START = /^process_start_time_seconds$/;
const APPENDED = /^prometheus_tsdb_head_samples_appended_total$/;
const MEMORY = /^process_resident_memory_bytes$/;
const GOROUTINES = /^go_goroutines$/;
/** Two starts of one process differ by rounding only. */
const SAME_START_SECONDS = 1;
/** What is said of scrapes that cannot be compared. */
export const OF_DIFFERENT = 'are of processes that were started at different times';
const MAX_RISEN = 3;
const MAX_LABELS = 100;
/** A change of memory or goroutines by less is usual. */
const MIN_CHANGE = 1.2;

const valueOf = ({ samples }: ScrapeSide, metric: RegExp): number => {
  const all = samples.filter(({ name }) => metric.test(name));
  return all.length === 0 ? NaN : Math.max(...all.map(({ value }) => value));
};

/** Returns the seconds from one scrape to another; NaN if no metric of both states a moment. */
function secondsBetween(one: ScrapeSide, other: ScrapeSide): number {
  for (const [metric, factor] of MOMENTS) {
    const seconds = (valueOf(other, metric) - valueOf(one, metric)) * factor;
    if (Number.isFinite(seconds) && seconds !== 0) return seconds;
  }
  return NaN;
}

/** Whether the first of two scrapes is the later one, by what only rises. */
function isReversed(one: ScrapeSide, other: ScrapeSide): boolean {
  const seconds = secondsBetween(one, other);
  if (!Number.isNaN(seconds)) return seconds < 0;
  const before = new Map(one.samples.filter(({ name }) => RISING.test(name)).map(({ name, value }) => [name, value]));
  const changed = other.samples.filter(({ name, value }) => value !== (before.get(name) ?? value));
  return changed.length > 0 && changed.every(({ name, value }) => value < (before.get(name) ?? value));
}

/** Returns scrapes of one process in the order of their time; null for scrapes of different metrics or processes. */
export function inTimeOrder<T extends ScrapeSide>(sides: readonly T[]): T[] | null {
  const ordered = sides.toSorted((a, b) => (isReversed(a, b) ? 1 : -1));
  const [first, ...others] = ordered;
  return first === undefined || others.some((one) => !areOfOne(first, one)) ? null : ordered;
}

/** Whether two scrapes have mostly the same metrics, and state no different starts. */
function areOfOne(one: ScrapeSide, other: ScrapeSide): boolean {
  const names = new Set(one.samples.map(({ name }) => name));
  const shared = other.samples.filter(({ name }) => names.has(name)).length;
  return shared > 0 && shared * 2 >= other.samples.length
    && !(Math.abs(valueOf(other, START) - valueOf(one, START)) > SAME_START_SECONDS);
}

/** Returns what the later scrape shows against the earlier one; null for scrapes of different metrics or processes. */
export function scrapesCompared(one: ScrapeSide, other: ScrapeSide): string | null {
  const [before, after] = isReversed(one, other) ? [other, one] : [one, other];
  const names = new Set(before.samples.map(({ name }) => name));
  const shared = after.samples.filter(({ name }) => names.has(name)).length;
  if (shared * 2 < after.samples.length || shared === 0) return null;
  const starts = [before, after].map((side) => valueOf(side, START));
  const [started = NaN, again = NaN] = starts;
  if (Math.abs(again - started) > SAME_START_SECONDS)
    return `${after.name} and ${before.name} ${OF_DIFFERENT}, so counters are not compared.`;
  const seconds = secondsBetween(before, after);
  const old = new Map(before.samples.map((sample) => [keyOf(sample), sample.value]));
  const still = stoodStill(before.samples, after.samples, seconds);
  const freed = freedMemory((metric) => [valueOf(before, metric), valueOf(after, metric)], after.samples);
  const facts = joined([
    freed, storageLoad(after.samples, before.samples, seconds), ruleGroupFacts(after.samples, before.samples),
    still, still === null ? takenIn(before, after, seconds) : null, risenFact(after.samples, old),
    freed !== null ? null : changeFact(before, after, MEMORY, ['Resident memory', formatBytes]),
    changeFact(before, after, GOROUTINES, ['The number of goroutines', formatNumber]),
  ]);
  const when = Number.isNaN(seconds) ? `${after.name} is later than ${before.name}`
    : `${after.name} is ${formatSeconds(seconds)} later than ${before.name}`;
  return facts === null ? null : `${when}${Number.isNaN(started) ? '' : ', of the same process'}. ${facts}`;
}

const keyOf = ({ name, labelText }: Sample): string => `${name}{${labelText}`;

/** Says how many samples came in between. */
function takenIn(before: ScrapeSide, after: ScrapeSide, seconds: number): string | null {
  const added = valueOf(after, APPENDED) - valueOf(before, APPENDED);
  if (!(added >= 0)) return null;
  return added === 0 ? 'No sample was stored between them.' : `Between them ${formatNumber(added)} samples were stored${
    seconds > 0 ? ` (${formatNumber(added / seconds)} per second)` : ''}.`;
}

/** Lists the counters of failures that rose, the most first; says so if none did. */
function risenFact(after: readonly Sample[], old: ReadonlyMap<string, number>): string | null {
  const reported = reportedCounter(after);
  const counters = after.flatMap((sample) => {
    const value = old.get(keyOf(sample));
    const isOther = isFailureCounter(sample) && reported?.test(sample.name) !== true;
    return value === undefined || !isOther ? [] : [{ sample, by: sample.value - value }];
  });
  const risen = counters.filter(({ by }) => by > 0).sort((a, b) => b.by - a.by);
  const past = counters.filter(({ sample, by }) => by === 0 && sample.value > 0).length;
  if (risen.length > 0) return `Counters of failures that rose: ${risen.slice(0, MAX_RISEN).map(({ sample, by }) =>
    `${sample.name}${sample.labelText === '' ? '' : `{${labelWords(sample.labelText, MAX_LABELS)}}`} by ${
      formatNumber(by)}`).join(', ')}${risen.length > MAX_RISEN ? `, and ${risen.length - MAX_RISEN} more` : ''}.`;
  return past === 0 ? null : 'No counter of failures rose; those above 0 count older failures.';
}

type Kind = readonly [subject: string, words: (value: number) => string];

function changeFact(before: ScrapeSide, after: ScrapeSide, metric: RegExp, [subject, words]: Kind): string | null {
  const [from, to] = [before, after].map((side) => valueOf(side, metric));
  if (from === undefined || to === undefined || !(from > 0) || !(to > 0)) return null;
  const ratio = Math.max(to / from, from / to);
  return ratio < MIN_CHANGE ? null : `${subject} went from ${words(from)} to ${words(to)}.`;
}

/** Cuts a text of two scrapes before the second one, with the comments above it; null if that is not found. */
export function cutScrapes(text: string, [first]: readonly Sample[]): [string, string] | null {
  if (first === undefined) return null;
  const series = `${first.name}${first.labelText === '' ? '' : `{${first.labelText}}`}`;
  const lines = text.split('\n');
  const isSeries = (line: string): boolean => {
    const own = line.trimStart();
    return own.startsWith(series) && /\s/.test(own.charAt(series.length));
  };
  const once = lines.findIndex(isSeries);
  const again = lines.findIndex((line, i) => i > once && isSeries(line));
  if (again < 0) return null;
  // The comments above a series belong to it.
  const begin = lines.slice(0, again).findLastIndex((line) => !/^\s{0,8}(?:#|$)/.test(line)) + 1;
  return [lines.slice(0, begin).join('\n'), lines.slice(begin).join('\n')];
}

/** Cuts the samples of a text at the first series that is in it again; null unless they are those of two scrapes. */
export function twoScrapesIn(samples: readonly Sample[]): [readonly Sample[], readonly Sample[]] | null {
  const known = new Set<string>();
  const at = samples.findIndex((sample) => {
    const key = keyOf(sample);
    const isAgain = known.has(key);
    known.add(key);
    return isAgain;
  });
  if (at <= 0) return null;
  const [first, second] = [samples.slice(0, at), samples.slice(at)];
  const [begin, again] = [first[0], second[0]];
  return begin !== undefined && again !== undefined && keyOf(begin) === keyOf(again)
    && new Set(second.map(keyOf)).size === second.length ? [first, second] : null;
}
