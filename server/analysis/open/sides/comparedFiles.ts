/** Says what differs between two files of one form that are given together, the second against the first. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { meanRatio } from '../outputs/benchmarks/rowValues.ts';
import { joined } from '../look/factTools.ts';
import { counted } from '../look/named.ts';
import { runsOf } from '../parts/timeRuns.ts';
import { totalsCompared } from '../outputs/profilers/pprofTotals.ts';
import { countersOf, pprofRows, pprofTotal, sharesOf, timedRows, type Amount } from './sideRows.ts';

/** `format`: the id by which the file was recognized. */
export interface SideFile { name: string; format: string; text: string }

interface Changed { name: string; ratio: number; from: string; to: string }

/** A change of one run that is told as one, and the least one in each direction that a mean hides. */
const MIN_CHANGE = 0.05;
const MUCH = 0.1;
const MIN_FOR_MEAN = 3;
const MIN_GROUP = 3;
const MAX_GROUPS = 6;
const MAX_SHARES = 2;
const MAX_COUNTERS = 4;
/** Share of the elapsed time that a process works, below which it mostly waits. */
const MOSTLY_WAITS = 0.5;

const percent = (ratio: number): string => (Math.abs(ratio - 1) < 0.00005 ? 'no change'
  : `${ratio < 1 ? '' : '+'}${formatNumber(100 * (ratio - 1))} %`);

/** Names of files that say which side they are. */
const OF_OLD = /(?:^|[\W_])(?:old|before|base|baseline|main|master|control)(?:[\W_]|$)/i;
const OF_NEW = /(?:^|[\W_])(?:new|after|head|patch|patched|pr)\d{0,6}(?:[\W_]|$)/i;

/**
 * Returns what differs between two files, the second against the first, unless their names say that it is the other way
 * round; null if the two have nothing that is compared here.
 */
export function comparedFiles(one: SideFile, other: SideFile): string | null {
  if (one.format !== other.format) return null;
  const isReversed = OF_NEW.test(one.name) && OF_OLD.test(other.name);
  const [before, after] = isReversed ? [other, one] : [one, other];
  const said = joined([
    timeFact(before.text, after.text), rowsFact(before, after), sharesFact(before, after), countersFact(before, after),
    pprofFact(before, after),
  ]);
  return said === null ? null : `${after.name} against ${before.name}: ${said}`;
}

function timeFact(before: string, after: string): string | null {
  const [[first, ...more], [second, ...others]] = [runsOf(before), runsOf(after)];
  if (first === undefined || second === undefined || more.length > 0 || others.length > 0) return null;
  if (first.elapsedSeconds <= 0 || second.elapsedSeconds <= 0) return null;
  const cpu = first.cpuSeconds <= 0 ? '' : `, ${formatSeconds(second.cpuSeconds)} of CPU instead of ${
    formatSeconds(first.cpuSeconds)} (${percent(second.cpuSeconds / first.cpuSeconds)})`;
  const waits = [first, second].map(({ elapsedSeconds, cpuSeconds }) => 1 - cpuSeconds / elapsedSeconds);
  return joined([
    `${formatSeconds(second.elapsedSeconds)} elapsed instead of ${formatSeconds(first.elapsedSeconds)} (${
      percent(second.elapsedSeconds / first.elapsedSeconds)})${cpu}; one run of each.`,
    !waits.every((share) => share > MOSTLY_WAITS) ? null
      : `${waits.map((share) => `${Math.round(100 * share)} %`).join(' and ')} of the elapsed time is no CPU time of `
        + 'this process: it waited, or others worked for it.',
  ]);
}

/** Joins rows by their names. */
function changesOf(before: readonly Amount[], after: readonly Amount[]): Changed[] {
  const known = new Map(before.map((row) => [row.name, row]));
  return after.flatMap(({ name, value, text }) => {
    const row = known.get(name);
    return row === undefined ? [] : [{ name, ratio: value / row.value, from: row.text, to: text }];
  });
}

const change = ({ name, ratio, from, to }: Changed): string => `${name} ${percent(ratio)} (${from} to ${to})`;

