/**
 * What a Prometheus log says of compactions: runs with start, end, level and inputs, the lives of blocks, and whether
 * the log's clock is UTC. See docs/reference/compaction.md.
 */
import type { LogLine } from '../../../logs/readLog.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { isUlid, ulidTimeMs } from '../../../metrics/blockMeta.ts';
import type { BlockMeta, CompactionRun } from '../../../../core/contract/facts.ts';
import { median } from '../../../statistics/quantiles.ts';

export interface CompactionLogEvents {
  /** Ascending by start, clean-ups among them; on UTC where the log's clock was off by whole quarters of an hour. */
  runs: CompactionRun[];
  /** Blocks the server found when it started: they were written before. */
  found: BlockMeta[];
  /** When each block was deleted, ms. */
  deletedMs: ReadonlyMap<string, number>;
  failures: LogLine[];
  /** Failures that were a cancellation: the server was asked to stop. */
  cancelled: LogLine[];
  /** The server's own words that it cannot keep up. */
  fallingBehind: LogLine[];
  /** Segments of the WAL whose fsync failed, which the server counts nowhere. */
  unsynced: LogLine[];
  /** Moments the server started, ms. */
  starts: number[];
  /**
   * What the stamps are ahead of the blocks' own birth times (UTC), ms; null without a block. Runs are corrected by it
   * when it is a zone's.
   */
  clockOffsetMs: number | null;
  /** The part of it that was taken out of every time; 0 when the log's clock is UTC. */
  zoneOffsetMs: number;
}

const QUARTER_HOUR_MS = 15 * 60_000;
/** Stamps are the moment of the line, births that of the block's directory; both on one machine. */
const ZONE_TOLERANCE_MS = 60_000;

const KINDS: Readonly<
  Record<
    string,
    'head' | 'out-of-order' | 'merge' | 'head-gc' | 'checkpoint' | 'deleted' | 'found' | 'failed' | 'behind'
      | 'unsynced' | 'start'
  >
> = {
  'write block': 'head', 'write block completed': 'head', 'compact blocks': 'merge',
  'out-of-order compaction completed': 'out-of-order', 'head gc completed': 'head-gc',
  'wal checkpoint complete': 'checkpoint',
  'deleting obsolete block': 'deleted', 'found healthy block': 'found',
  'compaction failed': 'failed', 'sync previous segment': 'unsynced', 'starting prometheus server': 'start',
};
const FALLING_BEHIND = 'head compaction took longer than the block time range';
const FAILURE =
  /^(?:compact(?:ion)? .{0,40}(?:failed|error)|(?:head compaction|compact head|compaction) failed|reloadblocks failed)/;

function kindOf(message: string): (typeof KINDS)[string] | undefined {
  const text = message.toLowerCase();
  if (text.startsWith(FALLING_BEHIND)) return 'behind';
  return KINDS[text] ?? (FAILURE.test(text) ? 'failed' : undefined);
}

/** The lines `eventsOfLog` makes something of. */
export function isCompactionMessage(message: string): boolean {
  return kindOf(message) !== undefined;
}

