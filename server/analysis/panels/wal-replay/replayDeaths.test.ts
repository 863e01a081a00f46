import { describe, expect, it } from 'vitest';
import { expectGolden, quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { names, panelOf, runs, START } from '../../../../testdata/handMadeReplay.ts';
import { DAMAGE_NOTE } from './replayRecord.ts';

describe('deaths', () => {
  const born = (at: number, count: number): (number | null)[] => runs<number | null>([count, START + at]);

  it.each<[string, number, string, number, number[]]>([
    ['a damaged log: the segments that were read, and that the rest is lost', 1, 'warning', 2, [2, 9]],
    ['a whole log: the counter stands at 0, all were read', 0, 'ok', 9, [9]],
  ])('%s', (name, corruptions, severity, loaded, segments) => {
    // Neither the cursor nor readiness shows that the server gave up at segment 1 of 8, and it reports no duration.
    const panel = panelOf({
      ticks: runs<'ok'>([14, 'ok']),
      roles: {
        ready: runs<number | null>([10, 0], [4, 1]),
        processStartSeconds: runs<number | null>([14, START - 0.5]),
        replaySegmentMin: runs<number | null>([10, 0], [4, null]),
        replaySegmentMax: runs<number | null>([4, 0], [6, 8], [4, null]),
        replaySegmentCurrent: runs<number | null>([6, 0], [4, 1], [4, null]),
        walCorruptions: runs<number | null>([10, 0], [4, corruptions]),
        replaySeconds: runs<number | null>([14, 0]),
      },
    });
    expect(panel.finding).toMatchObject({ code: 'replay-done', severity });
    const counts = [panel.finding.claim, ...panel.finding.evidence].flat()
      .filter((part) => 'unit' in part && part.unit === 'count');
    expect(counts.slice(-segments.length)).toMatchObject(segments.map((quantity) => ({ quantity })));
    expect(panel.finding.evidence[0]?.[0]).toEqual(corruptions > 0 ? { text: DAMAGE_NOTE } : { text: 'Its phases: ' });
    expectGolden('wal-replay', name, panel.finding);
    expect(panel.phases.find(({ name }) => name === 'segments')?.segments).toBe(loaded);
    expect(panel.segments).toEqual({ min: 0, max: 8, current: loaded - 1 });
  });

  it('a start that dies while it replays is critical and tells how far it came', () => {
    const panel = panelOf({
      ticks: runs<'ok' | 'refused'>([8, 'ok'], [3, 'refused']),
      roles: {
        ready: runs([8, 0]), processStartSeconds: born(-0.5, 8), residentBytes: runs([8, 2.1e9]),
        replaySegmentMin: runs([8, 0]), replaySegmentMax: runs([8, 34]), replaySegmentCurrent: [0, 0, 1, 2, 3, 4, 5, 6],
      },
    });
    expect(panel.state).toBe('replaying');
    expect(panel.etaSeconds).toBeNull();
    expect(names(panel).at(-1)).toBe('unreachable');
    expect(panel.finding).toMatchObject(
      { code: 'start-died', severity: 'critical', actions: [{ step: expect.stringContaining('OOM') as string }] }
    );
    const [after, ...more] = quantitiesOf(panel.finding);
    expect(after).toBeCloseTo(8.5, 0);
    expect(more).toEqual([6, 34, 2.1e9]);
    expect(timesOf(panel.finding)).toEqual([panel.finding.moment]);
    expectGolden('wal-replay', 'a start that dies', panel.finding);
  });

  it('a crash loop counts its dead starts', () => {
    const panel = panelOf({
      ticks: runs<'ok' | 'refused'>([4, 'ok'], [2, 'refused'], [4, 'ok'], [2, 'refused'], [5, 'ok']),
      roles: {
        ready: runs<number | null>([4, 0], [2, null], [4, 0], [2, null], [5, 0]),
        processStartSeconds: [...born(-0.5, 4), null, null, ...born(5.5, 4), null, null, ...born(11.5, 5)],
        residentBytes: runs<number | null>([4, 1e9], [2, null], [4, 1e9], [2, null], [5, 1e9]),
      },
    });
    expect(panel.earlier).toMatchObject([{ ready: false, peakRssBytes: 1e9 }, { ready: false, segments: null }]);
    expect(panel.finding).toMatchObject({ code: 'start-running', severity: 'critical' });
    expect(quantitiesOf(panel.finding)[0]).toBe(2);
    expectGolden('wal-replay', 'a crash loop', panel.finding);
  });
});
