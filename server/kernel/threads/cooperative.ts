import { setImmediate } from 'node:timers/promises';

/** Runs long work that yields regularly, so that other work of this thread (the next scrape) runs in between. */
export async function runCooperatively<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
