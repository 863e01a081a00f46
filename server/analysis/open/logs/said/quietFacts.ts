/** Describes a log in which nothing went wrong: its span, and that no line is an error or a warning. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { withInnerError } from '../../../logs/excerpt/answerBodies.ts';
import { ends, timedLines, type TimedLine } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { COMMAND } from '../../look/pasteMarks.ts';
import { isFence, isProse } from '../../../logs/excerpt/leftOut.ts';
import { knownWithBehind, meaningOf } from './meanings.ts';
import { firstKnown } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { comparable, momentOf } from './lines/moments.ts';
import { saidLine } from './lines/saidLine.ts';
import { isToolFailure, toolFailures } from './toolLines.ts';

const MIN_LINES = 2;
/** Number of lines from which they are only a sample of the text. */
const MAX_LINES = 1000;
/** Levels below warning, in the log formats that are read. */
const QUIET = new RegExp([
  /(?:^|[\s,{])"?(?:level|lvl|severity)"?[=:] ?"?(?:[Ii]nfo|[Dd]ebug|[Nn]otice|[Tt]race|INFO|DEBUG|NOTICE|TRACE)\b/,
  /^\S{10,35}[\t ]{1,16}(?:info|debug|INFO|DEBUG|NOTICE)\b/, /^[I]\d{4} \d\d:\d\d:\d\d\.\d/,
  /(?:^|\s)[IDN] \| \w{2,20}: /, /\} <(?:Information|Debug|Trace)> /, /\bLOG: {2}\S/,
  /^(?:INFO|DEBU)\[\d{4,12}\] /, /^(?:\S+ )?\S{8,35} [DI]! /, /\b[I] (?:i\.q\.\w|[a-z]+-(?:main|server)\b)/,
  /\] ?\[ {0,2}(?:trace|debug|info)\] /i,
  // The level as the key of the message, as go-kit wrote it at first.
  /(?:^|\s)(?:info|debug)="/,
].map(({ source }) => source).join('|'));
/** Words of a line that reports a failure or an end, at any level. */
const FAILS = new RegExp(String.raw`\b(?:fail(?:ed|ure|ing)?|dropp(?:ed|ing)|discard(?:ed|ing)|not retried|refused`
  + String.raw`|denied|timed? ?out|corrupt(?:ed|ion)?|lost|unhealthy|unable|cannot|could not|exceeded|unexpected`
  + String.raw`|oom|out of memory|kill(?:ed|ing)?|evict(?:ed|ing)?|crash(?:ed)?|terminated|aborted|died)\b`, 'i');
/** Such words in a line that is marked as harmless; a timeout, for instance, may be a setting there. */
const FAILS_ANYHOW = new RegExp(String.raw`\b(?:fail(?:ed|ure|ing)?|dropp(?:ed|ing)|discard(?:ed|ing)|not retried`
  + String.raw`|refused|corrupt(?:ed|ion)?|oom|out of memory|kill(?:ed|ing)?|evict(?:ed|ing)?|crash(?:ed)?`
  + String.raw`|terminated|aborted|died)\b|\b(?:warning|error): `, 'i');
