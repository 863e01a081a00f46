import { describe, expect, it } from 'vitest';
import { joined, render } from '../../../../../core/text/parts.ts';
import type { CompactionLog } from '../../../../../core/contract/contract.ts';
import { HOUR_MS, MINUTE_MS, tsdbLine, ulidAt } from '../../../../../testdata/compactionLogs.ts';
import { expectGolden } from '../../../../../testdata/goldenFindings.ts';
import { readLog } from '../../../logs/readLog.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const AT = Date.UTC(2026, 10, 20, 13);
const RANGE_MS = 2 * HOUR_MS;

function answerOf(...lines: string[]): CompactionLog {
  const read = analyseCompactionLog(readLog(new TextEncoder().encode(lines.join('\n')), isCompactionMessage), null);
  if (read === null) throw new Error('no line could be read');
  return read.answer;
}

const said = ({ finding: { claim, evidence } }: CompactionLog): string => render(joined([claim, ...evidence], ' '));

/** A block that ends `ageMs` before it is written, in `tookMs`. */
const block = (atMs: number, ageMs: number, tookMs: number, ulid = ulidAt(atMs - tookMs)): string =>
  tsdbLine(atMs, `msg="write block" mint=${atMs - ageMs - RANGE_MS} maxt=${atMs - ageMs} ulid=${ulid} duration=${
    tookMs}ms`);
const gc = (atMs: number): string => tsdbLine(atMs, 'msg="head GC completed" duration=90ms');
const checkpoint = (atMs: number, tookMs: number): string =>
  tsdbLine(atMs, `msg="WAL checkpoint complete" first=1 last=2 duration=${tookMs}ms`);

describe('a single round', () => {
  const after = [gc(AT + 2100), checkpoint(AT + 3200, 1000)];

  it('is told with its parts', () => {
    const answer = answerOf(block(AT + 2000, HOUR_MS, 2000), ...after);
    expect(answer.finding).toMatchObject({ code: 'log-rounds', severity: 'info' });
    expect(said(answer)).toMatch(new RegExp([
      /^The head compaction at 13:00:00 UTC took 3\.2 s, of it 2 s for writing the block\. Its block holds 2h; /,
      /head GC took 90 ms, the WAL checkpoint took 1 s\.$/,
    ].map(({ source }) => source).join('')));
    expectGolden('compaction', 'log: one round', answer.finding);
  });

  it('also if a person masked the name of its block', () => {
    const masked = answerOf(block(AT + 2000, HOUR_MS, 2000, 'x'.repeat(26)), ...after);
    expect(said(masked)).toBe(said(answerOf(block(AT + 2000, HOUR_MS, 2000), ...after)));
    expect(masked.blocks).toEqual([]);
  });

  it('of 2.0: the block is written until its head GC begins', () => {
    const begun = tsdbLine(AT, `msg="compact blocks" count=1 mint=${AT - HOUR_MS - RANGE_MS} maxt=${AT - HOUR_MS}`);
    const answer = answerOf(
      begun, gc(AT + 1590), tsdbLine(AT + 6400, 'msg="WAL truncation completed" duration=4.8s')
    );
    expect(answer.finding.sentence)
      .toBe('The head compaction at 13:00:00 UTC took 6.4 s, of it 4.8 s for the WAL truncation.');
  });

  it('what follows a block is not all that a log holds if the text is an excerpt, or its block cannot be read', () => {
    const shown = 'The lines show what follows a written block: head GC took 90 ms, the WAL checkpoint took 1 s.';
    expect(answerOf('...', ...after).finding.sentence).toBe(shown);
    const unread = tsdbLine(AT + 2000, 'msg="write block" mint=1 maxt=2 ulid=x');
    expect(answerOf(unread, ...after).finding.sentence).toBe(shown);
    expect(answerOf(...after).finding.sentence).toMatch(/^The log holds no written block, only what follows one: /);
  });
});

