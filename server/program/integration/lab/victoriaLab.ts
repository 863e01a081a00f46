import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept, waitFor } from './childProcess.ts';
import { processStartMs } from './kernelCpu.ts';

const ROWS_A_POST = 10_000;
const POST_EVERY_MS = 350;

export interface VictoriaLab {
  url: string;
  pid: number;
  /** Ends of its GC cycles so far, ms since the epoch, by Go's own trace. */
  cycleEndsMs(): number[];
  /** Rows sent so far. */
  rowsSent(): number;
  /** Ends everything and removes the folder; harmless when called twice. */
  stop(): Promise<void>;
}

/**
 * Starts Debian's VictoriaMetrics on a free loopback port, in a temporary folder, and writes some 28,000 rows a second
 * to it.
 */
export async function startVictoriaMetrics(maxSeconds = 900): Promise<VictoriaLab> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-victoria-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process_ = await startKept(
    [
      'victoria-metrics', '-storageDataPath=data', `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=1d',
      '-loggerLevel=WARN',
    ],
    // With its own 30 % a server of this size collects once in some seconds; a busy one, like this, several times a
    // second.
    { logFile: join(folder, 'victoria.log'), cwd: folder, env: { GOGC: '8', GODEBUG: 'gctrace=1' } },
  );
  let loading: Promise<void> = Promise.resolve();
  let stopped = false;
  let sent = 0;
  const stop = async (): Promise<void> => {
    stopped = true;
    clearTimeout(limit);
    await loading;
    await process_.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const limit = setTimeout(() => void stop(), maxSeconds * 1000);
  limit.unref();
  try {
    await waitFor('VictoriaMetrics answers', 120_000, async () => {
      if (process_.hasExited()) throw new Error('VictoriaMetrics ended at its start');
      return fetch(`${url}/health`).then((answer) => answer.ok, () => false);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  loading = (async () => {
    for (let round = 0; !stopped; round++) {
      const started = Date.now();
      // Some series are new each round, so that the index is merged as well.
      const body = Array.from(
        { length: ROWS_A_POST },
        (_, i) => `load{series="${i < 9900 ? i : `${round}-${i}`}"} ${(i * 7 + round * 13) % 1000}`
      ).join('\n');
      await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body })
        // It is ended while a post is under way; anything else shows as missing rows.
        .then(() => { sent += ROWS_A_POST; }, () => undefined);
      await new Promise((resume) => setTimeout(resume, Math.max(0, POST_EVERY_MS - (Date.now() - started))));
    }
  })();
  const startedMs = processStartMs(process_.pid);
  const cycleEndsMs = (): number[] => readFileSync(join(folder, 'victoria.log'), 'utf8').split('\n').flatMap((line) => {
    // `gc 7 @1.234s 2%: 0.01+0.5+0.02 ms clock`: begins so long after the start, and takes the sum.
    const found = /^gc \d+ @([\d.]+)s \d+%: ([\d.]+)\+([\d.]+)\+([\d.]+) ms clock/.exec(line);
    if (found === null) return [];
    const [, at = 0, sweep = 0, mark = 0, end = 0] = found.map(Number);
    return [startedMs + 1000 * at + sweep + mark + end];
  });
  return { url, pid: process_.pid, cycleEndsMs, rowsSent: () => sent, stop };
}
