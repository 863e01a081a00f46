import { join } from 'node:path';
import { freePort, startKept, waitFor, type KeptProcess } from './childProcess.ts';

/** A real node_exporter of this machine; its log is in `folder`. `port`: default a free one. */
export async function startNodeExporter(folder: string, port?: number): Promise<{ node: KeptProcess; url: string }> {
  const url = `http://127.0.0.1:${port ?? await freePort()}`;
  const node = await startKept(
    ['prometheus-node-exporter', `--web.listen-address=${new URL(url).host}`],
    { logFile: join(folder, 'node.log'), cwd: folder }
  );
  await waitFor('node_exporter answers', 60_000, async () => {
    try {
      return (await fetch(`${url}/metrics`)).ok;
    } catch {
      // Not listening yet.
      return false;
    }
  });
  return { node, url };
}
