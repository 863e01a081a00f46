import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, 0) + 1000 * seconds).toISOString();
const thanos = (seconds: number, rest: string): string => `ts=${at(seconds)} caller=a.go:1 level=info ${rest}`;
const ULIDS = ['01KJBCTR6JA781C9D49TKS38QQ', '01KJBQ5XJAZ4J3RVVA6TFVEFRB'];

describe('tasks of Thanos', () => {
  it('a verification of a bucket: how long blocks overlap, in a quote', () => {
    const overlap = `[mint: 1700000000000, maxt: 1700000030000, range: 30s, blocks: 2]: <ulid: ${ULIDS[0]}, mint: 1, `
      + `maxt: 2, range: 2h>, <ulid: ${ULIDS[1]}, mint: 1, maxt: 2, range: 5m>`;
    const found = (group: string, text: string): string =>
      thanos(8, `verifier=overlapped_blocks msg="found overlapped blocks" group=${group} overlap="${text}"`)
        .replace('level=info', 'level=warn');
    expect(of(
      thanos(0, 'msg="loading bucket configuration"'), thanos(1, 'msg="Starting verify task"'),
      found('0@1', overlap), found('0@2', overlap.replace('1700000030000', '1700000012500')),
      thanos(9, 'msg="verify task completed"'),
    ).interest).toBe(`Blocks overlap in 2 groups of the bucket, for 30 s, 12.5 s, 2 blocks each. The first: ${
      ULIDS.join(' and ')}, from 2023-11-14T22:13:20Z on. A compactor of Thanos halts on overlapping blocks, unless it `
      + 'may merge them (vertical compaction). The verification of the bucket completed in 8 s, and repaired nothing.');
  });

  it('a rewrite of a block, ended and not', () => {
    const lines = [
      thanos(0, 'msg="loading bucket configuration"'),
      thanos(4, `msg="starting rewrite for block" source=${ULIDS[0]} new=${ULIDS[1]} toDelete= toRelabel=x`),
      thanos(40, 'msg="processed 50.00% of 700000 series"'), thanos(64, 'msg="processed 100.00% of 700000 series"'),
    ];
    expect(of(...lines.slice(0, 3)).interest).toBe(`The rewrite of block ${ULIDS[0]} has begun; its end is not in the `
      + 'text, which reaches 50 % of 700,000 series. No error or warning is among its 3 lines, from '
      + '2026-01-02T03:04:00Z on, within 40 s.');
    expect(of(
      ...lines, thanos(80, 'msg=uploaded'), thanos(90, 'msg="block has been marked for deletion"'),
      thanos(100, 'msg="rewrite done"'),
    ).interest).toBe(`The rewrite of block ${ULIDS[0]} completed in 100 s, 700,000 series in 60 s of it. The new block `
      + `is ${ULIDS[1]}, which was uploaded; the old one is marked for deletion. No error or warning is among its 7 `
      + 'lines, from 2026-01-02T03:04:00Z on, within 100 s.');
  });

  it('iterations of a compactor', () => {
    expect(of(
      thanos(0, 'msg="start of compactions"'),
      thanos(1, 'msg="finished compacting blocks" duration=30s duration_ms=30000'),
      thanos(2, 'msg="finished compacting blocks" duration=1m5s duration_ms=65000'),
      thanos(3, 'msg="compaction iterations done"'),
    ).interest).toMatch(/^The compactor completed 2 compactions of blocks \(the longest 65 s\)\. It ended 1 iter/);
  });
});

