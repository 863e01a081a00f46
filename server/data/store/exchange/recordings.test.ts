import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TargetWindow } from '../../metrics/series.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { importRecording } from './importRecording.ts';
import { recordingLines } from '../samples/recordingLines.ts';
import { readerOf, writeRecording } from '../../../../testdata/storeReaders.ts';
import { SampleStore } from '../samples/sampleStore.ts';

let folder: string;
let store: SampleStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-recordings-'));
  const opened = await SampleStore.open(
    { dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, commitMs: null }
  );
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function windowOf(name: string, startMs = 0, endMs = 1e14): Promise<TargetWindow> {
  const window = await (await readerOf(store)).window(name, startMs, endMs, () => true);
  if (!window.ok) throw new Error(window.error.message);
  return window.value;
}

/**
 * Where two windows differ, null when nowhere; series in any order, without the sentences of errors, which each reader
 * words itself. (`toEqual` takes a minute for a thousand scrapes.)
 */
function difference(left: TargetWindow, right: TargetWindow): string | null {
  const durations = (window: TargetWindow) =>
    window.scrapes.durationSeconds.map((seconds) => Math.round(seconds * 1e9) / 1e9);
  const kinds = (window: TargetWindow) => window.scrapes.error.map((error) => error?.kind);
  const columns: [string, ArrayLike<unknown>, ArrayLike<unknown>][] = [
    ['durations', durations(left), durations(right)],
    ['errors', kinds(left), kinds(right)],
    ...(['startMs', 'status', 'bytes', 'repeated'] as const).map(
      (name): [string, ArrayLike<unknown>, ArrayLike<unknown>] => [name, left.scrapes[name], right.scrapes[name]]
    ),
  ];
  const keyed = ({ series }: TargetWindow) =>
    new Map(series.map((one) => [JSON.stringify([one.name, Object.entries(one.labels).sort()]), one]));
  const [mine, others] = [keyed(left), keyed(right)];
  for (const key of new Set([...mine.keys(), ...others.keys()])) {
    columns.push([`${key} presence`, mine.get(key)?.present ?? [], others.get(key)?.present ?? []]);
    columns.push([key, mine.get(key)?.values ?? [], others.get(key)?.values ?? []]);
  }
  for (const [name, one, other] of columns) {
    if (one.length !== other.length) return `${name}: ${one.length} and ${other.length} entries`;
    for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i]))
      return `${name}[${i}]: ${String(one[i])} and ${String(other[i])}`;
  }
  return null;
}

/** As the recorded series tell it; "" where they do not. */
function versionIn({ series }: TargetWindow): string {
  return series.find(({ name }) => name === 'prometheus_build_info')?.labels['version'] ?? '';
}

describe('a real recording', () => {
  it.each(
    Object.entries(recordings)
  )('%s reads back as it stands in the file, and so does its export', async (name, file) => {
    const expected = loadRecording(file);
    const imported = await importRecording(await readerOf(store), name, file);
    expect(imported).toMatchObject(
      {
        ok: true,
        value: {
          name, recording: true, kind: 'prometheus', version: versionIn(expected), scrapes: expected.scrapes.length,
        },
      }
    );
    const window = await windowOf(name);
    expect(difference(window, expected)).toBeNull();

    const copy = join(folder, 'copy.ndjson.gz');
    await writeRecording(store, name, { startMs: 0, endMs: 1e14, file: copy });
    expect(await importRecording(await readerOf(store), 'copy', copy))
      .toMatchObject({ ok: true, value: { scrapes: expected.scrapes.length } });
    const again = await windowOf('copy');
    expect(difference(again, window)).toBeNull();
    expect(again.scrapes.error).toEqual(window.scrapes.error);
  }, 120_000);
});

const T = Date.UTC(2026, 10, 20, 12);
const line = (fields: Record<string, unknown>): string =>
  JSON.stringify({ path: '/metrics', t: T, dur_ms: 1, status: 200, body: 'up 1\n', ...fields });

