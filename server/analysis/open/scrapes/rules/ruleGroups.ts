/** Reports rule groups whose evaluation takes longer than their interval, of one scrape or between two. Pure. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Sample } from '../readScrape.ts';

/** The metrics of a rule group, by the end of their names. */
const METRIC = /^prometheus_rule_group_((?:last_duration|interval)_seconds|iterations(?:_missed)?_total)$/;
/** The counter of evaluations that were skipped because the previous one still ran. */
const MISSED_COUNTER = /^prometheus_rule_group_iterations_missed_total$/;
const MISSED = 'iterations_missed_total';
const DURATION = 'last_duration_seconds';
const INTERVAL = 'interval_seconds';
const ITERATIONS = 'iterations_total';
const MAX_NAMED = 2;

type Figures = Partial<Record<string, number>>;

/** Returns the figures of each rule group, by the label that names it. */
function groupsOf(samples: readonly Sample[]): Map<string, Figures> {
  const groups = new Map<string, Figures>();
  for (const sample of samples) {
    const metric = METRIC.exec(sample.name)?.[1];
    const group = metric === undefined ? undefined : sample.labels['rule_group'];
    if (metric === undefined || group === undefined) continue;
    groups.set(group, { ...groups.get(group), [metric]: sample.value });
  }
  return groups;
}

const isSlow = (figures: Figures): boolean => (figures[DURATION] ?? 0) > (figures[INTERVAL] ?? Infinity);

/** Returns the name of a group with the last part of the path of its file. */
function nameOf(group: string): string {
  const [path = '', name = ''] = group.split(/;(?=[^;]*$)/);
  const file = path.split('/').at(-1) ?? '';
  return name === '' ? group : file === '' ? name : `${name} (${file})`;
}

/** Returns the slow groups, those that exceed their interval most first. */
const slowOf = (groups: ReadonlyMap<string, Figures>): (readonly [group: string, figures: Figures])[] =>
  [...groups].filter(([, figures]) => isSlow(figures))
    .sort(([, a], [, b]) => (b[DURATION] ?? 0) / (b[INTERVAL] ?? 1) - (a[DURATION] ?? 0) / (a[INTERVAL] ?? 1));

/** Returns the missed evaluations with their share; null without any. */
function missedWords(missed: number, all: number, when: string): string | null {
  if (!(missed > 0)) return null;
  return all >= missed ? `It missed ${missed.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} evaluations${
    when} (${formatNumber(100 * missed / all)} %)` : `It missed ${missed.toLocaleString('en-US')} evaluations${when}`;
}

function groupFact([group, figures]: readonly [string, Figures], old: Figures | null): string | null {
  const was = old?.[DURATION];
  const earlier = was === undefined ? '' : ` (${formatSeconds(was)} in the earlier scrape)`;
  const missed = old === null ? null : missedWords((figures[MISSED] ?? NaN) - (old[MISSED] ?? NaN),
    (figures[ITERATIONS] ?? NaN) - (old[ITERATIONS] ?? NaN), ' between the two scrapes');
  const inAll = missedWords(figures[MISSED] ?? NaN, figures[ITERATIONS] ?? NaN, ' since the start');
  const said = [missed, missed === null ? inAll : inAll?.replace(/^It missed/, 'in all')].filter((one) =>
    one !== null && one !== undefined).join(', ');
  return joined([
    `The rule group ${nameOf(group)} takes longer than its interval: ${
      formatSeconds(figures[DURATION] ?? NaN)} for its last evaluation${earlier}, at an interval of ${
      formatSeconds(figures[INTERVAL] ?? NaN)}.`,
    said === '' ? null : `${said}, so what it records has gaps and its alerts are late.`,
  ]);
}

/** Whether every series of missed evaluations above zero is of a group that `ruleGroupFacts` reports. */
export function coversMissed(samples: readonly Sample[]): boolean {
  const groups = groupsOf(samples);
  const named = slowOf(groups).slice(0, MAX_NAMED).map(([group]) => group);
  return named.length > 0 && [...groups].every(([group, figures]) =>
    !((figures[MISSED] ?? 0) > 0) || named.includes(group));
}

/** Returns the counter whose series `ruleGroupFacts` reports all; null if others have some. */
export const reportedCounter = (samples: readonly Sample[]): RegExp | null =>
  (coversMissed(samples) ? MISSED_COUNTER : null);

/** Returns the rule groups that exceed their interval, with what they missed; null if none does. */
export function ruleGroupFacts(samples: readonly Sample[], before: readonly Sample[] | null = null): string | null {
  const groups = groupsOf(samples);
  const old = before === null ? null : groupsOf(before);
  const slow = slowOf(groups);
  if (slow.length === 0) return null;
  const others = [...groups.values()].filter((figures) => !isSlow(figures) && figures[INTERVAL] !== undefined);
  const isClean = others.every((figures) => figures[MISSED] === 0);
  const more = slow.length - MAX_NAMED;
  return joined([
    ...slow.slice(0, MAX_NAMED).map((one) => groupFact(one, old?.get(one[0]) ?? null)),
    more <= 0 ? null : `${more} more ${more === 1 ? 'group takes' : 'groups take'} longer than the interval.`,
    others.length === 0 || !isClean ? null : `The other ${
      others.length === 1 ? 'group is' : `${others.length} groups are`} within the interval and missed none.`,
    `Split ${slow.length === 1 ? 'that group' : 'such a group'}, simplify its queries (fewer series, shorter ranges), `
      + 'or give it a longer interval.',
  ]);
}
