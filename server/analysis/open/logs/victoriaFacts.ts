/** Facts from logs of VictoriaMetrics: how it ended, its start, what its storage did, slow queries. */
import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';
import { isExcerpt } from '../../logs/excerpt/leftOut.ts';
import { distinct, joined, quoted } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';
import { restartFact, stopFact } from './ordinary/victoriaStops.ts';
import { isTurnedAway, queuedInserts } from './ordinary/queuedInserts.ts';
import { failedTargets } from './chains/failedTargets.ts';
import { keptBlocks } from './chains/keptBlocks.ts';
import { AGAIN, FATAL_FULL, fullVictoria } from './databases/fullVictoria.ts';
import { withOutcome } from './chains/settled/outcome.ts';
import { crashOf } from './crashes/crashFacts.ts';
import { missingFolders } from './crashes/missingFolders.ts';
import { endOfPrinted } from './figures/printedErrors.ts';
import { gcTraceFacts } from './gcTrace.ts';
import { entriesOf, firstTimed, oldestFirst, secondsBetween, type Entry } from './ordinary/entries.ts';
import { unsentAlerts } from './notifications/unsentAlerts.ts';
import { scrapedTargets } from './naming/scrapedTargets.ts';
import { hangingNode, unsentNodes, withoutGeneral } from './nodes/hangingNode.ts';
import { reroutedRows } from './nodes/reroutedRows.ts';
import { FREE_SPACE } from './messages/databases/ofVictoriaMetrics.ts';
import { meaningBeside } from './said/meanings.ts';
import { nothingFailed } from './said/quietFacts.ts';
import { retriedBlocks } from './values/retriedBlocks.ts';
import { errorFacts } from './said/saidLines.ts';

const OPENED = new RegExp(
  /successfully opened storage (?:"?[^"\s]{1,200}"? )?in (\d{1,9}\.\d{1,6}) seconds/.source
    + /(?:; partsCount: (\d{1,12}); blocksCount: \d{1,15}; rowsCount: (\d{1,18}); sizeBytes: (\d{1,18}))?/.source
);
const LINE_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.,]{0,12}(?:Z|[+-]\d\d:?\d\d)?/;
/** The line with which VictoriaMetrics ends, as text; `ENDED_JSON` is its JSON form. */
const ENDED = /^(\S{19,35})\s+(?:panic|fatal)\s+\S+\s+(.{1,900})/;
const ENDED_JSON = new RegExp(
  /^\{"ts":"([^"]{19,35})","level":"(?:panic|fatal)","caller":"[^"]{1,200}",/.source
    + /"msg":"((?:[^"\\]|\\.){1,900})/.source
);
const STARTED = /^started (?:Victoria(?:Metrics|Logs)|vm\w{2,20}|victoria-\w{2,20}) in (\d{1,9}\.\d{1,6}) seconds/;
/** The warning that tells why the storage takes no writes; `READ` has all whose content the facts below read. */
const FULL = /\bswitching the storage .{0,300}to read-only mode, since it has less than /;
const LEFT = /-storage\.minFreeDiskSpaceBytes=(\d{1,15})\b[^\n]{0,60}?: (\d{1,15}) bytes left/;
const BACK = /\bswitching the storage .{0,300}to read-write mode|\benabling writing to the storage/;
const READ = new RegExp(`\\bslow query according to|${FULL.source}|${BACK.source}`);
const STORES = /build version: (?:victoria-(?:metrics|logs)|vmstorage|vmsingle)-/;
const MAX_TOLD = 3;

