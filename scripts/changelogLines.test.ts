import { expect, it } from 'vitest';
import { fixesAfter, knownNumbers } from './changelogLines.mjs';

it('keeps fixes of newer releases that a server could show, but not the issues that the tables have', () => {
  const prometheus = [
    '## main / unreleased', '',
    '## 3.17.0 / 2026-12-30',
    '- [FEATURE] TSDB: A feature about memory. #1',
    '- [BUGFIX] TSDB: Fix a panic during compaction. #20001',
    '- [BUGFIX] UI: Align the button. #20002',
    '- [BUGFIX] TSDB: Fix out-of-order queries blocking compaction for hours. #19013',
    '## 3.17.0-rc.0 / 2026-12-20',
    '## 3.16.0 / 2026-11-04',
    '- [BUGFIX] TSDB: Fix a deadlock of the head. #20003',
  ].join('\n');
  expect(fixesAfter(prometheus, '3.16.0', knownNumbers())).toEqual([
    { release: '3.17.0', lines: ['- [BUGFIX] TSDB: Fix a panic during compaction. #20001'] },
  ]);
});

it('reads the changelogs of VictoriaMetrics and Thanos', () => {
  const line = '* BUGFIX: `vmstorage`: prevent a panic. See [this](https://github.com/x/y/issues/20004).';
  expect(fixesAfter(`## [v1.155.0](https://x)\n${line}`, '1.154.0', new Set())).toEqual([
    { release: '1.155.0', lines: [line] },
  ]);
  expect(fixesAfter(`## [v1.155.0](https://x)\n${line}`, '1.154.0', new Set([20004]))).toEqual([]);
  const thanos = [
    '## [v0.43.0](https://x) - 2026 12 01', '### Fixed', '- [#8900](https://x/pull/8900): Store: fix a deadlock.',
    '### Added', '- [#8901](https://x/pull/8901): Store: log more errors.',
  ].join('\n');
  expect(fixesAfter(thanos, '0.42.0', new Set())[0]?.lines).toEqual([
    '- [#8900](https://x/pull/8900): Store: fix a deadlock.',
  ]);
});
