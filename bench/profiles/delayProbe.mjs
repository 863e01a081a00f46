// Loaded into the server before it starts (node --import): writes the longest delay of its event loop so far, in ms,
// to the file that DELAY_FILE names. Not in worker threads: those may be busy as long as they like.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;
const EVERY_MS = 250;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  // What the program does at its start is not what is asked about.
  process.once('SIGUSR2', () => {
    delay.enable();
    setInterval(() => {
      // The histogram has the time between two looks, so the interval itself is in every value.
      writeFileSync(process.env.DELAY_FILE, String(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)));
    }, EVERY_MS).unref();
  });
}
