import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DuckDBInstance } from '@duckdb/node-api';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Envelope, ProfileInfo, TopTable } from '../../../../core/contract/contract.ts';
import { servedExport } from '../lab/exportedBlocks.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const SIZE = { series: 60, seconds: 400 };
const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;

beforeAll(async () => { scope = await startTsdbscope(['http://127.0.0.1:9'], dataDir); });
afterAll(async () => {
  await scope.stop();
  remove();
});

describe('samples for other programs', () => {
  it('as OpenMetrics text become blocks of promtool, which a Prometheus serves value for value', async () => {
    const { samples, equal, served, firstDifference } = await servedExport(scope, SIZE);
    expect({ firstDifference, equal, served }).toEqual({ firstDifference: null, equal: samples, served: samples });
    expect(samples).toBeGreaterThan(SIZE.series * SIZE.seconds * 0.9);
  });

  it('as Parquet have the same rows', async () => {
    const answer = await scope.fetch('/api/v1/targets/load/export?format=parquet');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=load.parquet');
    const file = join(dataDir, 'load.parquet');
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const [rows] = (await duckdb.runAndReadAll(
      `SELECT count(*)::INT, count(DISTINCT labels)::INT, count(DISTINCT metric)::INT FROM '${file}'`
    )).getRowsJS();
    const text = await (await scope.fetch('/api/v1/targets/load/export?format=openmetrics')).text();
    const lines = text.split('\n').filter((line) => /^load/.test(line));
    expect(rows).toEqual([lines.length, SIZE.series, 5]);
    duckdb.closeSync();
  });

  it('are refused in one sentence before a file begins', async () => {
    for (const query of ['', '?format=csv', '?format=parquet&match={', '?format=openmetrics&start=2&end=1']) {
      const answer = await scope.fetch(`/api/v1/targets/load/export${query}`);
      expect({ query, status: answer.status, type: answer.headers.get('content-disposition') })
        .toEqual({ query, status: 400, type: null });
    }
  });
});

const FOREIGN = join(import.meta.dirname, '../../../../testdata/profiles/foreign');

async function uploaded(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ProfileInfo> {
  const answer = await scope.fetch(`/api/v1/profiles?name=${name}`, { method: 'POST', body: bytes });
  const envelope = await answer.json() as Envelope<ProfileInfo[]>;
  const [info] = envelope.status === 'success' ? envelope.data : [];
  if (info === undefined) throw new Error(JSON.stringify(envelope));
  return info;
}

describe('profiles of other tools', () => {
  it.each([
    ['java.collapsed.gz', 'other', 'org/example/tsdb/Blocks$Head.append'],
    ['rust-perf-dwarf.txt.gz', 'cpu', 'zmij::to_decimal'], ['node.cpuprofile', 'wall', 'writeBlock'],
    ['python.speedscope.json', 'other', 'JSONEncoder.iterencode'],
  ])('%s is kept as pprof, and leaves as a speedscope file that can be uploaded again', async (file, kind, name) => {
    const info = await uploaded(file, new Uint8Array(await readFile(join(FOREIGN, file))));
    expect(info).toMatchObject({ name: file, kind });
    const rows = async (id: string): Promise<TopTable['rows']> =>
      (await scope.get<TopTable>(`/profiles/${id}/top?limit=0`)).rows;
    const own = await rows(info.id);
    expect(own.map((row) => row.function)).toContain(name);
    const download = new Uint8Array(await (await scope.fetch(`/api/v1/profiles/${info.id}/download`)).arrayBuffer());
    expect((await uploaded('again', download)).id).toBe(info.id);
    const answer = await scope.fetch(`/api/v1/profiles/${info.id}/flamegraph?format=speedscope`);
    expect(answer.headers.get('content-disposition')).toContain('.speedscope.json');
    const again = await uploaded('round.json', new Uint8Array(await answer.arrayBuffer()));
    // Lines and files of frames are not in it.
    const sums = (table: TopTable['rows']): unknown => Object.fromEntries(table.map((row) => [row.function, row.cum]));
    expect(sums(await rows(again.id))).toEqual(sums(own));
  });

  it('are refused in one sentence when they are none', async () => {
    for (const text of ['hello\n'.repeat(10), '{"a": 1}', 'main;a 1 2\nmain;b 1 2\n']) {
      const answer = await scope.fetch('/api/v1/profiles?name=x', { method: 'POST', body: text });
      const { error } = await answer.json() as { error: string };
      expect({ text, status: answer.status, isOne: /^[^\n]{20,300}$/.test(error) })
        .toEqual({ text, status: 422, isOne: true });
    }
  });
});
