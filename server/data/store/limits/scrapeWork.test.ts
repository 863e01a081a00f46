import { describe, expect, it } from 'vitest';
import { atOnce, type Steps } from '../../../../core/steps.ts';
import { ThreadCpu, withWork } from './scrapeWork.ts';

/** Steps of which each lasts `passedMs`, of them `usedMs` on a core. */
function worked(
  steps: number, bytes: number, { passedMs, usedMs }: { passedMs: number; usedMs: number | null }
): number {
  let [steadyMs, cpuMs]: [number, number | null] = [0, usedMs === null ? null : 0];
  const work = function* (): Steps<object> {
    for (let i = 0; i < steps; i += 1) {
      if (i > 0) yield;
      steadyMs += passedMs;
      if (cpuMs !== null) cpuMs += usedMs ?? 0;
    }
    return {};
  };
  return atOnce(withWork(work(), bytes, { steadyMs: () => steadyMs, cpuMs: () => cpuMs })).workSeconds;
}

describe('the work of a scrape', () => {
  const MIB = 2 ** 20;
  it.each(
    [
      ['is processor time where the thread waited for a core', 4, MIB, { passedMs: 100, usedMs: 5 }, 0.02],
      ['is the time that passed where the kernel does not count', 4, MIB, { passedMs: 100, usedMs: null }, 0.4],
      ['is not more than the time that passed', 1, MIB, { passedMs: 3, usedMs: 4 }, 0.003],
      ['is not more than an answer of its size can take', 1, 30_000, { passedMs: 900, usedMs: 800 }, 0.1144],
    ] as const
  )('%s', (_name, steps, bytes, time, seconds) => {
    expect(worked(steps, bytes, time)).toBeCloseTo(seconds, 4);
  });

  it('counts no time between steps', () => {
    let nowMs = 0;
    const work = withWork(function* (): Steps<object> { nowMs += 5; yield; nowMs += 5; return {}; }(), MIB, {
      steadyMs: () => nowMs, cpuMs: () => nowMs,
    });
    work.next();
    nowMs += 1000;
    expect(work.next().value).toEqual({ workSeconds: 0.01 });
  });
});

it.runIf(process.platform === 'linux')('the processor time of a thread grows while it works', () => {
  const cpu = new ThreadCpu();
  const begunMs = cpu.nowMs() ?? NaN;
  let usedMs = 0;
  for (let i = 0; i < 100_000 && usedMs < 20; i += 1) {
    for (let k = 0; k < 20_000; k += 1) Math.sqrt(k);
    usedMs = (cpu.nowMs() ?? NaN) - begunMs;
  }
  expect(usedMs).toBeGreaterThanOrEqual(20);
  cpu.close();
});
