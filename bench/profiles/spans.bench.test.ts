import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { spanBench } from './spanBench.ts';

it('adds up a span of profiles as go tool pprof does, in a tenth of its time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'span-bench-worker-'));
  await build({
    configFile: false, logLevel: 'error', publicDir: false, ssr: { noExternal: true },
    build: {
      ssr: true, outDir: folder, emptyOutDir: true, target: 'node20',
      rolldownOptions: {
        input: { profileWorker: 'server/worker/profile/profileWorker.ts' },
        output: { entryFileNames: '[name].js', format: 'es' },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const rows = await spanBench(pathToFileURL(join(folder, 'profileWorker.js')));
  rmSync(folder, { recursive: true, force: true });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