describe('a file that is not a recording is refused with the reason, and leaves nothing behind', () => {
  const good = line({});
  const rows: { name: string; content: string | Buffer; says: RegExp }[] = [
    { name: 'empty', content: '', says: /holds no scrape/ },
    { name: 'only kernel lines', content: JSON.stringify({ proc: true, t: T }), says: /holds no scrape/ },
    { name: 'a page of HTML', content: '<html>\n<p>\n', says: /line 1: it is not a JSON object/ },
    { name: 'an array', content: '[1]', says: /line 1: it is not a JSON object/ },
    { name: 'a time in seconds', content: line({ t: T / 1000 }), says: /"t" is not a time/ },
    { name: 'a duration in words', content: line({ dur_ms: 'long' }), says: /"dur_ms"/ },
    { name: 'a status out of range', content: line({ status: 70_000 }), says: /"status"/ },
    { name: 'an answer without a body', content: line({ body: 7 }), says: /no "body"/ },
    { name: 'no path', content: line({ path: undefined }), says: /"path" is missing/ },
    { name: 'extras that are no numbers', content: line({ extras: { a: 'x' } }), says: /"extras"/ },
    {
      name: 'gzip cut off', content: gzipSync(Buffer.from(`${good}\n`.repeat(500))).subarray(0, 60),
      says: /gzip data is broken/,
    },
  ];
  it.each(rows)('$name', async ({ content, says }) => {
    const file = join(folder, 'file');
    await writeFile(file, content);
    const imported = await importRecording(await readerOf(store), 'bad', file);
    expect(imported).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect(imported.ok ? '' : imported.error.message).toMatch(says);
    expect(await store.targets()).toEqual([]);
    expect(await readdir(join(folder, 'data', 'samples'))).toEqual([]);
  });

  it('a missing file', async () => {
    expect(await importRecording(await readerOf(store), 'bad', join(folder, 'none')))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });

  it('a line and a file beyond their bounds', async () => {
    const file = join(folder, 'file');
    await writeFile(file, gzipSync(Buffer.alloc(1000, 'x')));
    const read = async (
      limits: { maxLineBytes: number; maxExpandedBytes: number; maxLines: number }
    ): Promise<void> => {
      for await (const { text } of recordingLines(file, limits)) expect(text).toBe('never');
    };
    await expect(
      read({ maxLineBytes: 999, maxExpandedBytes: 5000, maxLines: 9 })
    ).rejects.toThrow('Line 1 of the recording is longer than 999 bytes');
    await expect(
      read({ maxLineBytes: 5000, maxExpandedBytes: 999, maxLines: 9 })
    ).rejects.toThrow('expands to more than 999 bytes');
    await writeFile(file, gzipSync(Buffer.alloc(1000, 10)));
    await expect(importRecording(await readerOf(store), 'bad', file)).resolves.toMatchObject({ ok: false });
    const lines = recordingLines(file, { maxLineBytes: 999, maxExpandedBytes: 5000, maxLines: 9 });
    await expect(
      (async () => { for await (const { text } of lines) expect(text).toBe(''); })()
    ).rejects.toThrow('more than 9 lines');
  });
});

