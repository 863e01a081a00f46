import { describe, expect, it } from 'vitest';
import type { ReplayPhase, WalReplayPanel } from '../../contract/contract.ts';
import { replayBar, withTypedLimit } from './replayBar.ts';

const START = 1_000;
const phase = (name: ReplayPhase['name'], start: number, seconds: number, end: number | null): ReplayPhase =>
  ({ name, start, end, durationSeconds: seconds, segments: null });

function panelOf(more: Partial<WalReplayPanel>): WalReplayPanel {
  return {
    range: { start: 0, end: START + 40, step: 1, scrapes: 40 }, missing: [], restarts: [], gapSpans: [], figures: [],
    finding: {
      code: 'replaying', severity: 'info', claim: [], evidence: [], confidence: 'sure', actions: [], moment: null,
      sentence: '', time: null,
    },
    state: 'replaying', progressRatio: 0.5, segments: null, segmentsPerSecond: null, etaBasis: 'segments', points: [],
    forecasts: [], forecastScore: null, totalDurationSeconds: null, reportedDurationSeconds: null, earlier: [],
    rates: { time: [], segmentsPerSecond: [], samplesPerSecond: [], bytesPerSecond: [], gcRatio: [] },
    memory: {
      limitBytes: null, limitSource: null, projectedPeakBytes: 900, projectedLowBytes: 800, projectedHighBytes: 1_100,
      risk: 'unknown', steps: [], killed: null,
    },
    phases: [
      phase('unreachable', START - 10, 10, START), phase('opening', START, 10, START + 10),
      phase('segments', START + 10, 30, null),
    ],
    etaSeconds: { low: 20, median: 30, high: 50 }, ...more,
  };
}

describe('the start as one bar', () => {
  it('places phases, the expected end and the deadline on one axis; the probe counts from the process start', () => {
    // 40 s seen, at most 60 s to come; the probe ends it 70 s after the start.
    const bar = replayBar(panelOf({ etaSeconds: { low: 30, median: 40, high: 60 } }), 70);
    expect(bar?.phases.map(({ name, from, to }) => [name, from, to].join(' ')))
      .toEqual(['opening 0 0.1', 'segments 0.1 0.4']);
    expect(bar).toMatchObject({
      doneTo: 0.4, expected: { from: 0.7, to: 1, text: 'expected end: about 40 s left (30 s to 60 s)' },
      deadline: { at: 0.7, isExceeded: false },
    });
  });

  it('begins with the process, however long it was down before', () => {
    const [, ...started] = panelOf({}).phases;
    const down = replayBar(panelOf({ phases: [phase('unreachable', START - 232, 232, START), ...started] }), null);
    expect(down).toEqual(replayBar(panelOf({ phases: started }), null));
  });

  it('widens for a deadline that is near, and only names one that is far', () => {
    expect(replayBar(panelOf({}), 100)).toMatchObject({ doneTo: 0.4, deadline: { at: 1 } });
    expect(replayBar(panelOf({ etaSeconds: { low: 20, median: 30, high: 40 } }), 900))
      .toMatchObject({ doneTo: 0.5, deadline: { at: null } });
    expect(replayBar(panelOf({}), 30)?.deadline?.isExceeded).toBe(true);
  });

  it('that is over has no expected end; without a phase there is no bar', () => {
    expect(replayBar(panelOf({ state: 'done', etaSeconds: null }), null)).toMatchObject({
      doneTo: 1, expected: null, deadline: null,
    });
    expect(replayBar(panelOf({ phases: [] }), 60)).toBeNull();
  });
});

describe('a memory limit that was typed', () => {
  it('gives the risk, in place of the host and the configuration', () => {
    expect(withTypedLimit(panelOf({}), 920).memory).toMatchObject({ limitBytes: 920, risk: 'high' });
    expect(withTypedLimit(panelOf({}), 1_050).memory.risk).toBe('low');
    expect(withTypedLimit(panelOf({}), 2_000).memory.risk).toBe('none');
    expect(withTypedLimit(panelOf({}), null).memory.risk).toBe('unknown');
  });

  it('does not hide a lower GOMEMLIMIT', () => {
    const { memory } = panelOf({});
    const limited = panelOf({ memory: { ...memory, limitBytes: 950, limitSource: 'gomemlimit', risk: 'low' } });
    expect(withTypedLimit(limited, 2_000)).toBe(limited);
    expect(withTypedLimit(limited, 900).memory).toMatchObject({ limitBytes: 900, limitSource: 'configured' });
  });
});
