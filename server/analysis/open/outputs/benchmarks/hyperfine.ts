/** Compares the commands of one or several outputs of hyperfine, within the heading that they stand under. Pure. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { fewWords, fewWeight, firstRunWords } from './few/fewRuns.ts';
import { cpuWords } from './twoCommands.ts';

export interface Run { comment: string | null; command: string; seconds: number; deviation: number }
export interface Group { title: string | null; runs: Run[] }

const MAX_LINES = 5000;
const MAX_GROUPS = 3;
const MAX_LISTED = 7;
const MAX_NAME = 70;
const COMMAND = /^[ \t>]*Benchmark (?:#?\d{1,4}|\S{1,60}): (\S.{0,500}?)\s*$/;
const VALUE = /([\d.]{1,12}) (s|ms|\u00b5s|us)/.source;
const TIME = new RegExp(`^[ \\t>]*Time \\(.{1,12}\\):\\s+${VALUE}(?:\\s+\u00b1\\s+${VALUE})?`);
const HEADING = /^[ \t>]{0,4}#{1,6}[ \t]+(\S.{0,120}?)[ \t:]*$/;
const SETTING = /^[A-Z_][A-Z\d_]{0,60}=\S/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { 's': 1, 'ms': 1e-3, '\u00b5s': 1e-6, 'us': 1e-6 };
/** Standard errors within which two means are not told apart. */
const MIN_ERRORS = 2;
const RATIO_DIGITS = 3;
const CPU = new RegExp(`^[ \\t>]*Time \\(.{1,12}\\):\\s+${VALUE}.{0,40}\\[User: ${VALUE}, System: ${VALUE}\\]`, 'gm');
const RUNS = /^[ \t>]*Range \(.{1,20}\):.{1,80}?(\d{1,9}) runs\s*$/gm;

/** Says what two commands show by their CPU time and their number of runs; null for other than two. */
export function twoFacts(text: string): string | null {
  const all = groupsIn(text).flatMap(({ runs }) => runs);
  const counts = [...text.matchAll(RUNS)].map(([, count]) => Number(count));
  const spent = [...text.matchAll(CPU)].map(([, ...values], i) => {
    const seconds = (at: number): number => Number(values[at]) * (UNIT_SECONDS[values[at + 1] ?? ''] ?? NaN);
    return {
      name: all[i]?.command ?? '', unit: 'ns', center: 1e9 * seconds(0), spread: 1e9 * (all[i]?.deviation ?? 0),
      runs: counts[i] ?? 1, cpuNs: 1e9 * (seconds(2) + seconds(4)),
    };
  });
  const [first, second] = spent;
  if (all.length !== 2 || spent.length !== 2 || first === undefined || second === undefined) return null;
  const [one, other] = [first, second].map(({ center, spread }, i) =>
    ({ center: center / 1e9, spread: spread / 1e9, runs: counts[i] ?? 0 }));
  if (one === undefined || other === undefined) return null;
  const isClear = fewWeight(one, other) === 'clear';
  return [
    cpuWords(first, second) ?? '', fewWords(one, other) ?? '',
    isClear ? firstRunWords(text, [one, other]) ?? '' : '',
  ].filter((part) => part !== '').join(' ') || null;
}

/** Returns what the commands of each group take against the first; null for fewer than two commands. */
export function commandsCompared(text: string): string | null {
  return groupsCompared(groupsIn(text));
}

/** Returns the same of groups that were read before. */
export function groupsCompared(groups: readonly Group[]): string | null {
  if (groups.reduce((sum, { runs }) => sum + runs.length, 0) < 2) return null;
  const said = groups.slice(0, MAX_GROUPS).map((group) => groupFacts(group, groups.length > 1));
  return [...said, ...(groups.length > MAX_GROUPS ? [`${groups.length - MAX_GROUPS} more groups.`] : [])].join(' ');
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let [title, isNew]: [string | null, boolean] = [null, true];
  let comment: string | null = null;
  let command = '';
  for (const line of text.split('\n', MAX_LINES)) {
    const started = COMMAND.exec(line)?.[1];
    const [, value, unit = '', deviation = '0', ofUnit = unit] = TIME.exec(line) ?? [];
    const heading = HEADING.exec(line)?.[1]?.replaceAll('`', '') ?? null;
    if (heading !== null) {
      // A comment of a shell looks like a heading; only one above a command belongs to it.
      if (comment !== null) [title, isNew] = [comment, true];
      comment = heading;
    } else if (started !== undefined) command = started;
    else if (value !== undefined) {
      if (isNew || groups.length === 0) groups.push({ title, runs: [] });
      isNew = false;
      groups.at(-1)?.runs.push({
        comment, command, seconds: Number(value) * (UNIT_SECONDS[unit] ?? 1),
        deviation: Number(deviation) * (UNIT_SECONDS[ofUnit] ?? 1),
      });
      [comment, command] = [null, ''];
    } else if (comment !== null && line.trim() !== '') {
      // Words or a fence after it: it is a heading.
      [title, isNew, comment] = [comment, true, null];
    }
  }
  return groups;
}

