/**
 * Reads compactions from a Prometheus log: runs with start, end, level and inputs, the lives of blocks, and whether the
 * log's clock is UTC. See docs/reference/compaction.md.
 */
import type { LogLine } from '../../../logs/readLog.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { isUlid, ulidTimeMs } from '../../../../data/metrics/blockMeta.ts';
import { begunRun, ofHead, type BegunRun } from './begunRuns.ts';
import { compactorEvents, isCompactorMessage, type CompactorEvents } from './compactorLog.ts';
import { failureOf, isFailure, type LoggedFailure } from './loggedFailures.ts';
import type { BlockMeta, CompactionRun } from '../../../../../core/contract/facts.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';

export interface CompactionLogEvents {
  /** Runs ascending by start, including clean-ups; in UTC also if stamps without a zone are of another one. */
  runs: CompactionRun[];
  /** Blocks the server found when it started: they were written before. */
  found: BlockMeta[];
  /** Deletion time of each block, ms. */
  deletedMs: ReadonlyMap<string, number>;
  failures: LoggedFailure[];
  /** Steps after a head compaction, each with its own times: they show which part of a round takes how long. */
  parts: LoggedPart[];
  /** Lines of a compactor (Thanos, Mimir), which works on a bucket. */
  compactor: CompactorEvents;
  /** Failures that were a cancellation: the server was asked to stop. */
  cancelled: LogLine[];
  /** Lines in which the server reports that it cannot keep up. */
  fallingBehind: LogLine[];
  /** WAL segments whose fsync failed, which no counter of the server includes. */
  unsynced: LogLine[];
  /** Repairs of the WAL at a start, by the number of the damaged segment. */
  repairs: { segment: number; timeMs: number }[];
  /** Times at which the server started, ms. */
  starts: number[];
  /** Times of other lines of a start, of which the first may be missing, ms. */
  opened: number[];
  /** Time of the last line with which the process ended in order, ms; null without one. */
  endedMs: number | null;
  /** Heads of which no block was written, because they held no samples. */
  empties: { startMs: number; endMs: number; minTimeMs: number; maxTimeMs: number }[];
  /** Lines of written blocks that lack what is needed to read them. */
  unreadCount: number;
  /** Time of the last of them, ms. */
  unreadMs: number | null;
  /**
   * Time by which the stamps are ahead of the blocks' own creation times (UTC), ms; null without a block. Runs are
   * corrected by it when it is a time zone's.
   */
  clockOffsetMs: number | null;
  /** Lines that say that the folder of a failed compaction could not be removed. */
  leftOver: number;
  /** Part of the offset that was removed from every time; 0 when the log's clock is UTC. */
  zoneOffsetMs: number;
}

/** Part of a round: after each block written from the head, the server clears the head and shortens the WAL. */
export interface LoggedPart { what: 'head-gc' | 'checkpoint' | 'truncation'; startMs: number; endMs: number }

/** Maximum time from a block's creation to the line that ends it. */
const MAX_UNTIMED_MS = 24 * 3_600_000;
const QUARTER_HOUR_MS = 15 * 60_000;
/** Stamps are the time of the line, creation times that of the block's directory; both on one machine. */
const ZONE_TOLERANCE_MS = 60_000;

const KINDS: Readonly<
  Record<
    string,
    'head' | 'out-of-order' | 'stale-series' | 'merge' | LoggedPart['what'] | 'deleted' | 'found' | 'failed'
      | 'leftover' | 'behind' | 'unsynced' | 'start' | 'opened' | 'empty' | 'ended'
      | 'repair'
  >
> = {
  'write block': 'head', 'write block completed': 'head', 'compact blocks': 'merge',
  'out-of-order compaction completed': 'out-of-order', 'stale series block created': 'stale-series',
  'head portion block created': 'stale-series', 'head gc completed': 'head-gc',
  'wal checkpoint complete': 'checkpoint', 'wal truncation completed': 'truncation',
  'removed tmp folder after failed compaction': 'leftover',
  'deleting obsolete block': 'deleted', 'found healthy block': 'found',
  'write block resulted in empty block': 'empty', 'compaction failed': 'failed', 'sync previous segment': 'unsynced',
  'starting corruption repair': 'repair', 'starting prometheus server': 'start',
  'starting tsdb': 'opened', 'starting tsdb ...': 'opened', 'tsdb started': 'opened',
  'server is ready to receive requests.': 'opened', 'server is ready to receive web requests.': 'opened',
};
const FALLING_BEHIND = 'head compaction took longer than the block time range';

function kindOf(message: string): (typeof KINDS)[string] | undefined {
  const text = message.toLowerCase();
  if (text.startsWith(FALLING_BEHIND)) return 'behind';
  if (text.startsWith('see you next time!')) return 'ended';
  return KINDS[text] ?? (isFailure(text) ? 'failed' : undefined);
}

/** Returns whether `eventsOfLog` uses a line. */
export function isCompactionMessage(message: string): boolean {
  return kindOf(message) !== undefined || isCompactorMessage(message);
}

