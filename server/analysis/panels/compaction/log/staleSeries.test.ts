/** Tests that blocks of stale series, which Prometheus 3.10 and later write early, do not affect the head's clock. */
import { describe, expect, it } from 'vitest';
import { readBlockList, runsOfBlocks } from '../../../../data/metrics/blockMeta.ts';
import { findCompactions } from '../../../signals/compaction/compactionIntervals.ts';
import { rangeOfBlocks } from '../../../signals/compaction/blockRange.ts';
import { readLog } from '../../../logs/readLog.ts';
import { handMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = Date.UTC(2026, 10, 20);
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function ulidAt(timeMs: number): string {
  const time = Array.from({ length: 10 }, (_, i) => CROCKFORD.charAt(Math.floor(timeMs / 32 ** (9 - i)) % 32)).join('');
  return `${time}0123456789ABCDEF`;
}

/** Returns the lines of a block written in 4 s from `timeMs` on, with the two hours from `fromMs`. */
function written(timeMs: number, fromMs: number, after: string): string {
  const at = (ms: number): string => `time=${new Date(ms).toISOString()} level=INFO source=compact.go:1`;
  const ulid = ulidAt(timeMs);
  return [
    `${at(timeMs + 4000)} msg="write block completed" component=tsdb mint=${fromMs} maxt=${fromMs + 2 * HOUR_MS
    } ulid=${ulid} duration=4s ooo=false`,
    after === '' ? `${at(timeMs + 5000)} msg="Head GC completed" component=tsdb duration=900ms`
      : `${at(timeMs + 4100)} msg="${after}" component=tsdb ulids=[${ulid}] min_time=${fromMs}`,
  ].join('\n');
}

const heads = [3, 5, 7, 9, 11].map((hour) => (
  { timeMs: DAY_MS + hour * HOUR_MS, fromMs: DAY_MS + (hour - 3) * HOUR_MS }
));
/** Blocks written off the clock, with a range that the head still covers. */
const early = [3.4, 5.7, 7.9, 9.2].map((hour) => (
  { timeMs: DAY_MS + hour * HOUR_MS, fromMs: DAY_MS + 2 * HOUR_MS * Math.floor(hour / 2) }
));

describe('compactions of stale series', () => {
  it.each(['Stale series block created', 'Head portion block created'])(
    'keep the clock of head compactions as it is, by the log (%s)',
    (message) => {
      const start = `time=${new Date(DAY_MS + HOUR_MS).toISOString()} level=INFO source=main.go:1 `
        + 'msg="Starting Prometheus Server" version="(version=3.16.0, branch=HEAD)"';
      const text = [
        ...heads.map(({ timeMs, fromMs }) => ({ timeMs, line: written(timeMs, fromMs, '') })),
        ...early.map(({ timeMs, fromMs }) => ({ timeMs, line: written(timeMs, fromMs, message) })),
      ].toSorted((a, b) => a.timeMs - b.timeMs).map(({ line }) => line);
      const of = (lines: string[]) => {
        const log = readLog(Buffer.from([start, ...lines, ''].join('\n')), isCompactionMessage);
        const read = analyseCompactionLog(log, null);
        if (read === null) throw new Error('The log could not be read.');
        return read.answer;
      };
      const alone = of(text.filter((line) => !line.includes(message)));
      const answer = of(text);
      expect(answer.blockRangeSeconds).toBe(7200);
      expect(answer.compactions.map(({ kind }) => kind).toSorted())
        .toEqual([...heads.map(() => 'head'), ...early.map(() => 'stale-series')]);
      expect(answer.phaseSeconds).toBe(alone.phaseSeconds);
      expect(answer.alignment).toEqual(alone.alignment);
      expect(answer.finding.code).toBe(alone.finding.code);
    }
  );

  it('are told from head compactions and merges by their counter', () => {
    const ticks = Array.from({ length: 300 }, (_, i) => i);
    const since = (...ends: number[]) => (i: number): number => ends.filter((end) => end <= i).length;
    const window = handMadeWindow({
      roles: {
        compactions: ticks.map(since(60, 130, 180)), headTruncations: ticks.map(since(61, 181)),
        staleSeriesRuns: ticks.map(since(132)), compactionSeconds: ticks.map((i) => 4 * since(60, 130, 180)(i)),
        blocksLoaded: ticks.map((i) => 5 + since(60, 131, 180)(i)),
      },
    });
    expect(findCompactions(window).map(({ kind, headCount }) => [kind, headCount])).toEqual(
      [['head', 1], ['stale-series', 0], ['head', 1]]
    );
  });

  it('are told by the hint of their block, and do not shorten the block range', () => {
    const block = (timeMs: number, fromMs: number, hints?: string[]): object => ({
      ulid: ulidAt(timeMs), minTime: fromMs, maxTime: fromMs + (hints === undefined ? 2 * HOUR_MS : HOUR_MS / 2),
      compaction: { level: 1, sources: [], ...(hints === undefined ? {} : { hints }) }, stats: {},
    });
    const blocks = readBlockList({
      blocks: [
        ...heads.map(({ timeMs, fromMs }) => block(timeMs, fromMs)),
        block(DAY_MS + 3.4 * HOUR_MS, DAY_MS, ['from-stale-series']),
        block(DAY_MS + 3.5 * HOUR_MS, DAY_MS, ['from-selected-series']),
      ],
    }) ?? [];
    expect(rangeOfBlocks(blocks)?.ms).toBe(2 * HOUR_MS);
    expect(runsOfBlocks(blocks).map(({ kind }) => kind)).toEqual(
      ['head', 'stale-series', 'stale-series', 'head', 'head', 'head', 'head']
    );
  });
});
