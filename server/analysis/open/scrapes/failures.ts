/** Lists the counters of failures that are above zero in one scrape. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { roleSelectors } from '../../../data/metrics/roles.ts';
import { joined } from '../look/factTools.ts';
import { labelWords } from '../look/labelWords.ts';
import { sentence } from '../look/named.ts';
import { OOM_KILLS } from './hostUse.ts';
import type { Sample, Scrape } from './readScrape.ts';
import { countedAgain, DAMAGED, failedCheckpoints } from './storeTroubles.ts';

/** Counters that stay at 0 in a healthy server. */
const FAILURES: readonly (readonly [role: Role, word: string])[] = [
  ['compactionsFailed', 'failed compactions'], ['walCorruptions', 'corruptions of the WAL'],
  ['walTruncationsFailed', 'failed WAL truncations'], ['walWritesFailed', 'failed writes to the WAL'],
  ['headTruncationsFailed', 'failed head truncations'], ['checkpointsFailed', 'failed checkpoints'],
  ['checkpointDeletionsFailed', 'failed deletions of checkpoints'],
];
const CORRUPTIONS: Role = 'walCorruptions';
export const FAILURE_ROLES = FAILURES.map(([role]) => role);

const FAILS = new RegExp(`(?:^|_)(?:${[
  /fail(?:ed|ures?|s)?|err(?:or)?s?|corrupt(?:ed|ions?)?|dropped|discarded|rejected|refused|panics?/,
  /exceptions?|timeouts?|timed_out|exceeded|missed|lost|aborted|oom_kills?/,
  /sample_(?:out_of_(?:order|bounds)|duplicate\w{0,10})/,
].map(({ source }) => source).join('|')})(?:_|$)`);
/** Counters of logged lines, of which those of a high level count. */
const LOGGED = /(?:^|_)(?:log_messages|log_lines|log_events|logback_events)_total$/;
const HIGH_LEVEL = /(?:^|,)\s*level="(?:error|fatal|panic|critical)"/i;
const NOT_COUNTERS = /_(?:bucket|sum|count|created|seconds|bytes|info|limit|ratio)$/;
const CODE = /(?:^|,)\s*(?:code|status|status_code|http_status)="(5\d\d)"/;
const REQUESTS = /(?:requests?|responses?)(?:_\w{1,40})?_(?:total|count)$|_http_\w{1,60}_total$/;
const MAX_LISTED = 4;
const MAX_LABELS = 100;
/** Number of counters from which their being 0 says something. */
const MIN_ZEROS = 3;

/** `series`: how many of its series are above zero. */
interface Counter { name: string; count: number; series: number; largest: Sample }

/** Reasons for which a program leaves samples out on purpose: nothing failed. */
const BY_DESIGN = new RegExp(String.raw`(?:^|,)\s*(?:reason|cause|type)="(?:${[
  /stale(?:ness)?[-_]markers?/, /zero[-_]buckets?[-_]bounds/, /dropped_series/, /(?:ha[-_])?dedup\w{0,20}/,
].map(({ source }) => source).join('|')})"`, 'i');
const MAX_LEFT_OUT = 3;

/**
 * Lists what failed: by words where the counter is known, else by its name; null if nothing did. `reported`: a counter
 * that another sentence has.
 */
export function failureFacts(
  scrape: Scrape, values: Partial<Record<Role, number>>, kind: TargetKind, reported: RegExp | null = null
): string | null {
  const checkpoints = failedCheckpoints(values, scrape);
  const isDamaged = checkpoints?.includes(DAMAGED) === true;
  const told = new Set<Role>(['checkpointsFailed', ...countedAgain(values), ...isDamaged ? [CORRUPTIONS] : []]);
  const known = FAILURES.map(([role, word]) => {
    const count = values[role] ?? 0;
    // Those that follow from a failed checkpoint are counted with it.
    if (checkpoints !== null && told.has(role)) return null;
    return count <= 0 ? null : `${count.toLocaleString('en-US')} ${
      count === 1 ? word.replace(/s(?= of| to|$)/, '') : word}`;
  });
  const others = otherCounters(scrape, kind).filter(({ name, count }) => count > 0 && reported?.test(name) !== true)
    .sort((a, b) => b.count - a.count);
  const listed = others.slice(0, MAX_LISTED).map((one) =>
    `${formatNumber(one.count)} in ${one.name}${labelsOf(one)}${baseOf(one, scrape)}`);
  const rest = others.length <= MAX_LISTED ? '' : `, and ${others.length - MAX_LISTED} more`;
  return joined([
    checkpoints, sentence([...known, serverErrors(scrape)]),
    listed.length === 0 ? null : `Counters of failures and drops above 0: ${listed.join(', ')}${rest}.`,
  ]);
}

const OF_FAILURES = /_(?:errors|failures|failed)_total$/;
const MIN_BASE = 1000;
const SMALL_PERCENT = 1;