/** Describes the ends of VictoriaMetrics, its start, and what its storage and its queries did. */
export function victoriaFacts(look: Look): string | null {
  const lines = distinct(look);
  const entries = oldestFirst(entriesOf(look));
  const starts = lines.filter((line) => /build version: /.test(line)).length;
  const died = lines.flatMap((line) => {
    const [, at, message] = ENDED.exec(line) ?? ENDED_JSON.exec(line) ?? [];
    return at === undefined || message === undefined ? []
      : [{ at, message: wholeOf(message.replaceAll('\\"', '"'), lines) }];
  });
  const loop = sameEnd(died, starts);
  const panics = loop !== null ? [loop] : died.map(({ at, message }, i) => {
    const { text, note } = endOfPrinted(message);
    return `It ended ${i === 0 ? '' : 'again '}at ${at} with ${quoted(text)}${note}.`;
  });
  const full = panics.length > 0 ? null : fullVictoria(entries);
  const ends = panics.length > 0
    ? [...panics.slice(0, MAX_TOLD), meaningOfEnds(died.map(({ message }) => message), lines)]
    : [crashOf(look), full ?? readOnlyFact(entries)];
  const hanging = panics.length > 0 ? null : hangingNode(lines);
  const said = panics.length > 0 ? null : withOutcome(errorFacts(withoutRead(look, full !== null)), look);
  const errors = hanging === null ? said : withoutGeneral(said);
  const turnedAway = queuedInserts(entries, look.text);
  // Inserts wait for the sends that fail.
  const isCaused = unsentNodes(lines).length > 0;
  const opened = openedFacts(entries);
  const quiet = panics.length > 0 || errors !== null || turnedAway !== null ? null : nothingFailed(look);
  const again = restartFact(entries, look.text);
  const did = [
    ...full?.includes(AGAIN) === true ? opened.map((one) => one.replace(/^It/, 'An earlier start')) : opened,
    startedFact(entries), partitionFact(entries, opened.length > 0),
    mergeFact(entries), queryFact(entries), targetFact(entries), connectionFact(entries), dialedFact(entries),
    again === null ? stopFact(entries) : null,
  ];
  const isEmpty = joined([...ends, turnedAway, ...did, errors]) === null;
  return joined([
    ...ends, hanging, ...(isCaused ? [errors, reroutedRows(lines), turnedAway] : [turnedAway, errors]),
    errors === null ? null : retriedBlocks(lines),
    errors === null ? null : keptBlocks(lines),
    errors === null ? null : unsentAlerts(lines),
    errors?.includes('cannot scrape target ') === true
      ? scrapedTargets(look.text) ?? failedTargets(lines) : null,
    again, ...did, starts > 1 && loop?.includes(' starts') !== true ? `It has ${starts} starts.` : null,
    isEmpty ? begunStart(lines, starts, isExcerpt(look.text)) : null,
    quiet !== null && /^(?:No error|A command failed|\d{1,4} commands failed)/.test(quiet) ? quiet : null,
    gcTraceFacts(look),
  ]);
}

/** Returns the end that several starts share, in one sentence; null if it ended once, or in several ways. */
function sameEnd(died: readonly Record<'at' | 'message', string>[], starts: number): string | null {
  const [first, last] = [died[0], died.at(-1)];
  if (first === undefined || last === undefined || died.length < 2) return null;
  if (died.some(({ message }) => message !== first.message)) return null;
  const { text, note } = endOfPrinted(first.message);
  const who = died.length === starts ? `Each of its ${starts} starts ended` : `It ended ${died.length} times`;
  return `${who}, from ${first.at} to ${last.at}, with ${quoted(text)}${note}.`;
}

/** Returns what the messages with which it ended have in common; null if they mean different things. */
function meaningOfEnds(messages: readonly string[], lines: readonly string[]): string | null {
  const [only = null, ...others] = new Set(messages.map(meaningBeside));
  return missingFolders(messages, lines) ?? (others.length === 0 ? only : null);
}

function withoutRead(look: Look, isFullTold: boolean): Look {
  const isKept = look.lines.map((line) => !READ.test(line) && !isTurnedAway(line)
    && !(isFullTold && FATAL_FULL.test(line)));
  return {
    ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
  };
}

/** Describes each opening of the storage: how long it took, and what the storage held. */
function openedFacts(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ line, message }) => {
    const [, took, parts, rows, bytes] = OPENED.exec(message) ?? [];
    if (took === undefined) return [];
    const at = LINE_TIME.exec(line)?.[0];
    const held = rows === undefined ? '' : Number(rows) === 0 ? ': it was empty, as at a first start'
      : `, with ${whole(rows)} rows in ${whole(parts ?? '')} parts (${formatBytes(Number(bytes))})`;
    const until = at === undefined ? '' : ` (until ${at})`;
    return [`It opened its storage in ${formatSeconds(Number(took))}${until}${held}.`];
  }).slice(0, MAX_TOLD);
}

function startedFact(entries: readonly Entry[]): string | null {
  const took = entries.flatMap(({ message }) => STARTED.exec(message)?.[1] ?? []).at(-1);
  return took === undefined ? null : `It started in ${formatSeconds(Number(took))}.`;
}