/** Lines in any order; those that lack what their message needs (duration, ULID) are skipped. */
export function eventsOfLog(lines: readonly LogLine[]): CompactionLogEvents {
  const ordered = lines.toSorted((a, b) => a.timeMs - b.timeMs || a.line - b.line);
  const levels = new Map<string, BlockMeta>();
  const events = {
    runs: [] as CompactionRun[], found: [] as BlockMeta[], deletedMs: new Map<string, number>(),
    failures: [] as LogLine[], cancelled: [] as LogLine[], fallingBehind: [] as LogLine[], unsynced: [] as LogLine[],
    starts: [] as number[],
  };
  const offsets: number[] = [];
  const outOfOrder = new Set<string>();
  for (const line of ordered) {
    const kind = kindOf(line.message);
    switch (kind) {
      case 'head':
      case 'merge': {
        const run = blockRun(line, kind, levels);
        if (run === null) break;
        events.runs.push(run);
        if (run.block === null) break;
        levels.set(run.block.ulid, run.block);
        offsets.push(run.startMs - ulidTimeMs(run.block.ulid));
        break;
      }
      case 'head-gc':
      case 'checkpoint': {
        const durationMs = goDurationMs(line.fields.duration);
        if (durationMs !== null) events.runs.push(
          { source: 'log', kind: 'clean-up', startMs: line.timeMs - durationMs, endMs: line.timeMs, block: null }
        );
        break;
      }
      case 'deleted':
        if (isUlid(line.fields.block)) events.deletedMs.set(line.fields.block, line.timeMs);
        break;
      case 'found': {
        const block = blockOf(line, 1, []);
        if (block !== null && !levels.has(block.ulid)) {
          levels.set(block.ulid, block);
          events.found.push(block);
        }
        break;
      }
      case 'out-of-order': for (const ulid of line.fields.ulids?.match(/[0-9A-Z]{26}/g) ?? []) outOfOrder.add(ulid);
        break;
      case 'failed': events[isCancelled(line) ? 'cancelled' : 'failures'].push(line); break;
      case 'behind': events.fallingBehind.push(line); break;
      case 'unsynced': events.unsynced.push(line); break;
      case 'start': events.starts.push(line.timeMs); break;
      case undefined: break;
    }
  }
  // Their blocks were written, and logged like any other, before the line that names them.
  for (const run of events.runs) {
    if (run.kind === 'head' && run.block !== null && outOfOrder.has(run.block.ulid))
      [run.kind, run.block.outOfOrder] = ['out-of-order', true];
  }
  const clockOffsetMs = median(offsets);
  const zoneOffsetMs = zoneOf(clockOffsetMs);
  return { ...shifted(events, zoneOffsetMs), clockOffsetMs, zoneOffsetMs };
}

/** Go's word where a context ends, which in a TSDB is a shutdown. */
function isCancelled({ message, fields }: LogLine): boolean {
  return /context cancell?ed/.test(`${message} ${fields.err ?? ''}`);
}

/** Whether a failure was of the head; null where its line does not say. Blocks are merged by a list of their paths. */
export function isOfHead({ message, fields }: LogLine): boolean | null {
  const said = `${message} ${fields.err ?? ''}`.toLowerCase();
  if (/compact head|head compaction|persist head|head block/.test(said)) return true;
  return /compact \[|compact blocks/.test(said) ? false : null;
}

/**
 * A whole number of quarters of an hour is a zone that the stamps left unsaid; anything else is a clock, and left
 * alone.
 */
function zoneOf(offsetMs: number | null): number {
  if (offsetMs === null) return 0;
  const zone = Math.round(offsetMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return Math.abs(zone) <= 14 * 3_600_000 && Math.abs(offsetMs - zone) < ZONE_TOLERANCE_MS ? zone : 0;
}

type Events = Omit<CompactionLogEvents, 'clockOffsetMs' | 'zoneOffsetMs'>;

function shifted(events: Events, byMs: number): Events {
  const line = (one: LogLine): LogLine => ({ ...one, timeMs: one.timeMs - byMs });
  const runs = events.runs.map(
    (run) => ({ ...run, startMs: run.startMs - byMs, endMs: run.endMs === null ? null : run.endMs - byMs })
  );
  return {
    runs: runs.sort((a, b) => a.startMs - b.startMs),
    found: events.found,
    deletedMs: new Map([...events.deletedMs].map(([ulid, timeMs]) => [ulid, timeMs - byMs])),
    failures: events.failures.map(line),
    cancelled: events.cancelled.map(line),
    fallingBehind: events.fallingBehind.map(line),
    unsynced: events.unsynced.map(line),
    starts: events.starts.map((timeMs) => timeMs - byMs),
  };
}

function blockRun(line: LogLine, kind: 'head' | 'merge', known: ReadonlyMap<string, BlockMeta>): CompactionRun | null {
  const durationMs = goDurationMs(line.fields.duration);
  if (durationMs === null) return null;
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

function blockOf({ fields }: LogLine, level: number, parents: BlockMeta['parents']): BlockMeta | null {
  const [minTimeMs, maxTimeMs] = [Number(fields.mint), Number(fields.maxt)];
  if (!isUlid(fields.ulid) || !(minTimeMs >= 0) || !(maxTimeMs >= minTimeMs) || maxTimeMs > 8.64e15) return null;
  return { ulid: fields.ulid, minTimeMs, maxTimeMs, level, parents, samples: null, series: null };
}
