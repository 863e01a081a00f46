/**
 * Matches the lines of a start, by the messages of Prometheus 1.x to 3.x, its agent, and Thanos Receive, ignoring case.
 * One table with a test a row (`replayMessages.test.ts`).
 */

export type ReplayLineKind =
  | 'start' | 'setup' | 'tsdb' | 'block' | 'snapshot' | 'snapshotDone' | 'mmap' | 'mmapDone' | 'wal' | 'checkpoint'
    | 'segment' | 'wblSegment' | 'walDone' | 'headGcDone'
  | 'tsdbDone' | 'listening' | 'loaded' | 'running' | 'ready' | 'trouble' | 'remark'
  | 'unwritten' | 'unfinished' | 'again';

export const REPLAY_ROWS: readonly [RegExp, ReplayLineKind][] = [
  // Excludes the Prometheus operator and the configuration reloader.
  [/^starting prometheus(?!-| operator)/i, 'start'],
  // Thanos Receive: the first line of a start, then others, some of which it also logs while running.
  [/^starting (?:the )?thanos|^(?:running|setting up) receive\b/i, 'start'],
  [/^starting receive|^setting up (?:tsdb|hashring)|^hashring has changed; server is not ready/i, 'setup'],
  // Of a process that begins, before or after its first line; alone it shows that the one before was restarted.
  [/^no time or size retention was set|^using default (?:tsdb|storage) retention/i, 'again'],
  [/^starting tsdb/i, 'tsdb'],
  [/^these queries didn.t finish in prometheus/i, 'unfinished'],
  [/^starting wal storage/i, 'tsdb'],
  [/^loading series map and head chunks/i, 'tsdb'],
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
  [/^(?:agent )?wal storage started/i, 'tsdbDone'],
  [/^tsdb started, and server is ready/i, 'ready'],
  [/^tsdb started/i, 'tsdbDone'],
  [/^server is ready to receive/i, 'ready'],
  [/^storage started, and server is ready/i, 'ready'],
  // 1.x and the betas of 2.0 open their port last and log no other ready line.
  // A server starts its rules right after it is ready.
  [/^starting rule manager/i, 'running'],
  // Remote write reads the WAL after the storage was opened, also in an agent.
  [/^done replaying wal/i, 'running'],
  [/^\d{1,12} series loaded\b/i, 'loaded'],
  [/^listening on \S*:\d+/i, 'listening'],
  [/^fast startup/i, 'remark'],
  [/^persistence layer appears dirty|^starting crash recovery/i, 'remark'],
  [/attempting repair|corrupt|^failed to load chunk snapshot|^unknown series references/i, 'trouble'],
  [/^loading on-disk chunks failed/i, 'trouble'],
  // A server that keeps running without a disk drops its scrapes.
  [/^scrape commit failed|^append failed|^appending scrape report failed|^write to wal/i, 'unwritten'],
];

export function kindOfMessage(message: string): ReplayLineKind | null {
  return REPLAY_ROWS.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** Returns whether a line with these fields is of remote write, which reads the WAL of a server that may be ready. */
export const isOfRemoteWrite = (fields: Readonly<Partial<Record<string, string>>>): boolean =>
  fields.component === 'remote' || fields.subcomponent === 'rw' || fields.remote_name !== undefined
    || fields.queue !== undefined;

/** Returns the version in `(version=2.42.0+ds, branch=..., revision=...)`, or a version alone. */
export function versionOf(text: string | undefined): string {
  if (text === undefined) return '';
  return (/version=([^,)\s]{1,60})/.exec(text)?.[1] ?? /^v?\d[^\s,()]{0,60}$/.exec(text)?.[0] ?? '').replace(
    /^v(?=\d)/, ''
  );
}
