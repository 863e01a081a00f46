import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readerOf } from '../../../../testdata/storeReaders.ts';
import { SampleStore } from '../../../data/store/samples/sampleStore.ts';
import { readReplayLog, readReplays } from './replays.ts';

const START_MS = 1_800_000_000_000;

/** A Prometheus that is at segment `current` of 0 to 8, or is ready. */
function bodyOf(ready: boolean, corruptions: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode([
    'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1',
    `process_start_time_seconds ${START_MS / 1000 - 0.5}`, `prometheus_ready ${ready ? 1 : 0}`,
    `prometheus_tsdb_wal_corruptions_total ${corruptions}`, 'prometheus_tsdb_data_replay_duration_seconds 0', '',
  ].join('\n'));
}

it.each<[string, number, number]>(
  [['damaged: only what was read counts as read', 1, 2], ['whole: all of it was read', 0, 9]]
)('a start whose log was %s, from the store', async (_how, corruptions, loaded) => {
  const folder = await mkdtemp(join(tmpdir(), 'replays-'));
  const opened = await SampleStore.open(
    { dataDir: folder, retentionMs: 1e15, retentionBytes: 1e15, commitMs: null, now: () => START_MS + 60_000 }
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  try {
    await store.putTarget({ name: 'prom', url: 'http://127.0.0.1:1', recording: false, labels: {} });
    for (let second = 0; second < 12; second++) {
      const ready = second >= 8;
      store.record('prom', {
        startMs: START_MS + second * 1000, durationSeconds: 0.01, status: 200,
          body: bodyOf(ready, ready ? corruptions : 0), contentType: 'text/plain', error: null,
        extras: ready ? {} : {
          tsdbscope_replay_segment_min: 0, tsdbscope_replay_segment_max: second < 2 ? 0 : 8,
          tsdbscope_replay_segment_current: second < 4 ? 0 : 1,
        },
      });
    }
    const read = await readReplays(
      await readerOf(store), { target: 'prom', startMs: START_MS - 1000, endMs: START_MS + 60_000, live: true }
    );
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value).toMatchObject(
      [
        {
          outcome: 'finished', segments: { min: 0, max: 8, loaded },
          notes: corruptions === 0 ? [] : [expect.stringMatching(/damaged/) as string],
        },
      ]
    );
    expect(read.value[0]?.finding.severity).toBe(corruptions === 0 ? 'info' : 'warning');
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it.each<[string, string | Uint8Array, RegExp]>([
  [
    'what a server that does not know a flag prints is quoted',
    "Error parsing commandline arguments: unknown long flag '--storage.tsdb.nonsense'\nprometheus: "
      + "error: unknown long flag\n",
    /gzip\. 2 of its 2 lines name failures; the first: "Error parsing .*flag '--storage\.tsdb\.nonsense'"\.$/,
  ],
  [
    'its first line is quoted where none names a failure', 'usage of it\nall of it\n',
    /gzip\. It begins: "usage of it"$/,
  ],
  ['what is no text is not', Uint8Array.of(7, 0, 255, 254, 10, 3), /plain or gzip\.$/],
])('of a file without a log line, %s', async (_what, file, message) => {
  const read = await readReplayLog(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  expect(read).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) as string } });
});
