// A real S3 server for the tests: versitygw, built once from the Go module proxy into the user's cache folder (130 s of
// one core, 730 MB of memory, 84 MB on disk). Run as a program it prints the path of the binary.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = 'v1.8.0';
const MODULE = 'github.com/versity/versitygw/cmd/versitygw';

/** The path of the binary, which is there then. Ends the process, with what to install, where it cannot be built. */
export function ensureVersitygw() {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tsdbscope-tests');
  const binary = join(cache, `versitygw-${VERSION}`);
  if (existsSync(binary)) return binary;
  const building = join(cache, `building-${process.pid}`);
  mkdirSync(building, { recursive: true });
  console.error(`Building the S3 server of the tests once (${MODULE}@${VERSION}, some minutes) ...`);
  const built = spawnSync('go', ['install', `${MODULE}@${VERSION}`], {
    stdio: ['ignore', 2, 2], env: { ...process.env, GOBIN: building, CGO_ENABLED: '0', GOFLAGS: '-trimpath' },
  });
  if (built.status === 0) {
    renameSync(join(building, 'versitygw'), binary);
    rmSync(building, { recursive: true });
    return binary;
  }
  rmSync(building, { recursive: true, force: true });
  console.error(built.error === undefined
    ? 'The S3 server of the tests could not be built; the lines above say why. Is the Go module proxy reachable?'
    : 'The tests need Go 1.21 or later to build their S3 server: install it from https://go.dev/dl, with go in PATH.');
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureVersitygw());
