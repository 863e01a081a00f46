import { describe, expect, it } from 'vitest';
import type { CompactionPanel } from '../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { expectGolden, quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from './compaction.ts';
import { analyseCompactionOverlap } from './compactionOverlap.ts';

/** Multiple of every range used here. */
const START_MS = 1_800_000_000_000;

interface Played {
  seconds?: number;
  rangeSeconds?: number;
  stepSeconds?: number;
  /** Seconds that the target's clock is ahead of ours. */
  aheadSeconds?: number;
  /** Second from which no compaction begins. */
  stuckAt?: number;
  /** Second from which each try, one per minute, fails until `healedAt`. */
  failsAt?: number;
  healedAt?: number;
  /** The process is down from `at` for `downSeconds`; then it may have another range. */
  restart?: { at: number; downSeconds: number; rangeSeconds?: number };
  /** Seconds from the head's beginning to the window's. */
  headBefore?: number;
}

/**
 * Returns a Prometheus that follows the rule: 4 s of work half a range past each boundary, with 0.8 instead of 0.2
 * cores; a GC cycle every 30 s.
 */
function play(how: Played): Parameters<typeof handMadeWindow>[0] {
  const {
    seconds = 1800, stepSeconds = 1, aheadSeconds = 0, restart, healedAt = Infinity, failsAt = Infinity,
    stuckAt = Infinity,
  } = how;
  let range = how.rangeSeconds ?? 120;
  const nowMs = (second: number): number => START_MS + 1000 * (second + aheadSeconds);
  let headMinMs = nowMs(0) - 1000 * (how.headBefore ?? 0);
  headMinMs -= headMinMs % (range * 1000);
  let bornMs = nowMs(-3600), cpu = 100, gc = 5, lastGcMs = nowMs(-10), done = 7, failed = 0, lookedAt = -60,
    busyUntil = -1, down = false;
  const columns = {
    processStartSeconds: [] as (number | null)[], cpuSeconds: [] as (number | null)[],
    gcCycles: [] as (number | null)[], lastGcSeconds: [] as (number | null)[], compactions: [] as (number | null)[],
    compactionSeconds: [] as (number | null)[], headTruncations: [] as (number | null)[],
    compactionsFailed: [] as (number | null)[], headMinTimeMs: [] as (number | null)[],
    headMaxTimeMs: [] as (number | null)[],
  };
  const ticks: ('ok' | 'refused')[] = [];
  for (let second = 0; second < seconds; second++) {
    if (restart !== undefined && second === restart.at) down = true;
    if (restart !== undefined && second === restart.at + restart.downSeconds) {
      [down, bornMs, cpu, gc, done, busyUntil] = [false, nowMs(second), 0, 0, 0, -1];
      range = restart.rangeSeconds ?? range;
    }
    if (!down) {
      if (
        busyUntil === second
      ) { done++; headMinMs = Math.floor(headMinMs / (range * 1000)) * range * 1000 + range * 1000; busyUntil = -1; }
      const due = busyUntil < 0 && second < stuckAt && nowMs(second) - headMinMs > 1500 * range;
      if (due && second >= failsAt && second < healedAt) {
        if (second - lookedAt >= 60) { failed++; lookedAt = second; }
      } else if (due) busyUntil = second + 4;
      cpu += busyUntil >= 0 ? 0.8 : 0.2;
      if (second % 30 === 0) { gc++; lastGcMs = nowMs(second); cpu += 0.3; }
    }
    if (second % stepSeconds !== 0) continue;
    ticks.push(down ? 'refused' : 'ok');
    const say = (column: (number | null)[], value: number): number => column.push(down ? null : value);
    say(columns.processStartSeconds, bornMs / 1000); say(columns.cpuSeconds, cpu); say(columns.gcCycles, gc);
      say(columns.lastGcSeconds, lastGcMs / 1000);
    say(columns.compactions, done); say(columns.compactionSeconds, 4 * done); say(columns.headTruncations, done);
      say(columns.compactionsFailed, failed);
    say(columns.headMinTimeMs, headMinMs); say(columns.headMaxTimeMs, nowMs(second));
  }
  return { startMs: START_MS, stepMs: 1000 * stepSeconds, ticks, roles: columns };
}

function panelOf(how: Played, facts: TargetFacts = {}): CompactionPanel {
  return analyseCompaction(handMadeWindow(play(how)), { facts, stepMs: null, nowMs: 0 });
}

