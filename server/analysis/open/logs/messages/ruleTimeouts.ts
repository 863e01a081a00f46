/** Explains rules that do not end in time: they may be recording rules already, so that another one is no advice. */
import { formatSeconds } from '../../../../../core/text/format.ts';

const TIMED_OUT = /query timed out in expression evaluation|expanding series: context deadline exceeded/i;
/** Words of the rule manager around its error. */
const OF_RULE = /evaluating rule failed|rule manager|\brule_?group\b|\brules? evaluation|\bgroup=[\w.:-]{1,200}/i;

/** The meaning of a query that timed out when it was a rule's. */
export const RULE_TIMED_OUT = 'A rule took longer than --query.timeout: shorten its range or its expression, move '
  + 'heavy rules to a group with a longer interval, or turn them off.';

/** The whole error of a rule whose query was in the storage as its time ended; a request has its address before it. */
const DEADLINE = /(?:^|\n|\berr(?:or)?"?[=:] ?"?)context deadline exceeded(?=["\s]|$)/i;
const FAILED = /evaluating rule failed/i;

/** Whether words are of a rule whose query did not end in time. */
const isRuleTimeout = (text: string): boolean => (TIMED_OUT.test(text) && OF_RULE.test(text))
  || (DEADLINE.test(text) && FAILED.test(text));

const TOO_LARGE = /query processing would load too many samples into memory/i;
const RULE_TOO_LARGE = 'A rule needs more samples than --query.max-samples allows: shorten its range, aggregate it in '
  + 'steps by other rules, or raise that flag if there is memory for it.';

/** Returns what the failed query of a rule means, for which another recording rule is no advice; else null. */
export const ruleMeaning = (text: string): string | null =>
  (isRuleTimeout(text) ? RULE_TIMED_OUT : TOO_LARGE.test(text) && OF_RULE.test(text) ? RULE_TOO_LARGE : null);

/** Whether a sentence is such a meaning. */
export const isRuleMeaning = (sentence: string): boolean => sentence === RULE_TIMED_OUT || sentence === RULE_TOO_LARGE;

interface GroupTime { name: string; seconds: number; interval: number }

const MAX_LINES = 2000;
const MAX_LINE = 500;
const MAX_GROUPS = 200;
const MAX_TOLD = 3;
const HEADER_TAKEN = /eval|duration|took|last/i;
const HEADER_INTERVAL = /interval/i;
const HEADER_NAME = /group|rule/i;
const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600 };

function secondsOf(cell: string): number | null {
  const [, value, unit = 's'] = /^~?(\d{1,9}(?:\.\d{1,9})?) ?(ms|sec|s|min|m|h)?$/.exec(cell) ?? [];
  return value === undefined ? null : Number(value) * (SECONDS[unit] ?? 1);
}

/** Returns the cells of a row of a table, without its marks. */
export const cellsOf = (line: string): string[] => line.slice(0, MAX_LINE).split('|').slice(1, -1)
  .map((cell) => cell.replaceAll(/[`*]/g, '').trim());

/** Returns the rows of tables of rule groups, each with its duration and its interval. */
function groupTimes(text: string): GroupTime[] {
  const found: GroupTime[] = [];
  let columns: { name: number; taken: number; interval: number } | null = null;
  for (const line of text.split('\n', MAX_LINES)) {
    if (!line.trimStart().startsWith('|')) {
      columns = null;
      continue;
    }
    const cells = cellsOf(line);
    const [name, taken, interval] = [HEADER_NAME, HEADER_TAKEN, HEADER_INTERVAL].map((words) =>
      cells.findIndex((cell) => words.test(cell) && secondsOf(cell) === null)) as [number, number, number];
    if (columns === null) {
      columns = name >= 0 && taken > name && interval > name && taken !== interval ? { name, taken, interval }
        : { name: -1, taken: -1, interval: -1 };
      continue;
    }
    if (columns.name < 0 || found.length >= MAX_GROUPS) continue;
    const [seconds, every] = [secondsOf(cells[columns.taken] ?? ''), secondsOf(cells[columns.interval] ?? '')];
    const own = cells[columns.name] ?? '';
    if (seconds !== null && every !== null && every > 0 && own !== '')
      found.push({ name: own, seconds, interval: every });
  }
  return found;
}

/** Returns a sentence on the groups of a table that take longer than their interval; null without any. */
export function lateGroups(text: string): string | null {
  const late = groupTimes(text).filter(({ seconds, interval }) => seconds > interval)
    .sort((a, b) => b.seconds - a.seconds);
  if (late.length === 0) return null;
  const told = late.slice(0, MAX_TOLD).map(({ name, seconds, interval }) =>
    `${name} takes ${formatSeconds(seconds)} at an interval of ${formatSeconds(interval)}`);
  const more = late.length - told.length;
  return `${told.join('; ')}${more > 0 ? `; ${more} more ${more === 1 ? 'takes' : 'take'} longer than the interval` : ''
  }: ${late.length === 1 ? 'it misses' : 'they miss'} evaluations.`;
}

const GROUP = /\b(?:group|rule_group|groupName)["']?[=:] ?["']?([\w.:;/@-]{1,200})/g;
const NEAR = 400;

/** Returns the names of the groups around errors of rules in a text of one line per paragraph. */
export function failedGroups(flat: string): string[] {
  const names = new Set<string>();
  for (const { index } of flat.matchAll(new RegExp(TIMED_OUT.source, 'gi'))) {
    const near = flat.slice(Math.max(0, index - NEAR, flat.lastIndexOf('\n', index) + 1), index);
    const last = [...near.matchAll(GROUP)].at(-1)?.[1];
    if (last !== undefined && names.size < MAX_GROUPS) names.add(last);
  }
  return [...names];
}
