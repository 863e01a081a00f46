/** vmalert of Debian's package victoria-metrics, which evaluates rules by queries to a VictoriaMetrics. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept, waitFor } from './childProcess.ts';

export interface VmalertLab {
  url: string;
  /** Ends it and removes the folder; harmless when called twice. */
  stop(): Promise<void>;
}

/** Starts it on a free loopback port with a file of rules, as YAML; it writes what it records to the same server. */
export async function startVmalert(datasource: string, rules: string): Promise<VmalertLab> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-vmalert-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'rules.yml'), rules);
  const vmalert = await startKept([
    'vmalert', '-rule=rules.yml', `-datasource.url=${datasource}`, `-remoteWrite.url=${datasource}`,
    // Asked for at the start, although recording rules notify nobody.
    '-notifier.url=http://127.0.0.1:1', `-httpListenAddr=127.0.0.1:${port}`,
  ], { logFile: join(folder, 'vmalert.log'), cwd: folder });
  const stop = async (): Promise<void> => {
    await vmalert.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitFor('vmalert answers', 60_000, async () => {
      if (vmalert.hasExited()) throw new Error('vmalert ended at its start');
      return fetch(`${url}/health`).then((answer) => answer.ok, () => false);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
