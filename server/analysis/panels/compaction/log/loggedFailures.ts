/** Reads failed compactions from a log: of what, why, and how often. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { at, count, joined, parts, range, seconds } from '../../../../../core/text/parts.ts';
import { causeOfError, type ErrorCause } from '../../../logs/errorCauses.ts';
import { isKnownCut } from '../../../logs/logLine.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import type { BlockMeta } from '../../../../../core/contract/facts.ts';
import { shortError } from '../../../logs/shortError.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';
import type { BegunRun } from './begunRuns.ts';

export interface LoggedFailure {
  line: LogLine;
  /** `reload`: the existing blocks could not be opened; `truncation`: the WAL could not be shortened. */
  of: 'head' | 'merge' | 'reload' | 'truncation' | null;
  /** Whether the block was written before. */
  afterWrite: boolean;
  cause: ErrorCause | null;
  /** Start time, and number of input blocks; null if no line states them. */
  startedMs: number | null;
  inputs: number | null;
  /** Duration of the block, ms, of a merge that had begun before the blocks could not be reloaded; null without one. */
  mergedMs: number | null;
}

const FAILURE = new RegExp([
  /^(?:compact(?:ion)? .{0,40}(?:failed|error)|(?:head compaction|compact head|compaction) failed|reloadblocks failed)/,
  // Logged by ingesters of Mimir and Cortex.
  /^tsdb blocks compaction for user has failed/,
].map(({ source }) => source).join('|'));

export const isFailure = (lowerCase: string): boolean => FAILURE.test(lowerCase);

/**
 * Returns the failure. `begun` is the compaction that began before it, in versions that log the begin; `written`: the
 * blocks that later versions logged before it, by name.
 */
export function failureOf(
  line: LogLine, begun: BegunRun | null, written: ReadonlyMap<string, BlockMeta> = new Map()
): LoggedFailure {
  const said = saidOf(line);
  const of = partOf(said.toLowerCase());
  const own = of === 'merge' || of === 'head' ? begun : null;
  const named = written.get(/\b[0-9A-Z]{26}\b/.exec(said)?.[0] ?? '');
  const merged = of !== 'reload' ? null : begun?.run.kind === 'merge' ? begun.run.block
    : named !== undefined && named.parents.length > 1 ? named : null;
  return {
    line, of, cause: causeOfError(said),
    afterWrite: of === 'reload' || /head truncate/i.test(said), startedMs: own?.run.startMs ?? null,
    mergedMs: merged === null ? null : merged.maxTimeMs - merged.minTimeMs,
    inputs: own?.inputs ?? (of === 'merge' ? said.match(/[0-9A-Z]{26}/g)?.length ?? null : null),
  };
}

const saidOf = ({ message, fields }: LogLine): string => `${message} ${fields.err ?? fields.error ?? ''}`;