describe('VictoriaMetrics', () => {
  const line = (seconds: number, msg: string): string =>
    JSON.stringify({ ts: at(seconds), level: 'info', caller: 'VictoriaMetrics/app/vmstorage/main.go:1', msg });

  it('a first start, and its first data', () => {
    const { name, interest } = of(
      line(0, 'build version: vmstorage-20230630-163052-tags-v1.91.3-cluster-0-g12'),
      line(0, 'nothing to load from "/storage/cache/a"'),
      line(1, 'successfully opened storage "/storage" in 0.054 seconds; partsCount: 0; blocksCount: 0; rowsCount: 0; '
        + 'sizeBytes: 0'),
      line(60, 'processing vminsert conn from 10.0.0.1:4'), line(90, 'creating a partition "2026_01" with x'),
    );
    expect(name).toBe('a log of VictoriaMetrics vmstorage 1.91.3');
    expect(interest).toBe('It opened its storage in 54 ms (until 2026-01-02T03:04:01.000Z): it was '
      + 'empty, as at a first start. It made the partition 2026_01 at 2026-01-02T03:05:30Z, when the first data of '
      + 'that month came, 90 s after its first line. vminsert connected once, first 60 s after the first line. No '
      + 'error or warning is among its 5 lines, from 2026-01-02T03:04:00Z on, within 90 s.');
  });

  it('slow queries, a storage that became read-only, and a clean stop', () => {
    const warn = (text: string): string => line(2, text).replace('"info"', '"warn"');
    const { interest } = of(
      line(0, 'successfully opened storage "/s" in 2.500 seconds; partsCount: 12; blocksCount: 7; rowsCount: 4000; '
        + 'sizeBytes: 2097152'),
      ...['7.250', '9.500'].map((took) => warn('slow query according to -search.logSlowQueryDuration=5s: '
        + `remoteAddr="a", duration=${took} seconds, query="up"`)),
      warn('switching the storage at /s to read-only mode, since it has less than -storage.minFreeDiskSpaceBytes='
        + '10000000 of free space: 1048576 bytes left'),
      line(3, 'received signal terminated'), line(4, 'successfully closed the storage in 0.250 seconds'),
    );
    expect(interest).toBe('Its storage became read-only, because its disk has 1 MiB left, less than '
      + '-storage.minFreeDiskSpaceBytes (9.54 MiB): enlarge that disk or free space, and it continues by itself. It '
      + 'opened its storage in 2.5 s (until 2026-01-02T03:04:00.000Z), with 4,000 rows in 12 parts (2 MiB). It logged '
      + '2 slow queries, the longest of 9.5 s. It was told to stop (received signal terminated). It stopped '
      + 'cleanly; the last step took 250 ms.');
  });

  it('that stays read-only for want of a few bytes, which rounding would hide', () => {
    const full = (seconds: number): string => line(seconds, 'switching the storage at /s to read-only mode, since it '
      + 'has less than -storage.minFreeDiskSpaceBytes=838860800 of free space: 838803456 bytes left');
    expect(of(full(0), full(1), full(3)).interest).toMatch(new RegExp('^Its storage became read-only at '
      + '2026-01-02T03:04:00Z and still was at 2026-01-02T03:04:03Z \\(3 such warnings\\), because its disk has '
      + '800 MiB left, 56 KiB less than -storage.minFreeDiskSpaceBytes \\(800 MiB\\): '));
  });
});

describe('InfluxDB', () => {
  it('2.x on a console, whose keys are JSON', () => {
    const line = (seconds: number, rest: string): string => `${at(seconds)}\tinfo\t${rest}`;
    expect(of(
      line(0, 'Welcome to InfluxDB\t{"log_id": "0nXyz000", "version": "v2.7.5"}'),
      line(20, 'Opened shard\t{"log_id": "0nXyz000", "path": "/i/data/a/autogen/12", "duration": "19.5s"}'),
      line(22, 'Listening\t{"log_id": "0nXyz000", "transport": "http", "port": 8086}'),
    )).toEqual({
      name: 'a log of InfluxDB 2.7.5',
      interest: 'It opened 1 shard, in 19.5 s. It listened 22 s after its start began. No error or warning is among '
        + 'its 3 lines, from 2026-01-02T03:04:00Z on, within 22 s.',
    });
  });

  const line = (seconds: number, rest: string): string => `ts=${at(seconds)} lvl=info log_id=0Ifjmivl000 ${rest}`;

  it('what it loads, compacts and writes, of a text with omissions', () => {
    const group = 'op_name=tsm1_compact_group';
    expect(of(
      line(0, 'msg="Reading file" engine=tsm1 service=cacheloader path=/i/wal/t/autogen/77/_00001.wal size=1'), '…',
      line(16, 'msg="Reading file" engine=tsm1 service=cacheloader path=/i/wal/t/autogen/77/_00500.wal size=1'), '…',
      line(17, `msg="TSM compaction (start)" engine=tsm1 trace_id=a ${group}`), '…',
      line(18, `msg="Compacted file" trace_id=b ${group} tsm1_file=/i/data/t/autogen/62/000000014-000000002.tsm.tmp`),
      line(23, `msg="TSM compaction (end)" trace_id=b ${group} op_elapsed=6040.604ms`),
      line(24, 'msg="Snapshot for path written" op_name=tsm1_cache_snapshot path=/i/data/t/77 duration=13014.679ms'),
    ).interest).toBe('It read the WAL of shard 77 into the cache, files 1 to 500, within 16 s; the text shows 2 of '
      + 'them. The text shows 2 TSM compactions of shard 62, and the end of 1, after 6.04 s. It wrote 1 snapshot of '
      + 'its cache (shard 77), in 13 s. No error or warning is among its 6 lines, from 2026-01-02T03:04:00Z on, within '
      + '24 s.');
  });

  it('its start and its retention', () => {
    expect(of(
      line(0, 'msg="InfluxDB starting" version=1.8.10 branch=1.8'),
      line(5, 'msg="Opened shard" path=/i/data/t/1 duration=4.5s'),
      line(6, 'msg="Listening on HTTP" service=httpd addr=[::]:8086'),
      line(9, 'msg="Deleted shard" service=retention db_shard_id=3'),
    )).toEqual({
      name: 'a log of InfluxDB 1.8.10',
      interest: 'It opened 1 shard, in 4.5 s. Its retention deleted 1 shard. It listened 6 s after its start began. No '
        + 'error or warning is among its 4 lines, from 2026-01-02T03:04:00Z on, within 9 s. The lines show a start up '
        + 'to ready, and name no fault.',
    });
  });
});

