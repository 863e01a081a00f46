// Tells whether installed packages and built files still belong to the sources. Node's own modules only:
// it runs before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const INSTALL_STAMP = join(root, 'node_modules', '.tsdbscope-install');
const BUILD_STAMP = join(root, 'dist', '.stamp');
const SCHEMAS_STAMP = join(root, 'node_modules', '.tsdbscope-schemas');
/** Written by schemas.mjs, not tracked. */
export const GENERATED = [
  'core/contract/schemas.json', 'core/client/openapi.ts', 'server/analysis/knownIssues/knownIssues.json',
];
const PNPM = 'pnpm@10';

/** Installs the locked packages unless the lockfile is the one installed last. Ends the process on failure. */
export function ensureInstalled() {
  const wanted = hashFiles([join(root, 'pnpm-lock.yaml'), join(root, 'package.json')]);
  if (readStamp(INSTALL_STAMP) === wanted) return;
  console.error('Installing packages (only when the lockfile changed) ...');
  run('npx', ['--yes', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'],
    'The packages could not be installed; the lines above say why. Is the npm registry reachable?');
  writeStamp(INSTALL_STAMP, wanted);
}

/** Writes the schemas and the tables of known issues unless both are as they were. Ends the process on failure. */
export function ensureSchemas() {
  const generated = GENERATED.map((name) => join(root, name));
  const wanted = hashFiles([
    ...sourceFiles(join(root, 'core')).filter((path) => !generated.includes(path)),
    ...sourceFiles(join(root, 'server', 'analysis', 'knownIssues', 'table')),
    join(root, 'server', 'program', 'api', 'http', 'openapi.ts'), join(root, 'scripts', 'schemas.mjs'),
    join(root, 'scripts', 'knownIssues.mjs'),
    join(root, 'pnpm-lock.yaml'),
  ]);
  if (readStamp(SCHEMAS_STAMP) === wanted && generated.every((path) => existsSync(path))) return;
  console.error('Writing the schemas of the contract and the known issues (only when these changed) ...');
  run(process.execPath, [join(root, 'scripts', 'schemas.mjs')], 'The schemas could not be written; see above.');
  writeStamp(SCHEMAS_STAMP, wanted);
}

/** Builds page and server unless no source changed since the last build. Ends the process on failure. */
export function ensureBuilt() {
  ensureSchemas();
  const wanted = hashFiles([
    ...['core', 'server', 'web', 'public', 'scripts'].flatMap((folder) => sourceFiles(join(root, folder))),
    join(root, 'vite.config.ts'), join(root, 'package.json'), join(root, 'pnpm-lock.yaml'),
  ]);
  if (readStamp(BUILD_STAMP) === wanted && existsSync(join(root, 'dist', 'server', 'main.js'))) return;
  console.error('Building (only when a source changed) ...');
  run(process.execPath, [join(root, 'scripts', 'build.mjs')], 'The build failed; the lines above say where.');
  writeStamp(BUILD_STAMP, wanted);
}

/** Runs a command in the project's folder with its output on ours; ends the process with `failure` when it fails. */
export function run(command, args, failure) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status === 0) return;
  console.error(failure);
  process.exit(1);
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return ['testdata', 'integration', 'e2e'].includes(entry.name) ? [] : sourceFiles(path);
      return entry.name.includes('.test.') ? [] : [path];
    });
}

function hashFiles(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function writeStamp(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