describe('a small recording', () => {
  const put = async (lines: string[], name = 'small') => {
    const file = join(folder, 'small.ndjson');
    await writeFile(file, lines.join('\n'));
    return importRecording(await readerOf(store), name, file);
  };

  it('need not be gzip, nor in order, and gives other answers to the nearest tick', async () => {
    const replay = (t: number, current: number): string => JSON.stringify(
      { path: '/api/v1/status/walreplay', t, status: 200, body: JSON.stringify({ data: { min: 0, max: 9, current } }) }
    );
    const done = await put([
      line({ t: T + 1000, body: 'a 2\n' }), replay(T + 1040, 4), replay(T + 1010, 3),
        JSON.stringify({ path: '/-/ready', t: T + 20, status: 503 }),
      line({ t: T, body: 'a 1\n' }), JSON.stringify({ path: '/metrics', t: T + 2000, skipped: true }),
        line({ t: T + 3000, status: 503, body: 'no' }),
    ]);
    expect(done).toMatchObject(
      {
        ok: true,
        value: {
          firstMs: T, lastMs: T + 3000, scrapes: 4,
          lastScrape: { durationSeconds: 0.001, error: 'The target answered with HTTP status 503.' },
        },
      }
    );
    const { scrapes, series } = await windowOf('small');
    expect([...scrapes.startMs]).toEqual([T, T + 1000, T + 2000, T + 3000]);
    expect(scrapes.error.map((error) => error?.kind)).toEqual([undefined, undefined, 'skipped', 'http']);
    expect(series.map((one) => [one.name, ...one.values])).toEqual([
      ['a', 1, 2, NaN, NaN], ['tsdbscope_target_ready', 0, NaN, NaN, NaN],
      ['tsdbscope_replay_segment_min', NaN, 0, NaN, NaN], ['tsdbscope_replay_segment_max', NaN, 9, NaN, NaN],
        ['tsdbscope_replay_segment_current', NaN, 3, NaN, NaN],
    ]);
  });

  const ticks = (...seconds: number[]): string[] => seconds.map((second) => line({ t: T + second * 1000 }));
  const skips: { name: string; lines: string[]; scrapes: number; skipped: [number, RegExp][] }[] = [
    { name: 'HTML', lines: [...ticks(0), '<html>', ...ticks(1)], scrapes: 2, skipped: [[2, /not a JSON object/]] },
    {
      name: 'a line cut off at the end', lines: [...ticks(0, 1), line({}).slice(0, 40)], scrapes: 2,
      skipped: [[3, /not a JSON object/]],
    },
    {
      name: 'a status out of range, first', lines: [line({ status: 70_000 }), ...ticks(0, 1)], scrapes: 2,
      skipped: [[1, /"status"/]],
    },
    {
      name: 'ticks hours late', lines: ticks(0, 7200, 7201, 7400, 3600, 7401, 10), scrapes: 5,
      skipped: [[5, /two minutes before/], [7, /two minutes before/]],
    },
    {
      name: 'one clock far ahead, which would put all below it in the past', lines: ticks(0, 1, 1e9, 2, 3, 4, 5),
      scrapes: 6, skipped: [[3, /hours after the other lines/]],
    },
    {
      name: 'one far ahead as the first', lines: ticks(1e9, 1, 2, 3), scrapes: 3,
      skipped: [[1, /hours after the other lines/]],
    },
    {
      name: 'one far ahead as the last', lines: ticks(0, 1, 1e9), scrapes: 2,
      skipped: [[3, /hours after the other lines/]],
    },
    {
      name: 'nothing: a pause of hours, with a late tick after it, and ticks hours apart',
      lines: ticks(0, 10, 20_000, 11, 20_001, 40_000, 60_000), scrapes: 7, skipped: [],
    },
  ];
  it.each(skips)('is opened without $name, and says so', async ({ lines, scrapes, skipped }) => {
    const opened = await put(lines);
    expect(opened).toMatchObject({ ok: true, value: { scrapes } });
    expect(opened.ok ? opened.value.skippedLines : null).toEqual(skipped.length === 0 ? undefined : {
      count: skipped.length,
      lines: skipped.map(([line, why]) => ({ line, message: expect.stringMatching(why) as string })),
    });
  });

  it('counts a thousand unusable lines, the first five with their reason, also after a restart', async () => {
    const opened = await put([...ticks(0), ...Array<string>(1000).fill('{}'), ...ticks(1)]);
    const skippedLines = {
      count: 1000,
      lines: [2, 3, 4, 5, 6].map((line) => ({ line, message: expect.stringContaining('"t" is not a time') as string })),
    };
    expect(opened).toMatchObject({ ok: true, value: { scrapes: 2, skippedLines } });
    await store.close();
    const again = await SampleStore.open(
      { dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, commitMs: null }
    );
    if (!again.ok) throw new Error(again.error.message);
    store = again.value;
    expect(await store.targets()).toMatchObject([{ name: 'small', skippedLines }]);
  });

  it('leaves out a line beyond its bound', async () => {
    const file = join(folder, 'long');
    await writeFile(file, `a\n${'x'.repeat(2000)}\nb\n${'x'.repeat(2000)}`);
    const left: number[] = [];
    const read: string[] = [];
    const limits = { maxLineBytes: 999, maxExpandedBytes: 5000, maxLines: 9 };
    const lines = recordingLines(file, limits, 'it', (number) => { left.push(number); });
    for await (const { text } of lines) read.push(text);
    expect({ read, left }).toEqual({ read: ['a', 'b'], left: [2, 4] });
  });

  it('never takes the place of a target that is there', async () => {
    await store.putTarget({ name: 'live', url: 'http://localhost', recording: false, labels: {} });
    expect(await put([line({})])).toMatchObject({ ok: true });
    expect(await put([line({ t: T + 5 })])).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect(await put([line({})], 'live')).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect((await windowOf('small')).scrapes.length).toBe(1);
  });
});
