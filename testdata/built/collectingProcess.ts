import type { handMadeWindow } from '../handMadeWindow.ts';
import { seededRandom } from '../../core/statistics/random.ts';

const START = 1_800_000_000;

interface Made { seconds: number; periodSeconds: number; gcCpuSeconds: number; stepSeconds?: number; noise?: number }

/** A process at 0.2 cores that collects every so often, each cycle burning its CPU in the second before its end. */
export function collecting(
  { seconds, periodSeconds, gcCpuSeconds, stepSeconds = 1, noise = 0.02 }: Made
): Parameters<typeof handMadeWindow>[0] {
  const random = seededRandom(99);
  const ticks = Math.floor(seconds / stepSeconds);
  const endsOfCycles = Array.from(
    { length: Math.floor(seconds / periodSeconds) }, (_, k) => (k + 0.5) * periodSeconds + 0.3
  );
  let quiet = 0;
  const cpuSeconds = Array.from({ length: ticks }, (_, tick) => {
    quiet += stepSeconds * (0.2 + noise * (random() - 0.5));
    return quiet + endsOfCycles.reduce(
      (sum, end) => sum + gcCpuSeconds * Math.min(1, Math.max(0, tick * stepSeconds - end + 1)), 0
    );
  });
  const before = (tick: number): number[] => endsOfCycles.filter((end) => end <= tick * stepSeconds);
  return {
    stepMs: stepSeconds * 1000,
    roles: {
      cpuSeconds,
      gcCycles: cpuSeconds.map((_, tick) => 10 + before(tick).length),
      lastGcSeconds: cpuSeconds.map((_, tick) => START + (before(tick).at(-1) ?? -20)),
      processStartSeconds: cpuSeconds.map(() => START - 1000),
    },
  };
}
