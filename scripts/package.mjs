// npm run package: what `npm install -g` and `npx` take, in dist/release: page and server as built without source maps,
// the names of the packages that are not inside the build, and the licences of those that are; a checksum, and a list
// of all packages (SPDX).
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './freshness.mjs';
import { licenceTexts } from './licenceTexts.mjs';
import { APART } from './serverBuild.mjs';
import { spdxDocument } from './spdx.mjs';

ensureInstalled();
ensureBuilt();
const release = join(root, 'dist', 'release');
const stage = join(release, 'package');
rmSync(release, { recursive: true, force: true });
mkdirSync(join(stage, 'bin'), { recursive: true });
const withoutMaps = { recursive: true, filter: (path) => !path.endsWith('.map') };
for (const part of ['server', 'web']) cpSync(join(root, 'dist', part), join(stage, 'dist', part), withoutMaps);
for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(stage, file));
const licences = JSON.parse(output('npx', ['--yes', 'pnpm@10', 'licenses', 'list', '--prod', '--json'], root));
writeFileSync(join(stage, 'THIRD_PARTY_LICENSES.txt'), licenceTexts(licences));
cpSync(join(root, 'scripts', 'tsdbscope.mjs'), join(stage, 'bin', 'tsdbscope.mjs'));

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { name, version, description, license, type, engines } = own;
const dependencies = Object.fromEntries(APART.toSorted().map((path) => [path, own.dependencies[path]]));
const packageJson = {
  name, version, description, license, type, engines, bin: { tsdbscope: 'bin/tsdbscope.mjs' }, dependencies,
};
writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`);

const tarball = JSON.parse(output('npm', ['pack', '--json', '--pack-destination', release], stage))[0].filename;
const bytes = readFileSync(join(release, tarball));
const sha256 = createHash('sha256').update(bytes).digest('hex');
writeFileSync(join(release, `${tarball}.sha256`), `${sha256}  ${tarball}\n`);
const spdx = spdxDocument({ name, version, license, sha256, createdMs: Date.now() }, licences);
writeFileSync(join(release, `${tarball.replace(/\.tgz$/, '')}.spdx.json`), `${JSON.stringify(spdx, null, 2)}\n`);
console.log(join(release, tarball));

function output(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  if (result.status === 0) return result.stdout;
  console.error(`${command} ${args.join(' ')} failed:\n${result.stderr}`);
  process.exit(1);
}
