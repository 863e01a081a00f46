/** Worker thread of scripts/fuzz.mjs: case after case, telling which one it is at; ends with how many were read. */
import { parentPort, workerData } from 'node:worker_threads';
import { damagedFile, damageSeeds, survive } from '../../server/testdata/profiles/damage.ts';

const { first, count, testdata, progress } =
  workerData as { first: number; count: number; testdata: string; progress: Int32Array };

async function run(): Promise<void> {
  const seeds = damageSeeds(new URL(testdata));
  let accepted = 0;
  let slowestMs = 0;
  let slowest = first;
  for (let number = first; number < first + count; number++) {
    Atomics.store(progress, 0, number);
    const started = performance.now();
    const { what, bytes } = damagedFile(seeds, number);
    try {
      if (await survive(bytes)) accepted++;
    } catch (error) {
      parentPort?.postMessage({ failed: `case ${number} (${what}): ${(error as Error).stack ?? String(error)}` });
    }
    const ms = performance.now() - started;
    if (ms > slowestMs) [slowestMs, slowest] = [ms, number];
  }
  parentPort?.postMessage({ accepted, slowest, slowestMs });
}

void run();
