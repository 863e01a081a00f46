import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { WalReplayPanel } from '../../../../core/contract/contract.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { expectGolden, quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { analyseWalReplay } from './walReplay.ts';

/** Times from the log and the readiness endpoint of the recorded restart (kill -9 at 16:52:58.708 UTC). */
const truth = {
  killMs: 1_795_193_578_708,
  restartMs: 1_795_193_580_843,
  walBeginsMs: 1_795_193_581_294,
  replayedMs: 1_795_193_645_045,
  readyMs: 1_795_193_645_601,
  reportedSeconds: 64.163219391,
  peakRssBytes: 1091e6,
  segments: 35,
};

const whole = loadRecording(recordings.walReplay);

/**
 * Returns the panel of the recording up to a time, with at least `everyMs` between scrapes; without the collector's own
 * series if `cursor` is false.
 */
function panelUntil(
  endMs: number, { everyMs = 0, cursor = true, limit }: { everyMs?: number; cursor?: boolean; limit?: number } = {}
): WalReplayPanel {
  const { scrapes } = whole;
  const rows: number[] = [];
  let last = -Infinity;
  for (let row = 0; row < scrapes.length && numberAt(scrapes.startMs, row) < endMs; row++) {
    if (numberAt(scrapes.startMs, row) - last < everyMs - 50) continue;
    rows.push(row);
    last = numberAt(scrapes.startMs, row);
  }
  const window = roleWindow({
    startMs: whole.startMs,
    endMs: Math.min(endMs, whole.endMs),
    scrapes: {
      length: rows.length,
      startMs: Float64Array.from(rows, (row) => numberAt(scrapes.startMs, row)),
      durationSeconds: Float64Array.from(rows, (row) => numberAt(scrapes.durationSeconds, row)),
      status: Uint16Array.from(rows, (row) => scrapes.status[row] ?? 0),
      bytes: Float64Array.from(rows, (row) => numberAt(scrapes.bytes, row)),
      error: rows.map((row) => elementAt(scrapes.error, row)),
      repeated: Uint8Array.from(rows, (row) => numberAt(scrapes.repeated, row)),
    },
    series: whole.series.filter(({ name }) => cursor || !name.startsWith('tsdbscope_')).map((series) => ({
      ...series,
      values: Float64Array.from(rows, (row) => numberAt(series.values, row)),
      present: Uint8Array.from(rows, (row) => numberAt(series.present, row)),
    })),
  }, 'prometheus', '2.42.0');
  return analyseWalReplay(
    window, { facts: limit === undefined ? {} : { memoryLimitBytes: limit }, nowMs: endMs, stepMs: null }
  );
}

