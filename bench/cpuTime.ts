import { medianOf } from './benchRow.ts';

const WARM_UP_ROUNDS = 8;
const ROUNDS = 15;

/**
 * CPU time of the work in ms: the median of some rounds, after some that warm the code up. Other work on the machine
 * does not count, though it makes caches colder.
 */
export function cpuMs(work: () => unknown): number {
  for (let i = 0; i < WARM_UP_ROUNDS; i++) work();
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return medianOf(times);
}