describe('a head that is not cut', () => {
  it('because compactions fail: that comes first, and is critical once the head has outgrown its range', () => {
    const panel = panelOf({ failsAt: 500 });
    expect(panel.finding.severity).toBe('critical');
    expect(panel.finding.code).toBe('compaction-failing');
    const [failures, spans, cutAt, ...clock] = quantitiesOf(panel.finding);
    expect(failures).toBeGreaterThan(3);
    expect(spans).toBeGreaterThan(1.7);
    expect(cutAt).toBe(1.5);
    expect(clock).toContain(120);
    expect(timesOf(panel.finding)).toEqual([START_MS / 1000 + 540]);
    expectGolden('compaction', 'compactions fail', panel.finding);
  });

  it('for a while, and then all was well: a warning that says so', () => {
    const panel = panelOf({ failsAt: 500, healedAt: 700 });
    expect(panel.finding.severity).toBe('warning');
    expect(panel.finding.code).toBe('compaction-recovered');
    expect(quantitiesOf(panel.finding)[0]).toBe(3);
    // Names the compaction that was late because of them.
    expect(timesOf(panel.finding).slice(1)).toEqual([panel.next?.time]);
    expectGolden('compaction', 'failed for a while', panel.finding);
  });

  it('and none began at all: no lack of data, but critical', () => {
    const panel = panelOf({ stuckAt: 0, headBefore: 600 }, { blockRangeSeconds: 120 });
    expect(panel.finding).toMatchObject({ code: 'compaction-falling-behind', severity: 'critical' });
    const [spans, cutAt, ...more] = quantitiesOf(panel.finding);
    expect(spans).toBeGreaterThanOrEqual(20);
    expect(spans).toBeLessThan(30);
    expect([cutAt, more]).toEqual([1.5, []]);
    expect(timesOf(panel.finding)).toHaveLength(1);
    expectGolden('compaction', 'none began', panel.finding);
  });

  it('just after a start, with what a time without the process left: not told as falling behind', () => {
    const panel = panelOf({ seconds: 1030, stuckAt: 590, restart: { at: 600, downSeconds: 420 } });
    expect(panel.keepingUp.verdict).toBe('unknown');
    expect(panel.keepingUp.sentence).toMatch(/just after a start/);
    expect(panel.finding.severity).not.toBe('critical');
    expectGolden('compaction', 'just after a start', panel.finding);
  });

  it('of a target that is down now: nothing is overdue', () => {
    const panel = panelOf({ restart: { at: 1000, downSeconds: 10_000 } });
    expect(timesOf(panel.finding)).toEqual([]);
    expectGolden('compaction', 'target down now', panel.finding);
    expect(panel.next).toBeNull();
    expect(panelOf({ seconds: 1020, restart: { at: 1000, downSeconds: 10_000 } }).next).not.toBeNull();
  });
});

describe('a target whose clock differs from ours', () => {
  it.each([[30], [-30], [400], [-4000]])('by %d s: phase on its clock, the next one on ours', (aheadSeconds) => {
    const panel = panelOf({ aheadSeconds, headBefore: 60 });
    expect(panel.blockRangeSeconds).toBe(120);
    expect(Math.abs(panel.phaseErrorSeconds ?? NaN)).toBeLessThan(2);
    expect(panel.alignment.aligned).toBe(true);
    expect(panel.delay?.verdict).toBe('on-time');
    // It compacts each time its own clock is 60 s past a boundary.
    const onItsClock = (panel.next?.time ?? NaN) + aheadSeconds;
    expect(Math.abs(((onItsClock % 120) + 120) % 120 - 60)).toBeLessThan(2);
    expect(panel.next?.time).toBeGreaterThan(START_MS / 1000 + 1798);
    expect(panel.next?.time).toBeLessThan(START_MS / 1000 + 1800 + 121);
    for (const { phaseSeconds } of panel.compactions) expect(Math.abs((phaseSeconds ?? NaN) - 60)).toBeLessThan(2);
    const dearest = panel.fold.cpuCores.mean.reduce<number>(
      (most, value, bin) => ((value ?? 0) > (panel.fold.cpuCores.mean[most] ?? 0) ? bin : most), 0
    );
    expect(Math.abs((panel.fold.offsetSeconds[dearest] ?? NaN) - 62)).toBeLessThan(4);
    expect(panel.notes.map(({ sentence }) => sentence).join(' '))
      .toContain(`${aheadSeconds > 0 ? 'ahead of' : 'behind'} this one`);
  });

  it('the same clock: no word of it', () => {
    expect(panelOf({}).notes.map(({ sentence }) => sentence).join(' ')).not.toContain('clock is');
  });

  describe('in the herd', () => {
    const member = (name: string, aheadSeconds: number) => ({
      name, window: handMadeWindow(play({ aheadSeconds, headBefore: 60 })), facts: {},
    });

    it('two that compact at the same instant by clocks half a range apart do not', () => {
      expect(analyseCompactionOverlap([member('a', 0), member('b', 0)]).finding.code).toBe('herd-together');
      const { finding } = analyseCompactionOverlap([member('a', 0), member('b', 60)]);
      expect(finding.code).toBe('herd-apart');
      expect(Math.abs((quantitiesOf(finding)[1] ?? NaN) - 60)).toBeLessThan(2);
    });

    it('each has its phase on our clock: earlier by what its own is ahead', () => {
      const { targets } = analyseCompactionOverlap([member('a', 0), member('b', 30), member('c', -30)]);
      const off = [60, 30, 90].map((wanted, i) => Math.abs((targets[i]?.phaseSeconds ?? NaN) - wanted));
      expect(Math.max(...off)).toBeLessThan(2);
    });
  });
});