function partOf(said: string): LoggedFailure['of'] {
  if (/wal truncation|checkpoint/.test(said)) return 'truncation';
  if (/head truncate/.test(said)) return 'head';
  if (/reload ?blocks/.test(said)) return 'reload';
  if (/compact head|head compaction|persist head|head block/.test(said)) return 'head';
  return /compact \[|compact blocks/.test(said) ? 'merge' : null;
}

/** Returns whether a failure may have been of the head; null if its line does not say. */
export const isOfHead = ({ of }: LoggedFailure): boolean | null =>
  (of === null || of === 'reload' ? null : of === 'head');

/** Ratio of the longest gap to the shortest up to which failures have a period; rare gaps at both ends do not count. */
const EVEN_GAPS = 2;
const RARE = 0.1;
/** Fewer gaps show no period. */
const MIN_GAPS = 2;

/** Returns the usual time between failures, seconds, if they have a period; null without one. */
export function periodOf(failures: readonly LoggedFailure[]): number | null {
  const gaps = gapsOf(failures);
  const [least, most] = [gaps[0], gaps.at(-1)];
  if (gaps.length < MIN_GAPS || least === undefined || most === undefined) return null;
  const rare = Math.floor(RARE * gaps.length);
  return (gaps[gaps.length - 1 - rare] ?? most) <= EVEN_GAPS * (gaps[rare] ?? least) ? median(gaps) : null;
}

/** Returns how far apart failures are: `, every 3m`, or `, 2.35 to 32.1 s apart`; null if that is unknown. */
export function paceOf(failures: readonly LoggedFailure[], every = ', every '): Part[] | null {
  const period = periodOf(failures);
  if (period !== null) return parts`${every}${seconds(period)}`;
  const gaps = gapsOf(failures);
  const [least, most] = [gaps[0], gaps.at(-1)];
  if (least === undefined || most === undefined) return null;
  return gaps.length === 1 ? parts`, ${seconds(most)} apart` : parts`, ${range(least, most, 'seconds')} apart`;
}

function gapsOf(failures: readonly LoggedFailure[]): number[] {
  return failures.slice(1).map(({ line }, i) => (line.timeMs - (failures[i]?.line.timeMs ?? NaN)) / 1000)
    .filter((gap) => gap > 0).sort((a, b) => a - b);
}

const CAUSES: Readonly<Record<ErrorCause, string>> = {
  'disk-full': 'the disk is full', 'address-space': 'memory could not be mapped', locked: 'the data is locked',
  overlap: 'blocks overlap', 'out-of-order': 'a block has samples or chunks out of order', corrupt: 'data is corrupt',
  'series-order': 'a series is not in order, or comes twice',
  'missing-segment': 'a segment file is missing', unrepaired: 'the repair of the WAL misses a file',
  permission: 'access is denied', 'read-only': 'the file system is read-only',
  'input-output': 'the disk reports errors',
  'file-limit': 'too many open files', port: 'a port is in use', version: 'a block is of another version',
  'object-storage': 'object storage reports errors',
};

const OF_CHUNKS = /\bout[- ]of[- ]order chunks?\b/;

type Caused = Pick<LoggedFailure, 'cause'> & Partial<Pick<LoggedFailure, 'line'>>;

const OF_HEAD_FILE = /\bcorruption in head ch/;
/** A chunk that the head lists and its files lack. */
const MISSING_CHUNK = /\binvalid head chunk: not found/;

export const isOfHeadFile = ({ line }: Pick<LoggedFailure, 'line'>): boolean => OF_HEAD_FILE.test(saidOf(line));
export const isMissingChunk = ({ line }: Pick<LoggedFailure, 'line'>): boolean => MISSING_CHUNK.test(saidOf(line));

/** The full size of a segment is asked for at once, so that this may fail where much is free. */
const PREALLOCATED = /\bwrite chunks: preallocate: no space left/;

/** Returns the cause of one failure, of chunks and samples only what its error names. */
function causeIn({ line }: Caused, cause: ErrorCause): string {
  if (line === undefined) return CAUSES[cause];
  if (cause === 'disk-full' && PREALLOCATED.test(saidOf(line))) return 'the disk has no room for a new chunk file';
  if (cause === 'corrupt' && isMissingChunk({ line })) return 'a chunk of the head is missing';
  if (cause === 'corrupt' && isOfHeadFile({ line })) return 'a head chunk file is corrupt';
  return cause === 'out-of-order' && OF_CHUNKS.test(saidOf(line)) ? 'a block has chunks out of order' : CAUSES[cause];
}

/** Returns the causes of failures as they first occur: `blocks overlap, then the disk is full`; empty without any. */
export function causesOf(failures: readonly Caused[]): string {
  const known = failures.flatMap((one) => (one.cause === null ? [] : [causeIn(one, one.cause)]));
  const said = [...new Set(known)].slice(0, 2).join(', then ');
  return known.length === 0 || known.length === failures.length ? said
    : `${said} (${known.length} of ${failures.length} lines say why)`;
}

const PARTS: Readonly<Record<NonNullable<LoggedFailure['of']>, string>> = {
  head: 'the compaction of the head', merge: 'a merge', reload: 'the reload of its blocks',
  truncation: 'the WAL’s truncation',
};
const SAME_OF = (one: LoggedFailure, other: LoggedFailure): boolean => one.of === other.of && one.cause === other.cause;

/**
 * Returns one sentence per kind of failure: what, how often, since when, how long each took, and its error.
 * `isCounted`: the claim says how many there are and since when, so if they are of one kind, only the rest is reported.
 */
export function failureEvidence(failures: readonly LoggedFailure[], isCounted: boolean): Part[][] {
  const groups: LoggedFailure[][] = [];
  for (const failure of failures) {
    const own = groups.find(([first]) => first !== undefined && SAME_OF(first, failure));
    if (own === undefined) groups.push([failure]);
    else own.push(failure);
  }
  return groups.slice(0, 4).flatMap((group) => {
    const [first, ...further] = group;
    if (first === undefined) return [];
    const times = group.flatMap(({ startedMs, line }) => (startedMs === null ? [] : [line.timeMs - startedMs]));
    const took = median(times);
    const each = times.length === group.length ? 'each' : `${times.length === 1 ? 'one' : times.length} of them`;
    const inputs = first.inputs === null ? null : parts` of ${count(first.inputs, 'block')}`;
    const part = first.of === null ? null
      : first.of === 'head' && first.afterWrite ? parts`the truncation of the head`
        : parts`${PARTS[first.of]}${first.of === 'merge' ? inputs : null}`;
    const what = part === null ? null : parts` of ${part}`;
    const often = paceOf(group);
    const long = took === null ? null : parts`, ${each} ${seconds(took / 1000)} after it began`;
    // The claim tells when the only failure was.
    const since = failures.length === 1 ? first.of === null ? parts`Its error` : parts`Its error is${what}`
      : parts`${count(group.length, 'failure')}${what} since ${at(first.line.timeMs / 1000)}`;
    const merged = first.mergedMs === null ? null
      : parts`, after a merge into a block of ${seconds(first.mergedMs / 1000)}`;
    if (isCounted && groups.length === 1) {
      const which = further.some((one) => errorOf(one) !== errorOf(first)) ? 'The first error' : 'The error';
      return [joined([part === null ? parts`${which}` : parts`What failed was ${part}`, long, merged, parts`: ${
        errorOf(first)}.`])];
    }
    return [joined([since, often, long, merged, parts`: ${errorOf(first)}.`])];
  });
}

const MAX_ERROR = 300;
/** Both label sets of a series that is refused, if they are the same. */
const SAME_SETS = /\blabel set "\{([^]{1,4000}?)\}", last label set "\{\1\}"/;

/** Quotation marks within quoted values, and the mark of Markdown behind a line that was cut. */
const ESCAPED = /\\{1,7}"/g;
const FENCE = /\s{0,4}`{3}\s*$/;

export function errorOf({ line }: LoggedFailure): string {
  // A log that was cut may lack the whole error.
  const said = [line.fields.err, line.fields.error].find((text) => text !== undefined && text !== '') ?? line.message;
  const isCut = line.cut === '' || (line.cut !== null && isKnownCut(said));
  // Even an error in quotation marks may be cut: a terminal writes the end of a long line over its last column.
  const told = said.replace(SAME_SETS, 'label set {…}, the same as that of the series before it')
    .replaceAll(ESCAPED, '"').replace(FENCE, '');
  return `${shortError(told, MAX_ERROR).replace(/[.\s]+$/, '')}${isCut ? ' (the line is cut)' : ''}`;
}
