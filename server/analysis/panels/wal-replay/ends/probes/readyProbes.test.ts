/** Tests what is said of components of Thanos that became ready, and ended. */
import { expect, it } from 'vitest';
import { analyseReplayLog } from '../../replayLogAnswer.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 2, 3, 0, second)).toISOString();
const begins = (second: number): string =>
  `ts=${at(second)} caller=factory.go:53 level=info msg="loading bucket configuration"`;
const probe = (second: number, status: string): string =>
  `ts=${at(second)} caller=intrumentation.go:56 level=info msg="changing probe status" status=${status}`;
const fails = (second: number): string => `ts=${at(second)} caller=main.go:161 level=error err="group 0@7: pre `
  + 'compaction overlap check: overlaps found while gathering blocks; compaction; critical error detected; '
  + 'compact command failed"';

function said(...lines: string[]): string {
  const read = analyseReplayLog(new TextEncoder().encode(lines.join('\n')));
  return 'unreadable' in read ? '' : read.finding.sentence;
}

it('runs that became ready, and ended while they worked', () => {
  const all = said(begins(0), probe(1, 'ready'), fails(31), begins(90), probe(91, 'ready'), fails(121));
  expect(all).toContain('2 starts became ready and exited 30 s later: its blocks overlap.');
  expect(all).not.toContain('none became ready');
});

it('the change of the probe at the end takes nothing of that back', () => {
  expect(said(probe(1, 'ready'), probe(30, 'not-ready'), fails(31), probe(91, 'ready'), fails(121)))
    .toContain('2 starts became ready');
});

it('a start that fails after one that was ready was not ready itself', () => {
  expect(said(probe(1, 'ready'), fails(31), begins(90), fails(121))).not.toContain('2 starts became ready');
  expect(said(probe(1, 'ready'), begins(20), fails(31), begins(90), fails(121))).toContain('none became ready');
});