function rowsFact(before: SideFile, after: SideFile): string | null {
  const [old, current] = [before, after].map(({ format, text }) => timedRows(format, text)
    .map(({ name, ns, text: shown }): Amount => ({ name, value: ns, text: shown })));
  const rows = changesOf(old ?? [], current ?? []);
  const sorted = rows.toSorted((a, b) => a.ratio - b.ratio);
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  if (fastest === undefined || slowest === undefined) return null;
  if (rows.length === 1) return `${change(fastest)}.`;
  const [faster, slower] = [rows.filter(({ ratio }) => ratio <= 1 - MIN_CHANGE),
    rows.filter(({ ratio }) => ratio >= 1 + MIN_CHANGE)];
  const sides = [
    faster.length === 0 ? '' : `${faster.length} faster (${faster.length === 1 ? '' : 'most '}${change(fastest)})`,
    slower.length === 0 ? '' : `${slower.length} slower (${slower.length === 1 ? '' : 'most '}${change(slowest)})`,
  ].filter((part) => part !== '');
  const alone = Math.max(old?.length ?? 0, current?.length ?? 0) - rows.length;
  const mean = meanRatio(rows.map(({ ratio }) => ratio), MIN_FOR_MEAN);
  const hides = fastest.ratio <= 1 - MUCH && slowest.ratio >= 1 + MUCH;
  return joined([
    sides.length === 0 ? `none of the ${rows.length} benchmarks in both changes by 5 % or more.`
      : `of the ${rows.length} benchmarks in both, ${sides.join(' and ')}, counting changes of 5 % or more.`,
    groupsFact(rows),
    mean === null ? null : `The geometric mean is ${percent(mean)}${
      hides ? ', which hides that some are faster and some slower' : ''}.`,
    alone > 0 ? `${counted(alone, 'row')} of one side ${alone === 1 ? 'is' : 'are'} not in the other.` : null,
    before.format === 'criterion' ? null : 'Nothing tests these differences: repeat both sides.',
  ]);
}

/** Returns the last part of a name between underscores, slashes or colons. */
const lastPart = (name: string): string => name.split(/[_/:]+/).filter((part) => part !== '').at(-1) ?? name;

/** Says what rows with the same last part do, such as a baseline that both sides share; null without such groups. */
function groupsFact(rows: readonly Changed[]): string | null {
  const groups = new Map<string, number[]>();
  for (const { name, ratio } of rows) groups.set(lastPart(name), [...groups.get(lastPart(name)) ?? [], ratio]);
  if (groups.size < 2 || groups.size > MAX_GROUPS || [...groups.values()].some((own) => own.length < MIN_GROUP))
    return null;
  const spans = [...groups].map(([name, own]) => ({ name, least: Math.min(...own), most: Math.max(...own) }))
    .sort((a, b) => b.most / b.least - a.most / a.least);
  const last = spans.at(-1);
  const said = spans.map(({ name, least, most }) => `${name} ${percent(least)} to ${percent(most)}`).join(', ');
  return `By the last part of the names: ${said}.${
    last === undefined || last.most > 1 + MIN_CHANGE || last.least < 1 - MIN_CHANGE ? ''
      : ` If the code of ${last.name} is the same on both sides, its span is the noise.`}`;
}

function sharesFact(before: SideFile, after: SideFile): string | null {
  const [old, current] = [before, after].map(({ format, text }) => sharesOf(format, text));
  const [first] = old ?? [];
  const [last, top] = [current?.at(-1), current?.[0]];
  if (old === undefined || current === undefined || first === undefined || last === undefined || top === undefined)
    return null;
  const names = new Map(current.map(({ name, percent: share }) => [name, share]));
  const both = old.flatMap(({ name, percent: share }) => {
    const now = names.get(name);
    return now === undefined ? [] : [`${name} ${share} % to ${now} %`];
  }).slice(0, MAX_SHARES);
  return joined([
    names.has(first.name) ? null : `${first.name}, the first in ${before.name} (${first.percent} %), is not listed in ${
      after.name}, whose last row has ${last.percent} %.`,
    both.length === 0 ? null : `In both: ${both.join(', ')}.`,
    'These are shares of different totals: a share that falls is not by itself less time.',
  ]);
}

function countersFact(before: SideFile, after: SideFile): string | null {
  const rows = changesOf(countersOf(before.format, before.text), countersOf(after.format, after.text))
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio))).slice(0, MAX_COUNTERS);
  return rows.length === 0 ? null
    : `the counters that change most: ${rows.map(change).join(', ')}. Without -r, each is of one run.`;
}

function pprofFact(before: SideFile, after: SideFile): string | null {
  const [old, current] = [before, after].map(({ format, text }) => pprofRows(format, text));
  if (old === undefined || current === undefined || old.length === 0 || current.length === 0) return null;
  const totals = totalsCompared([before, after].map(({ text }) => ({ table: text, total: pprofTotal(text) })));
  const known = new Map(old.map(({ name, value }) => [name, value]));
  const moved = changesOf(old.filter(({ value }) => value > 0), current)
    .map((row) => ({ ...row, by: (row.ratio - 1) * (known.get(row.name) ?? 0) }))
    .filter(({ by }) => by !== 0).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, MAX_SHARES);
  return joined([
    totals, moved.length === 0 ? null : `Of the functions listed in both, the self values that change most: ${
      moved.map(change).join(', ')}.`,
  ]);
}
