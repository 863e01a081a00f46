import { describe, expect, it } from 'vitest';
import { render } from '../../../../../core/text/parts.ts';
import { readLog } from '../../../logs/readLog.ts';
import { expectGolden } from '../../../../../testdata/goldenFindings.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const timeline = (lines: string[]) => {
  const result = analyseCompactionLog(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), null);
  if (result === null) throw new Error('the log could not be read');
  return result.answer;
};
const line = (time: string, rest: string): string => `ts=2025-06-04T${time}Z caller=compact.go:570 ${rest}`;
const retried = (time: string): string => line(
  time, 'level=error msg="retriable error" err="compaction: group 0@3232: download block 01JSQ54FXDPZ5Z75T5NFCKS5ZM: '
    + 'write /data/compact/0@3232/01JSQ54FXDPZ5Z75T5NFCKS5ZM/chunks/000001: no space left on device"'
);
const marked = line(
  '02:10:00', 'level=info msg="block has been marked for no compaction" block=01JSQ54FXDPZ5Z75T5NFCKS5ZM'
);

describe('a compactor', () => {
  it('that tries the same again: how often, and whose disk is full; newest first as log stores export it', () => {
    const { finding, keepingUp } = timeline([retried('02:49:15.661'), '', retried('02:44:18.261')]);
    expect(finding).toMatchObject({
      code: 'log-compactor-failing', severity: 'critical',
      sentence: 'The Thanos compactor failed 2 times, 4m 57s apart: the disk is full.',
    });
    expect(keepingUp.verdict).toBe('failing');
    expectGolden('compaction', 'log of a Thanos compactor without space', finding);
  });

  it('that halted', () => {
    const { finding } = timeline([marked, line(
      '02:49:15', 'level=error msg="critical error detected; halting" err="compaction: group 0@1: pre compaction '
        + 'overlap check: overlaps found while gathering blocks. [mint: 1, maxt: 2, range: 2h0m0s, blocks: 2]"'
    )]);
    expect(finding).toMatchObject({
      code: 'log-compactor-halted', severity: 'critical',
      sentence: 'The Thanos compactor has halted at 02:49:15 UTC: blocks overlap.',
    });
    expectGolden('compaction', 'log of a Thanos compactor that halted', finding);
  });

  it('that halted for chunks out of order: how the block is skipped', () => {
    const halted = (error: string): string => timeline([line('02:49:15', 'level=error msg="critical error detected; '
      + `halting" err="compaction: group 0@7: block with not healthy index found /t/0@7/01ARZ3NDEKTSV4RRFFQ69G5FAV; `
      + `Compaction level 1; Labels: map[a:b]: ${error}"`)]).finding.evidence
      .map((one) => JSON.stringify(one)).join(' ');
    expect(halted('3/1200 series have an average of 1.000 out-of-order chunks'))
      .toContain('--compact.skip-block-with-out-of-order-chunks, from 0.23 on');
    expect(halted('found 2 chunks completely outside the block time range')).not.toContain('skip-block');
  });

  it('that drops a block with chunks out of order: in how many series, and how it goes on', () => {
    const said = timeline([line('02:49:15', 'level=error msg="failed to compact user blocks" user=a err="compaction: '
      + 'group 0@7: blocks with out-of-order chunks are dropped from compaction:  /t/0@7/01ARZ3NDEKTSV4RRFFQ69G5FAV: '
      + '3/1200 series have an average of 1.000 out-of-order chunks"')])
      .finding.evidence.map((one) => render(one)).join(' ');
    expect(said).toContain('The block 01ARZ3NDEKTSV4RRFFQ69G5FAV has chunks out of order in 3 of its 1,200 series');
    expect(said).toContain('no-compact-mark.json');
  });

  it('that ended, with the stack in its error', () => {
    const { finding } = timeline([
      'ts=2025-06-04T02:49:15Z caller=main.go:161 level=error err="group 0@1: pre compaction overlap check: overlaps '
        + 'found while gathering blocks.\\ncompaction\\nmain.runCompact.func7\\n\\t/app/cmd/thanos/compact.go:432\\n'
        + 'critical error detected\\nmain.runCompact.func8.1"',
    ]);
    expect(finding).toMatchObject({
      code: 'log-compactor-halted', sentence: 'The Thanos compactor has halted at 02:49:15 UTC: blocks overlap.',
    });
  });

  it('that leaves blocks out', () => {
    const { finding } = timeline([marked, line('02:20:00', 'level=info msg="compaction iterations done"')]);
    expect(finding).toMatchObject({ code: 'log-compactor-marks', severity: 'warning' });
    expectGolden('compaction', 'log of a compactor that leaves a block out', finding);
  });

  it('of Mimir, that failed once and recovered', () => {
    const { finding } = timeline([
      line('02:20:00', 'level=error component=compactor tenant=a msg="compaction job failed" err="upload: timeout"'),
      line('02:30:00', 'level=info component=compactor tenant=a msg="compaction job succeeded" duration=3s'),
    ]);
    expect(finding).toMatchObject({
      code: 'log-compactor-failing', severity: 'warning', sentence: 'The Mimir compactor failed 1 time and recovered.',
    });
  });

  it('of Mimir, each failure once, by the line that has its cause', () => {
    const failing = (hour: string): string[] => [
      line(
        `${hour}:00:00`,
        'level=error component=compactor tenant=a msg="compaction job failed" err="out of order symbol"'
      ),
      line(`${hour}:00:01`, 'level=error component=compactor msg="failed to compact user blocks" user=a err="failed"'),
    ];
    expect(timeline([...failing('02'), ...failing('03')]).finding.sentence)
      .toBe('The Mimir compactor failed 2 times, 1h apart: a block has samples or chunks out of order.');
  });

  it('of Mimir, that fails for one tenant: which job, and that others succeed, which is no recovery', () => {
    const job = (time: string, user: string, rest: string): string => line(time, `level=info component=compactor user=${
      user} groupKey=0@11-split-3_of_8-1-2 minTime="2025-06-03 22:00:00 +0000 UTC" maxTime="2025-06-04 00:00:00 +0000 `
      + `UTC" ${rest}`);
    const round = (hour: string): string[] => [
      job(`${hour}:00:00`, 'red', 'msg="compaction job failed" err="out of order symbol"'),
      job(`${hour}:05:00`, 'blue', 'msg="compaction job succeeded" duration=4s'),
      job(`${hour}:06:00`, 'green', 'msg="compaction job succeeded" duration=5s'),
    ];
    const { finding } = timeline(['02', '03', '04'].flatMap(round));
    expect(finding.sentence)
      .toBe('The Mimir compactor fails for tenant red every 1h: a block has samples or chunks out of order.');
    expect(finding.evidence.map((one) => render(one)).join(' ')).toContain('It is one job of tenant red (split-3_of_8, '
      + 'blocks of 2025-06-03 22:00 to 2025-06-04 00:00): 6 jobs of 2 other tenants succeeded.');
  });

  it('that works has no finding of its own', () => {
    expect(timeline([line('02:20:00', 'level=info msg="compaction iterations done"')]).finding.code)
      .toBe('log-without-compactions');
  });
});
