import { describe, expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { readLog } from '../../../logs/readLog.ts';
import { goDuration, headBlock, HOUR_MS, MINUTE_MS, tsdbLine, ulidAt } from '../../../../../testdata/compactionLogs.ts';
import { expectGolden, quantitiesOf } from '../../../../../testdata/goldenFindings.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const START = Date.UTC(2026, 10, 20, 9);
const timeline = (lines: string[]) => {
  const result = analyseCompactionLog(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), null);
  if (result === null) throw new Error('the log could not be read');
  return result.answer;
};

/** Returns the lines of a round that ends with its block: head GC 20 s after the block before, then the checkpoint. */
function round(endMs: number, minTimeMs: number, { rangeMs, checkpointMs }: { rangeMs: number; checkpointMs: number }) {
  const written = headBlock(endMs, minTimeMs, rangeMs, 150_000);
  return [
    written,
    tsdbLine(endMs + 40_000, 'msg="head GC completed" duration=19.5s'),
    tsdbLine(
      endMs + 40_000 + checkpointMs,
      `msg="WAL checkpoint complete" first=1 last=58 duration=${goDuration(checkpointMs)}`
    ),
  ];
}

/** Returns the lines of blocks `everyMs` apart, the first written `ageMs` after its end. */
function rounds(count: number, everyMs: number, ageMs: number, rangeMs = 10 * MINUTE_MS): string[] {
  return Array.from({ length: count }, (_, i) => round(
    START + i * everyMs, START + i * rangeMs - ageMs - rangeMs, { rangeMs, checkpointMs: everyMs - 200_000 }
  )).flat();
}

describe('keeping up, by time', () => {
  it('a round that takes longer than its block: behind by the difference, with the part that takes the time', () => {
    const { finding, keepingUp, figures, compactions } = timeline(rounds(4, 34 * MINUTE_MS, 8 * HOUR_MS));
    expect(keepingUp.verdict).toBe('falling-behind');
    expect(finding).toMatchObject({ code: 'compaction-falling-behind', severity: 'critical' });
    expect(finding.sentence).toBe(
      'It falls 24m further behind with each block of 10m: the WAL checkpoint takes 90 %.'
    );
    expect(quantitiesOf(finding).slice(0, 3)).toEqual([1440, 600, 0.9]);
    expectGolden('compaction', 'log: each round takes longer than its block', finding);
    expect(figures)
      .toContainEqual(expect.objectContaining({ name: 'From one block to the next, median', value: 2040 }));
    // Reload, head GC and checkpoint belong to the round, whatever the gap between their lines.
    expect(compactions.map(({ durationSeconds }) => Math.round(durationSeconds ?? 0)))
      .toEqual([2030, 2030, 2030, 2030]);
  });

  it('a block per range, as old as the rule has it: keeps up', () => {
    const { finding, keepingUp } = timeline(rounds(6, 2 * HOUR_MS, HOUR_MS, 2 * HOUR_MS).filter(
      (line) => !line.includes('checkpoint')
    ));
    expect(keepingUp.verdict).toBe('keeping-up');
    expect(finding.severity).toBe('info');
  });

  it('old blocks that get younger: it catches up', () => {
    const { keepingUp } = timeline(
      rounds(5, 4 * MINUTE_MS, 3 * HOUR_MS).filter((line) => !line.includes('checkpoint'))
    );
    expect(keepingUp.verdict).toBe('busy');
    expect(keepingUp.sentence).toMatch(/^It catches up: its newest block is 2h 36m old/);
  });

  it('lines go on and no block comes: it is missing, unless a start explains it', () => {
    const blocks = rounds(3, 2 * HOUR_MS, HOUR_MS, 2 * HOUR_MS).filter((line) => !line.includes('checkpoint'));
    const lastMs = START + 4 * HOUR_MS;
    const later = tsdbLine(lastMs + 9 * HOUR_MS, 'msg="Head GC completed" duration=1s');
    const { finding } = timeline([...blocks, later]);
    expect(finding).toMatchObject({ code: 'compaction-falling-behind' });
    expect(finding.sentence).toBe('Its newest block is 10h old at the end of the log: a block of 2h is missing.');
    expectGolden('compaction', 'log: no block for hours', finding);
    const started = tsdbLine(lastMs + 8 * HOUR_MS, 'msg="Starting Prometheus Server"');
    expect(timeline([...blocks, started, later]).keepingUp.verdict).toBe('keeping-up');
  });

  it('a round that begins when the checkpoint of the one before ends is a round of its own', () => {
    const everyMs = 34 * MINUTE_MS;
    // The next block begins right at the end of the checkpoint: 40 s and the block of 150 s are the rest of a round.
    const all = Array.from({ length: 3 }, (_, i) => round(
      START + i * everyMs, START + i * 10 * MINUTE_MS - 8 * HOUR_MS,
      { rangeMs: 10 * MINUTE_MS, checkpointMs: everyMs - 190_000 }
    )).flat();
    const { finding, compactions } = timeline(all);
    expect(compactions.map(({ durationSeconds }) => Math.round(durationSeconds ?? 0))).toEqual([2040, 2040, 2040]);
    expect(finding.sentence).toBe('It falls 24m further behind with each block of 10m: the WAL checkpoint takes 91 %.');
    expect(statements(finding).join(' ')).not.toMatch(/on the clock|block boundary/);
  });

  it('a log of another clock says nothing of the age of its blocks', () => {
    const wrong = rounds(4, 34 * MINUTE_MS, 8 * HOUR_MS)
      .map((line) => line.replace(/ulid=\w+/, `ulid=${ulidAt(START - 400 * HOUR_MS)}`));
    const said = statements(timeline(wrong).finding).join(' ');
    expect(said).not.toContain('Its newest block');
    // What each round takes does not depend on it.
    expect(said).toContain('It falls 24m further behind with each block of 10m');
    const kept = rounds(6, 11 * MINUTE_MS, HOUR_MS).filter((line) => !line.includes('checkpoint'))
      .map((line) => line.replace(/ulid=\w+/, `ulid=${ulidAt(START - 400 * HOUR_MS)}`));
    expect(statements(timeline(kept).finding).join(' ')).not.toContain('further behind');
  });
});