describe('blocks of a time long ago', () => {
  const DAYS_MS = 5 * 24 * HOUR_MS;
  const ready = tsdbLine(AT - 5000, 'msg="Server is ready to receive web requests."');
  const first = block(AT + 1000, DAYS_MS + RANGE_MS, 700);
  const second = block(AT + 2000, DAYS_MS, 700);
  const merge = tsdbLine(
    AT + 5000, `msg="compact blocks" count=2 mint=1 maxt=2 ulid=${ulidAt(AT + 4300)} duration=700ms`
  );

  it('that a start is followed by are those of the time before it was off', () => {
    const answer = answerOf(ready, first, gc(AT + 1100), second, gc(AT + 2100), merge);
    expect(answer.finding).toMatchObject({
      code: 'log-after-pause', severity: 'info',
      sentence: 'Blocks written after the start end 5d before it: the server was off, and catches up.',
    });
    expect(said(answer)).toContain('2 blocks of the time up to 2026-11-15');
    expect(answer.keepingUp.verdict).not.toMatch(/behind|failing/);
    expectGolden('compaction', 'log: blocks of the time before a pause', answer.finding);
    expect(answerOf(ready, second).finding.sentence)
      .toMatch(/: the server was off, or wrote no block, for that time\.$/);
  });

  it('a single one without a start does not show that a block is missing', () => {
    const answer = answerOf(second, gc(AT + 2100));
    expect(answer.finding).toMatchObject({ code: 'log-rounds', severity: 'info' });
    expect(said(answer)).toContain('It ends 5d before it was written: the server was off, or is behind.');
  });

  it('from one before a start to one after it, it does not fall behind', () => {
    const before = block(AT - DAYS_MS, HOUR_MS, 700);
    expect(answerOf(before, ready, second, merge).finding.severity).toBe('info');
  });

  it('also if its head held no samples of that time', () => {
    const empty = tsdbLine(AT + 1000, `msg="write block resulted in empty block" mint=${AT - DAYS_MS - RANGE_MS} maxt=${
      AT - DAYS_MS} duration=46ms`);
    expect(answerOf(ready, empty, gc(AT + 1100)).finding).toMatchObject({
      code: 'log-after-pause', severity: 'info',
      sentence: expect.stringMatching(/^Its old head ends 5d before the start: /) as string,
    });
  });

  it('of which an earlier start wrote one does not show that it was off until this start', () => {
    const empty = tsdbLine(AT + 1000, `msg="write block resulted in empty block" mint=${AT - DAYS_MS - RANGE_MS} maxt=${
      AT - DAYS_MS} duration=46ms`);
    const found = (writtenMs: number): string => tsdbLine(AT - 6000, `msg="Found healthy block" mint=${
      AT - DAYS_MS - 2 * RANGE_MS} maxt=${AT - DAYS_MS - RANGE_MS} ulid=${ulidAt(writtenMs)}`);
    const sentence = (writtenMs: number): string =>
      answerOf(found(writtenMs), ready, empty, gc(AT + 1100)).finding.sentence;
    expect(sentence(AT - 405_000)).toBe('Its old head ends 5d before the start: the server was off, but an earlier '
      + 'start wrote a block 6m 40s before this one.');
    expect(sentence(AT - DAYS_MS)).toContain('the server was off, or wrote no block, for that time');
  });

  it('that go on up to the present show no pause: they were late', () => {
    const late = [12, 10, 8, 6, 4, 2].map((hours, i) =>
      block(AT + i * 1000, i * 1000 + hours * HOUR_MS - 10 * MINUTE_MS, 700));
    expect(answerOf(ready, ...late).finding.code).not.toBe('log-after-pause');
  });
});

it('a text that leaves out lines does not show that a block is missing', () => {
  const lines = [0, 2, 4].map((hours) => block(AT + hours * HOUR_MS, HOUR_MS, 2000));
  const last = gc(AT + 14 * HOUR_MS);
  expect(answerOf(...lines, last).finding.code).toBe('compaction-falling-behind');
  expect(answerOf(...lines, '[...]', last).finding.severity).toBe('info');
});
