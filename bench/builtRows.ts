/**
 * Rows of a bench that measure the time of code: computed by the code as the program has it, built and in a process of
 * its own. As the test runner has it, each call of an imported function looks it up first, which takes up to as long.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';
import type { BenchRow } from './benchRow.ts';

/** What the function, exported by the file under its name, returns there. */
export async function builtRows(file: string, { name }: () => BenchRow[]): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const entry = join(folder, 'entry.ts');
    writeFileSync(
      entry, `import { ${name} } from ${JSON.stringify(file)};\nprocess.stdout.write(JSON.stringify(${name}()));\n`
    );
    await build({
      configFile: false, logLevel: 'silent', plugins: [ownUrls()],
      build: {
        ssr: true, outDir: join(folder, 'out'), target: 'node20',
        rolldownOptions: { input: entry, output: { entryFileNames: 'entry.mjs' } },
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out', 'entry.mjs')]);
    // Printed by the function.
    return JSON.parse(stdout) as BenchRow[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Modules find their data next to themselves, also once they are built elsewhere. */
function ownUrls(): Plugin {
  return {
    name: 'own-urls',
    transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  };
}
