// A Prometheus 3 for the lab, which Debian does not have: built from the Go module proxy into the user's cache folder,
// `node scripts/prometheus.mjs 3.16.0` (minutes of one core, without service discovery but of files and static). Prints
// the path of the binary, for PROMETHEUS_3. As a Go module, 3.16.0 is v0.316.0.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULE = 'github.com/prometheus/prometheus';
const [version = ''] = process.argv.slice(2);
const [, major, minor, patch] = /^(\d)\.(\d{1,2})\.(\d{1,3})$/.exec(version) ?? [];
if (major === undefined) {
  console.error('State a version: node scripts/prometheus.mjs 3.16.0');
  process.exit(2);
}

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tsdbscope-tests');
const binary = join(cache, `prometheus-${version}`);
if (!existsSync(binary)) build();
console.log(binary);

function build() {
  mkdirSync(cache, { recursive: true });
  // Its go.mod excludes versions, with which `go install MODULE@VERSION` is refused.
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-prometheus-'));
  writeFileSync(join(folder, 'go.mod'), 'module lab\n\ngo 1.25\n');
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -trimpath' };
  const go = (...args) => spawnSync('go', args, { cwd: folder, stdio: ['ignore', 2, 2], env }).status === 0;
  const isBuilt = go('get', `${MODULE}/cmd/prometheus@v0.${major}${minor.padStart(2, '0')}.${patch}`)
    && go(
      'build', '-tags', 'remove_all_sd', '-ldflags', `-X github.com/prometheus/common/version.Version=${version}`,
      '-o', binary, `${MODULE}/cmd/prometheus`
    );
  rmSync(folder, { recursive: true, force: true });
  if (isBuilt) return;
  console.error('It could not be built; the lines above say why. It needs a Go that is new enough, and the proxy.');
  process.exit(1);
}
