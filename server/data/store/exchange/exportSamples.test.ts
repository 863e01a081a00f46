import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DuckDBInstance } from '@duckdb/node-api';
import { mkdir, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseExposition } from '../../metrics/exposition/parseExposition.ts';
import { testStores, T } from '../../../../testdata/sampleStores.ts';
import { readerOf } from '../../../../testdata/storeReaders.ts';
import { DuckEngine } from '../partitions/duckEngine.ts';
import type { SampleStore } from '../samples/sampleStore.ts';
import { exportOpenMetrics } from './exportOpenMetrics.ts';
import { exportParquet } from './exportParquet.ts';
import type { ExportedWindow } from './exportedSeries.ts';

const stores = testStores();
const ALL: ExportedWindow = { target: 'prom', startMs: 0, endMs: 1e14, match: null };

/** One scrape a second; null fails. */
function record(store: SampleStore, bodies: (string | null)[], extras: Record<string, number> = {}): void {
  for (const body of bodies) {
    store.record('prom', body !== null ? { ...stores.scrape(body), extras }
      : { ...stores.scrape(''), body: null, status: 0, error: { kind: 'timeout', message: 'no answer' }, extras });
    stores.nowMs += 1000;
  }
}

async function openMetrics(store: SampleStore, window: Partial<ExportedWindow> = {}): Promise<string> {
  const text = await exportOpenMetrics(await readerOf(store), { ...ALL, ...window });
  if (!text.ok) throw new Error(text.error.message);
  return (await buffer(text.value)).toString();
}

describe('OpenMetrics text of a window', () => {
  it('has families one after the other, times in seconds, gaps without samples, and its end mark', async () => {
    const store = await stores.openWithTarget();
    stores.nowMs = T + 250;
    record(store, ['b_seconds 1\na{x="1"} 2\nb 7\n', null, 'a{x="1"} NaN\na{x="2"} -0\n', 'a{x="1"} +Inf\n']);
    const at = T / 1000;
    const target = 'env="test",instance="prom",job="tsdbscope"';
    expect(await openMetrics(store)).toBe([
      '# TYPE a unknown',
      `a{${target},x="1"} 2 ${at}.250`, `a{${target},x="1"} NaN ${at + 2}.250`, `a{${target},x="1"} +Inf ${at + 3}.250`,
      `a{${target},x="2"} -0 ${at + 2}.250`,
      '# TYPE b unknown', `b{${target}} 7 ${at}.250`,
      '# TYPE b_seconds unknown', '# UNIT b_seconds seconds', `b_seconds{${target}} 1 ${at}.250`,
      '# EOF', '',
    ].join('\n'));
  });

  it('gives names that clash with suffixes of a type no type of their own', async () => {
    const store = await stores.openWithTarget();
    record(store, ['x 1\nx_total 2\nx_created 3\nx_bucket{le="1"} 4\nx_count 5\nx_sum 6\nx_info 7\n']);
    const text = await openMetrics(store);
    expect(text.match(/^# TYPE .*$/gm)).toEqual(
      ['x', 'x_bucket', 'x_count', 'x_created', 'x_info', 'x_sum', 'x_total'].map((name) => `# TYPE ${name} unknown`)
    );
  });

  it('escapes names and values that end a reader of version 1.0.0, and reads back', async () => {
    const store = await stores.openWithTarget();
    record(store, ['{"my.größe_x","a b"="q\\"\\\\\\n# EOF"} 1\nexported{job="own"} 2\n']);
    const text = await openMetrics(store);
    expect(text).toContain('U__my_2e_gr_f6__df_e__x{U__a_20_b="q\\"\\\\\\n# EOF",env="test"');
    expect(text).toContain('exported{env="test",exported_job="own",instance="prom",job="tsdbscope"} 2');
    expect(parseExposition(text, 'application/openmetrics-text').badLineCount).toBe(0);
  });

  it('has what was added to scrapes, once each, and only what a selector matches', async () => {
    const store = await stores.openWithTarget();
    record(store, ['tsdbscope_target_ready 5\na 1\n', null], { tsdbscope_target_ready: 1 });
    const lines = (await openMetrics(store, { match: '{__name__=~"tsdbscope_.*"}' })).split('\n');
    expect(lines.map((line) => line.replace(/\{.*\}/, ''))).toEqual(
      ['# TYPE tsdbscope_target_ready unknown', `tsdbscope_target_ready 5 ${T / 1000}`, '# EOF', '']
    );
    expect(await openMetrics(store, { match: 'no_such' })).toBe('# EOF\n');
    expect(await openMetrics(store, { startMs: 0, endMs: 1 })).toBe('# EOF\n');
    const reader = await readerOf(store);
    expect(await exportOpenMetrics(reader, { ...ALL, match: '{' })).toMatchObject({ error: { errorType: 'bad_data' } });
    expect(await exportOpenMetrics(reader, { ...ALL, target: 'x' }))
      .toMatchObject({ error: { errorType: 'not_found' } });
  });
});

describe('Parquet of a window', () => {
  it('has a row for each sample, which DuckDB reads, and leaves no file', async () => {
    const store = await stores.openWithTarget();
    record(store, ['a{x="1"} 2\nb -0\n', null, 'a{x="1"} NaN\n{"my.name"} 1e300\n']);
    const engine = await DuckEngine.open(join(stores.folder, 'spill'));
    const folder = join(stores.folder, 'own');
    const file = await exportParquet(await readerOf(store), ALL, { engine, folder });
    if (!file.ok) throw new Error(file.error.message);
    await mkdir(join(stores.folder, 'read'));
    const path = join(stores.folder, 'read', 'x.parquet');
    await writeFile(path, await buffer(file.value));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = await connection.runAndReadAll(
      `SELECT metric, labels['instance'], labels['x'], time_ms, value FROM '${path}'`
    );
    expect(rows.columnTypesJson()).toEqual(
      [{ typeId: 17 }, { typeId: 17 }, { typeId: 17 }, { typeId: 5 }, { typeId: 11 }]
    );
    expect(rows.getRowsJS()).toEqual([
      ['a', 'prom', '1', BigInt(T), 2], ['a', 'prom', '1', BigInt(T + 2000), NaN], ['b', 'prom', null, BigInt(T), -0],
      ['my.name', 'prom', null, BigInt(T + 2000), 1e300],
    ]);
    connection.closeSync();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    await engine.close();
  });

  it('refuses a selector that cannot be read before anything is written', async () => {
    const store = await stores.openWithTarget();
    const engine = await DuckEngine.open(join(stores.folder, 'spill'));
    expect(await exportParquet(await readerOf(store), { ...ALL, match: '}' }, { engine, folder: stores.folder }))
      .toMatchObject({ error: { errorType: 'bad_data' } });
    await engine.close();
  });
});