/** Describes the first partition, which is made when the first data of a month come. */
function partitionFact(entries: readonly Entry[], isOpened: boolean): string | null {
  const made = entries.filter(({ message }) => /^creating a partition "?\d{4}_\d\d/.test(message));
  const [first] = made;
  const name = /"?(\d{4}_\d\d)/.exec(first?.message ?? '')?.[1];
  if (first === undefined || name === undefined) return null;
  const since = isOpened ? secondsBetween(firstTimed(entries), first) : null;
  return `It made the partition ${name}${made.length === 1 ? '' : ` and ${made.length - 1} more`}${
    first.moment?.text === null || first.moment === null ? '' : ` at ${first.moment.text}`}${
    since === null ? '' : `, when the first data of that month came, ${formatSeconds(since)} after its first line`}.`;
}

/** Describes merges that took long enough to be logged. */
function mergeFact(entries: readonly Entry[]): string | null {
  const took = secondsOfAll(entries, /\bmerged? .{0,300}? in (\d{1,9}(?:\.\d{1,6})?) seconds/);
  return took.length === 0 ? null
    : `It logged ${counted(took, 'merge')}, ${took.length === 1 ? 'of' : 'the longest of'} ${longest(took)}.`;
}

function queryFact(entries: readonly Entry[]): string | null {
  const took = secondsOfAll(entries, /^slow query .{0,200}?\bduration=(\d{1,9}(?:\.\d{1,6})?) seconds/);
  return took.length === 0 ? null : `It logged ${counted(took, 'slow query', 'slow queries')}, ${
    took.length === 1 ? 'of' : 'the longest of'} ${longest(took)}.`;
}

/** Counts the targets by the last line of each kind of discovery. */
function targetFact(entries: readonly Entry[]): string | null {
  const last = new Map(entries.flatMap(({ message }): [string, number][] => {
    const [, kind = '', total] = /^(\w{2,40}): added targets: .{0,80}; total targets: (\d{1,9})/.exec(message) ?? [];
    return total === undefined ? [] : [[kind, Number(total)]];
  }));
  const sum = [...last.values()].reduce((total, one) => total + one, 0);
  return last.size === 0 ? null : `It scrapes ${sum.toLocaleString('en-US')} ${sum === 1 ? 'target' : 'targets'}.`;
}

/** Describes who connected, of the parts of a cluster. */
function connectionFact(entries: readonly Entry[]): string | null {
  const said = ['vminsert', 'vmselect'].flatMap((name) => {
    const found = entries.filter(({ message }) =>
      message.startsWith(`processing ${name} conn from`) || message.startsWith(`accepted ${name} conn from`));
    const since = secondsBetween(firstTimed(entries), found[0]);
    return found.length === 0 ? [] : [`${name} connected ${found.length === 1 ? 'once' : `${found.length} times`}${
      since === null ? '' : `, first ${formatSeconds(since)} after the first line`}`];
  });
  return said.length === 0 ? null : `${said.join('; ')}.`;
}

/** Counts the storage nodes that vminsert reached. */
function dialedFact(entries: readonly Entry[]): string | null {
  const nodes = new Set(entries.flatMap(({ message }) =>
    /^successfully dialed -storageNode="([^"]{1,200})"/.exec(message)?.[1] ?? []));
  return nodes.size === 0 ? null : `It reached ${nodes.size} storage ${nodes.size === 1 ? 'node' : 'nodes'}.`;
}

function readOnlyFact(entries: readonly Entry[]): string | null {
  const all = entries.filter(({ message }) => FULL.test(message));
  const found = all.at(-1);
  const [, limit, left] = LEFT.exec(found?.message ?? '') ?? [];
  const back = entries.some(({ message }) => BACK.test(message));
  const disk = left === undefined ? 'is nearly full' : `has ${lessThan(Number(left), Number(limit))}`;
  return found === undefined ? null : `Its storage became read-only${back ? '' : sinceText(all)}, because its disk ${
    disk}${back ? '; later it took writes again' : `: ${FREE_SPACE}`}.`;
}

/** States two sizes of which the first is less; their difference, too, if it would not show after rounding. */
function lessThan(left: number, limit: number): string {
  const [is, most] = [formatBytes(left), formatBytes(limit)];
  return `${is} left, ${is === most ? `${formatBytes(limit - left)} ` : ''}less than -storage.minFreeDiskSpaceBytes (${
    most})`;
}

/** Says that the last of several such warnings tells the same; '' without times. */
function sinceText(all: readonly Entry[]): string {
  const [first, last] = [all[0], all.at(-1)];
  const seconds = secondsBetween(first, last);
  if (all.length < 2 || seconds === null || seconds < 1) return '';
  const [from, to] = [first, last].map((one) => one?.moment?.text ?? '');
  return from === '' || to === '' ? '' : ` at ${from} and still was at ${to} (${all.length} such warnings)`;
}

function secondsOfAll(entries: readonly Entry[], pattern: RegExp): number[] {
  return entries.flatMap(({ message }) => {
    const took = pattern.exec(message)?.[1];
    return took === undefined ? [] : [Number(took)];
  });
}

const counted = ({ length }: readonly unknown[], one: string, several = `${one}s`): string =>
  `${length} ${length === 1 ? one : several}`;
const longest = (all: readonly number[]): string => formatSeconds(Math.max(...all));
const whole = (digits: string): string => Number(digits).toLocaleString('en-US');

/** Reports a start that is cut before the storage is opened, for programs that have a storage. */
function begunStart(lines: readonly string[], starts: number, isPart: boolean): string | null {
  const isBegun = starts === 1 && lines.some((line) => STORES.test(line));
  return !isBegun || lines.some((line) => /\bmain\.go:\d/.test(line)) ? null
    : `It is the beginning of a start: ${
      isPart ? 'the lines do not show when its storage was opened.' : 'the log ends before its storage is opened.'}`;
}

/** Returns the whole message that a terminal cut, because Go prints it again as a panic. */
function wholeOf(message: string, lines: readonly string[]): string {
  const again = lines.flatMap((line) => /^panic: (.{1,900})/.exec(line)?.[1] ?? [])
    .find((one) => one.startsWith(message.trim()));
  return again ?? message;
}
