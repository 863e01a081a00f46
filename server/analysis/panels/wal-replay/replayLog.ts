/**
 * Reads the starts of a server from its log: which lines belong to which start, when each part began and ended, and how
 * the process ended. Its messages are in `replayMessages.ts`, its ends in `server/analysis/logs/processEnds.ts`.
 */
import { isBroken } from '../../logs/excerpt/gaps.ts';
import { goDurationMs } from '../../logs/goDuration.ts';
import { isKnownCut } from '../../logs/logLine.ts';
import { endOfLine, type ProcessEnd } from '../../logs/processEnds.ts';
import type { LogLine } from '../../logs/readLog.ts';
import { shortError } from '../../logs/shortError.ts';
import type { LoggedEnd, LoggedSegment, LoggedStart } from './ends/loggedStart.ts';
import { isProbeMessage, ReadyProbes } from './ends/probes/readyProbes.ts';
import { isOfRemoteWrite, kindOfMessage, versionOf, type ReplayLineKind } from './ends/replayMessages.ts';
import { unfinishedOf } from './ends/unfinishedQueries.ts';

/** Order of a start's lines; a line of a lower rank after a higher one belongs to another start. */
const RANK: Partial<Record<ReplayLineKind, number>> = {
  start: 0, tsdb: 1, block: 2, snapshot: 3, snapshotDone: 3, mmap: 3, mmapDone: 3, wal: 4, checkpoint: 5,
  segment: 6, wblSegment: 7, walDone: 8, tsdbDone: 9, ready: 10,
};

/** Maximum number of starts; older ones would add no information. */
const MAX_STARTS = 200;
/** Maximum number of lines about an end: a crash prints many, of which the first state the cause. */
const MAX_ENDS = 50;
const MAX_ELIDED = 100;
/** Time after the replay within which the head GC of a start begins. */
const CLEARING_MS = 60_000;
const GIVING_UP_MS = 2000;
/** A start that logs nothing for longer is that of another process. */
const MAX_SILENCE_MS = 24 * 3_600_000;
const MAX_SAID = 300;

export interface LoggedStarts {
  /** Starts in the order they begin; at most the newest 200. */
  starts: LoggedStart[];
  /** Ends of a process whose start is not in the log. */
  loose: LoggedEnd[];
}

/** Returns whether the line belongs to a start or an end. For `readLog`. */
export function isReplayMessage(message: string): boolean {
  return kindOfMessage(message) !== null || isProbeMessage(message) || endOfLine(message, false) !== null;
}

/** Returns no starts for a log without any line of one. `gaps`: where lines of the file are left out. */
export function startsOfLog(lines: readonly LogLine[], gaps: readonly number[] = []): LoggedStarts {
  const asWritten = startsIn(lines, gaps);
  if (asWritten.starts.length < 2) return asWritten;
  // A report that quotes a start may put its end before its middle.
  const byTime = startsIn(lines.toSorted((a, b) => a.timeMs - b.timeMs), gaps);
  return byTime.starts.length < asWritten.starts.length ? byTime : asWritten;
}

function startsIn(lines: readonly LogLine[], gaps: readonly number[]): LoggedStarts {
  const log = new StartsOfLog(gaps);
  for (const line of lines) log.take(line);
  return log.finished();
}

class StartsOfLog {
  private done: LoggedStart[] = [];
  private readonly open = new Map<string, OpenStart>();
  private readonly loose: { end: LoggedEnd; of: string }[] = [];
  private readonly probes = new ReadyProbes();

  constructor(private readonly gaps: readonly number[]) {}

  take(line: LogLine): void {
    if (isProbeMessage(line.message)) this.probes.take(line);
    const end = endOfLine(line.message, !line.plain);
    if (end !== null) {
      this.takeEnd(end, line);
      return;
    }
    const kind = kindOfMessage(line.message);
    if (kind !== null && !(kind === 'wal' && isOfRemoteWrite(line.fields))) this.takeLine(kind, line);
  }

