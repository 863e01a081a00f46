import { describe, expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { readLog } from '../../../logs/readLog.ts';
import { headBlock, HOUR_MS, MINUTE_MS, tsdbLine, ulidAt } from '../../../../../testdata/compactionLogs.ts';
import { expectGolden } from '../../../../../testdata/goldenFindings.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const START = Date.UTC(2026, 10, 20, 9);
const timeline = (lines: string[]) => {
  const result = analyseCompactionLog(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), null);
  if (result === null) throw new Error('the log could not be read');
  return result.answer;
};
const failed = (minute: number, error: string): string =>
  tsdbLine(START + minute * MINUTE_MS, `msg="compaction failed" err="${error}"`, 'error');
const MERGE = 'compact [data/01C8H7ANP6309XEWJ2QFA9RM41 data/01C8GXXXDVB6W8C1J1F6S0P7S2]';

describe('failed compactions', () => {
  it.each<[string, string[], string]>([
    [
      'a full disk, while merging', [0, 3, 6].map((minute) => failed(minute, `${MERGE}: no space left on device`)),
      '3 compactions failed since 09:00:00 UTC, one every 3m: the disk is full.',
    ],
    [
      'a 32-bit process', [0, 1, 2].map((minute) => failed(
        minute, 'reload blocks: open block data/01C: mmap files: mmap: cannot allocate memory'
      )),
      '3 compactions failed since 09:00:00 UTC, one every 60 s: memory could not be mapped.',
    ],
    [
      'overlapping blocks, then the disk', [
        failed(0, 'reload blocks: invalid block sequence: block time ranges overlap (1, 2)'),
        failed(3, `${MERGE}: write compaction: There is not enough space on the disk.`),
      ],
      '2 compactions failed since 09:00:00 UTC, 3m apart: blocks overlap, then the disk is full.',
    ],
    [
      'an ingester of Mimir', [0, 1, 2].map((minute) => tsdbLine(
        START + minute * MINUTE_MS,
        'msg="TSDB blocks compaction for user has failed" user=a err="compact ooo head: no space left on device"',
        'warn'
      )),
      '3 compactions failed since 09:00:00 UTC, one every 60 s: the disk is full.',
    ],
    [
      'the head', [failed(0, 'compact head: persist head block: 2 errors: populate block: out-of-order chunk')],
      '1 compaction failed since 09:00:00 UTC: a block has chunks out of order.',
    ],
    [
      'a series', [failed(0, 'write compaction: add series: out-of-order series added with label set {a=1}')],
      '1 compaction failed since 09:00:00 UTC: a series is not in order, or comes twice.',
    ],
    [
      'the checkpoint',
      [failed(0, 'WAL truncation in Compact: create checkpoint: read segments: corruption in segment 3')],
      '1 WAL truncation failed since 09:00:00 UTC: data is corrupt.',
    ],
    [
      'a reason that is not known', [failed(0, `${MERGE}: something else`)],
      '1 compaction failed in this window, and none has succeeded since.',
    ],
  ])('for %s', (name, lines, sentence) => {
    const { finding, keepingUp } = timeline(lines);
    expect(keepingUp.verdict).toBe('failing');
    expect(finding).toMatchObject({ code: 'compaction-failing', sentence });
    expectGolden('compaction', `log: failed for ${name}`, finding);
  });

  it('2.2 logs the beginning too: how long each took, and what it leaves on the disk', () => {
    const begins = (minute: number): string => tsdbLine(
      START + minute * MINUTE_MS,
      `msg="compact blocks" count=12 mint=${START - 20 * HOUR_MS} maxt=${START - 2 * HOUR_MS}`
    );
    const left = tsdbLine(
      START + 50_000,
      'msg="removed tmp folder after failed compaction" err="remove data: Der Prozess kann nicht"', 'error'
    );
    const full = `${MERGE}: write compaction: There is not enough space on the disk.`;
    const { finding, compactions } = timeline([begins(0), left, failed(1, full), begins(4), failed(5, full)]);
    expect(compactions).toEqual([]);
    expect(finding.sentence).toBe('2 compactions failed since 09:01:00 UTC, 4m apart: the disk is full.');
    expectGolden('compaction', 'log: failed merges of 2.2', finding);
  });

  it('2.2, whose last try has only begun: no block was written, and none has an age', () => {
    const begins = (minute: number): string => tsdbLine(
      START + minute * MINUTE_MS,
      `msg="compact blocks" count=1 mint=${START - 24 * HOUR_MS} maxt=${START - 22 * HOUR_MS}`
    );
    const series = 'persist head block: write compaction: add series: out-of-order series added';
    const { finding } = timeline([begins(0), failed(1, series), begins(2), failed(3, series), begins(4)]);
    expect(statements(finding).join(' ')).not.toContain('Its newest block');
  });

  it('at growing pauses have no period', () => {
    const { finding } = timeline([0, 2, 6, 14, 30, 62].map((second) => failed(second / 60, 'no space left on device')));
    const said = statements(finding).join(' ');
    expect(said).toContain('6 compactions failed since 09:00:00 UTC, 2 s to 32 s apart: the disk is full. The error: '
      + 'no space left on device.');
    expect(said).not.toContain('every');
  });

  it('whose head is written meanwhile do not let it grow', () => {
    const merged = (minute: number): string => tsdbLine(
      START + minute * MINUTE_MS, `msg="compact blocks" count=2 mint=${START - 40 * HOUR_MS} maxt=${
        START - 22 * HOUR_MS} ulid=${ulidAt(START + minute * MINUTE_MS - 9000)} sources="[${
        ulidAt(START - 40 * HOUR_MS)} ${ulidAt(START - 30 * HOUR_MS)}]" duration=9s`
    );
    const unmapped = (minute: number): string => failed(
      minute + 0.01, `reloadBlocks blocks: corrupted block ${ulidAt(START + minute * MINUTE_MS - 9000)}: mmap files: `
        + 'mmap, size 536867902: cannot allocate memory'
    );
    const tries = [0, 3, 6, 12, 15].flatMap((minute) => [merged(minute), unmapped(minute)]);
    const head = [
      headBlock(START + 8 * MINUTE_MS, START - 3 * HOUR_MS, 2 * HOUR_MS, 3000),
      tsdbLine(START + 8 * MINUTE_MS + 600, 'msg="Head GC completed" duration=400ms'),
    ];
    const said = statements(timeline([...tries, ...head]).finding).join(' ');
    expect(said).toContain('What failed was the reload of its blocks, after a merge into a block of 18h');
    expect(said).toContain('The head does not grow meanwhile: its block up to 08:00:00 UTC was written at '
      + '09:08:00 UTC');
    expect(said).toContain('vm.max_map_count');
    expect(said).not.toMatch(/keeps? growing|more of the disk/);
    expect(statements(timeline(tries).finding).join(' ')).toMatch(/The head .{0,20}growing until one succeeds\./);
  });

  it('whose error a copy has cut says its message', () => {
    expect(statements(timeline([failed(0, MERGE), failed(1, '')]).finding).join(' ')).toMatch(/: compaction failed\./);
  });

  it('a block that is written again and again, and never loaded, is no success', () => {
    const written = (second: number): string => tsdbLine(
      START + second * 1000,
      `msg="write block" mint=${START - 3 * HOUR_MS} maxt=${START - HOUR_MS} ulid=${ulidAt(START + second * 1000 - 2)}`
    );
    const unloaded = (minute: number): string => failed(minute, 'reload blocks: open block data/01C: corrupted block');
    const { finding } = timeline([written(58), unloaded(1), written(118), unloaded(2), written(178)]);
    expect(finding).toMatchObject({ code: 'compaction-failing' });
    expectGolden('compaction', 'log: a block that is never loaded', finding);
  });

  it('that later ones followed are over, with their cause', () => {
    const head = headBlock(START + HOUR_MS, START - 2 * HOUR_MS, 2 * HOUR_MS, 60_000);
    expect(timeline([failed(0, 'compact head: no space left on device'), head]).finding.sentence)
      .toBe('1 compaction failed, later ones succeeded: the disk is full.');
  });

  it('a block whose line is cut, written after the failure, shows another try', () => {
    const cut = (minute: number): string => tsdbLine(START + minute * MINUTE_MS, 'msg="write block" mint=1642296099s');
    const { finding } = timeline([cut(0), failed(1, 'compacte'), cut(2)]);
    expect(statements(finding).join(' ')).toContain('1 compaction failed; a block was written after that, and the log '
      + 'does not show the end of that try.');
    expect(statements(finding).join(' ')).not.toContain('keeps growing');
    expect(timeline([cut(0), failed(1, 'compacte')]).finding.sentence).toContain('none has succeeded since');
  });

  it('of the WAL is reported once, with its step, and without the number of compactions', () => {
    const head = headBlock(START - MINUTE_MS, START - 3 * HOUR_MS, 2 * HOUR_MS, 200);
    const said = (error: string): string => statements(timeline([head, failed(0, error)]).finding).join(' ');
    const corrupt = said('reload blocks: head truncate failed: create checkpoint: read segments: corruption in segment '
      + 'wal/00000007 at 33: unexpected checksum 1, expected 2');
    expect(corrupt).toContain('1 WAL truncation failed since 09:00:00 UTC: data is corrupt.');
    expect(corrupt).toContain('Copy its wal folder, then restart it');
    expect(corrupt).not.toMatch(/compaction episode|1 compaction failed|1 failure of/);
    expect(said('head truncate failed: create checkpoint: no space left on device')).not.toContain('Copy its wal');
  });

  it('of a WAL that a start read and repaired elsewhere: another start does not heal it', () => {
    const head = headBlock(START - MINUTE_MS, START - 3 * HOUR_MS, 2 * HOUR_MS, 200);
    const repaired = (segment: number): string => statements(timeline([
      tsdbLine(START - 60 * MINUTE_MS, `msg="Starting corruption repair" segment=${segment} offset=62717952`), head,
      failed(0, 'WAL truncation in Compact: create checkpoint: read segments: corruption in segment '
        + '/prometheus/wal/00000525 at 117932032: unexpected full record'),
    ]).finding).join(' ');
    expect(repaired(946)).toContain('The start at 08:00:00 UTC read segment 525 without complaint and repaired 946 '
      + 'alone, so another restart does not heal it: ');
    expect(repaired(525)).toContain('Copy its wal folder, then restart it');
  });

  it('a head that cannot be cleared is not over with the next block that is written', () => {
    const written = (hour: number): string => headBlock(
      START + hour * HOUR_MS, START + (hour - 3) * HOUR_MS, 2 * HOUR_MS, 30_000
    );
    const uncleared = (hour: number): string => failed(hour * 60 + 1, 'reload blocks: head truncate failed: not set');
    const { finding } = timeline([written(0), uncleared(0), written(2), uncleared(2), written(4)]);
    expect(finding.sentence).toContain('2 compactions failed; a block was written after that, and the log '
      + 'does not show the end of that try.');
    expect(timeline([written(0), uncleared(0), written(2), written(4)]).finding.sentence)
      .toContain('later ones succeeded');
    expect(statements(finding).join(' ')).toContain('2 failures of the truncation of the head');
  });
});

it('names the file of head chunks that is damaged, and not the data', () => {
  const said = statements(timeline([0, 1, 2].map((minute) => failed(
    minute, 'compact head: persist head block: populate block: iterate chunks: corruption in head chunk file'
  ))).finding).join(' ');
  expect(said).toContain('one every 60 s: a head chunk file is corrupt.');
});
