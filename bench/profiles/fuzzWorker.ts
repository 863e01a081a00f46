/** Worker thread of scripts/fuzz.mjs: case after case, telling which one it is at; ends with how many were read. */
import { parentPort, workerData } from 'node:worker_threads';
import { damagedFile, damageSeeds, survive } from '../../testdata/profiles/damage.ts';
import { damagedTrace, survive as surviveTrace, traceSeeds } from '../../testdata/traces/damage.ts';

const { what: kind, first, count, testdata, progress } =
  workerData as { what: 'profiles' | 'traces'; first: number; count: number; testdata: string; progress: Int32Array };
const root = new URL(testdata);
const cases = kind === 'traces' ? casesOfTraces() : casesOfProfiles();

interface Cases {
  of(number: number): { what: string; bytes: Uint8Array };
  survive(bytes: Uint8Array): boolean | Promise<boolean>;
}

function casesOfTraces(): Cases {
  const seeds = traceSeeds(root);
  return { of: (number) => damagedTrace(seeds, number), survive: surviveTrace };
}

function casesOfProfiles(): Cases {
  const seeds = damageSeeds(root);
  return { of: (number) => damagedFile(seeds, number), survive };
}

async function run(): Promise<void> {
  let accepted = 0;
  let slowestMs = 0;
  let slowest = first;
  for (let number = first; number < first + count; number++) {
    Atomics.store(progress, 0, number);
    const started = performance.now();
    const { what, bytes } = cases.of(number);
    try {
      if (await cases.survive(bytes)) accepted++;
    } catch (error) {
      parentPort?.postMessage({ failed: `case ${number} (${what}): ${(error as Error).stack ?? String(error)}` });
    }
    const ms = performance.now() - started;
    if (ms > slowestMs) [slowestMs, slowest] = [ms, number];
  }
  parentPort?.postMessage({ accepted, slowest, slowestMs });
}

void run();
