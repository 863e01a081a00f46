import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { benchmarkReport } from '../report.ts';

const RUNS = 3;
function said(times: readonly number[], allocs = 0): string[] {
  const lines = times.flatMap((ns, i) => Array.from({ length: RUNS }, (_, run) =>
    `BenchmarkGet${i === 0 ? '' : `-${2 ** i}`} 1000 ${ns + run / 10} ns/op 0.99 hit-ratio ${8 * allocs} B/op ${
      allocs} allocs/op`));
  const report = benchmarkReport([{ name: 'one', text: lines.join('\n') }]);
  if (!report.ok) throw new Error(report.error.message);
  return statements(report.value.finding);
}

it('slower with more processors is contention, with where to look, and no difference between versions', () => {
  const [claim, why, ...others] = said([80, 130, 200, 290]);
  expect(claim).toMatch(/^GOMAXPROCS: 2 takes 62\.\d % longer, 4 takes 2\.5 times as long, /);
  expect(why).toBe('It gets slower with more processors, from 2 on. In a benchmark that runs in parallel '
    + '(b.RunParallel), that is contention on state that its goroutines share: a lock, an atomic or a cache line; it '
    + 'allocates nothing, so the collector is no cause. To find it, run it with -cpu 8 -mutexprofile mutex.pb.gz '
    + '(locks) and -cpuprofile cpu.pb.gz (atomics). These are settings of -cpu, not versions.');
  expect(others).toContain('hit-ratio is about 0.99 in all settings.');
  expect(others).toContain('B/op and allocs/op are 0 everywhere.');
});

it('from the setting on from which it stays slower, and not of what gets faster', () => {
  expect(said([80, 81, 200, 290], 2).join(' ')).toContain('from 4 on. ');
  expect(said([80, 81, 200, 290], 2).join(' ')).not.toContain('allocates nothing');
  expect(said([80, 41, 22, 12]).join(' ')).not.toContain('contention');
});