/** Reads lines in any order; skips those that lack what their message needs (duration, ULID). */
export function eventsOfLog(lines: readonly LogLine[]): CompactionLogEvents {
  const ordered = lines.toSorted((a, b) => a.timeMs - b.timeMs || a.line - b.line);
  const levels = new Map<string, BlockMeta>();
  let [leftOver, unreadCount] = [0, 0];
  let unreadMs: number | null = null;
  const events = {
    runs: [] as CompactionRun[], found: [] as BlockMeta[], deletedMs: new Map<string, number>(),
    failures: [] as LoggedFailure[], parts: [] as LoggedPart[], cancelled: [] as LogLine[],
    fallingBehind: [] as LogLine[], unsynced: [] as LogLine[],
    repairs: [] as CompactionLogEvents['repairs'],
    starts: [] as number[], opened: [] as number[], endedMs: null as number | null,
    empties: [] as CompactionLogEvents['empties'],
  };
  const offsets: { ms: number; isUtc: boolean }[] = [];
  const beside = new Map<string, 'out-of-order' | 'stale-series'>();
  const untimed: { run: CompactionRun; bornMs: number }[] = [];
  let begun: BegunRun | null = null;
  const endBegun = (endMs: number | null): void => {
    if (begun !== null) events.runs.push({ ...begun.run, endMs });
    begun = null;
  };
  for (const line of ordered) {
    const kind = kindOf(line.message);
    switch (kind) {
      case 'head':
      case 'merge': {
        const begins = begunRun(line);
        if (begins !== null) {
          endBegun(null);
          begun = begins;
          break;
        }
        const run = blockRun(line, kind, levels);
        if (run === null) {
          unreadCount += 1;
          unreadMs = line.timeMs;
          break;
        }
        events.runs.push(run);
        if (run.block === null || run.block.ulid === '') break;
        levels.set(run.block.ulid, run.block);
        const bornMs = ulidTimeMs(run.block.ulid);
        if (line.fields.duration === undefined) untimed.push({ run, bornMs });
        else offsets.push({ ms: run.startMs - bornMs, isUtc: line.isUtc });
        break;
      }
      case 'head-gc':
      case 'truncation':
      case 'checkpoint': {
        const durationMs = goDurationMs(line.fields.duration);
        if (durationMs === null) break;
        const [startMs, endMs] = [line.timeMs - durationMs, line.timeMs];
        // The block is written when its head is cleared; a merge that began before has its end in no line.
        if (begun !== null) endBegun(ofHead(begun) ? Math.max(begun.run.startMs, startMs) : null);
        events.runs.push({ source: 'log', kind: 'clean-up', startMs, endMs, block: null });
        events.parts.push({ what: kind, startMs, endMs });
        break;
      }
      case 'deleted':
        if (isUlid(line.fields.block)) events.deletedMs.set(line.fields.block, line.timeMs);
        break;
      case 'found': {
        const block = blockOf(line, 1, []);
        if (block !== null && block.ulid !== '' && !levels.has(block.ulid)) {
          levels.set(block.ulid, block);
          events.found.push(block);
        }
        break;
      }
      case 'out-of-order':
      case 'stale-series': for (const ulid of line.fields.ulids?.match(/[0-9A-Z]{26}/g) ?? []) beside.set(ulid, kind);
        break;
      case 'empty': {
        const [durationMs, range] = [goDurationMs(line.fields.duration) ?? 0, rangeOf(line)];
        if (range !== null) events.empties.push({ startMs: line.timeMs - durationMs, endMs: line.timeMs, ...range });
        break;
      }
      case 'failed':
        if (isCancelled(line)) events.cancelled.push(line);
        else events.failures.push(failureOf(line, begun, levels));
        begun = null;
        break;
      case 'leftover': leftOver += 1; break;
      case 'ended': events.endedMs = line.timeMs; break;
      case 'behind': events.fallingBehind.push(line); break;
      case 'unsynced': events.unsynced.push(line); break;
      case 'repair':
        events.repairs.push({ segment: Number(line.fields.segment ?? NaN), timeMs: line.timeMs });
        break;
      case 'start':
        endBegun(null);
        events.starts.push(line.timeMs);
        break;
      case 'opened':
        endBegun(null);
        events.opened.push(line.timeMs);
        break;
      case undefined: break;
    }
  }
  endBegun(null);
  // These blocks were written, and logged like any other, before the line that names them.
  for (const run of events.runs) {
    const kind = run.block === null ? undefined : beside.get(run.block.ulid);
    if (run.kind !== 'head' || run.block === null || kind === undefined) continue;
    run.kind = kind;
    if (kind === 'out-of-order') run.block.outOfOrder = true;
    else run.block.staleSeries = true;
  }
  const clockOffsetMs = median(offsets.map(({ ms }) => ms));
  const zoneOffsetMs = offsets.some(({ isUtc }) => isUtc) ? 0 : zoneOf(clockOffsetMs, offsets.map(({ ms }) => ms));
  // A line of 2.3 to 2.5 has no duration; its block was created when its writing began.
  for (const { run, bornMs } of untimed) {
    const startMs = bornMs + zoneOffsetMs;
    if (startMs <= run.startMs && run.startMs - startMs < MAX_UNTIMED_MS) run.startMs = startMs;
    else run.endMs = null;
  }
  return {
    ...shifted(events, zoneOffsetMs), clockOffsetMs, zoneOffsetMs, leftOver, unreadCount,
    unreadMs: unreadMs === null ? null : unreadMs - zoneOffsetMs,
    compactor: compactorEvents(ordered),
  };
}