describe.each([0, 1000])('the finished replay, scraped every %i ms (0 = 200 ms)', (everyMs) => {
  const panel = panelUntil(Infinity, { everyMs });
  const slack = everyMs === 0 ? 0.5 : 1.2;

  it('took as long as the log and the readiness endpoint say', () => {
    expect(panel.state).toBe('done');
    expect(panel.progressRatio).toBe(1);
    expect(Math.abs((panel.totalDurationSeconds ?? NaN) - (truth.readyMs - truth.restartMs) / 1000))
      .toBeLessThan(slack);
    expect(panel.reportedDurationSeconds).toBeCloseTo(truth.reportedSeconds, 6);
  });

  it('has the phases of the log, one after the other', () => {
    const names = panel.phases.map(({ name }) => name);
    expect(names).toEqual(['unreachable', 'opening', 'mmapped-chunks', 'segments', 'finishing', 'warm-up']);
    const segments = elementAt(panel.phases, 3);
    expect(segments.segments).toBe(truth.segments);
    expect(Math.abs(segments.start - truth.walBeginsMs / 1000)).toBeLessThan(slack);
    expect(Math.abs((segments.end ?? NaN) - truth.replayedMs / 1000)).toBeLessThan(2 * slack);
    expect(Math.abs(elementAt(panel.phases, 0).start - truth.killMs / 1000)).toBeLessThan(slack);
    panel.phases.slice(1)
      .forEach((phase, i) => expect(phase.start).toBeCloseTo(elementAt(panel.phases, i).end ?? NaN, 3));
  });

  it('says so', () => {
    expect(panel.finding).toMatchObject(
      { code: 'replay-done', severity: 'info', confidence: 'sure', moment: elementAt(panel.phases, 1).start }
    );
    const quantities = quantitiesOf(panel.finding);
    expect(quantities[0]).toBe(panel.totalDurationSeconds);
    expect(quantities).toContain(35);
    expect(quantities).toContain(elementAt(panel.phases, 0).durationSeconds);
    expect(quantities.at(-1)).toBeCloseTo(truth.reportedSeconds, 6);
    expectGolden('wal-replay', `recording of a restart, every ${everyMs} ms`, panel.finding);
  });

  it.each(['load', 'cpuLimit', 'cpuLimitStart'] as const)('the claim of recording %s is a claim', (name) => {
    const window = roleWindow(loadRecording(recordings[name]), 'prometheus', '2.42.0');
    expectGolden(
      'wal-replay', `recording ${name}`, analyseWalReplay(window, { facts: {}, nowMs: 0, stepMs: null }).finding
    );
  });

  it('points rise and never fall within the replay, and hold the memory', () => {
    const ratios = panel.points.flatMap(({ progressRatio }) => (progressRatio === null ? [] : [progressRatio]));
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    expect(panel.points.length).toBeLessThanOrEqual(2000);
    expect(Math.max(...panel.points.map(({ segment }) => segment ?? 0))).toBe(34);
    expect(Math.abs((panel.memory.projectedPeakBytes ?? NaN) / truth.peakRssBytes - 1)).toBeLessThan(0.02);
  });
});

/** Returns the panel and the true time left at every 0.8 s of the replay. */
function forecasts(options: { everyMs?: number; cursor?: boolean }): { left: number; panel: WalReplayPanel }[] {
  const told: { left: number; panel: WalReplayPanel }[] = [];
  for (let endMs = truth.killMs + 3000; endMs < truth.readyMs - 300; endMs += 800) {
    const panel = panelUntil(endMs, options);
    const lastMs = (panel.points.at(-1)?.time ?? NaN) * 1000;
    told.push({ left: (truth.readyMs - lastMs) / 1000, panel });
  }
  return told;
}

describe.each([0, 1000])('cut while it replays, scraped every %i ms (0 = 200 ms)', (everyMs) => {
  const told = forecasts({ everyMs });
  const withEta = told.filter(({ panel }) => panel.etaSeconds !== null);

  it('is replaying at every cut, and no progress falls from one cut to the next', () => {
    let last = 0;
    for (const { panel } of told) {
      expect(panel.state).toBe('replaying');
      expect(panel.progressRatio ?? 0).toBeGreaterThanOrEqual(last);
      expect(panel.progressRatio ?? 0).toBeLessThan(1);
      last = panel.progressRatio ?? 0;
    }
    expect(last).toBeGreaterThan(0.9);
  });

  const fromAFifth = withEta.filter(({ panel: { progressRatio } }) => (progressRatio ?? 0) >= 0.2);

  it('forecasts from the tenth second on, and from a fifth of the segments mostly within its band', () => {
    expect(withEta.length).toBeGreaterThanOrEqual(told.length - 12);
    const outside = fromAFifth.filter(
      ({ left, panel: { etaSeconds } }) => etaSeconds === null || left < etaSeconds.low || left > etaSeconds.high
    );
    expect(outside.length).toBeLessThanOrEqual(0.25 * fromAFifth.length);
  });

  it('is nearer to the truth than segments alone, which are 11 to 15 s early in the first half', () => {
    const errors = fromAFifth.map(({ left, panel: { etaSeconds } }) => Math.abs((etaSeconds?.median ?? NaN) - left));
    const linear = fromAFifth.flatMap(({ left, panel: { segments, points } }) => {
      if (segments === null || segments.current < 1) return [];
      const elapsed = (points.at(-1)?.time ?? NaN) - truth.walBeginsMs / 1000;
      return [Math.abs(elapsed / (segments.current + 1) * (34 - segments.current) - left)];
    });
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(errors)).toBeLessThan(0.75 * mean(linear));
    expect(Math.max(...errors)).toBeLessThan(23);
  });

  it('projects the peak of memory within a quarter from halfway on', () => {
    told.filter(({ left }) => left < 30).forEach(({ panel: { memory } }) => {
      expect(Math.abs((memory.projectedPeakBytes ?? NaN) / truth.peakRssBytes - 1)).toBeLessThan(0.25);
    });
  });
});

