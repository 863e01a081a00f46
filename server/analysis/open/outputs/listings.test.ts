import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const row = (size: string, time: string, name: string): string => `-rw-r--r--    1 1000  2000  ${size} ${time} ${name}`;

const FINE = 'The blocks follow each other without a gap or an overlap: nothing is wrong in this list.';

describe('a listing of a data folder', () => {
  it('a WAL that is not truncated, over the end of a year', () => {
    expect(told(
      '$ ls -lah wal', 'total 14G', row('4.0K', 'Jan  2 09:09', '.'), row('128.0M', 'Dec 30 09:09', '00002288'),
      row('128.0M', 'Jan  2 09:09', '00002289'),
    )).toEqual([
      'folder-list', 'It lists 2 WAL segments. The segments were written over 3d (256 MiB listed): a head compaction '
        + 'every 2 h leaves a few hours of WAL, so it is not truncated; look for failed compactions or checkpoints in '
        + 'the log. Its folder has 14GiB in all.',
    ]);
  });

  it('blocks with the times in their names', () => {
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const ulid = (time: string): string => Array.from({ length: 10 }, (_, i) =>
      digits[Math.floor(Date.parse(time) / 32 ** (9 - i)) % 32]).join('').padEnd(26, '0');
    const rows = ['2026-07-24T05:00:02Z', '2026-07-24T23:00:01Z', '2026-07-25T01:00:00Z', '2026-07-25T01:00:03Z',
      '2026-07-25T03:00:00Z'].map((time) => `drwxr-xr-x 3 p p 4096 Jul 24 05:00 ${ulid(time)}`);
    expect(told('total 100', ...rows)[1]).toContain('It lists 5 blocks. They were written from 2026-07-24 05:00 UTC to '
      + '2026-07-25 03:00 UTC (22h), at most 18h apart; the newest came 2h after the one before.');
  });

  it('a WAL as it should be', () => {
    expect(told(
      row('134217728', '2024-01-02 03:04', '00000007'), row('134217728', '2024-01-02 04:34', '00000008'),
      'drwxr-xr-x 2 1000 2000 4096 2024-01-02 05:00 checkpoint.00000006',
    )[1]).toBe('It lists 2 WAL segments, checkpoint.00000006. The segments were written over 1h 30m (256 MiB listed).');
  });

  it('empty segments of a crash loop', () => {
    const rows = [1, 2, 3].map((n) => row('0', `Dec 13 23:${n}6`, `0000000${n}`));
    expect(told(...rows)[1]).toBe(
      'It lists 3 WAL segments. The segments were written over 20m (0 B listed). 3 segments are empty: each start '
        + 'begins a new segment, so the server started again before it wrote, as in a crash loop.'
    );
  });

  it('blocks and one that is unfinished', () => {
    expect(told(
      'drwxr-xr-x   3 prom  prom     6 Apr 17 03:41 01D8N1GPC7F6SNHZYZA5CJ89HZ',
      'drwxr-xr-x   3 prom  prom     4 Apr 17 15:00 01D8PAQ1WWBFNR3T05VRFH574Y.tmp-for-creation',
    )[1]).toBe('It lists 1 block. 01D8PAQ1WWBFNR3T05VRFH574Y.tmp-for-creation is unfinished: a compaction or '
      + 'checkpoint was still writing it, or was interrupted.');
  });

  it('du', () => {
    expect(told(
      '73.1G\t./01J16NTHY1JRTKT0HWEFNGW4EX', '19.0G\t./01JBD8HHFG052VKP7P4J90JK4J/', '136G\t./wal',
      '2.0G\t./chunks_head',
    )).toEqual([
      'du', 'It lists 2 blocks, the largest 01J16NTHY1JRTKT0HWEFNGW4EX with 73.1G, a WAL of 136G, chunks_head of 2.0G.',
    ]);
  });

  it('du with rows in bold, as an issue marks them', () => {
    expect(told('20K\tqueries.active', '6G\tchunks_head', '**17G\twal**'))
      .toEqual(['du', 'It lists a WAL of 17G, chunks_head of 6G.']);
  });

  it('du of VictoriaMetrics', () => {
    expect(told('2.6G\t/storage/cache', '133.4G\t/storage/data', '81.4G\t/storage/indexdb')[1])
      .toBe('It lists data of 133.4G, indexdb of 81.4G.');
  });

  it('tree', () => {
    expect(told(
      './data', '├── 01BKGV7JBM69T2G1BGBGM6KB12', '│   └── meta.json', '└── wal',
      '    ├── 00000002', '    └── checkpoint.000001',
    )).toEqual(['tree', 'It lists 1 block, 1 WAL segment, checkpoint.000001.']);
  });

  it('thanos tools bucket inspect', () => {
    expect(told(
      '|            ULID            | FROM | UNTIL | RANGE | UNTIL-DOWN | COMP-FAILED |',
      '|-----|----|----|----|----|----|',
      '| 01J5AAF5HPF2PFW5ABW85SF0WT | a    | b     | 48h   | -8h0m0s    | false       |',
      '| 01J5AAXV5ATB0HMGVJR6W1FZ2V | a    | b     | 48h   | 192h0m0s   | true        |',
    )).toEqual([
      'bucket-inspect', 'It lists 2 blocks; the time of the next step, such as downsampling, has passed for 1; '
        + 'compaction has failed for 1.',
    ]);
  });

  it('folders that no program is known by: what is largest', () => {
    expect(told('230M\t./2/index/0', '1.9T\t./4', '40G\t./2')).toEqual(['du', './4 has most of those listed: 1.9T.']);
    expect(told('512M\tchunks/000001', '188M\tindex', '512M\tchunks/000001', '187M\tindex')[1]).toBeNull();
    expect(told(
      '-rw-r--r-- 1 influxdb influxdb  13M Oct 27 09:12 L2-1.tsi',
      '-rw-r--r-- 1 influxdb influxdb  1M Oct 27 09:12 L2-2.tsi',
    )).toEqual(['folder-list', 'It lists 2 entries with 14 MiB in all; the largest is L2-1.tsi (13 MiB).']);
  });

  it('rows of bucket inspect without their header', () => {
    expect(told(
      '| 01GBQDCN4QFHRF30PZ2PPG8EBX | 2022-08-30T10:00:00Z | 2022-08-30T12:00:00Z | 2h0m0s | -8h0m0s | 3,437 | 9 |',
    )).toEqual([
      'bucket-inspect', 'It lists 1 block; the time of the next step, such as downsampling, has passed for 1.',
    ]);
  });

  it('tsdb ls of older versions, without durations; and with times in words', () => {
    const two = 'It lists 2 blocks over 4h, 2h each, with up to 7 series in one.';
    expect(told(
      'tsdb ls /prometheus', 'BLOCK ULID        MIN TIME       MAX TIME       NUM SAMPLES  NUM CHUNKS  NUM SERIES',
      '01EBB26SGYHGQG5EMA0N2EWDV8  1592136000000  1592143200000  363105481    306542      6',
      '01EBWED1AGMFWFX1GM32HQXWPP  1592143200000  1592150400000  353590369    298620      7',
    )).toEqual(['tsdb-list', `${two} They have 716,695,850 samples (about 49,800 per second), from 2020-06-14 12:00:00 `
      + `to 2020-06-14 16:00:00 UTC. The list has no sizes: du -sh of the folders shows them. ${FINE}`]);
    expect(told(
      '01EBB26SGYHGQG5EMA0N2EWDV8  2020-10-30 16:00:00 +0000 UTC  2020-10-30 18:00:00 +0000 UTC  2h0m0s  9  8  6  5MiB',
      '01EBWED1AGMFWFX1GM32HQXWPP  2020-10-30 18:00:00 +0000 UTC  2020-10-30 20:00:00 +0000 UTC  2h0m0s  9  8  7  '
        + '5MiB512KiB',
    )).toEqual([
      'tsdb-list',
      `${two} They have 18 samples in 10.5 MiB, from 2020-10-30 16:00:00 to 2020-10-30 20:00:00 UTC. `
        + FINE,
    ]);
  });

  it('tsdb list with a time that no block covers', () => {
    expect(told(
      '01EBB26SGYHGQG5EMA0N2EWDV8  1592136000000  1592143200000  3      3      6',
      '01EBWED1AGMFWFX1GM32HQXWPP  1592150400000  1592157600000  3      2      7',
    )[1]).toBe('It lists 2 blocks over 6h, 2h each, with up to 7 series in one. No block covers the 2h from 2020-06-14 '
      + '14:00:00 to 2020-06-14 16:00:00 UTC: nothing was stored then, or that block is lost.');
  });

  it('tsdb list', () => {
    expect(told(
      'BLOCK ULID                  MIN TIME       MAX TIME       DURATION  NUM SAMPLES  NUM CHUNKS   NUM SERIES',
      '01F8Z8HWK60F4A7VXFQQKH3SV6  1624536000000  1624543200000  2h        101          906          534030',
      '01F8ZFDKV7RDA2PETATCNJA1ZN  1624541400000  1624550400000  2h30m     102          920          500317',
    )).toEqual(['tsdb-list', 'It lists 2 blocks over 4h, with up to 534,030 series in one. 1 overlap another.']);
  });
});