/** Returns whether a context ended, in Go's words; in a TSDB that is a shutdown. */
function isCancelled({ message, fields }: LogLine): boolean {
  return /context cancell?ed/.test(`${message} ${fields.err ?? ''}`);
}

/**
 * Returns the time zone that the stamps omit, a whole number of quarters of an hour that all blocks show; 0 for a
 * clock's own offset, and for blocks that do not agree.
 */
function zoneOf(offsetMs: number | null, all: readonly number[]): number {
  if (offsetMs === null) return 0;
  const zone = Math.round(offsetMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return Math.abs(zone) <= 14 * 3_600_000 && all.every((ms) => Math.abs(ms - zone) < ZONE_TOLERANCE_MS) ? zone : 0;
}

type Events = Omit<
  CompactionLogEvents, 'clockOffsetMs' | 'zoneOffsetMs' | 'leftOver' | 'unreadCount' | 'unreadMs' | 'compactor'
>;

function shifted(events: Events, byMs: number): Events {
  const line = (one: LogLine): LogLine => ({ ...one, timeMs: one.timeMs - byMs });
  const runs = events.runs.map(
    (run) => ({ ...run, startMs: run.startMs - byMs, endMs: run.endMs === null ? null : run.endMs - byMs })
  );
  return {
    runs: runs.sort((a, b) => a.startMs - b.startMs),
    found: events.found,
    deletedMs: new Map([...events.deletedMs].map(([ulid, timeMs]) => [ulid, timeMs - byMs])),
    failures: events.failures.map((one) => ({
      ...one, line: line(one.line), startedMs: one.startedMs === null ? null : one.startedMs - byMs,
    })),
    parts: events.parts.map(({ what, startMs, endMs }) => ({ what, startMs: startMs - byMs, endMs: endMs - byMs })),
    endedMs: events.endedMs === null ? null : events.endedMs - byMs,
    cancelled: events.cancelled.map(line),
    fallingBehind: events.fallingBehind.map(line),
    unsynced: events.unsynced.map(line),
    repairs: events.repairs.map((one) => ({ ...one, timeMs: one.timeMs - byMs })),
    starts: events.starts.map((timeMs) => timeMs - byMs),
    opened: events.opened.map((timeMs) => timeMs - byMs),
    empties: events.empties.map((one) => ({ ...one, startMs: one.startMs - byMs, endMs: one.endMs - byMs })),
  };
}

function blockRun(line: LogLine, kind: 'head' | 'merge', known: ReadonlyMap<string, BlockMeta>): CompactionRun | null {
  const durationMs = line.fields.duration === undefined ? 0 : goDurationMs(line.fields.duration);
  if (durationMs === null || (line.fields.duration === undefined && !isUlid(line.fields.ulid))) return null;
  const inputs = (line.fields.sources ?? '').match(/[0-9A-Z]{26}/g)?.filter(isUlid) ?? [];
  const level = kind === 'head' ? 1 : 1 + Math.max(1, ...inputs.map((ulid) => known.get(ulid)?.level ?? 1));
  const parents = inputs.slice(0, 100).map((ulid) => {
    const parent = known.get(ulid);
    return { ulid, minTimeMs: parent?.minTimeMs ?? NaN, maxTimeMs: parent?.maxTimeMs ?? NaN };
  });
  return {
    source: 'log', kind, startMs: line.timeMs - durationMs, endMs: line.timeMs, block: blockOf(line, level, parents),
  };
}

function rangeOf({ fields }: LogLine): { minTimeMs: number; maxTimeMs: number } | null {
  const [minTimeMs, maxTimeMs] = [Number(fields.mint), Number(fields.maxt)];
  return minTimeMs >= 0 && maxTimeMs >= minTimeMs && maxTimeMs <= 8.64e15 ? { minTimeMs, maxTimeMs } : null;
}

/** Returns the block of a line; its ULID is `""` if a person masked it: its times are those of the block even so. */
function blockOf(line: LogLine, level: number, parents: BlockMeta['parents']): BlockMeta | null {
  const [{ ulid }, range] = [line.fields, rangeOf(line)];
  if (ulid === undefined || range === null) return null;
  return { ulid: isUlid(ulid) ? ulid : '', ...range, level, parents, samples: null, series: null };
}
