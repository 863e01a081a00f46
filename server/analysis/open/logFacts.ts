/** What logs of other programs hold that a reader of this one wants to know: crashes, kills, forced GCs, slow opens. */
import { formatSeconds } from '../../../core/text/format.ts';
import { wordOf } from './format.ts';
import { gcTraceFacts } from './gcTrace.ts';
import type { Look } from './look.ts';

const MAX_TEXT = 200;
const PROBE =
  /(?:Liveness|Startup) probe failed[^\n]{0,120}|failed (?:liveness|startup) probe, will be restarted/;
const OPENED = /(\S{19,35})\s+info\s.*successfully opened storage "?[^"\s]{1,200}"? in (\d{1,9}\.\d{1,6}) seconds/;

/** The lines without their repetitions: exports of log stores often have each twice. */
export function distinct({ lines }: Look): string[] {
  return [...new Set(lines)];
}

const quoted = (text: string): string => `"${text.trim().slice(0, MAX_TEXT)}"`;
export const joined = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' ') || null;

/** Panics and fatal errors, and what a kernel or systemd said; with the GC trace where there is one. */
export function crashFacts(look: Look): string | null {
  // Behind a quotation mark it ends at the next one.
  const deaths = [...look.bare.matchAll(/(^|[\s"|>\]:])((?:panic|fatal error): [^\n]{1,300})/gm)]
    .map(([, before, text = '']) => (before === '"' ? text.replace(/["\\].*$/, '') : text));
  const [first] = deaths;
  return joined([
    first === undefined ? null : `It crashed with ${quoted(first)}${deaths.length > 1
      ? ` (${deaths.length} times)` : ''}.`,
    kernelFacts(look), errorFacts(look), gcTraceFacts(look),
  ]);
}

const ERROR_LINE = /(?:level|lvl)"?[=:] ?"?(?:error|fatal|crit)|\t(?:error|fatal|ERROR)\t|\blvl=info\b.* error=/i;
const WARNING_LINE = /(?:level|lvl)"?[=:] ?"?warn|\t(?:warn|WARN)\t/i;
/** Of a longer log, one line is no summary. */
const SHORT_LOG_LINES = 50;
const SAME_MOMENT_SECONDS = 1;

interface Said { message: string; times: number[]; causes: Set<string> }

/** By message without its numbers: when each was said, and the causes given. */
function saidBy(lines: readonly string[], pattern: RegExp): Map<string, Said> {
  const all = new Map<string, Said>();
  for (const line of lines) {
    if (!pattern.test(line)) continue;
    const cause = /\b(?:err|error)"?[=:] ?"((?:[^"\\]|\\.){1,600})/.exec(line)?.[1] ?? '';
    const message = /\bmsg"?[=:] ?"((?:[^"\\]|\\.){1,200})"/.exec(line)?.[1]
      ?? /\t(?:error|fatal|warn|ERROR|WARN)\t\S{1,200}\t(.{1,200})/.exec(line)?.[1] ?? cause;
    if (message === '') continue;
    // What differs only in its numbers is said again.
    const shape = message.replace(/\d[\d.]{0,30}/g, '0');
    const known = all.get(shape) ?? { message, times: [], causes: new Set<string>() };
    all.set(shape, known);
    known.times.push(timeOf(line));
    if (cause !== '' && cause !== message) known.causes.add(cause);
  }
  return all;
}

const mostOften = (all: ReadonlyMap<string, Said>): Said | null => [...all.values()]
  .reduce<Said | null>((most, one) => (most === null || one.times.length > most.times.length ? one : most), null);

/**
 * The error that is repeated most, else the warning: how often, at what interval, and its cause. Of a short log also
 * one that is not repeated; else null.
 */
function errorFacts(look: Look): string | null {
  const lines = distinct(look);
  const [error, warning] = [mostOften(saidBy(lines, ERROR_LINE)), mostOften(saidBy(lines, WARNING_LINE))];
  const isRepeated = (one: Said | null): boolean => one !== null && one.times.length > 1;
  if (error !== null && isRepeated(error)) return repeated('error', error);
  const isShort = lines.length <= SHORT_LOG_LINES;
  if (error !== null && isShort) return once('error', error);
  if (warning === null) return null;
  return isRepeated(warning) ? repeated('warning', warning) : isShort ? once('warning', warning) : null;
}

function once(level: string, { message, causes }: Said): string {
  return `It logged the ${level} "${ends(message)}".${causeOf(causes)}`;
}

function repeated(level: string, { message, times, causes }: Said): string {
  const gap = middleGap(times);
  const often = `${times.length} times`;
  const said = gap === null || gap < SAME_MOMENT_SECONDS ? `occurs ${often}.`
    : `is repeated every ${formatSeconds(gap)} (${often}).`;
  return `The ${level} "${ends(message)}" ${said}${causeOf(causes)}`;
}

function causeOf(causes: ReadonlySet<string>): string {
  const given = [...causes].slice(0, 2).map((cause) => `"${ends(cause)}"`).join(' and ');
  return given === '' ? '' : ` The cause given is ${given}.`;
}

/** Its beginning and its end: the cause of causes comes last. */
function ends(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)} … ${text.slice(-MAX_TEXT / 2)}`;
}

/** The median of the seconds between times, which may be in any order; null with fewer than two. */
function middleGap(of: readonly number[]): number | null {
  const times = of.filter(Number.isFinite).sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time)).sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}

/** OOM kills and how systemd saw services end. */
export function kernelFacts(look: Look): string | null {
  const text = distinct(look).join('\n');
  const kills = [
    ...text.matchAll(/Killed process (\d{1,10}) \(([^)\n]{1,60})\)(?:[^\n]{0,200}?anon-rss:(\d{1,15})kB)?/g),
  ];
  const said = kills.slice(-3).map(([, pid, name, rss]) => `${name} (pid ${pid}`
    + `${rss === undefined ? '' : `, ${(Number(rss) / 2 ** 20).toPrecision(3)} GiB resident`})`);
  const ends = [...text.matchAll(/([\w@.-]{1,60})\.service: Main process exited, code=(\w+), status=([\w/]{1,20})/g)]
    .map(([, unit, code, status]) => `${unit} ${code}, status ${status}`);
  const probes = PROBE.exec(text);
  const limit = wordOf(/memory: usage \d{1,15}kB, limit (\d{1,15})kB/, text);
  return joined([
    said.length === 0 ? null : `The kernel killed ${said.join(', ')} because ${limit === undefined ? 'memory ran out'
      : `its control group reached the limit of ${(Number(limit) / 2 ** 20).toPrecision(3)} GiB`}.`,
    ends.length === 0 ? null : `systemd: ${[...new Set(ends)].slice(0, 3).join('; ')}.`,
    probes === null ? null : `A probe failed: ${quoted(probes[0])}.`,
  ]);
}

/** How long VictoriaMetrics took to open its storage, and its panics. */
export function victoriaFacts(look: Look): string | null {
  const lines = distinct(look);
  const opened = lines.flatMap((line) => {
    const found = OPENED.exec(line);
    return found === null ? [] : [`It opened its storage in ${formatSeconds(Number(found[2]))} (until ${found[1]})`];
  });
  const starts = lines.filter((line) => /build version: /.test(line)).length;
  const panics = lines.flatMap((line) => {
    const found = /^(\S{19,35})\s+(?:panic|fatal)\s+\S+\s+(.{1,600})/.exec(line);
    return found === null ? [] : [`It ended at ${found[1]} with ${quoted(found[2] ?? '')}`];
  });
  const said = [...panics.slice(0, 3), ...opened.slice(0, 3)];
  return joined([
    ...said.map((one) => `${one}.`),
    starts > 1 ? `It has ${starts} starts.` : null,
    said.length === 0 ? errorFacts(look) : null,
    gcTraceFacts(look), 'VictoriaMetrics has no WAL replay.',
    lines.length < look.lines.length ? 'Lines that are repeated count once.' : null,
  ]);
}

/** GCs that the Collector's memory limiter forces: how often, from what heap to what heap, and how fast it grows. */
export function collectorFacts(look: Look): string | null {
  const readings = distinct(look).flatMap((line) => {
    const kind = /Forcing a GC/.test(line) ? 'forced' as const
      : /Memory usage after GC/.test(line) ? 'after' as const : null;
    const mib = Number(/"?cur_mem_mib"?[=:] ?(\d{1,9})/.exec(line)?.[1] ?? NaN);
    return kind === null ? [] : [{ kind, mib, at: timeOf(line) }];
  }).sort((a, b) => a.at - b.at);
  const forced = readings.filter(({ kind }) => kind === 'forced');
  if (forced.length === 0) return crashFacts(look);
  const sizes = (kind: string): number[] =>
    readings.flatMap((one) => (one.kind === kind && one.mib > 0 ? one.mib : []));
  const [above, after] = [sizes('forced'), sizes('after')];
  const gap = middleGap(forced.map(({ at }) => at));
  const every = gap === null ? '' : ` every ${formatSeconds(gap)}`;
  const heap = above.length === 0 || after.length === 0 ? ''
    : ` at ${range(above)} MiB, and the heap falls to ${range(after)} MiB: ${percentBelow(after, above)} % `
      + 'of it is garbage, so nothing leaks';
  const rates = readings.flatMap((one, i) => {
    const before = readings[i - 1];
    const rate = before === undefined ? NaN : (one.mib - before.mib) / (one.at - before.at);
    return one.kind === 'forced' && before?.kind === 'after' && rate > 0 && Number.isFinite(rate) ? [rate] : [];
  });
  const grows = rates.length === 0 ? ''
    : ` In between it grows by ${range(rates.map((rate) => Number(rate.toPrecision(3))))} MiB/s, which it allocates.`;
  return `The memory limiter forces a garbage collection${every}. There are ${forced.length} in the log${heap}.${
    grows} `
    + 'They come from its soft limit, not from GOGC: raise limit_mib, or remove a memory ballast below it.';
}

const percentBelow = (after: readonly number[], above: readonly number[]): string =>
  (100 * (1 - mean(after) / mean(above))).toFixed(0);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const range = (values: readonly number[]): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least} to ${most}`;
};

/** Unix seconds; NaN without a time. */
export function timeOf(line: string): number {
  const stated = /"ts": ?(\d{9,10}(?:\.\d{1,9})?)/.exec(line)?.[1];
  if (stated !== undefined) return Number(stated);
  const text = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))/.exec(line)?.[1];
  return text === undefined ? NaN : Date.parse(text) / 1000;
}
