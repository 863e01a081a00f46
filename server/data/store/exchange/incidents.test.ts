import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IncidentManifest } from '../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { TargetWindow } from '../../metrics/series.ts';
import { recordings } from '../../../../testdata/loadRecording.ts';
import type { StoredIncident } from '../dataStore.ts';
import { exportIncident } from './exportIncident.ts';
import { importIncident } from './importIncident.ts';
import { importRecording } from './importRecording.ts';
import { readerOf, writeRecording } from '../../../../testdata/storeReaders.ts';
import { SampleStore } from '../samples/sampleStore.ts';

let folder: string;
let store: SampleStore;

async function openStore(): Promise<SampleStore> {
  const opened = await SampleStore.open(
    { dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, commitMs: null }
  );
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-incidents-'));
  store = await openStore();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function incidentOf(
  window: { startMs: number; endMs: number }, contents: { scrapes: number; historyScrapes: number }
): StoredIncident {
  const manifest: IncidentManifest = {
    format: 'tsdbscope-incident', version: 1, exportedTime: 1.7e9, exportedBy: '0',
      window: { start: window.startMs / 1000, end: window.endMs / 1000 },
    target: {
      name: 'original', kind: 'prometheus', version: '2.42.0', goVersion: 'go1.19.8', state: 'up',
      url: 'http://prom:9090', labels: { region: 'eu' },
    },
    judgedTime: window.endMs / 1000,
      scrape: { intervalSeconds: 1, effectiveIntervalSeconds: 1, timeoutSeconds: 10, startupBudgetSeconds: null },
    redacted: { commandLines: true, what: [] }, contents: { ...contents, profiles: 0, replays: 0, notes: 0 },
      leftOut: [], members: [],
  };
  return { manifest, profiles: [] };
}

/** Exports and opens again under another name, in the same store. */
async function carried(target: string, startMs: number, endMs: number, name = 'carried'): Promise<TargetFacts> {
  const exported = await exportIncident(
    await readerOf(store), { target, startMs, endMs, keepCommandLines: false, secrets: [], folder }
  );
  if (!exported.ok) throw new Error(exported.error.message);
  const { samples, history, facts, scrapes, historyScrapes } = exported.value;
  const opened = await importIncident(
    await readerOf(store),
    {
      name, samples: samples.file, history: history?.file ?? null, facts,
      incident: incidentOf({ startMs, endMs }, { scrapes, historyScrapes }),
    }
  );
  if (!opened.ok) throw new Error(opened.error.message);
  return facts;
}

async function joined(
  target: string, startMs: number, endMs: number
): Promise<{ window: TargetWindow; parts: unknown }> {
  const read = await (await readerOf(store)).joinedWindow(target, startMs, endMs, () => true);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

/** Where two windows differ, null when nowhere; series in any order. */
function difference(left: TargetWindow, right: TargetWindow): string | null {
  const keyOf = ({ name, labels }: { name: string; labels: object }): string =>
    JSON.stringify([name, Object.entries(labels).sort()]);
  const sorted = ({ series }: TargetWindow) => [...series].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const [mine, others] = [sorted(left), sorted(right)];
  const columns: [string, ArrayLike<unknown>, ArrayLike<unknown>][] = [
    ['series', mine.map(keyOf), others.map(keyOf)],
    [
      'errors', left.scrapes.error.map((error) => JSON.stringify(error)),
      right.scrapes.error.map((error) => JSON.stringify(error)),
    ],
    ...(['startMs', 'durationSeconds', 'status', 'bytes', 'repeated'] as const).map(
      (name): [string, ArrayLike<unknown>, ArrayLike<unknown>] => [name, left.scrapes[name], right.scrapes[name]]
    ),
    ...mine.flatMap((series, i): [string, ArrayLike<unknown>, ArrayLike<unknown>][] => [
      [`${series.name} presence`, series.present, others[i]?.present ?? []],
        [series.name, series.values, others[i]?.values ?? []],
    ]),
  ];
  for (const [name, one, other] of columns) {
    if (one.length !== other.length) return `${name}: ${one.length} and ${other.length} entries`;
    for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i]))
      return `${name}[${i}]: ${String(one[i])} and ${String(other[i])}`;
  }
  return null;
}

describe('a window of a real recording', () => {
  it.each(
    Object.entries(recordings)
  )('%s is the same after export and opening, in a fraction of the bytes of a recording', async (name, file) => {
    const opened = await importRecording(await readerOf(store), name, file);
    if (!opened.ok) throw new Error(opened.error.message);
    const { firstMs, lastMs } = opened.value;
    const [startMs, endMs] = [(firstMs ?? 0) + 10_000, (lastMs ?? 0) - 5000];
    await carried(name, startMs, endMs);
    const [before, after] = [await joined(name, startMs, endMs), await joined('carried', startMs, endMs)];
    expect(after.window.scrapes.length).toBeGreaterThan(10);
    expect(difference(before.window, after.window)).toBeNull();
    expect(after.parts).toEqual(before.parts);
    await writeRecording(store, name, { startMs, endMs, file: join(folder, 'plain.ndjson.gz') });
    // Recordings of a few series only are small either way.
    if (name === 'load') expect((await stat(join(folder, 'samples.ndjson.gz'))).size)
      .toBeLessThan((await stat(join(folder, 'plain.ndjson.gz'))).size / 5);
  });
});

