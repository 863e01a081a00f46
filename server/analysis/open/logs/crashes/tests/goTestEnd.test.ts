import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { goTestEnd, testFacts } from './goTestEnd.ts';

const told = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const RESULTS = [
  'PASS', 'BenchmarkLoad_1Part-4   \t       1\t3000000000 ns/op',
  'BenchmarkLoad_10Parts-4 \t       1\t31000000000 ns/op',
];
const DUMP = [
  'SIGQUIT: quit', 'PC=0x45ec01 m=0', '', 'goroutine 1 [chan receive, 9 minutes]:', 'testing.(*B).run(0xc820)',
  '\t/usr/local/go/src/testing/benchmark.go:181 +0x7d', '', 'goroutine 20 [runnable]:',
  'example.com/shop/db.load(0xc820)', '\t/go/src/example.com/shop/db/load.go:318 +0x3a5', '', 'exit status 2',
  'FAIL\texample.com/shop/db\t600.02s',
];

it('a run that go test killed is not a request for stacks: what ran, what came before, and the time it needs', () => {
  const { format, interest } = told(...RESULTS, 'BenchmarkLoad_100Parts-4\t*** Test killed with quit: ran too long '
    + '(10m0s).', ...DUMP);
  expect(format).toBe('go-quit');
  expect(interest).toMatch(/^go test ended the run at its time limit: "Test killed with quit: ran too long /);
  expect(interest).toContain('example.com/shop/db FAILED after 600.02 s: BenchmarkLoad_100Parts-4 was running and has '
    + 'no result. Results before it: BenchmarkLoad_1Part-4 3 s/op, BenchmarkLoad_10Parts-4 31 s/op (one iteration '
    + 'each). From 1 to 10 in the name (x10), the time grows x10.3: at that pace, 100 takes about 5m 20s ');
  expect(interest).toContain('PASS is of the tests before');
  expect(interest).toContain("go test -timeout (the limit was 10m0s; 0 is none), or run the benchmark alone: -bench "
    + "'^BenchmarkLoad_100Parts$'");
  expect(interest).toContain('At work was goroutine 20 (runnable) in db.load');
  expect(interest).not.toMatch(/Somebody asked|it is cut|The longest wait/);
});

it('the pace of cases whose names differ in a number says what the next one takes', () => {
  const results = ['BenchmarkX/n=10-8 \t 1\t20000000000 ns/op', 'BenchmarkX/n=100-8\t 1\t200000000000 ns/op'];
  expect(testFacts([...results, 'BenchmarkX/n=1000-8\tpanic: test timed out after 10m0s'].join('\n'), '10m0s'))
    .toContain('From 10 to 100 in the name (x10), the time grows x10: at that pace, 1000 takes about 33m 20s per '
      + 'operation, of a limit of 10m0s.');
  expect(testFacts([...results, 'BenchmarkY-8\tpanic: test timed out after 10m0s'].join('\n'), '10m0s'))
    .not.toContain('pace');
});

it('other dumps on SIGQUIT have no end of a test', () => {
  expect(goTestEnd(DUMP.join('\n'))).toBeNull();
});

it('a test that hangs is told with the place of its goroutine', () => {
  const { interest } = told('panic: test timed out after 5m0s', 'running tests:', '\tTestDrain (4m59s)', '',
    'goroutine 34 [running]:', 'testing.(*M).startAlarm.func1()', '\t/usr/local/go/src/testing/testing.go:2366 +0x385',
    '', 'goroutine 7 [chan receive, 4 minutes]:', 'example.com/shop/db.(*Pool).Get(0xc000156000)',
    '\t/src/db/pool.go:88 +0x44', 'example.com/shop/db.TestDrain(0xc000156000)', '\t/src/db/pool_test.go:12 +0x44', '');
  expect(interest).toContain('Still running was TestDrain (4m59s). Its goroutine 7 was in "chan receive", in '
    + 'db.(*Pool).Get. Raise the limit');
});
