import { expect, it } from 'vitest';
import { only } from '../../../../../testdata/measuredLog.ts';

const line = (rest: string): string => `ts=2026-01-02T03:04:05.${rest}`;

it('a server that may not open the file of its active queries says why; its disk is not full', () => {
  const { ending } = only([
    line('001Z caller=main.go:556 level=info msg="Starting Prometheus Server" version="(version=2.40.5)"'),
    line('002Z caller=query_logger.go:91 level=error component=activeQueryTracker msg="Error opening query log file" '
      + 'file=/d/queries.active err="open /d/queries.active: permission denied"'),
    'panic: Unable to create mmap-ed active query log', '', 'goroutine 1 [running]:',
    'github.com/prometheus/prometheus/promql.NewActiveQueryTracker({0x7fff, 0xb}, 0x14)', '\t/app/x.go:121 +0x3cd',
  ].join('\n'));
  expect(ending).toMatch(/^The server gave up after 1 ms: it may not access its data\. .*permission denied/);
  expect(ending).not.toContain('full disk');
});
