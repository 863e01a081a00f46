import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKept, waitFor } from './childProcess.ts';

const SERVER = join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'hostileTargets.mjs');

export interface HostileTargets { urls: Record<string, string>; stop: () => Promise<void> }

/** So many targets of all hostile kinds; they yield to everything else on this machine, as those of others would. */
export async function startHostileTargets(count: number, maxSeconds = 600): Promise<HostileTargets> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-hostile-'));
  const logFile = join(folder, 'hostile.log');
  const process_ = await startKept([process.execPath, SERVER, '--for-s', String(maxSeconds)], { logFile, cwd: folder });
  setPriority(process_.pid, 19);
  const [, port = '', list = ''] = await waitFor(
    'the hostile targets listen', 120_000,
    () => /hostile port (\d+) names (\S+)/.exec(readFileSync(logFile, 'utf8')) ?? undefined
  );
  const kinds = list.split(',');
  const names = Array.from({ length: count }, (_, i) => {
    const turn = Math.floor(i / kinds.length);
    return `${kinds[i % kinds.length] ?? ''}${turn === 0 ? '' : turn}`;
  });
  return {
    urls: Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${port}/${name}`])),
    stop: async () => {
      await process_.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
