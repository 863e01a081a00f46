/** Tests names of sides by the words in which their commands differ, and the sides of a build server's text. */
import { describe, expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { reportOf, runs } from '../../../../testdata/benchmarks/reports.ts';
import { differingWords } from './differingWords.ts';

describe('words in which commands differ', () => {
  it.each([
    [['git checkout -q main && go test', 'git checkout -q pull/7 && go test'], ['main', 'pull/7']],
    [['tool-1 clean; time tool-1 install', 'tool-2 clean; time tool-2 install'], ['tool-1', 'tool-2']],
    [['go test -tags a -bench .', 'go test -bench .'], null],
    [['make bench', 'make bench'], null],
  ])('of %j are %j', (commands, words) => {
    expect(differingWords(commands)).toEqual(words);
  });
});

describe('two steps of one job', () => {
  const step = (minute: number, branch: string, ns: readonly number[]): string => [
    `##[group]Run git switch -q ${branch} && go test -run=xxx -bench=. -count=5 ./internal/server/encoding`,
    'shell: /usr/bin/bash -e {0}', 'env:', '  GOFLAGS: -mod=mod', '##[endgroup]', 'goos: linux', 'pkg: example.com/a',
    ...ns.map((each, i) => runs(5, (run) => `BenchmarkPart${i}-4 \t 1000\t ${each * (1 + run / 500)} ns/op`)),
    'PASS', 'ok  \texample.com/a\t9.1s',
  ].join('\n').split('\n').map((line) => `2024-05-02T10:0${minute}:01.1180214Z ${line}`).join('\n');

  it('are compared even if one of them had to download modules', () => {
    const text = `${step(1, 'main', [100]).replace('shell:', 'go: downloading example.com/b v1.2.0\nshell:')}\n${
      step(2, 'feature/x', [110])}`;
    expect(reportOf([{ name: 'paste', text }]).verdict).toBe('worse');
  });

  it('are compared under the names of their branches', () => {
    const text = `${step(1, 'main', [100, 200, 300, 400])}\n${step(2, 'feature/x', [110, 219, 331, 438])}`;
    const report = reportOf([{ name: 'paste', text }]);
    expect(report.columns).toEqual(['main', 'feature/x']);
    expect(report.config.map(({ key }) => key)).not.toContain('shell');
    expect(report.verdict).toBe('worse');
    expect(statements(report.finding).join(' ')).toContain('changed by about as much');
  });
});
