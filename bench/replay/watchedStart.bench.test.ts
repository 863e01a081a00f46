import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPrometheus, type PrometheusLab } from '../../server/program/integration/lab/prometheusLab.ts';
import { printRow, type BenchRow } from '../benchRow.ts';

/** What is asked in each second of a start, in that order. */
const EACH_SECOND = [
  '/-/ready', '/api/v1/status/walreplay', '/metrics', '/api/v1/status/walreplay', '/debug/pprof/goroutine?debug=1',
];
const SECONDS_PLAYED = 300;
const IDLE_MS = 3000;
const MAX_CORES = 0.01;

let lab: PrometheusLab;
beforeAll(async () => { lab = await startPrometheus({ targets: 0, maxSeconds: 90 }); }, 60_000);
afterAll(() => lab.stop());

const ask = async (path: string): Promise<string> => (await fetch(lab.url + path)).text();
const cpuSeconds = async (): Promise<number> =>
  Number(/^process_cpu_seconds_total (\S+)/m.exec(await ask('/metrics'))?.[1]);

it('watching a start costs the server less than a hundredth of one core', async () => {
  const idleFrom = await cpuSeconds();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idleCores = (await cpuSeconds() - idleFrom) / (IDLE_MS / 1000);
  const begunMs = performance.now();
  const before = await cpuSeconds();
  for (let second = 0; second < SECONDS_PLAYED; second++) for (const path of EACH_SECOND) await ask(path);
  const own = idleCores * (performance.now() - begunMs) / 1000;
  const perSecond = (await cpuSeconds() - before - own) / SECONDS_PLAYED;
  const row: BenchRow = {
    name: `watching a start, ${EACH_SECOND.length} requests per second`,
    measured:
      `${(perSecond * 1000).toFixed(2)} ms of server CPU per second, ${(perSecond * 100).toFixed(2)} % of a core`,
    bar: `more than 0, less than ${MAX_CORES * 100} %`,
    pass: perSecond > 0 && perSecond < MAX_CORES,
  };
  printRow(row);
  expect(row.pass).toBe(true);
});
