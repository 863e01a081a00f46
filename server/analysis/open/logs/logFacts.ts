/** Facts from logs of other programs that matter to readers here: crashes, repeated errors, slow opens. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { crashOf } from './crashFacts.ts';
import { distinct, joined, quoted } from '../look/factTools.ts';
import { gcTraceFacts } from './gcTrace.ts';
import { kernelFacts } from './kernelFacts.ts';
import { diskFullFacts, overlapFacts, rustCrash, servedPanic } from './otherCrashes.ts';
import type { Look } from '../look/look.ts';
import { errorFacts } from './said/saidLines.ts';

const OPENED = /(\S{19,35})\s+info\s.*successfully opened storage "?[^"\s]{1,200}"? in (\d{1,9}\.\d{1,6}) seconds/;
/** The line with which VictoriaMetrics ends, as text; `ENDED_JSON` is its JSON form. */
const ENDED = /^(\S{19,35})\s+(?:panic|fatal)\s+\S+\s+(.{1,900})/;
const ENDED_JSON = new RegExp(
  /^\{"ts":"([^"]{19,35})","level":"(?:panic|fatal)","caller":"[^"]{1,200}",/.source
    + /"msg":"((?:[^"\\]|\\.){1,900})/.source
);

/** Describes panics, fatal and repeated errors, messages of the kernel and systemd, and a GC trace if any. */
export function crashFacts(look: Look): string | null {
  const ends = joined([
    crashOf(look), rustCrash(look), servedPanic(look), kernelFacts(look), repairFacts(look), overlapFacts(look),
  ]);
  const errors = notSaid(errorFacts(look), ends);
  return joined([ends, diskFullFacts(look, joined([ends, errors])), errors, gcTraceFacts(look)]);
}

/** Drops the errors if `ends` already states the first, as when a line logs a panic as an error. */
function notSaid(errors: string | null, ends: string | null): string | null {
  const message = /^(?:It logged the|The) error "([^"]{1,200})"/.exec(errors ?? '')?.[1];
  return message !== undefined && ends?.includes(message) === true ? null : errors;
}

/** Describes what a TSDB deletes to start with a damaged WAL; null if nothing. */
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

/** Describes the panics of VictoriaMetrics, and how long it took to open its storage. */
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
    said.length === 0 ? errorFacts(look) ?? begunStart(lines, starts) : null,
    gcTraceFacts(look), 'VictoriaMetrics has no WAL replay.',
    lines.length < look.lines.length ? 'Lines that are repeated count once.' : null,
  ]);
}

const STORES = /build version: (?:victoria-(?:metrics|logs)|vmstorage|vmsingle)-/;

/** Reports a start that is cut before the storage is opened, for programs that have a storage. */
function begunStart(lines: readonly string[], starts: number): string | null {
  const isBegun = starts === 1 && lines.some((line) => STORES.test(line));
  return !isBegun || lines.some((line) => /\bmain\.go:\d/.test(line)) ? null
    : 'It is the beginning of a start: the log ends before its storage is opened.';
}

/** Returns the whole message that a terminal cut, because Go prints it again as a panic. */
function wholeOf(message: string, lines: readonly string[]): string {
  const again = lines.flatMap((line) => /^panic: (.{1,900})/.exec(line)?.[1] ?? [])
    .find((one) => one.startsWith(message.trim()));
  return again ?? message;
}
