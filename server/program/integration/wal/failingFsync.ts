/** Makes fsyncs of a running process fail with "input/output error", by strace. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKept, waitFor } from '../lab/childProcess.ts';

const FAIL = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO'];

export interface FailingFsync {
  /** How many have failed so far. */
  failed(): number;
  /** From then on they succeed. Harmless for a process that has ended. */
  stop(): Promise<void>;
}

/** Why no process can be traced here; null if one can. */
export function whyNoTrace(): string | null {
  const { error, status } = spawnSync('strace', [...FAIL, 'true'], { stdio: 'ignore' });
  return error !== undefined ? 'strace is not installed' : status !== 0 ? 'no process can be traced here' : null;
}

/** Those of the files and folders with these absolute paths, which need not exist yet. */
export async function failFsyncs(pid: number, paths: readonly string[]): Promise<FailingFsync> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-strace-'));
  const [seen, logFile] = ['seen', 'log'].map((name) => join(folder, name)) as [string, string];
  const trace = await startKept(
    ['strace', '-f', ...FAIL, ...paths.flatMap((path) => ['-P', path]), '-o', seen, '-p', String(pid)],
    { logFile, cwd: folder },
  );
  await waitFor('strace is attached', 10_000, () => readFileSync(logFile, 'utf8').includes('attached'));
  return {
    failed: () => readFileSync(seen, 'utf8').match(/\(INJECTED\)/g)?.length ?? 0,
    stop: async () => {
      // It lets go of the process only when it is asked to end.
      trace.signal('SIGTERM');
      await trace.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
