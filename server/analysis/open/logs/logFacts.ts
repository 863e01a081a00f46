/** What logs of other programs hold that a reader of this one wants to know: crashes, repeated errors, slow opens. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { crashOf } from './crashFacts.ts';
import { distinct, ends, joined, middleGap, quoted, timeOf } from '../look/factTools.ts';
import { gcTraceFacts } from './gcTrace.ts';
import { kernelFacts } from './kernelFacts.ts';
import type { Look } from '../look/look.ts';

const OPENED = /(\S{19,35})\s+info\s.*successfully opened storage "?[^"\s]{1,200}"? in (\d{1,9}\.\d{1,6}) seconds/;
/** Its own line, as text or as JSON. */
const ENDED = /^(\S{19,35})\s+(?:panic|fatal)\s+\S+\s+(.{1,900})/;
const ENDED_JSON = new RegExp(
  /^\{"ts":"([^"]{19,35})","level":"(?:panic|fatal)","caller":"[^"]{1,200}",/.source
    + /"msg":"((?:[^"\\]|\\.){1,900})/.source
);

/** Panics and fatal errors, and what a kernel or systemd said; with the GC trace where there is one. */
export function crashFacts(look: Look): string | null {
  return joined([crashOf(look), kernelFacts(look), repairFacts(look), errorFacts(look), gcTraceFacts(look)]);
}

/** What a TSDB deletes to start with a damaged WAL. */
function repairFacts(look: Look): string | null {
  const lines = distinct(look);
  const found = lines.find((line) => /corruption in segment/.test(line) && /attempting repair/i.test(line));
  const from = lines.flatMap((line) =>
    (/Deleting all segments newer than corrupted segment/i.test(line)
      ? /"?\bsegment"?[=:] ?"?(\d{1,9})/.exec(line)?.[1] ?? [] : [])).at(-1);
  if (from === undefined) return null;
  const why = /(corruption in segment [^"]{1,300})/.exec(found ?? '')?.[1];
  return `Its WAL was damaged, and it deleted what came after the damage in segment ${from}: samples that were `
    + `only there are lost.${why === undefined ? '' : ` It said ${quoted(why)}.`}`;
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
    const message = /\bmsg"?[=:] ?"((?:[^"\\]|\\.){1,600})"/.exec(line)?.[1]
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

/** Of those as often, the first that gives a cause. */
const mostOften = (all: ReadonlyMap<string, Said>): Said | null => [...all.values()].reduce<Said | null>(
  (most, one) => (most === null || one.times.length > most.times.length
    || (one.times.length === most.times.length && most.causes.size === 0 && one.causes.size > 0) ? one : most), null
);

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

/** How long VictoriaMetrics took to open its storage, and its panics. */
export function victoriaFacts(look: Look): string | null {
  const lines = distinct(look);
  const opened = lines.flatMap((line) => {
    const found = OPENED.exec(line);
    return found === null ? [] : [`It opened its storage in ${formatSeconds(Number(found[2]))} (until ${found[1]})`];
  });
  const starts = lines.filter((line) => /build version: /.test(line)).length;
  const panics = lines.flatMap((line) => {
    const [, at, message] = ENDED.exec(line) ?? ENDED_JSON.exec(line) ?? [];
    return at === undefined || message === undefined ? []
      : [`It ended at ${at} with ${quoted(wholeOf(message.replaceAll('\\"', '"'), lines))}`];
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

/** Go prints a message that a terminal cut once more, as a panic. */
function wholeOf(message: string, lines: readonly string[]): string {
  const again = lines.flatMap((line) => /^panic: (.{1,900})/.exec(line)?.[1] ?? [])
    .find((one) => one.startsWith(message.trim()));
  return again ?? message;
}
