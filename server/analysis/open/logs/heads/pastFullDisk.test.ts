/** Tests what a log says of a disk that was full before the last start. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const interestOf = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a disk that was full, before it started again', () => {
  const interest = interestOf(
    'level=warn ts=2026-01-02T03:05:05Z caller=scrape.go:972 component="scrape manager" scrape_pool=a '
      + 'msg="append failed" err="write to WAL: log samples: write /d/wal/0705: no space left on device"',
    'level=info ts=2026-01-02T03:15:05Z caller=main.go:1301 msg="Server is ready to receive web requests."',
    'level=info ts=2026-01-02T04:00:05Z caller=compact.go:496 component=tsdb msg="write block" mint=1 maxt=2 ulid=x',
  );
  expect(interest).toContain('It dropped samples, because its disk was full. One line says so, the first: ');
  expect(interest).not.toContain('It drops samples');
  expect(interest).toContain('or its inodes were full then');
});

it('how far behind the head was at the last of several failures', () => {
  const failed = (time: string): string => `level=error ts=2026-01-02T${time}Z caller=db.go:829 component=tsdb `
    + 'msg="compaction failed" err="compact head: persist head block: no space left on device"';
  const block = 'level=info ts=2026-01-02T01:00:05Z caller=compact.go:519 component=tsdb msg="write block" '
    + `mint=${Date.UTC(2026, 0, 1, 22)} maxt=${Date.UTC(2026, 0, 2)} ulid=01G5N0CFHRFMZM0PEN3B6SN8N6 duration=3.660s`;
  expect(interestOf(block, failed('03:00:05'), failed('05:19:00'))).toContain('ends at 2026-01-02T00:00:00Z, 5h 19m '
    + 'before the last of 2 failures, at 2026-01-02T05:19:00Z: ');
  expect(interestOf(block, failed('03:00:05'))).toContain('before the failure: ');
});