describe('what is not in the scrapes', () => {
  const HOUR = 1_763_650_800_000;
  const body = (value: number) => new TextEncoder().encode(`a ${value}\nb{x="1"} NaN\nc -0\n`);

  async function recordSome(): Promise<void> {
    await store.putTarget({ name: 'live', url: 'http://prom:9090', recording: false, labels: {} });
    for (let i = 0; i < 5; i++) {
      const failed = i === 3;
      store.record('live', {
        startMs: HOUR + i * 1000, durationSeconds: 0.0123456789, status: failed ? 0 : 200, body: failed ? null
          : body(i), contentType: 'text/plain',
        error: failed ? { kind: 'timeout', message: 'No answer from http://me:hunter2@prom:9090 in time.' }
          : null, extras: { 'tsdbscope:target_ready': i % 2 },
      });
    }
    const rows = [-60_000, -45_000, -30_000].map((ms) => HOUR + ms);
    await (await readerOf(store)).addHistory('live', {
      startMs: rows[0] ?? 0, endMs: HOUR - 29_999,
      scrapes: {
        length: 3, startMs: Float64Array.from(rows), durationSeconds: Float64Array.of(0.1, 0.2, 0.3),
        status: Uint16Array.of(200, 0, 200), bytes: new Float64Array(3),
        error: [null, { kind: 'other', message: 'down' }, null], repeated: new Uint8Array(3),
      },
      series: [
        {
          name: 'a', labels: { cmdline: '/bin/x --password=1' }, values: Float64Array.of(7, NaN, 9),
          present: Uint8Array.of(1, 0, 1),
        },
      ],
    });
  }

  it('includes history, readiness, failures and in-memory facts, also after a restart', async () => {
    await recordSome();
    store.putFacts(
      'live',
      {
        flags: {
          'storage.tsdb.path': '/srv/secret-place', 'storage.tsdb.retention.time': '15d',
          'enable-feature': 'exemplar-storage',
        },
        blockRangeSeconds: 7200,
        scrapeJobs: [
          {
            job: 'j', targets: 1, unhealthy: 0, slowestSeconds: 1, timeoutSeconds: 10, share: 0.1,
            lastError: 'Get "http://u:p@h/": no',
          },
        ],
      }
    );
    const facts = await carried('live', HOUR - 3_600_000, HOUR + 10_000);
    expect(facts.flags).toEqual(
      { 'storage.tsdb.path': '(redacted)', 'storage.tsdb.retention.time': '15d', 'enable-feature': 'exemplar-storage' }
    );
    for (let start = 0; start < 2; start++) {
      const [before, after] = [
        await joined('live', HOUR - 3_600_000, HOUR + 10_000), await joined('carried', HOUR - 3_600_000, HOUR + 10_000),
      ];
      if (start === 0) expect(after.parts).toEqual(before.parts);
      expect(after.parts).toMatchObject([{ source: 'history' }, { source: 'recorded' }]);
      expect(after.window.scrapes.error[6])
        .toEqual({ kind: 'timeout', message: 'No answer from http://prom:9090 in time.' });
      const seen = Object.fromEntries(
        after.window.series.map(
          ({ name, labels, values, present }) =>
            [name + JSON.stringify(labels), [...values].map((value, i) => (present[i] === 1 ? value : null))]
        )
      );
      expect(seen).toEqual({
        'a{"cmdline":"redacted-1"}': [7, null, 9, null, null, null, null, null],
          'a{}': [null, null, null, 0, 1, 2, null, 4],
        'b{"x":"1"}': [null, null, null, NaN, NaN, NaN, null, NaN], 'c{}': [null, null, null, -0, -0, -0, null, -0],
        'tsdbscope:target_ready{}': [null, null, null, 0, 1, 0, 1, 0],
      });
      const target = await store.target('carried');
      expect(target).toMatchObject(
        {
          ok: true,
          value: {
            recording: true, kind: 'prometheus', version: '2.42.0',
            facts: { blockRangeSeconds: 7200, scrapeJobs: [{ lastError: 'Get "http://h/": no' }] },
            incident: { manifest: { target: { name: 'original' } } },
          },
        }
      );
      await store.close();
      store = await openStore();
    }
    const texts = gunzipSync(await readFile(join(folder, 'samples.ndjson.gz')))
      .toString() + gunzipSync(await readFile(join(folder, 'history.ndjson.gz'))).toString();
    expect(texts).not.toMatch(/hunter2|password|secret-place/);
  });

  it.each([
    [
      'cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20),
      /amples\.ndjson\.gz's gzip data is broken or cut off/,
    ],
    [
      'of other lines', () => gzipSync('{"hello":1}\n'),
      /^Line 1 of samples\.ndjson\.gz cannot be read: "t" is (?:no|not a) time/,
    ],
    [
      'with fewer scrapes than the manifest names',
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().trim().split('\n').slice(0, -1).join('\n')),
      /holds 4 scrapes and the manifest names 5/,
    ],
  ])('samples %s are refused in a sentence and nothing of them stays', async (_what, damage, sentence) => {
    await recordSome();
    const exported = await exportIncident(
      await readerOf(store),
      { target: 'live', startMs: HOUR, endMs: HOUR + 10_000, keepCommandLines: false, secrets: [], folder }
    );
    if (!exported.ok) throw new Error(exported.error.message);
    const file = exported.value.samples.file;
    await writeFile(file, damage(await readFile(file)));
    const opened = await importIncident(
      await readerOf(store),
      {
        name: 'bad', samples: file, history: null, facts: {},
        incident: incidentOf({ startMs: HOUR, endMs: HOUR + 10_000 }, { scrapes: 5, historyScrapes: 0 }),
      }
    );
    expect(opened).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringMatching(sentence) as string } }
    );
    expect((await store.targets()).map(({ name }) => name)).toEqual(['live']);
  });

  it('a window without a scrape is refused', async () => {
    await recordSome();
    expect(
      await exportIncident(
        await readerOf(store),
        { target: 'live', startMs: HOUR + 60_000, endMs: HOUR + 70_000, keepCommandLines: false, secrets: [], folder }
      )
    ).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });
});
