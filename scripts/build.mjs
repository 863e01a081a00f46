// Builds the page (dist/web) and the server with its worker threads (dist/server): next to what is there, put in its
// place when whole, so that a server that runs from it never finds a folder half empty.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { serverBuild } from './serverBuild.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
// React and vite choose their shipped form by this, whatever the caller's environment says.
process.env.NODE_ENV = 'production';

const fresh = join(root, 'dist', `.fresh-${process.pid}`);
mkdirSync(fresh, { recursive: true });
process.on('exit', () => rmSync(fresh, { recursive: true, force: true }));

const page = build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: join(fresh, 'web') } });
// By itself and after the page, which empties the folder: an embed shares no chunk with it and so loads in one request.
const embed = page.then(() => build({
  configFile: 'vite.config.ts',
  logLevel: 'warn',
  plugins: [],
  publicDir: false,
  build: { outDir: join(fresh, 'web'), emptyOutDir: false, rolldownOptions: { input: 'web/embed.html' } },
}));
const server = build(serverBuild(join(fresh, 'server')));
await Promise.all([embed, server]);
for (const part of ['web', 'server']) {
  const place = join(root, 'dist', part);
  if (existsSync(place)) renameSync(place, join(fresh, `${part}-before`));
  renameSync(join(fresh, part), place);
}