  private takeLine(kind: ReplayLineKind, line: LogLine): void {
    const tenant = tenantOf(line);
    let start = this.open.get(`${tenant}\n${line.of}`);
    if (kind === 'listening' || kind === 'loaded') start?.listen(kind, line, this.gaps);
    else if (kind === 'again') start?.takeNext(line);
    if (kind === 'listening' || kind === 'loaded' || kind === 'again') return;
    if (start === undefined || start.isOver(kind, line)) {
      // Troubles and remarks do not begin a start, as a running server logs them too.
      if (RANK[kind] === undefined) return;
      // The line may be for all tenants together, or for one whose start is not in the log.
      if (kind === 'ready' && start === undefined && (tenant !== '' || this.replaysTenants(line.of))) return;
      start = this.begin(tenant, line);
    }
    start.take(kind, line, this.gaps);
  }

  private takeEnd(end: ProcessEnd, line: LogLine): void {
    const told = { ...end, timeMs: line.timeMs, said: saidOf(end, line) };
    const all = [...this.open.values()];
    const ofSeveral = line.of === '' && new Set(all.map(({ start }) => start.of)).size > 1;
    const own = ofSeveral ? [] : all.filter(({ start }) => (line.of === '' || start.of === line.of)
      && (line.plain || line.timeMs >= start.firstMs - GIVING_UP_MS));
    const givesUp = end.kind === 'refused' || end.kind === 'gave-up';
    const running = !givesUp ? own : own.filter((one) => !one.hadGivenUp(told));
    // The configuration is read first, so for a running server such a line belongs to its next start.
    if (end.kind === 'refused' ? running.every((one) => one.start.at.ready !== undefined)
      : end.kind === 'gave-up' && running.length === 0) {
      const ready = end.kind === 'gave-up' ? this.probes.takeReady(line) : null;
      const start = this.begin('', ready ?? line);
      if (ready !== null) start.take('ready', ready, this.gaps);
      start.takeEnd(told, line.line);
      return;
    }
    for (const one of running) one.takeEnd(told, line.line);
    if (own.length === 0 && this.loose.length < MAX_ENDS) this.loose.push({ end: told, of: line.of });
  }

  private begin(tenant: string, line: LogLine): OpenStart {
    const start = new OpenStart(tenant, line);
    this.open.set(`${tenant}\n${line.of}`, start);
    this.done.push(start.start);
    if (this.done.length > 2 * MAX_STARTS) this.done = this.done.slice(-MAX_STARTS);
    return start;
  }

  private replaysTenants(of: string): boolean {
    return [...this.open.values()].some(({ start }) => start.tenant !== '' && start.of === of);
  }

  finished(): LoggedStarts {
    const tenants = new Set(this.done.flatMap(({ tenant, of }) => (tenant === '' ? [] : [of])));
    const starts = this.done
      .filter((start) => tellsSomething(start) && !(tenants.has(start.of) && isFrame(start))).slice(-MAX_STARTS);
    const last = starts.at(-1);
    // A state printed by `kubectl describe` before the log is that of its last process.
    const states = last === undefined || [...last.ends, ...last.endsLater].some(({ inOrder }) => inOrder) ? []
      : this.loose.filter(({ end, of }) => !end.inOrder && (of === '' || last.of === '' || of === last.of))
        .map(({ end }) => end);
    (last?.at.ready === undefined ? last?.ends : last.endsLater)?.push(...states);
    return { starts, loose: this.loose.map(({ end }) => end).filter((end) => !states.includes(end)) };
  }
}

const tenantOf = (line: LogLine): string => (line.fields.tenant ?? line.fields.user ?? '').slice(0, 100);

