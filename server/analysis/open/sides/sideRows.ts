/** Reads the rows of two texts of one form by their names. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { pytestRows, rustRows } from '../outputs/benchmarkTools.ts';
import { hyperfineRuns } from '../outputs/benchmarks/hyperfine.ts';
import { dotnetRows, googleRows, nanoseconds, type Timed } from '../outputs/benchmarks/otherTools.ts';
import type { Amount } from '../outputs/benchmarks/timesCompared.ts';
import { pprofAmount } from '../outputs/profilers/pprofTotals.ts';

const MAX_ROWS = 2000;
/** `fib/20   time:   [26.1 us 26.2 us 26.4 us]`; a long name is in the line before. */
const CRITERION_ROW = new RegExp(String.raw`^(?:(\S[^\n]{0,200}?)[ \t]{0,40}\n)?(\S[^\n]{0,200}?)?[ \t]{1,60}`
  + String.raw`time: {1,6}\[[\d.]{1,20} \S{1,3} ([\d.]{1,20}) (\S{1,3}) [\d.]{1,20} \S{1,3}\]`, 'gm');

function criterionRows(text: string): Timed[] {
  return [...text.matchAll(CRITERION_ROW)].slice(0, MAX_ROWS).map(([, before = '', own, value = '', unit = '']) =>
    ({ name: own ?? before, text: `${value} ${unit}`, ns: nanoseconds(value, unit) }));
}

const hyperfineRows = (text: string): Timed[] => hyperfineRuns(text).map(({ command, seconds }) =>
  ({ name: command, text: formatSeconds(seconds), ns: 1e9 * seconds }));

const READERS: ReadonlyMap<string, (text: string) => Timed[]> = new Map([
  ['google-benchmark', googleRows], ['rust-bench', rustRows], ['criterion', criterionRows],
  ['pytest-benchmark', pytestRows], ['hyperfine', hyperfineRows], ['benchmarkdotnet', dotnetRows],
]);

/** Returns the times of an output of a benchmark tool by its format; empty for other texts. */
export function timedRows(format: string, text: string): Timed[] {
  const rows = READERS.get(format)?.(text) ?? [];
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  // A name that comes twice names no row of the other side.
  return rows.filter(({ name, ns }) => name !== '' && ns > 0 && counts.get(name) === 1);
}

interface Share { name: string; percent: string }

/** `     7.19%  a.out  [kernel.vmlinux]  [k] _raw_spin_lock`. */
const PERF_ROW = new RegExp(String.raw`^[ \t]{0,12}([\d.]{1,6})%(?![ \t]{0,8}[\d.]{1,6}%)[^\n]{0,300}? \[[.kgu]\] {1,8}`
  + String.raw`(\S[^\n]{0,300}?)[ \t]*\r?$`, 'gm');

/** Returns the rows of a flat table of perf; empty for other texts. */
export function sharesOf(format: string, text: string): Share[] {
  return format !== 'perf-report' && format !== 'perf-table' ? []
    : [...text.matchAll(PERF_ROW)].slice(0, MAX_ROWS).map(([, percent = '', name = '']) => ({ name, percent }));
}

/** `     1,234,567      cache-misses:u      #  1.2 % of all cache refs`. */
const COUNTER = new RegExp(String.raw`^[ \t]{0,40}(\d[\d,.]{0,30})[ \t]{1,20}(?:msec[ \t]{1,4})?([a-z][\w.:/-]{1,80})`
  + String.raw`(?=[ \t]{2}|[ \t]*\r?$)`, 'gm');

/** Returns the counters of one run of perf stat; empty for several runs, and for other texts. */
export function countersOf(format: string, text: string): Amount[] {
  const runs = text.match(/^[ \t]*Performance counter stats for /gm)?.length ?? 0;
  return format !== 'perf-stat' || runs !== 1 ? [] : [...text.matchAll(COUNTER)].slice(0, MAX_ROWS)
    .map(([, value = '', name = '']) => ({ name, value: Number(value.replaceAll(',', '')), text: value }))
    .filter(({ value }) => value > 0);
}

/** The total of a table of go tool pprof; older versions print `12MB of 20MB total (60%)`. */
const TOTAL = /^[ \t]{0,40}(?:Showing nodes accounting for .{1,60} of (\S+) total|\S{1,30} of (\S{1,30}) total \()/m;
const PPROF_ROW = new RegExp(String.raw`^[ \t]{0,40}([\d.]{1,20}[a-zA-Z\u00b5]{0,4})(?:[ \t]{1,20}[\d.]{1,8}%){2}`
  + String.raw`[ \t]{1,20}[\d.]{1,20}[a-zA-Z\u00b5]{0,4}[ \t]{1,20}[\d.]{1,8}%[ \t]{1,8}`
  + String.raw`(\S[^\n]{0,300}?)(?: \(inline\))?[ \t]*\r?$`, 'gm');

export const pprofTotal = (text: string): string | undefined => {
  const [, ofNew, ofOld] = TOTAL.exec(text) ?? [];
  return ofNew ?? ofOld;
};

/** Returns the self values of a table of go tool pprof, in bytes, seconds or a count; empty for other texts. */
export function pprofRows(format: string, text: string): Amount[] {
  return format !== 'pprof-text' ? [] : [...text.matchAll(PPROF_ROW)].slice(0, MAX_ROWS)
    .map(([, value = '', name = '']) => ({ name, value: pprofAmount(value), text: value }));
}
