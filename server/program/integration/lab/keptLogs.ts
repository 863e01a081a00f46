import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'test-results', 'logs');
const MAX_LINES = 200;

let failedFile: string | null = null;
// Also Playwright loads the lab, which has hooks of its own.
if (process.env['VITEST'] !== undefined) {
  const { afterEach } = await import('vitest');
  afterEach(({ task }) => { if (task.result?.state === 'fail') failedFile = task.file.name; });
}

/** Keeps the end of a server's log where a test of this file has failed, as the lab removes its folder. */
export function keepLogOfFailure(server: string, log: string): void {
  if (failedFile === null) return;
  mkdirSync(FOLDER, { recursive: true });
  const name = `${basename(failedFile, '.test.ts')}-${server}-${String(process.pid)}.log`;
  writeFileSync(join(FOLDER, name), `${log.trimEnd().split('\n').slice(-MAX_LINES).join('\n')}\n`);
}