const LEVELS = /\b(?:err(?:or)?|warn(?:ing)?|fatal|panic|critical|severe|exception)\b/i;
/** The dots of an omission are no line of the log. */
const HAS_WORD = /[\p{L}\p{N}]/u;
const KEYED_MESSAGE = /\b(?:msg|message|info)"?[=:] ?"((?:[^"\\]|\\.){1,900})/;

const HEADING = /^#{1,6} (?:\p{L}|\[)/u;
/** Lines of a document around a log, such as shortcodes and tags. */
const OF_A_DOCUMENT = /^\s{0,8}(?:\{\{[%<]|<\/?[a-z]|\|)/i;

/** Messages of usual work whose words alone name a failure. */
const ROUTINE = new RegExp([
  /cleaning of aborted partial uploads|no meta file found, creating empty|gossip not settled/,
  /\breceived signal (?:terminated|interrupt)\b/,
  // systemctl status, of a service that was stopped.
  new RegExp(/^\s{0,24}(?:Process|Main PID): \d{1,10} .{0,400}/.source
    + /\(code=(?:killed, signal=TERM|exited, status=0(?:\/SUCCESS)?)\)/.source),
].map(({ source }) => source).join('|'));

/** Lines of kubectl describe, also between bars: states of containers, and no lines of a log. */
const DESCRIBED = new RegExp(String.raw`^[\s|\u2502\u2503]{0,40}(?:(?:Last )?State|Reason|Exit Code|Started|Finished`
  + String.raw`|Ready|Restart Count|Status|Container ID|Image(?: ID)?|Host Port|Port|Limits|Requests|Liveness|Readiness`
  + String.raw`|Startup):(?:\s|$)`);

/** Rows of du, ls -l and df, whose names of files and mounts are no words of a log. */
const OF_OUTPUT = new RegExp([
  /^\s{0,12}\d[\d.,]{0,15}[KMGTP]?i?B?\s{1,12}(?:\.{0,2}\/\S{1,300}|[\w.+-]{1,200}(?:\/\S{0,300})?)\s{0,4}$/,
  /^\s{0,12}[-dlcbps][rwxsStT-]{9}[.+@]?\s{1,8}\d{1,6}\s/,
  /^\S{1,300}(?:\s{1,40}[\d.,]{1,20}[KMGTP]?i?){3}\s{1,20}\d{1,3}%\s{1,20}\/\S{0,300}\s{0,20}$/,
].map(({ source }) => source).join('|'));

const isOwn = ({ line, stamp }: TimedLine): boolean =>
  (momentOf(line, stamp) !== null && !/^\s{0,24}Active: /.test(line)) || QUIET.test(line);

/** Marks of a log line, and the indentation of a block of code. */
const OF_LOG = /\d\d:\d\d:\d\d|\b(?:level|lvl)"?[=:]/;
const INDENTED = /^(?: {4,}|\t)/;

/** Whether all lines of a log stand in blocks that are indented, and sentences that are not stand around them. */
function isIndented(text: string): boolean {
  const lines = text.split('\n', MAX_LINES);
  const logged = lines.filter((line) => OF_LOG.test(line));
  return logged.length > 0 && logged.every((line) => INDENTED.test(line))
    && lines.some((line) => /^\S/.test(line) && isProse(line));
}

/** Whether a text quotes a log among other things. */
const isDocument = ({ lines, text }: Look): boolean =>
  lines.some((line) => HEADING.test(line)) || fits(/^[ \t]{0,8}(?:`{3}|~{3})/m, text) || isIndented(text);

/** Returns the lines of the log in a document that quotes some: not its sentences, headings, commands and fences. */
function ownLines(look: Look, all: readonly TimedLine[]): readonly TimedLine[] {
  if (!all.some(isOwn)) return all;
  return !isDocument(look) ? withoutSentences(all) : all.filter((one) => isOwn(one)
    || ![HEADING, OF_A_DOCUMENT, COMMAND].some((mark) =>
    mark.test(one.line)) && !isFence(one.line) && !isProse(one.line));
}

/** Returns the lines without the sentences before the first line of the log and after the last one. */
function withoutSentences(all: readonly TimedLine[]): readonly TimedLine[] {
  const isLine = (one: TimedLine): boolean => isOwn(one) || !isProse(one.line);
  return all.slice(all.findIndex(isLine), all.findLastIndex(isLine) + 1);
}

const wordedLines = (look: Look): TimedLine[] =>
  timedLines(look).filter(({ line }) => HAS_WORD.test(line) && !DESCRIBED.test(line) && !OF_OUTPUT.test(line));

/** Returns the lines that the claim on a quiet log counts. */
export function countedLines(look: Look): readonly TimedLine[] {
  const lines = ownLines(look, wordedLines(look));
  const stamped = isDocument(look) ? lines.filter(isOwn) : lines;
  return stamped.length === 0 ? lines : stamped;
}

/** Returns the lines of shell tools that failed; in a document only those beside a line of the log. */
function toolLines(look: Look, all: readonly TimedLine[]): string[] {
  const isOfLog = (at: number): boolean => !isDocument(look) || [at - 1, at + 1].some((i) => {
    const beside = all[i];
    return beside !== undefined && isOwn(beside);
  });
  return all.flatMap(({ line }, at) => (isToolFailure(line) && isOfLog(at) ? [line] : []));
}

/** Claims that nothing failed; null if the log is not whole, has errors or warnings, or lines of an unknown kind. */
export function nothingFailed(look: Look): string | null {
  if (look.isCut || look.lines.length >= MAX_LINES) return null;
  const all = wordedLines(look);
  // A document without a line of a log has the words of its outputs, which report no failure of a log.
  if (isDocument(look) && !all.some(isOwn)) return null;
  const failed = toolFailures(toolLines(look, all));
  const claim = claimOf(look, ownLines(look, all).filter(({ line }) => !isToolFailure(line)));
  return failed === null || claim === null ? failed ?? claim
    : `${failed} ${claim.replace(/ among its (\d+) (?=lines?)/, ' among its $1 other ')}`;
}

/** Returns what the lines of a log say of failures, if none is an error or a warning by its level; else null. */
function claimOf(look: Look, lines: readonly TimedLine[]): string | null {
  if (lines.some(({ line }) => saidLine(line) !== null)) return null;
  const failing = lines.filter(({ line }) => FAILS.test(messageOf(line)) && !ROUTINE.test(line));
  const quiet = lines.filter(({ line }) => QUIET.test(line));
  // A line with a level below warning reports no failure, whatever its words are.
  const counts = countedLines(look).filter(({ line }) => !isToolFailure(line));
  if (quiet.length * 2 < counts.length)
    return unmarked({ lines, counts }, failing.filter((one) => !quiet.includes(one)), quiet);
  const found = lines.filter((one) => (FAILS_ANYHOW.test(messageOf(one.line)) && !ROUTINE.test(one.line))
    || (failing.includes(one) && !quiet.includes(one)));
  const worst = worstOf(found);
  const first = worst ?? found[0];
  if (lines.length < MIN_LINES)
    return first === undefined ? null : `Its line, not marked as an error, says "${ends(messageOf(first.line))}".`;
  const meaning = worst === null ? null : knownWithBehind(messageOf(worst.line));
  const said = first === undefined ? '' : ` One of them reads like one: "${ends(messageOf(first.line))}".${
    meaning === null ? '' : ` ${meaning}`}`;
  return `${withSpan(`No error or warning is among its ${counted(counts)}`, counts) ?? ''}${said}`;
}

/** Describes lines without levels: those whose words name a failure, else that none does. */
function unmarked(
  { lines, counts }: Record<'lines' | 'counts', readonly TimedLine[]>, failing: readonly TimedLine[],
  quiet: readonly TimedLine[]
): string | null {
  const named = [...failing, ...lines.filter((one) =>
    !ROUTINE.test(one.line) && !failing.includes(one) && !quiet.includes(one) && LEVELS.test(messageOf(one.line)))];
  const worst = worstOf(named);
  const first = worst ?? named[0];
  if (first === undefined)
    return lines.length < MIN_LINES ? null : withSpan(`None of its ${counted(counts)} names an error`, counts);
  const meaning = knownWithBehind(messageOf(first.line)) ?? meaningOf(messageOf(first.line));
  const said = `"${ends(messageOf(first.line))}".${meaning === null ? '' : ` ${meaning}`}`;
  if (counts.length === 1) return `Its line names a failure: ${said}`;
  return named.length === 1 ? `One of its ${counted(counts)} names a failure: ${said}`
    : `${withSpan(`${named.length} of its ${counted(counts)} name failures`, named)?.slice(0, -1) ?? ''}; the ${
      worst === null || worst === named[0] ? 'first' : 'worst'}: ${said}`;
}

const WORST_FIRST: readonly MessageKind[] = ['end', 'damage', 'full'];

/** Returns the first of the lines that say that it ended, else that data are damaged, else that something is full. */
function worstOf(lines: readonly TimedLine[]): TimedLine | null {
  const kinds = lines.slice(0, MAX_LINES).map((one) => firstKnown(messageOf(one.line))?.known.kind ?? 'error');
  const kind = WORST_FIRST.find((one) => kinds.includes(one));
  return kind === undefined ? null : lines[kinds.indexOf(kind)] ?? null;
}

const counted = ({ length }: readonly unknown[]): string => `${length} ${length === 1 ? 'line' : 'lines'}`;

/** Adds the span to a claim; null if lines without times name no error, because their kind is unknown. */
function withSpan(claim: string, lines: readonly TimedLine[]): string | null {
  const times = comparable(lines.map(({ line, stamp }) => momentOf(line, stamp)));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || first.text === null)
    return claim.startsWith('None') ? null : `${claim}.`;
  const seconds = last.seconds - first.seconds;
  return `${claim}, from ${first.text}${seconds < 1 ? '' : ` on, within ${formatSeconds(seconds)}`}.`;
}

/** Returns the message of a line with keys, else the line; the body of an answer in it has no key of the line. */
function messageOf(line: string): string {
  const own = withInnerError(line);
  return KEYED_MESSAGE.exec(own)?.[1] ?? own;
}
