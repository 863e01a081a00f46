/** Processes for tests: TypeScript source, built as the program builds its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** To import ServedProcess from. */
export const SERVE_PROCESS = JSON.stringify(join(import.meta.dirname, '../../server/kernel/threads/serveProcess.ts'));

export async function buildProcess(source: string): Promise<{ file: URL; folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'process-'));
  writeFileSync(join(folder, 'own.ts'), source);
  await build({
    configFile: false, logLevel: 'silent',
    build: {
      ssr: true, outDir: join(folder, 'out'), target: 'node20',
      rolldownOptions: { input: join(folder, 'own.ts'), output: { entryFileNames: 'own.mjs' } },
    },
  });
  return {
    file: pathToFileURL(join(folder, 'out', 'own.mjs')), folder,
    remove: () => { rmSync(folder, { recursive: true, force: true }); },
  };
}
