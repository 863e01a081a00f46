/**
 * Starts of a server from its log: which lines belong to which start, and when did each part begin and end?
 * The messages are those of Prometheus 2.0 to 3.x (docs/reference/wal-replay.md), compared without regard to case.
 */
import { goDurationMs } from '../../logs/goDuration.ts';
import type { LogLine } from '../../logs/readLog.ts';

export type ReplayLineKind =
  | 'start' | 'tsdb' | 'block' | 'snapshot' | 'snapshotDone' | 'mmap' | 'mmapDone' | 'wal' | 'checkpoint' | 'segment'
    | 'wblSegment' | 'walDone' | 'headGcDone'
  | 'tsdbDone' | 'ready' | 'signal' | 'bye' | 'fatal' | 'refused' | 'trouble' | 'remark';

const MESSAGES: readonly [RegExp, ReplayLineKind][] = [
  [/^starting prometheus/i, 'start'],
  [/^starting tsdb/i, 'tsdb'],
  [/^starting wal storage/i, 'tsdb'],
  [/^found healthy block/i, 'block'],
  [/^chunk snapshot is enabled/i, 'snapshot'],
  [/^chunk snapshot loading time/i, 'snapshotDone'],
  [/^replaying on-disk memory mappable chunks/i, 'mmap'],
  [/^on-disk memory mappable chunks replay completed/i, 'mmapDone'],
  [/^replaying wal/i, 'wal'],
  [/^wal checkpoint loaded/i, 'checkpoint'],
  [/^wal segment loaded/i, 'segment'],
  [/^wbl segment loaded/i, 'wblSegment'],
  [/^wal replay completed/i, 'walDone'],
  [/^head gc completed/i, 'headGcDone'],
  [/^tsdb started/i, 'tsdbDone'],
  [/^server is ready to receive/i, 'ready'],
  [/^received (?:sig|an os signal|os signal|termination request)/i, 'signal'],
  [/^see you next time/i, 'bye'],
  // What a Go program writes when it panics, outside its log; and the messages with which it exits on its own.
  [/^(?:opening storage failed|error running goroutines|unable to start web listener|panic: |fatal error: )/i, 'fatal'],
  [/^(?:error loading config|couldn't load config|unable to validate web configuration)/i, 'refused'],
  [/^fast startup/i, 'remark'],
  [/attempting repair|corrupt|^failed to load chunk snapshot|^unknown series references/i, 'trouble'],
  [/^loading on-disk chunks failed/i, 'trouble'],
];

/** A start's lines come in this order; one of a lower rank after a higher one belongs to another start. */
const RANK: Partial<Record<ReplayLineKind, number>> = {
  refused: 0, start: 0, tsdb: 1, block: 2, snapshot: 3, snapshotDone: 3, mmap: 3, mmapDone: 3, wal: 4, checkpoint: 5,
  segment: 6, wblSegment: 7, walDone: 8, tsdbDone: 9, ready: 10,
};

/** A file with more starts than this says the same of the older ones. */
const MOST_STARTS = 200;

export interface LoggedSegment { segment: number; max: number | null; timeMs: number; durationMs: number | null }

/** One start; times ms, null = no such line. */
export interface LoggedStart {
  /** Several tenants replay at once in Thanos Receive and Mimir, each a start of its own; `""` for a single server. */
  tenant: string;
  /** The pod or the service of its lines; `""` where they do not say. */
  of: string;
  version: string;
  firstMs: number;
  lastMs: number;
  at: Partial<Record<ReplayLineKind, number>>;
  /** `mmap` stands before `snapshot`: up to 2.51 the chunks' time holds the snapshot's. */
  mmapFirst: boolean;
  segments: LoggedSegment[];
  wblSegments: LoggedSegment[];
  /** Go durations as stated, ms, by the name of the field; `mmap` and `snapshot` of their own lines. */
  statedMs: Readonly<Record<string, number>>;
  blocks: number;
  signal: string | null;
  fatal: string | null;
  /** Of a damaged log the server deleted what it could not read. */
  repaired: boolean;
  troubles: string[];
}

/** Whether the line belongs to a start. For `readLog`. */
export function isReplayMessage(message: string): boolean {
  return kindOf(message) !== null;
}

function kindOf(message: string): ReplayLineKind | null {
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/**
 * Starts in the order they begin. A log without any line of a start gives none; of very many the newest 200 are kept.
 */
export function startsOfLog(lines: readonly LogLine[]): LoggedStart[] {
  const done: LoggedStart[] = [];
  const open = new Map<string, OpenStart>();
  for (const line of lines) {
    const kind = kindOf(line.message);
    if (kind === null) continue;
    const tenant = (line.fields.tenant ?? line.fields.user ?? '').slice(0, 100);
    const key = `${tenant}\n${line.of}`;
    let start = open.get(key);
    if (start === undefined || start.isOver(kind, line)) {
      // Ends, troubles and remarks do not make a start: they also come while a server runs.
      if (RANK[kind] === undefined || (kind === 'ready' && start === undefined && tenant !== '')) continue;
      start = new OpenStart(tenant, line);
      open.set(key, start);
      done.push(start.start);
      if (done.length > 2 * MOST_STARTS) done.splice(0, MOST_STARTS);
    }
    start.take(kind, line);
  }
  return done.filter(tellsSomething).slice(-MOST_STARTS);
}

/** A log that begins between start and start holds the rest of a running server: no start. */
function tellsSomething({ at }: LoggedStart): boolean {
  return Object.keys(at).some((kind) => kind !== 'block' && kind !== 'tsdbDone');
}

class OpenStart {
  readonly start: LoggedStart & { statedMs: Record<string, number> };
  private rank = -1;

  constructor(tenant: string, { of, timeMs }: LogLine) {
    this.start = {
      tenant, of, version: '', firstMs: timeMs, lastMs: timeMs, at: {}, mmapFirst: false, segments: [], wblSegments: [],
      statedMs: Object.create(null) as Record<string, number>, blocks: 0, signal: null, fatal: null, repaired: false,
      troubles: [],
    };
  }

  isOver(kind: ReplayLineKind, line: LogLine): boolean {
    const rank = RANK[kind];
    if (kind === 'start' || kind === 'refused') return true;
    if (rank === undefined) return this.start.at.ready !== undefined;
    if (rank < this.rank || this.start.at.ready !== undefined) return true;
    const last = kind === 'segment' ? this.start.segments.at(-1) : kind === 'wblSegment' ? this.start.wblSegments.at(-1)
      : undefined;
    const number = wholeOf(line.fields.segment);
    return last !== undefined && number !== null && number <= last.segment;
  }

  take(kind: ReplayLineKind, line: LogLine): void {
    const { start } = this;
    if (kind === 'headGcDone' && !this.isClearing()) return;
    this.rank = Math.max(this.rank, RANK[kind] ?? -1);
    start.lastMs = Math.max(start.lastMs, line.timeMs);
    start.at[kind] ??= line.timeMs;
    switch (kind) {
      case 'start': start.version = versionOf(line.fields.version); break;
      case 'block': start.blocks += 1; break;
      case 'mmap': start.mmapFirst = start.at.snapshot === undefined; break;
      case 'mmapDone': this.state('mmap', line.fields.duration); break;
      case 'headGcDone': this.state('headGc', line.fields.duration); break;
      case 'snapshotDone': this.state('snapshot', line.fields.duration); break;
      case 'segment': addSegment(start.segments, line); break;
      case 'wblSegment': addSegment(start.wblSegments, line); break;
      case 'walDone':
        for (const [name, value] of Object.entries(line.fields)) if (/^(?:[a-z_]{1,40}_)?duration$/.test(name))
          this.state(name, value);
        break;
      case 'signal': start.signal ??= shortText([line.message, line.fields.signal]); break;
      case 'fatal': case 'refused': start.fatal ??= shortText([line.message, line.fields.err]); break;
      case 'trouble': case 'remark':
        start.repaired ||= /corruption repair|newer than corrupted/i.test(line.message);
        if (start.troubles.length < 20) start.troubles.push(shortText([line.message, line.fields.err]));
        break;
      default:
    }
  }

  /** Between the replay and `TSDB started`; later ones are those of head compactions. */
  private isClearing(): boolean {
    const { at, tenant } = this.start;
    return tenant === '' && at.walDone !== undefined && at.tsdbDone === undefined;
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
    segment, max: wholeOf(line.fields.maxSegment), timeMs: line.timeMs,
    durationMs: goDurationMs(line.fields.duration),
  });
}

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Of `(version=2.42.0+ds, branch=..., revision=...)`, or a version alone. */
function versionOf(text: string | undefined): string {
  if (text === undefined) return '';
  return (/version=([^,)\s]{1,60})/.exec(text)?.[1] ?? /^v?\d[^\s,()]{0,60}$/.exec(text)?.[0] ?? '').replace(
    /^v(?=\d)/, ''
  );
}

function shortText(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(': ').slice(0, 300);
}