/** Returns the commands of a text with what each takes in the mean. */
export const hyperfineRuns = (text: string): Run[] => groupsIn(text).flatMap(({ runs }) => runs);

/** Returns the command whose name a cut text has only in part; the name as it is if none or several begin so. */
export function wholeCommand(text: string, name: string): string {
  const begun = /^'([^']{1,300})$/.exec(name.trim())?.[1];
  if (begun === undefined) return name;
  const found = groupsIn(text).flatMap(({ runs }) => runs).filter(({ command }) => command.startsWith(begun.trimEnd()));
  return found.length === 1 ? `'${found[0]?.command ?? ''}'` : `'${begun.trimEnd()}\u2026'`;
}

/** Says what the commands of a summary take, in the order of the text; empty for one command, or many. */
export function meansOf(text: string): string {
  const runs = groupsIn(text).flatMap((group) => group.runs);
  return runs.length < 2 || runs.length > MAX_LISTED ? ''
    : ` In the order of the text they take ${runs.slice(0, -1).map(takes).join(', ')} and ${
      formatSeconds(runs.at(-1)?.seconds ?? 0)} in the mean.`;
}

function groupFacts({ title, runs }: Group, isSeveral: boolean): string {
  const label = isSeveral && title !== null ? `${title}: ` : '';
  const names = namesOf(runs);
  const [first, ...others] = runs;
  if (first === undefined) return '';
  const base = `${names[0]} takes ${takes(first)}`;
  if (others.length === 0) return `${label}${base}.`;
  const listed = others.slice(0, MAX_LISTED).map((run, i) => `${names[i + 1]} ${takes(run)} (${against(first, run)})`);
  const more = others.length > MAX_LISTED ? `, and ${others.length - MAX_LISTED} more` : '';
  const sorted = runs.map((run, i) => ({ run, name: names[i] ?? '' })).sort((a, b) => a.run.seconds - b.run.seconds);
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  const ends = runs.length < 3 || fastest === undefined || slowest === undefined ? ''
    : ` The fastest is ${fastest.name}, the slowest ${slowest.name}.`;
  return `${label}${base}; ${listed.join(', ')}${more}, each against the first.${ends}`;
}

const takes = ({ seconds }: Run): string => formatSeconds(seconds);

/** Returns `13.1 times`, `−12 %`; two means within their errors are not told apart. */
function against(base: Run, { seconds, deviation }: Run): string {
  const ratio = seconds / base.seconds;
  const isNoise = Math.abs(seconds - base.seconds) < MIN_ERRORS * Math.hypot(deviation, base.deviation);
  if (isNoise) return 'not distinguishable';
  return ratio >= 2 ? `${formatNumber(Number(ratio.toPrecision(RATIO_DIGITS)))} times`
    : `${ratio < 1 ? '\u2212' : '+'}${formatNumber(Math.abs(100 * (ratio - 1)))} %`;
}

/** Names each run by its comment, else by what its command has and not all have; equal names get their settings. */
function namesOf(runs: readonly Run[]): string[] {
  const words = runs.map(({ command }) => command.split(/\s+/));
  const own = words.map((all) => all.filter((word) => !words.every((others) => others.includes(word))).join(' '));
  const names = runs.map(({ comment, command }, i) => comment ?? (own[i] === '' ? command : own[i] ?? ''));
  return names.map((name, i) => {
    const settings = (words[i] ?? []).filter((word) => SETTING.test(word)).join(' ');
    const isShared = names.filter((other) => other === name).length > 1;
    const whole = isShared && settings !== '' ? `${name}, ${settings}` : name;
    return whole.length <= MAX_NAME ? whole : `${whole.slice(0, MAX_NAME - 1)}\u2026`;
  });
}