/** Returns the text of an end, with the error if it has its own log line. */
function saidOf(end: ProcessEnd, { message, fields, plain, cut }: LogLine): string {
  if (end.said !== message.slice(0, end.said.length)) return end.said;
  const said = shortText([plain ? end.said : message, fields.err ?? fields.error ?? fields.signal]);
  const open = cut === 'message' ? message : cut === 'err' || cut === 'error' ? fields[cut] ?? '' : '';
  const isError = end.kind === 'gave-up' || end.kind === 'refused';
  return isError && isKnownCut(open) ? `${said} (cut)` : said;
}

/** Returns whether it is a start: a log that begins between starts holds the rest of a running server first. */
function tellsSomething({ at, ends }: LoggedStart): boolean {
  return ends.length > 0 || Object.keys(at).some((kind) => kind !== 'block' && kind !== 'tsdbDone');
}

const FRAME: ReadonlySet<string> = new Set(['start', 'setup', 'ready', 'remark'] satisfies ReplayLineKind[]);

/** Returns whether it only frames tenants' replays, each a start of its own: the lines around them. */
function isFrame({ tenant, at }: LoggedStart): boolean {
  return tenant === '' && Object.keys(at).every((kind) => FRAME.has(kind));
}

class OpenStart {
  readonly start: LoggedStart & { statedMs: Record<string, number> };
  private rank = -1;
  private isOnlyListening = false;
  private hasListened = false;

  constructor(tenant: string, { of, timeMs, line }: LogLine) {
    this.start = {
      tenant, of, version: '', firstMs: timeMs, lastMs: timeMs, firstLine: line, lastLine: line, elided: [],
      againMs: null, runningMs: null, at: {}, mmapFirst: false, segments: [], wblSegments: [],
      statedMs: Object.create(null) as Record<string, number>, blocks: 0, ends: [], endsLater: [], unwritten: null,
      isOld: false, repaired: false, troubles: [], unfinished: [],
    };
  }

  isOver(kind: ReplayLineKind, line: LogLine): boolean {
    const rank = RANK[kind];
    if (kind === 'start' || Math.abs(line.timeMs - this.start.lastMs) > MAX_SILENCE_MS) return true;
    if (kind === 'tsdb' && this.isOnlyListening) this.isNotReady();
    if (kind === 'unwritten') return this.start.at.ready === undefined;
    if (rank === undefined) return this.start.at.ready !== undefined;
    if (rank < this.rank || this.start.at.ready !== undefined) return true;
    const last = kind === 'segment' || kind === 'wblSegment' ? this.start[`${kind}s`].at(-1) : undefined;
    const number = wholeOf(line.fields.segment);
    return last !== undefined && number !== null && number <= last.segment;
  }

  take(kind: ReplayLineKind, line: LogLine, gaps: readonly number[]): void {
    const { start } = this;
    if (kind === 'running' || (kind === 'headGcDone' && !this.isClearing(line))) {
      if (kind === 'running' || (start.at.walDone ?? start.at.tsdbDone) !== undefined) start.runningMs ??= line.timeMs;
      return;
    }
    if (start.at.ready === undefined) this.follow(line, gaps);
    this.rank = Math.max(this.rank, RANK[kind] ?? -1);
    if (kind !== 'unwritten') start.lastMs = Math.max(start.lastMs, line.timeMs);
    start.at[kind] ??= line.timeMs;
    switch (kind) {
      case 'start': start.version = versionOf(line.fields.version); break;
      case 'tsdb': start.isOld ||= /^loading series map/i.test(line.message); break;
      case 'block': start.blocks += 1; break;
      case 'mmap': start.mmapFirst = start.at.snapshot === undefined; break;
      case 'mmapDone': case 'headGcDone': case 'snapshotDone':
        this.state(kind.slice(0, -'Done'.length), line.fields.duration); break;
      case 'segment': case 'wblSegment': addSegment(start[`${kind}s`], line); break;
      case 'walDone':
        for (const [name, value] of Object.entries(line.fields)) if (/^(?:[a-z_]{1,40}_)?duration$/.test(name))
          this.state(name, value);
        break;
      // It survived, so earlier ends belong to the previous process or to a failed probe.
      case 'ready': start.ends = []; break;
      case 'unwritten':
        start.unwritten ??= { lines: 0, firstMs: line.timeMs, said: shortText([line.fields.err ?? line.message]) };
        start.unwritten.lines += 1;
        break;
      case 'unfinished': start.unfinished = unfinishedOf(line.fields.queries); break;
      case 'trouble': case 'remark':
        start.repaired ||= /corruption repair|newer than corrupted/i.test(line.message);
        if (start.troubles.length < 20) start.troubles.push(shortText([line.message, line.fields.err]));
        break;
      default:
    }
  }

