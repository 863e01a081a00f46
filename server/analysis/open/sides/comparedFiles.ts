/** Says what differs between two files of one form that are given together, the second against the first. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { againstNamesWords, isAgainstNames, type Taken } from '../../../../core/profile/nameOrder.ts';
import {
  changesOf, changeWords, percentOf, timesCompared, type Amount,
} from '../outputs/benchmarks/timesCompared.ts';
import { jmhSidesCompared } from '../outputs/benchmarks/jmh/jmhSides.ts';
import { joined } from '../look/factTools.ts';
import { runsOf } from '../parts/timeRuns.ts';
import { loadsCompared } from '../outputs/loads/jsonLoads.ts';
import { loadFact } from './comparedLoads.ts';
import { pprofFact } from './comparedProfiles.ts';
import { tablesCompared } from './comparedTables.ts';
import { statusesCompared } from './comparedStatuses.ts';
import { countersOf, sharesOf, timedRows } from './sideRows.ts';
import { statedSeconds } from './sideTimes.ts';

/** `format`: the id by which the file was recognized. */
export interface SideFile { name: string; format: string; text: string }

/** What two files of hyperfine have with one command each. */
const OF_EACH = 'the command of each';
const MAX_SHARES = 2;
const MAX_COUNTERS = 4;
/** Share of the elapsed time that a process works, below which it mostly waits. */
const MOSTLY_WAITS = 0.5;

/** Names of files that say which side they are. */
const OF_OLD = /(?:^|[\W_])(?:old|before|base|baseline|main|master|control)(?:[\W_]|$)/i;
const OF_NEW = /(?:^|[\W_])(?:new|after|head|patch|patched|pr)\d{0,6}(?:[\W_]|$)/i;

const takenOf = ({ name, text }: SideFile): Taken => ({ name, seconds: statedSeconds(text) });
const saysSide = ({ name }: SideFile): boolean => OF_NEW.test(name) || OF_OLD.test(name);

/**
 * Returns the old side first: by the times in the files where the names say no side or the opposite, else by the names,
 * else the first file.
 */
export function inOrder(one: SideFile, other: SideFile): [before: SideFile, after: SideFile] {
  const [first, second] = [takenOf(one), takenOf(other)];
  const isByTime = (!saysSide(one) && !saysSide(other)) || isAgainstNames(first, second);
  if (isByTime && first.seconds !== null && second.seconds !== null && first.seconds !== second.seconds)
    return first.seconds > second.seconds ? [other, one] : [one, other];
  return OF_NEW.test(one.name) && OF_OLD.test(other.name) ? [other, one] : [one, other];
}

/** Returns that the names of two files in order of time say the opposite; null if they do not. */
export const orderWords = (before: SideFile, after: SideFile): string | null =>
  againstNamesWords(takenOf(before), takenOf(after));

/**
 * Returns what differs between two files, the second against the first, unless their names say that it is the other way
 * round; null if the two have nothing that is compared here.
 */
export function comparedFiles(one: SideFile, other: SideFile): string | null {
  if (one.format !== other.format) return null;
  const tables = tablesCompared(one.text, other.text, [one.name, other.name]);
  if (tables !== null) return tables;
  const [before, after] = inOrder(one, other);
  const counts = statusesCompared(before, after);
  if (counts !== null) return counts;
  const said = joined([
    timeFact(before.text, after.text), rowsFact(before, after), sharesFact(before, after), countersFact(before, after),
    pprofFact(before, after), loadFact(before, after),
    before.format === 'jmh' ? jmhSidesCompared(before.text, after.text) : null,
    before.format === 'json-load' ? loadsCompared(before.text, after.text) : null,
  ]);
  return said === null ? null : joined([orderWords(before, after), `${after.name} against ${before.name}: ${said}`]);
}

function timeFact(before: string, after: string): string | null {
  const [[first, ...more], [second, ...others]] = [runsOf(before), runsOf(after)];
  if (first === undefined || second === undefined || more.length > 0 || others.length > 0) return null;
  if (first.elapsedSeconds <= 0 || second.elapsedSeconds <= 0) return null;
  const cpu = first.cpuSeconds <= 0 ? '' : `, ${formatSeconds(second.cpuSeconds)} of CPU instead of ${
    formatSeconds(first.cpuSeconds)} (${percentOf(second.cpuSeconds / first.cpuSeconds)})`;
  const waits = [first, second].map(({ elapsedSeconds, cpuSeconds }) => 1 - cpuSeconds / elapsedSeconds);
  return joined([
    `${formatSeconds(second.elapsedSeconds)} elapsed instead of ${formatSeconds(first.elapsedSeconds)} (${
      percentOf(second.elapsedSeconds / first.elapsedSeconds)})${cpu}; one run of each.`,
    !waits.every((share) => share > MOSTLY_WAITS) ? null
      : `${waits.map((share) => `${Math.round(100 * share)} %`).join(' and ')} of the elapsed time is no CPU time of `
        + 'this process: it waited, or others worked for it.',
  ]);
}

function rowsFact(before: SideFile, after: SideFile): string | null {
  const [old = [], current = []] = [before, after].map(({ format, text }) => timedRows(format, text)
    .map(({ name, ns, text: shown }): Amount => ({ name, value: ns, text: shown })));
  const [one, other] = [old[0], current[0]];
  const isOfOne = before.format === 'hyperfine' && old.length === 1 && current.length === 1;
  // The command of each side names its build, which is what differs.
  return isOfOne && one !== undefined && other !== undefined && one.name !== other.name
    ? timesCompared([{ ...one, name: OF_EACH }], [{ ...other, name: OF_EACH }]) : timesCompared(old, current);
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
    : `the counters that change most: ${rows.map(changeWords).join(', ')}. Without -r, each is of one run.`;
}