/** Returns the share of failures that a counter of all such operations gives, where it is small; `""` otherwise. */
function baseOf({ name, count, series, largest }: Counter, { samples }: Scrape): string {
  if (series !== 1 || !OF_FAILURES.test(name)) return '';
  const bases = new Set([name.replace(OF_FAILURES, 's_total'), name.replace(OF_FAILURES, '_total')]);
  const all = samples.find((one) => bases.has(one.name) && one.labelText.trim() === largest.labelText.trim())?.value;
  if (all === undefined || all < MIN_BASE || 100 * count / all >= SMALL_PERCENT) return '';
  return `, of ${formatNumber(all)} (${formatNumber(100 * count / all)} %)`;
}

/** Whether a series counts failures or drops that are no purpose of the program. */
export const isFailureCounter = ({ name, labelText }: Sample): boolean => name.endsWith('_total') && FAILS.test(name)
  && !NOT_COUNTERS.test(name) && !BY_DESIGN.test(labelText);

/** Counters that every program of a language or a library has, which say nothing of what a program does. */
const OF_LIBRARIES = /^(?:promhttp|net_conntrack|grpc|rest_client|go|process|python|jvm|prometheus_client)_/;
/** Counters of what a server stores, whose failures are those of its storage. */
const STORES = /^(?:prometheus_tsdb_head_samples_appended_total|vm_rows_added_to_storage_total)$/;

/**
 * Reports that all counters of failures are 0; null unless there are several (`min`) of what the program does. The
 * counters of what it stores must be among them.
 */
export function noFailureFacts(scrape: Scrape, kind: TargetKind, min = MIN_ZEROS): string | null {
  const names = new Set(otherCounters(scrape, kind).map(({ name }) => name).filter((name) => !OF_LIBRARIES.test(name)));
  const roles = new Set(roleSelectors(kind, FAILURE_ROLES));
  const known = scrape.samples.filter(({ name }) => roles.has(name));
  for (const { name } of known) names.add(name);
  if (known.length === 0 && scrape.samples.some(({ name }) => STORES.test(name))) return null;
  return names.size < min || known.some(({ value }) => value > 0) ? null
    : `All of its ${names.size} counters of failures are 0.`;
}

/** Sums the counters whose names speak of failures, except those that a role stands for. */
function otherCounters({ samples, types }: Scrape, kind: TargetKind): Counter[] {
  const roles = new Set(roleSelectors(kind, FAILURE_ROLES));
  const isCounter = (name: string): boolean => {
    const isNamed = (FAILS.test(name) || LOGGED.test(name)) && !roles.has(name) && !NOT_COUNTERS.test(name)
      && !OOM_KILLS.test(name);
    const type = isNamed ? types.get(name) ?? types.get(name.replace(/_total$/, '')) : undefined;
    return isNamed && (type === 'counter' || name.endsWith('_total') || name.endsWith('_oom_kill'));
  };
  const counters = new Map<string, Counter>();
  const verdicts = new Map<string, boolean>();
  for (const sample of samples) {
    const { name, value } = sample;
    const isOwn = verdicts.get(name) ?? isCounter(name);
    verdicts.set(name, isOwn);
    if (!isOwn || !Number.isFinite(value) || (LOGGED.test(name) && !HIGH_LEVEL.test(sample.labelText))) continue;
    if (BY_DESIGN.test(sample.labelText)) continue;
    const counter = counters.get(name) ?? { name, count: 0, series: 0, largest: sample };
    counters.set(name, counter);
    counter.count += value;
    counter.series += value > 0 ? 1 : 0;
    if (value > counter.largest.value) counter.largest = sample;
  }
  return [...counters.values()];
}

/** Returns the labels of the only series above zero; of several, those of the largest, with its own count. */
function labelsOf({ series, largest }: Counter): string {
  const text = labelsText(largest);
  if (text === '') return '';
  return series < 2 ? ` (${text})` : ` (${formatNumber(largest.value)} of them with ${text})`;
}

const labelsText = ({ labelText }: Sample): string => labelWords(labelText, MAX_LABELS);

/** Lists what counters of drops say that was left out on purpose; null if nothing was. */
export function leftOutFacts({ samples }: Scrape): string | null {
  const own = samples.filter(({ name, labelText, value }) => FAILS.test(name) && !NOT_COUNTERS.test(name)
    && value > 0 && BY_DESIGN.test(labelText)).sort((a, b) => b.value - a.value);
  const [first] = own;
  if (first === undefined) return null;
  const told = own.filter(({ name }) => name === first.name).slice(0, MAX_LEFT_OUT)
    .map((one) => `${formatNumber(one.value)} (${labelsText(one)})`);
  return `Left out on purpose, which is no failure: ${told.join(', ')} in ${first.name}.`;
}

/** Counts requests that were answered with a server error, of the metric that has most of them. */
function serverErrors({ samples }: Scrape): string | null {
  const all = new Map<string, { failed: number; count: number }>();
  for (const { name, labelText, value } of samples) {
    if (!Number.isFinite(value) || !REQUESTS.test(name)) continue;
    const own = all.get(name) ?? { failed: 0, count: 0 };
    all.set(name, own);
    own.count += value;
    if (CODE.test(labelText)) own.failed += value;
  }
  const [most] = [...all].sort(([, a], [, b]) => b.failed - a.failed);
  if (most === undefined || most[1].failed <= 0) return null;
  const [name, { failed, count }] = most;
  return `${formatNumber(failed)} of ${formatNumber(count)} requests answered with a 5xx status (${name})`;
}
