import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { hasLoggedResults } from './loggedResults.ts';

const at = (second: number, line: string): string =>
  `2026-05-04T11:20:${String(second).padStart(2, '0')}.2000000Z ${line}`;
const logged = (second: number, what: string): string =>
  `2026-05-04T11:20:${String(second).padStart(2, '0')}.110Z\tinfo\t/src/lib/storage/table.go:211\t${what}`;

/** Returns a run of two results, the first with a log line between its name and its numbers. */
const run = (branch: string, from: number, ns: number): string[] => [
  at(from, `##[group]Run git checkout ${branch} && go test -run=NONE -bench Merge -count=2 ./lib/storage`),
  at(from, 'goos: linux'), at(from, 'goarch: amd64'), at(from, 'pkg: github.com/VictoriaMetrics/VictoriaMetrics/lib/x'),
  at(from + 1, `BenchmarkMerge-2   \t${logged(from + 1, 'opening table "a"...')}`),
  at(from + 1, logged(from + 1, 'table "a" has been opened in 0.002 seconds')),
  at(from + 2, `     2200\t    ${ns} ns/op\t  5120 B/op\t      31 allocs/op`),
  at(from + 3, `BenchmarkMerge-2   \t    2210\t    ${ns + 7} ns/op\t  5120 B/op\t      31 allocs/op`),
  at(from + 3, 'PASS'), at(from + 3, 'ok  \tgithub.com/VictoriaMetrics/VictoriaMetrics/lib/x\t3.201s'),
];

it('the log of a build with benchmarks is their output, and names the program by its packages', () => {
  expect(recognize(new TextEncoder().encode([...run('main', 1, 51_000), ...run('faster', 20, 40_000)].join('\n'))))
    .toMatchObject({ format: 'go-benchmark', door: 'benchmark', program: 'VictoriaMetrics' });
});

it.each([
  ['Jenkins', (line: string) => `09:10:04  ${line}`],
  ['GitLab', (line: string) => `2026-05-04T11:20:01.2Z 00O ${line}`],
  ['syslog', (line: string) => `May  4 11:20:01 ci-1 runner[812]: ${line}`],
  ['docker compose', (line: string) => `bench-1  | ${line}`],
])('they are in the log of %s, too', (_, prefixed) => {
  const lines = run('main', 1, 51_000).map((line) => prefixed(line.replace(/^\S+ /, '')));
  expect(recognize(new TextEncoder().encode(lines.join('\n'))).format).toBe('go-benchmark');
});

it('a log, one result of a run that is cut, and a run that crashed are not', () => {
  const lines = run('main', 1, 51_000);
  expect(hasLoggedResults(lines.join('\n'))).toBe(true);
  expect(hasLoggedResults(lines.filter((line) => !line.includes('/op')).join('\n'))).toBe(false);
  expect(hasLoggedResults(lines.filter((line) => !line.includes('51007')).join('\n'))).toBe(true);
  expect(hasLoggedResults(lines.filter((line) => !/51007|PASS|ok {2}/.test(line)).join('\n'))).toBe(false);
  const quoted = lines.filter((line) => line.includes('/op') || line.includes('BenchmarkMerge'));
  expect(hasLoggedResults(quoted.join('\n'))).toBe(true);
  expect(hasLoggedResults([...quoted, 'level=error msg="cannot write the WAL"'].join('\n'))).toBe(false);
  expect(hasLoggedResults([...lines, at(9, 'panic: runtime error: index out of range [1]')].join('\n'))).toBe(false);
});
