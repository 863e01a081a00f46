import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const old = (second: string, rest: string): string => `Jan  2 03:04:${second} h influxd[9]: [I] 2026-01-02T03:04:${
  second}Z ${rest} engine=tsm1`;
const FILE = (number: number): string => `/v/data/weather/autogen/7/00000000${number}-000000002.tsm`;
const BEGIN = (second: string): string[] => [old(second, 'beginning full compaction, 2 TSM files'),
  old(second, `compacting full ${FILE(1)} (#0)`), old(second, `compacting full ${FILE(2)} (#1)`)];

describe('a compaction of InfluxDB that failed at level info', () => {
  it('and begins again with the same files is a loop', () => {
    const said = of(...BEGIN('05'), old('45', 'error replacing new TSM files: cannot allocate memory'), ...BEGIN('47'));
    expect(said).toContain('The full compaction of shard 7 of the database weather (2 files) failed at '
      + '2026-01-02T03:04:45Z, 40 s after it began: "replacing new TSM files: cannot allocate memory".');
    expect(said).toContain('It began again 2 s later with the same files: a loop');
    expect(said).toContain('on a 32-bit host (uname -m says armv7l or i686) the address space is full');
  });

  it('and is not seen again is none', () => {
    const said = of(...BEGIN('05'), old('45', 'error compacting TSM files: no such file or directory'));
    expect(said).toContain(', 40 s after it began');
    expect(said).not.toContain('a loop');
  });

  it('that ended says nothing', () => { expect(of(...BEGIN('05'), ...BEGIN('47'))).not.toContain('failed'); });

  it('whose error is reported as one has no second meaning', () => {
    const line = (second: string, rest: string): string => `ts=2026-01-02T03:04:${second}Z lvl=info ${rest} `
      + 'log_id=0abc1230000 engine=tsm1 tsm1_strategy=full trace_id=1 op_name=tsm1_compact_group';
    const file = `msg="Compacting file" tsm1_file=${FILE(1)}`;
    const said = of(line('05', 'msg="TSM compaction (start)"'), line('05', file),
      line('35', 'msg="Error replacing new TSM files" error="cannot allocate memory"'));
    expect(said).toContain('The kernel refused memory or a mapping');
    expect(said).toContain('shard 7 of the database weather (1 file) failed at 2026-01-02T03:04:35Z, 30 s after it '
      + 'began.');
    expect(said).not.toContain('InfluxDB maps each');
  });
});

describe('a compaction of InfluxDB that is aborted', () => {
  const line = (second: number, rest: string): string => `[tsm1] 2026/01/02 03:04:0${second} ${rest}`;
  const begin = (second: number): string => line(second, 'beginning level 2 compaction of group 0, 1 TSM files');
  const lines = (next: number): string => of(begin(5),
    line(5, 'compacting level 2 group (0) /v/data/weather/default/7/000000515-000000002.tsm (#0)'),
    line(5, 'aborted full compaction group (0). compaction in progress'),
    line(5, 'aborted level 2 compaction group (0). compaction in progress'), begin(next));

  it('and begins again is a loop', () => {
    expect(lines(5)).toContain('Compactions of shard 7 of the database weather were aborted 2 times, because a '
      + 'compaction of the same files is in progress or left its file; the same one began again within the same '
      + 'second.');
    expect(lines(8)).toContain('; the same one began again 3 s later.');
    expect(lines(8)).toContain('remove the leftover .tsm.tmp files');
  });

  it('once is none', () => {
    expect(of(begin(5), line(5, 'aborted level 2 compaction group (0). compaction in progress')))
      .not.toContain('Such a loop');
  });
});
