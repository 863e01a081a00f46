import { expect, it } from 'vitest';
import { comparedFiles } from '../../../sides/comparedFiles.ts';

const HEAD = 'Benchmark  Mode  Cnt  Score  Error  Units';
const compared = (before: readonly string[], after: readonly string[]): string | null => comparedFiles(
  { name: 'main.txt', format: 'jmh', text: [HEAD, ...before].join('\n') },
  { name: 'pr.txt', format: 'jmh', text: [HEAD, ...after].join('\n') }
);
const row = (name: string, score: string, unit = 'ops/s', mode = 'thrpt'): string =>
  `a.B.${name}  ${mode}  25  ${score}  ${unit}`;

it('two files of JMH are compared row by row, in the direction of the unit', () => {
  expect(compared(
    [row('read', '1000.000 ± 50.000'), row('write', '200.000 ± 5.000'), row('scan', '10.000 ± 1.000')],
    [row('read', '800.000 ± 50.000'), row('write', '250.000 ± 5.000'), row('scan', '10.500 ± 1.000')],
  )).toBe('pr.txt against main.txt: ops/s, higher is better: of 3 benchmarks in both, 1 is slower: read \u221220 % '
    + '(1000.000 ± 50.000 ops/s to 800.000 ± 50.000 ops/s); 1 is faster: write +25 % (200.000 ± 5.000 ops/s to '
    + '250.000 ± 5.000 ops/s). There the error intervals do not overlap. No difference is shown by the others, whose '
    + 'intervals overlap: scan +5 % (10.000 ± 1.000 ops/s to 10.500 ± 1.000 ops/s). If the code of one of these is '
    + 'the same on both sides, its change is the difference between the runs themselves. First repeat both sides in '
    + 'turns on a quiet machine, with more forks (-f 5); if read stays slower, compare its profiles (-prof async or '
    + '-prof gc) of both sides.');
});

it('less time per operation is faster, also in another unit of time', () => {
  expect(compared([row('get', '2.000 ± 0.100', 'us/op', 'avgt')], [row('get', '900.000 ± 9.000', 'ns/op', 'avgt')]))
    .toContain('ns/op, lower is better: of 1 benchmark in both, 1 is faster: get \u221255 % (2.000 ± 0.100 us/op to');
});

it('intervals that overlap, or that are missing, show no difference', () => {
  expect(compared([row('get', '10.000 ± 2.000')], [row('get', '11.000 ± 2.000')]))
    .toContain('is better: no difference is shown, as the error intervals overlap. Within the errors: get +10 %');
  expect(compared(['a.B.get  thrpt  10.000  ops/s'], ['a.B.get  thrpt  20.000  ops/s']))
    .toContain('noise cannot be judged. These have no error on both sides: get +100 %');
});

it('another Java VM is named, and benchmarks of one side alone are counted', () => {
  const said = compared(['# VM version: JDK 17.0.1', row('get', '10.000 ± 0.100'), row('put', '1.000 ± 0.100')],
    ['# VM version: JDK 21.0.4', row('get', '12.000 ± 0.100')]);
  expect(said).toContain('The two runs differ in the Java VM (JDK 17.0.1 and JDK 21.0.4) too, so');
  expect(said).toContain('1 row of one side has no partner.');
  expect(compared([row('get', '10.000 ± 0.100')], [row('put', '1.000 ± 0.100')])).toBeNull();
});