describe('a log of any program without a failure', () => {
  const said = (...lines: string[]): string => (of(...lines).interest ?? '').replace(/^No error [^.]+(?:\.|$) ?/, '')
    .replace(/ ?\d s is too short a time to judge by\.$/, '');

  it('the longest duration that its lines state, in any form', () => {
    expect(said(
      thanos(0, 'component=ingester msg="a" duration=1.5s'), thanos(1, 'component=ingester msg="b" elapsed_ms=7000'),
      thanos(2, 'component=ingester msg="c is done in 3.25 seconds"'),
    )).toBe('Of 3 durations that its lines state, the longest is 7 s: "b" at 2026-01-02T03:04:01Z.');
  });

  it('also of a line of keys alone, and of PostgreSQL', () => {
    expect(said(
      'level=info ts=2026-01-02T03:04:05Z caller=metrics.go:1 component=querier org_id=a latency=slow query="{a=~b}" '
        + 'query_type=range duration=12.5s length=720h0m0s',
    )).toBe('');
    expect(said(
      'level=info ts=2026-01-02T03:04:05Z caller=metrics.go:1 component=querier org_id=a latency=slow query="{a=~b}" '
        + 'query_type=range duration=12.5s length=720h0m0s', thanos(9, 'component=querier msg=a'),
    )).toBe('The longest duration that a line states is 12.5 s: "query {a=~b}" at 2026-01-02T03:04:05Z.');
    expect(said(
      '2026-01-02 03:04:05.123 UTC [30] LOG:  duration: 1234.567 ms  statement: SELECT 1',
      '2026-01-02 03:04:06.123 UTC [30] LOG:  checkpoint starting: time',
    )).toMatch(/^The longest duration that a line states is 1\.23 s: "/);
  });

  it('no setting, and nothing that lies ahead', () => {
    expect(said(
      thanos(0, 'component=ingester msg="retention of raw samples" duration=720h0m0s'),
      thanos(1, 'component=ingester msg="will retry in 30s"'), thanos(2, 'component=ingester msg="a" timeout=5m'),
    )).toBe('');
  });

  it('a stop, and the start after it, in their order', () => {
    const lines = [
      thanos(0, 'msg="=== received SIGINT/SIGTERM ==="'), thanos(2, 'msg="Loki stopped"'),
      thanos(12, 'msg="Starting Loki" version="(version=2.9.4)"'), thanos(13, 'msg="Loki started" startup_time=1s'),
    ];
    const said = 'It was told to stop at 2026-01-02T03:04:00Z ("=== received SIGINT/SIGTERM ==="), and was started '
      + 'again at 2026-01-02T03:04:12Z; it was ready 1 s later.';
    expect(of(...lines).interest).toContain(said);
    expect(of(...lines).interest).toContain('started again up to ready, so it runs where they end.');
    expect(of(...lines).interest).not.toMatch(/whole run|after its first line/);
    expect(of(...lines.toReversed()).interest).toContain(said);
  });

  it('when it became ready and was told to stop, and what it says most', () => {
    expect(said(
      thanos(0, 'msg="Starting Loki" version="(version=2.9.4, branch=x)"'), thanos(3, 'msg="Loki started"'),
      ...[4, 5, 6].map((seconds) => thanos(seconds, `msg="uploading table index_${seconds}"`)),
      thanos(9, 'msg="=== received SIGINT/SIGTERM ==="'),
    )).toBe('It was ready at 2026-01-02T03:04:03Z, 3 s after its first line. It was told to stop at '
      + '2026-01-02T03:04:09Z ("=== received SIGINT/SIGTERM ==="). Most often it says "uploading table index_4" '
      + '(3 of 6 lines). The lines name no fault: they end before it had ended; who told it to stop '
      + 'is not in them (systemctl status, kubectl describe pod or docker events).');
  });

  it('the only message of all lines, how often it comes, and its values', () => {
    expect(said(...[1, 2, 3, 4, 5, 6].map((n) => thanos(20 * n, `msg="queue depth" depth=${10 * n}`))))
      .toContain('They all say "queue depth" every 20 s; depth is 10 to 60.');
  });
});
