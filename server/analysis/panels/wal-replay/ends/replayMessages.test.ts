import { expect, it } from 'vitest';
import { kindOfMessage, REPLAY_ROWS, type ReplayLineKind } from './replayMessages.ts';

/** Messages of 1.x, 2.0 betas, 2.x, 3.x, the agent and Thanos Receive. */
const ROWS: readonly [ReplayLineKind, string][] = [
  ['start', 'Starting prometheus (version=1.8.2, branch=HEAD, revision=5211b96d)'],
  ['start', 'Starting Prometheus'],
  ['start', 'Starting Prometheus Server'],
  ['start', 'running receive'],
  ['start', 'setting up receive; the Thanos receive component is EXPERIMENTAL'],
  ['setup', 'starting receiver'],
  ['setup', 'setting up hashring'],
  ['setup', 'hashring has changed; server is not ready to receive web requests'],
  ['again', 'No time or size retention was set so using the default time retention'],
  ['again', 'Using default TSDB retention'],
  ['tsdb', 'Starting tsdb'],
  ['tsdb', 'Starting TSDB ...'],
  ['tsdb', 'Starting WAL storage ...'],
  ['tsdb', 'Loading series map and head chunks...'],
  ['block', 'found healthy block'],
  ['block', 'Found healthy block'],
  ['snapshot', 'Chunk snapshot is enabled, replaying from the snapshot'],
  ['snapshotDone', 'Chunk snapshot loading time'],
  ['mmap', 'Replaying on-disk memory mappable chunks if any'],
  ['mmapDone', 'On-disk memory mappable chunks replay completed'],
  ['wal', 'replaying WAL, this may take awhile'],
  ['wal', 'Replaying WAL, this may take a while'],
  ['wal', 'replaying WAL'],
  ['checkpoint', 'WAL checkpoint loaded'],
  ['segment', 'WAL segment loaded'],
  ['wblSegment', 'WBL segment loaded'],
  ['walDone', 'WAL replay completed'],
  ['headGcDone', 'head GC completed'],
  ['headGcDone', 'Head GC completed'],
  ['tsdbDone', 'tsdb started'],
  ['tsdbDone', 'TSDB started'],
  ['tsdbDone', 'Agent WAL storage started'],
  ['ready', 'Server is ready to receive requests.'],
  ['ready', 'Server is ready to receive web requests.'],
  ['ready', 'storage started, and server is ready to receive web requests'],
  ['ready', 'tsdb started, and server is ready to receive web requests'],
  ['running', 'Starting rule manager...'], ['running', 'Done replaying WAL'],
  ['loaded', '43 series loaded.'],
  ['listening', 'Listening on :9090'],
  ['listening', 'Listening on 0.0.0.0:9090'],
  ['remark', 'Fast startup: series state loaded'],
  ['remark', 'Persistence layer appears dirty.'],
  ['trouble', 'Encountered WAL read error, attempting repair'],
  ['trouble', 'unknown series references'],
  ['trouble', 'Failed to load chunk snapshot'],
  ['trouble', 'Loading on-disk chunks failed'],
  ['unwritten', 'Scrape commit failed'],
  ['unwritten', 'append failed'],
  ['unfinished', "These queries didn't finish in prometheus' last run:"],
];

it.each(ROWS)('%s: %s', (kind, message) => { expect(kindOfMessage(message)).toBe(kind); });

it('has a test for each row', () => {
  const hit = new Set(ROWS.map(([, message]) => REPLAY_ROWS.find(([pattern]) => pattern.test(message))));
  expect(REPLAY_ROWS.filter((row) => !hit.has(row)).map(([pattern]) => pattern.source)).toEqual([]);
});

it.each(['Start listening for connections', 'Completed loading of configuration file', 'Head GC started'])(
  'makes nothing of: %s', (message) => { expect(kindOfMessage(message)).toBeNull(); }
);