describe('versions whose lines lack the duration', () => {
  const at = (hour: number, ms: number): number => Date.UTC(2017, 8, 24, hour) + ms;
  const begins = (hour: number, ms: number, inputs: number, hours: number): string => tsdbLine(
    at(hour, ms), `msg="compact blocks" count=${inputs} mint=${at(hour - 1 - hours, 0)} maxt=${at(hour - 1, 0)}`
  );
  const gc = (hour: number, ms: number): string => tsdbLine(at(hour, ms), 'msg="head GC completed" duration=19ms');

  it('2.0 to 2.2 log the beginning: the end is that of the line that follows from it', () => {
    const { compactions, blockRangeSeconds, finding, blocks, keepingUp } = timeline([
      ...[9, 11, 13].flatMap((hour) => [begins(hour, 790, 1, 2), gc(hour, 1300)]), begins(13, 6000, 3, 6),
      ...[15].flatMap((hour) => [begins(hour, 790, 1, 2), gc(hour, 1300)]),
    ]);
    expect(blockRangeSeconds).toBe(7200);
    expect(compactions.map(({ kind, start, durationSeconds }) => [kind, start, durationSeconds])).toEqual([
      ['head', at(9, 790) / 1000, expect.closeTo(0.51, 2)], ['head', at(11, 790) / 1000, expect.closeTo(0.51, 2)],
      ['head', at(13, 790) / 1000, expect.closeTo(0.51, 2)], ['merge', at(13, 6000) / 1000, null],
      ['head', at(15, 790) / 1000, expect.closeTo(0.51, 2)],
    ]);
    expect(blocks).toEqual([]);
    expect(keepingUp.verdict).toBe('keeping-up');
    expect(finding.code).toBe('log-on-clock');
    expectGolden('compaction', 'log of 2.0: the beginnings of compactions', finding);
  });

  it('2.3 to 2.5 log the end with the block, which was born when its writing began', () => {
    const line = (hour: number): string => tsdbLine(
      at(hour, 4000), `msg="write block" mint=${at(hour - 3, 0)} maxt=${at(hour - 1, 0)} ulid=${ulidAt(at(hour, 1000))}`
    );
    expect(timeline([line(9), line(11)]).compactions.map(({ start, durationSeconds }) => [start, durationSeconds]))
      .toEqual([[at(9, 1000) / 1000, 3], [at(11, 1000) / 1000, 3]]);
  });

  it('what follows a block, without one, is said', () => {
    const [, ...after] = round(START, START - 2 * HOUR_MS, { rangeMs: 2 * HOUR_MS, checkpointMs: 14_400 });
    expect(timeline(after).finding).toMatchObject({
      code: 'log-too-few-compactions', severity: 'info',
      sentence: 'The log holds no written block, only what follows one: head GC took 20 s, the WAL checkpoint took '
        + '14 s.',
    });
  });
});
