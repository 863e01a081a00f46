import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../../../core/steps.ts';
import { importRecording } from '../exchange/importRecording.ts';
import { NodeIntake } from './nodeIntake.ts';
import { readerOf, samplesOf, writeRecording } from '../../../../testdata/storeReaders.ts';
import { SampleStore } from './sampleStore.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-node-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const answer = (text: string) => ({ body: Buffer.from(text), contentType: 'text/plain; version=0.0.4', error: null });
const OWN = 'node_load1 9\nup{a="b"} 1\n';
const BESIDE =
  'go_goroutines 3\nnode_cpu_seconds_total{cpu="0",mode="idle"} 10\nnode_load1 2\nnode_disk_info{device="vda"} '
    + '1\nnode_memory_numa_Foo 1\nnode_disk_read_bytes_total{device="v\\"d\\\\a"} 7\n';

describe('what is kept of a node_exporter', () => {
  it('is what panels need, under names of its own', () => {
    const { samples, error } = atOnce(new NodeIntake().taking(answer(BESIDE)));
    expect(error).toBeNull();
    expect(samples?.series).toEqual([
      { name: 'node_exporter:node_cpu_seconds_total', labels: { cpu: '0', mode: 'idle' } },
      { name: 'node_exporter:node_load1', labels: {} },
      { name: 'node_exporter:node_disk_read_bytes_total', labels: { device: 'v"d\\a' } },
    ]);
    expect(Array.from(samples?.values ?? [])).toEqual([10, 2, 7]);
  });

  it.each([
    ['another exporter', 'go_goroutines 3\n', 'no metric of a node_exporter'],
    ['junk', '<html>', 'No samples'],
    [
      'a host of too many series',
      Array.from({ length: 20_001 }, (_, i) => `node_cpu_seconds_total{cpu="${i}"} 1\n`).join(''),
      'the limit for one host is 20000',
    ],
  ])('is nothing, with the reason, of %s', (_what, text, words) => {
    const { samples, error } = atOnce(new NodeIntake().taking(answer(text)));
    expect(samples).toBeNull();
    expect(error?.message).toContain(words);
  });
});

describe('a recording of a target with a node_exporter beside it', () => {
  it('keeps both apart, also over failed scrapes, when stored, exported and opened again', async () => {
    const opened = await SampleStore.open(
      {
        dataDir: join(folder, 'data'), retentionMs: 1e12, retentionBytes: 1e12, commitMs: null,
        now: () => 1_700_000_100_000,
      }
    );
    if (!opened.ok) throw new Error(opened.error.message);
    const store = opened.value;
    await store.putTarget({ name: 'prom', url: 'http://x', recording: false, labels: {} });
    const base = { durationSeconds: 0.01, status: 200, contentType: 'text/plain; version=0.0.4', extras: {} };
    const down = { kind: 'timeout' as const, message: 'The target did not answer in time.' };
    const startMs = (row: number): number => 1_700_000_000_000 + 1000 * row;
    store.record('prom', { ...base, startMs: startMs(0), body: Buffer.from(OWN), error: null, node: answer(BESIDE) });
    store.record(
      'prom',
      {
        ...base, startMs: startMs(1), status: 0, body: null, error: down,
        node: answer(BESIDE.replace('node_load1 2', 'node_load1 3')),
      }
    );
    store.record('prom', { ...base, startMs: startMs(2), body: Buffer.from(OWN), error: null });
    const outcome = store.record(
      'prom',
      {
        ...base, startMs: startMs(3), body: Buffer.from(OWN), error: null,
        node: { body: null, contentType: '', error: { kind: 'refused', message: 'No.' } },
      }
    );
    expect(outcome).toMatchObject({ samples: 2, error: null, node: { samples: 0, error: { kind: 'refused' } } });

    const file = join(folder, 'r.ndjson.gz');
    await writeRecording(store, 'prom', { startMs: startMs(0), endMs: startMs(9), file });
    expect(await importRecording(await readerOf(store), 'again', file))
      .toMatchObject({ ok: true, value: { scrapes: 4 } });
    for (const target of ['prom', 'again']) {
      const window = await (await readerOf(store)).window(target, startMs(0), startMs(9), () => true);
      if (!window.ok) throw new Error(window.error.message);
      const rowsOf = (name: string): (number | null)[] | undefined => {
        const series = window.value.series.find((one) => one.name === name);
        return series && Array.from(series.values, (value, row) => (series.present[row] === 1 ? value : null));
      };
      expect(rowsOf('node_load1')).toEqual([9, null, 9, 9]);
      expect(rowsOf('node_exporter:node_load1')).toEqual([2, 3, null, null]);
      expect(rowsOf('node_exporter:up')).toEqual([1, 1, null, 0]);
      expect(rowsOf('node_exporter:node_disk_read_bytes_total')).toEqual([7, 7, null, null]);
      expect(window.value.series.find(({ name }) => name === 'node_exporter:node_cpu_seconds_total')?.labels)
        .toEqual({ cpu: '0', mode: 'idle' });
    }
    const samples = await samplesOf(
      store, 'again', 'node_exporter:node_cpu_seconds_total{mode="idle"}',
      { startMs: startMs(0), endMs: startMs(9), limitValues: 1000 }
    );
    expect(samples).toMatchObject({ ok: true, value: [{ metric: { cpu: '0' } }] });
    await store.close();
  });
});
