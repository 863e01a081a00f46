/** What large JSON bodies cost others: `/healthz` is asked all the time while ten of 14 MB come at once. */
import { Agent, request } from 'node:http';
import { quantile, sortedFinite } from '../../core/statistics/quantiles.ts';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import type { BenchRow } from '../benchRow.ts';

const BODIES = 10;
const ROUNDS = 3;
const IDLE_PROBES = 200;
const MAX_P99_MS = 100;

/** Outputs of benchmarks, and JSON of two million small objects, of which a parser makes the most. */
export async function bodiesBench(): Promise<BenchRow[]> {
  const runs = 'BenchmarkA-2 100 1234 ns/op 56 B/op\n'.repeat(190_000);
  const texts = Buffer.from(JSON.stringify({ before: runs, after: runs }));
  const objects = Buffer.from(`[${'{"a":1,"b":[]},'.repeat(930_000)}0]`);
  const { dataDir, remove } = newDataDir();
  const scope = await startTsdbscope(['--demo'], dataDir);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const probe = async (): Promise<number> => {
    const from = performance.now();
    const status = await ask(`${scope.url}/healthz`, { agent });
    if (status !== 200) throw new Error(`/healthz was answered ${status}.`);
    return performance.now() - from;
  };
  try {
    const idle: number[] = [];
    for (let i = 0; i < IDLE_PROBES; i++) idle.push(await probe());
    const beside: number[] = [];
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false;
      const probing = (async () => { while (!isOver) beside.push(await probe()); })();
      const posts = Array.from({ length: BODIES }, (_, i) => (
        ask(`${scope.url}/api/v1/benchmarks`, { body: i % 2 === 0 ? texts : objects })
      ));
      statuses.push(...await Promise.all(posts));
      isOver = true;
      await probing;
    }
    const said = [...new Set(statuses)].sort((a, b) => a - b)
      .map((status) => `${statuses.filter((one) => one === status).length} x ${status}`).join(', ');
    const p99 = at(beside, 0.99);
    return [{
      name: `healthz beside ${BODIES} bodies of 14 MB at once, ${ROUNDS} times (${said})`,
      measured: `p99 ${p99.toFixed(0)} ms, at most ${Math.max(...beside).toFixed(0)} of ${beside.length}; alone p99 `
        + `${at(idle, 0.99).toFixed(0)} ms`,
      bar: `p99 ${MAX_P99_MS} ms`, pass: p99 <= MAX_P99_MS,
    }];
  } finally {
    agent.destroy();
    await scope.stop();
    remove();
  }
}

function at(tookMs: number[], share: number): number {
  return quantile(sortedFinite(tookMs), share) ?? NaN;
}

/** The status; 0 where the connection was closed before an answer. */
function ask(url: string, { agent, body }: { agent?: Agent; body?: Buffer }): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, {
      ...(agent === undefined ? {} : { agent }),
      ...(body === undefined ? {} : {
        method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length },
      }),
    }, (answer) => { answer.resume().on('end', () => { resolve(answer.statusCode ?? 0); }); });
    asked.on('error', () => { resolve(0); }).end(body);
  });
}
