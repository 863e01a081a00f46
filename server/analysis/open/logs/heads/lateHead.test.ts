import { describe, expect, it } from 'vitest';
import { lateHead, unorderedSeries } from './lateHead.ts';

const failed = (labels: string): string => 'level=error ts=2026-01-03T09:00:00Z caller=db.go:2 component=tsdb '
  + 'msg="compaction failed" err="persist head block: write compaction: add series: out-of-order series added with '
  + `label set \\"{${labels}}\\""`;
const UP = '__name__=\\\\\\"up\\\\\\",job=\\\\\\"a\\\\\\"';
const ALERTS = '__name__=\\\\\\"ALERTS\\\\\\",alertname=\\\\\\"HostDown\\\\\\"';
const begun = (day: number): string => `level=info ts=2026-01-03T08:59:59Z component=tsdb msg="compact blocks" count=1 `
  + `mint=${Date.UTC(2026, 0, day, 8)} maxt=${Date.UTC(2026, 0, day, 10)}`;

describe('a head that cannot be written', () => {
  it('is as far behind as the block that it tries', () => {
    expect(lateHead([begun(2), failed(UP)])).toMatch(/^The block that it cannot write holds 2026-01-02T08:00:00Z to /);
    expect(lateHead([begun(2), failed(UP)])).toContain('which ended 23h before');
  });

  it('is as far behind as the last block that was written', () => {
    const written = begun(2).replace('compact blocks" count=1', 'write block"');
    expect(lateHead([written, failed(UP)])).toContain('The last block that it wrote ends at 2026-01-02T10:00:00Z, 23h');
  });

  it.each([
    ['not late', [begun(3), failed(UP)]], ['of no block', [failed(UP)]], ['without a failure', [begun(2)]],
  ])('says nothing if it is %s', (_, lines) => { expect(lateHead(lines)).toBeNull(); });
});

describe('a series that is refused in a block of the head', () => {
  it('of an alert and of a target', () => {
    expect(unorderedSeries([failed(ALERTS)])).toMatch(/^That series is the state of the alert HostDown, which Prom/);
    expect(unorderedSeries([failed(UP)])).toMatch(/^Such an error is about the order of series in the head/);
  });

  it('with the one before it is reported by both label sets', () => {
    expect(unorderedSeries([`${failed(UP)} last label set`])).toBeNull();
  });
});
