/** The worker of profiles for tests and benchmarks, built as the program builds its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Builds it into `folder`, which is made or emptied. */
export async function buildProfileWorker(folder: string): Promise<URL> {
  await build({
    configFile: false, logLevel: 'error', publicDir: false, ssr: { noExternal: true },
    build: {
      ssr: true, outDir: folder, emptyOutDir: true, target: 'node20',
      rolldownOptions: {
        input: { profileWorker: 'server/program/worker/profile/profileWorker.ts' },
        output: { entryFileNames: '[name].js', format: 'es' },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return pathToFileURL(join(folder, 'profileWorker.js'));
}