  /** Returns whether it gave up before: it says so once; the same again, or another one later, is the next process. */
  hadGivenUp(now: LoggedEnd): boolean {
    return [...this.start.ends, ...this.start.endsLater].some(({ kind, timeMs, said }) =>
      (kind === 'gave-up' || kind === 'refused')
        && now.timeMs > (said === now.said && kind === now.kind ? timeMs : timeMs + GIVING_UP_MS));
  }

  /** Takes a line of a version that has no other sign of readiness; 1.7 and 1.8 listen before they load. */
  listen(kind: 'listening' | 'loaded', line: LogLine, gaps: readonly number[]): void {
    if (this.start.at.ready !== undefined || (kind === 'loaded' && !this.hasListened)) return;
    this.take('ready', line, gaps);
    this.isOnlyListening = kind === 'listening';
  }

  private isNotReady(): void {
    delete this.start.at.ready;
    this.start.ends.push(...this.start.endsLater.splice(0));
    [this.rank, this.isOnlyListening, this.hasListened] = [0, false, true];
  }

  takeEnd(end: LoggedEnd, lineNumber: number): void {
    const { start } = this;
    // It listens while its storage is opened, without which it was never ready.
    if (this.isOnlyListening && end.kind === 'gave-up' && /\bopening (?:\w+ ){0,2}storage/i.test(end.said))
      this.isNotReady();
    const ends = start.at.ready === undefined ? start.ends : start.endsLater;
    if (ends.length < MAX_ENDS) ends.push(end);
    if (start.at.ready === undefined && end.inOrder) start.lastLine = lineNumber;
  }

  /** Takes a line of the process that follows this one. */
  takeNext({ timeMs }: LogLine): void {
    if (this.start.ends.length > 0) this.start.againMs ??= timeMs;
  }

  /** Remembers where the text leaves out lines between two lines of the start. */
  private follow({ line, timeMs }: LogLine, gaps: readonly number[]): void {
    const { start } = this;
    if (isBroken(gaps, start.lastLine, line) && start.elided.length < MAX_ELIDED && timeMs >= start.lastMs)
      start.elided.push({ fromMs: start.lastMs, toMs: timeMs });
    start.lastLine = line;
  }

  /** Returns whether a head GC is that of the start, right after its replay; later ones are of head compactions. */
  private isClearing({ timeMs, fields }: LogLine): boolean {
    const { at, tenant } = this.start;
    return tenant === '' && at.walDone !== undefined && at.tsdbDone === undefined
      && timeMs - (goDurationMs(fields.duration) ?? 0) - at.walDone < CLEARING_MS;
  }

  private state(name: string, text: string | undefined): void {
    const ms = goDurationMs(text);
    if (ms !== null && Number.isFinite(ms)) this.start.statedMs[name] = ms;
  }
}

function addSegment(segments: LoggedSegment[], line: LogLine): void {
  const segment = wholeOf(line.fields.segment);
  if (segment === null) return;
  segments.push({
    segment, max: wholeOf(line.fields.maxSegment), timeMs: line.timeMs, durationMs: goDurationMs(line.fields.duration),
  });
}

const wholeOf = (text: string | undefined): number | null =>
  (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null);

function shortText(parts: readonly (string | undefined)[]): string {
  return shortError(parts.filter((part) => part !== undefined && part !== '').join(': '), MAX_SAID);
}