describe('starts in the window', () => {
  it('with another block range: the clock is that of the time since, and it is said', () => {
    const panel = panelOf({ seconds: 5400, restart: { at: 1800, downSeconds: 5, rangeSeconds: 600 } });
    expect(panel.blockRangeSeconds).toBe(600);
    expect(panel.alignment).toMatchObject({ aligned: true });
    expect(Math.abs(panel.phaseErrorSeconds ?? NaN)).toBeLessThan(2);
    expect(panel.keepingUp.verdict).toBe('keeping-up');
    expect(panel.fold.periodSeconds).toBe(600);
    expect(panel.fold.cycles.every(({ start }) => start >= START_MS / 1000 + 1800)).toBe(true);
    const before = panel.notes.flatMap(({ parts }) => parts.flatMap((part) => ('time' in part ? [part.time] : [])));
    expect(before).toHaveLength(1);
    expect(Math.abs((before[0] ?? NaN) - START_MS / 1000 - 1805)).toBeLessThan(10);
    expect(panel.notes.map(({ sentence }) => sentence).join(' ')).toContain('its block range was 2m');
  });

  it('flags are those of now: a window from before the change keeps its own range', () => {
    const panel = panelOf({}, { blockRangeSeconds: 7200 });
    expect(panel.blockRangeSeconds).toBe(120);
    expect(panel.alignment.aligned).toBe(true);
  });

  it('a compaction that waited for the process to come back is not held against the clock', () => {
    const panel = panelOf({ seconds: 2400, restart: { at: 650, downSeconds: 42 } });
    expect(panel.alignment.aligned).toBe(true);
    expect(panel.delay?.verdict).toBe('on-time');
    const row = panel.figures.find(({ name }) => name === 'Head compactions on the clock');
    expect(row?.note).toContain('1 more that were due while the process was down or starting');
  });
});

it('scrapes too far apart for the range: the compactions are there, their moments are not known', () => {
  const panel = panelOf({ seconds: 7200, stepSeconds: 60 });
  expect(panel.finding).toMatchObject({ code: 'too-few-compactions', severity: 'unknown' });
  const [needed, vague] = quantitiesOf(panel.finding);
  expect(needed).toBe(3);
  expect(vague).toBeGreaterThan(10);
  expectGolden('compaction', 'scrapes too far apart', panel.finding);
  expect(panel.keepingUp).toMatchObject(
    { verdict: 'unknown', sentence: expect.stringMatching(/^\d+ head compactions .* too far apart/) as string }
  );
});

it('tries that fail step the counter of compactions too, and are no compactions', () => {
  const window = play({ failsAt: 500 });
  // A real 2.42 with a full disk reports 11 tries, 11 failures and 11 "compactions".
  const { compactions = [], compactionsFailed = [] } = window.roles;
  window.roles.compactions = compactions.map((count, i) => (count ?? 0) + (compactionsFailed[i] ?? 0));
  const panel = analyseCompaction(handMadeWindow(window), { facts: {}, stepMs: null, nowMs: 0 });
  const failed = panel.compactions.filter(({ kind }) => kind === 'failed');
  expect(failed.reduce((sum, { count }) => sum + count, 0))
    .toBe(Math.max(...compactionsFailed.map((count) => count ?? 0)));
  expect(panel.compactions.filter(({ kind }) => kind === 'head')).toHaveLength(3);
  expect(panel.alignment.count).toBe(3);
  expect(panel.finding).toMatchObject({ code: 'compaction-failing', severity: 'critical' });
  expectGolden('compaction', 'tries that fail', panel.finding);
});

it('none but failed tries, and no range known: nothing but the trouble', () => {
  const window = play({ seconds: 400, failsAt: 0, headBefore: 600 });
  const { compactions = [], compactionsFailed = [] } = window.roles;
  window.roles.compactions = compactions.map((count, i) => (count ?? 0) + (compactionsFailed[i] ?? 0));
  const { finding } = analyseCompaction(handMadeWindow(window), { facts: {}, stepMs: null, nowMs: 0 });
  expect(finding).toMatchObject({
    code: 'compaction-failing', severity: 'warning',
    actions: [{ step: expect.stringContaining('free space') as string }],
  });
  expectGolden('compaction', 'failed tries only', finding);
});
