import { describe, expect, it } from 'vitest';
import { sortBenchmarks } from './benchmarkFiles.ts';

describe('what a dropped file is', () => {
  it.each([
    [
      'results after what a build prints', `${'go: downloading x\n'.repeat(200)}goos: linux\nBenchmarkHead/series=10-8 `
        + `\t 100\t 12.5 ns/op\n`,
      true,
    ],
    ['GNU time', '70.30user 4.88system 0:50.69elapsed 148%CPU (0avgtext+0avgdata 3684640maxresident)k\n', true],
    ['GNU time -v', '\tCommand being timed: "x"\n\tUser time (seconds): 70.30\n', true],
    ['bash', '\nreal\t0m1.230s\nuser\t0m1.000s\n', true],
    ['zsh', 'go test ./...  5.21s user 1.02s system 312% cpu 1.994 total\n', true],
    ['a log that speaks of a benchmark', 'ts=1 msg="BenchmarkHead started"\n', false],
    ['binary', '\0\0BenchmarkA-8 1 2 ns/op\n', false],
    ['nothing', '', false],
  ])('%s', async (_, text, isOne) => {
    const file = new Blob([text]);
    expect(await sortBenchmarks([file]))
      .toEqual(isOne ? { benchmarks: [file], others: [] } : { benchmarks: [], others: [file] });
  });
});
