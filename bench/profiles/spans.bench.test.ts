import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProfileWorker } from '../../testdata/built/builtProfileWorker.ts';
import { printRow } from '../benchRow.ts';
import { spanBench } from './spanBench.ts';

it('adds up a span of profiles as go tool pprof does, in a tenth of its time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'span-bench-worker-'));
  const rows = await spanBench(await buildProfileWorker(folder));
  rmSync(folder, { recursive: true, force: true });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