it('from /metrics alone says what is missing, and forecasts once the head moves again', () => {
  const told = forecasts({ cursor: false });
  const withEta = told.filter(({ panel }) => panel.etaSeconds !== null);
  expect(withEta.length).toBeGreaterThan(0.25 * told.length);
  withEta.forEach(({ left, panel: { etaSeconds } }) => {
    expect(etaSeconds?.low).toBeLessThanOrEqual(left);
    expect(etaSeconds?.high).toBeGreaterThanOrEqual(left);
  });
  const done = panelUntil(Infinity, { cursor: false });
  expect(done).toMatchObject({ state: 'done', segments: null, segmentsPerSecond: null });
  expect(Math.abs((done.totalDurationSeconds ?? NaN) - (truth.readyMs - truth.restartMs) / 1000)).toBeLessThan(0.5);
  expect(elementAt(done.missing, 0).names).toEqual(['/api/v1/status/walreplay']);
});

it('live, the finding names the time left, and as evidence segment, share, rate and memory', () => {
  const { finding, segments } = panelUntil(truth.killMs + 40_000);
  expect(segments).toEqual({ min: 0, max: 34, current: 21 });
  expect(finding).toMatchObject({ code: 'replay-running', severity: 'warning', confidence: 'likely' });
  const [left, low, running = NaN, current, last, share, rate = NaN, resident = NaN] = quantitiesOf(finding);
  expect(low).toBeGreaterThan(5);
  expect(left).toBeGreaterThan(low ?? NaN);
  expect([current, last, share]).toEqual([21, 34, 0.62]);
  expect(Math.floor(running / 10)).toBe(3);
  expect(rate).toBeGreaterThan(0);
  expect(rate).toBeLessThan(1);
  expect(resident).toBeGreaterThan(700 * 2 ** 20);
  expect(resident).toBeLessThan(900 * 2 ** 20);
  expectGolden('wal-replay', 'recording, live at 40 s', finding);
});

it.each<[string, number, WalReplayPanel['memory']['risk'], string]>([
  ['far below the limit', 4e9, 'none', 'warning'],
  ['near it', 1.25e9, 'low', 'warning'],
  ['beyond it', 1.0e9, 'high', 'critical'],
])('memory projected %s', (name, limit, risk, severity) => {
  const panel = panelUntil(truth.killMs + 48_000, { limit });
  expect(panel.memory).toMatchObject({ limitBytes: limit, risk });
  expect(panel.finding.severity).toBe(severity);
  expectGolden('wal-replay', `recording, memory projected ${name}`, panel.finding);
});

it('before the kill there is no start to show', () => {
  const panel = panelUntil(truth.killMs);
  expect(panel).toMatchObject({ state: 'none', phases: [], points: [], progressRatio: null });
  expect(panel.finding.code).toBe('restart-cost');
  // The start took 64.9 s, on a busy host.
  expect(panel.restart?.seconds.low).toBeLessThan(64.9);
  expect(panel.restart?.seconds.high).toBeGreaterThan(64.9);
  expect(Math.floor((timesOf(panel.finding)[0] ?? NaN) / 60)).toBe(Date.UTC(2026, 10, 20, 16, 48) / 60_000);
  expectGolden('wal-replay', 'recording before the kill', panel.finding);
});

it('killed and not yet back: nobody answers, and no replay is claimed', () => {
  const panel = panelUntil(truth.restartMs);
  expect(panel.state).toBe('none');
  expect(panel.finding).toMatchObject({ code: 'target-down', severity: 'critical' });
  expect(Math.round(panel.finding.moment ?? NaN)).toBe(Date.UTC(2026, 10, 20, 16, 52, 59) / 1000);
  expect(timesOf(panel.finding)).toEqual([panel.finding.moment]);
  expectGolden('wal-replay', 'recording, killed and not yet back', panel.finding);
});
