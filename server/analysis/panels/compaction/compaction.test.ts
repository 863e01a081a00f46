import { describe, expect, it } from 'vitest';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from './compaction.ts';
import type { CompactionPanel, GcProfile } from '../../../../core/contract/contract.ts';
import { cores, parts, ratio, render } from '../../../../core/text/parts.ts';

const START_MS = 1_800_000_000_000;
const RANGE_SECONDS = 120;

/**
 * Returns the panel of a Prometheus with 2 min blocks, scraped every second. Head compactions start at the given
 * seconds, take 4 s and use 0.8 instead of 0.2 cores; the head began at -120 s. `diskWrite`: bytes/s, quiet and busy.
 */
function panelOf(
  starts: number[], seconds: number,
  options: {
    facts?: TargetFacts; headMin?: boolean; disk?: boolean; failedAt?: number; profiles?: readonly GcProfile[];
    cpu?: (second: number, isInside: boolean) => number;
  } = {}
): CompactionPanel {
  const ticks = Array.from({ length: seconds }, (_, i) => i);
  const ended = (i: number): number => starts.filter((start) => start + 4 <= i).length;
  const inside = (i: number): boolean => starts.some((start) => i > start && i <= start + 4);
  let cpu = 100;
  let disk = 0;
  return analyseCompaction(handMadeWindow({
    roles: {
      compactions: ticks.map((i) => 10 + ended(i)),
      compactionSeconds: ticks.map((i) => 40 + 4 * ended(i)),
      compactionRunning: ticks.map((i) => (starts.some((start) => start < i && i < start + 4) ? 1 : 0)),
      headTruncations: ticks.map((i) => 10 + ended(i)),
      compactionsFailed: ticks.map((i) => (options.failedAt !== undefined && i >= options.failedAt ? 1 : 0)),
      cpuSeconds: ticks.map((i) => (cpu += options.cpu?.(i, inside(i)) ?? (inside(i) ? 0.8 : 0.2))),
      residentBytes: ticks.map((i) => (inside(i) ? 600e6 : 500e6)),
      ...(options.disk === true ? { diskWrittenBytes: ticks.map((i) => (disk += inside(i) ? 12e6 : 1e6)) } : {}),
      ...(options.headMin === false ? {}
        : { headMinTimeMs: ticks.map((i) => START_MS + (ended(i) - 1) * RANGE_SECONDS * 1000 + 300) }),
    },
  }), { facts: options.facts ?? {}, stepMs: null, nowMs: 0, profiles: options.profiles ?? [] });
}

/** Returns a profile taken at the second of the window, compared with quiet times. */
function profileAt(second: number, name: string): GcProfile {
  const start = START_MS / 1000 + second;
  return {
    id: name, name, start, durationSeconds: 5, cpuSeconds: 4, gcCpuSeconds: 1, idleGcCpuSeconds: null, samples: 400,
    gcSamples: 100, againstQuiet: {
      beforeId: 'quiet', taken: { start, end: start + 5 },
      claim: parts`Compaction: +${cores(0.62)} against quiet, ${ratio(0.41)} of it in ${name}.`,
    },
  };
}

describe('the compaction panel by hand', () => {
  const regular = panelOf([60.5, 180.5, 300.5, 420.5], 480, { disk: true });

  it('its finding says what the profile of a compaction has more than quiet times, and opens the diff', () => {
    const said = (profiles: GcProfile[], failedAt?: number): unknown[] => panelOf(
      [60.5, 180.5, 300.5, 420.5], 480, { profiles, ...(failedAt === undefined ? {} : { failedAt }) }
    ).finding.evidence.filter((one) => render(one).includes('quiet,'))
      .map((one) => [render(one), one.flatMap((part) => ('text' in part ? part.diff ?? [] : []))[0]]);
    const claim = (name: string): unknown => [
      `Compaction: +0.62 cores against quiet, 41 % of it in ${name}.`, { before: 'quiet', after: name },
    ];
    expect(said([profileAt(180, 'second'), profileAt(299, 'third'), profileAt(360, 'between')]))
      .toEqual([claim('third')]);
    expect(said([profileAt(180, 'second')], 430)).toEqual([claim('second')]);
    expect(said([profileAt(360, 'between')])).toEqual([]);
  });

  it('does not take for their own the CPU that comes and goes all the time', () => {
    const starts = [60.5, 180.5, 300.5, 420.5];
    // A query runs every seventh second, during compactions and otherwise.
    const ofQueries = (i: number): number => (i % 7 === 0 ? 1.2 : 0.05);
    const usual = panelOf(starts, 480, { cpu: ofQueries });
    expect(usual.multiples.cpu).toBeGreaterThan(2);
    expect(usual.multiples.cpuPValue).toBeGreaterThan(0.1);
    expectGolden('compaction', 'bursts of queries at all times', usual.finding);
    expect(usual.figures.find(({ name }) => name === 'CPU in compactions')?.note).toMatch(/^p = 0\.\d+ that/);
    const dear = panelOf(starts, 480, { cpu: (i, isInside) => ofQueries(i) + (isInside ? 0.8 : 0) });
    expect(dear.multiples.cpuPValue).toBe(0.002);
    expectGolden('compaction', 'compactions between bursts of queries', dear.finding);
  });

  it('on the clock: phase, range, multiples, next', () => {
    expect(regular.blockRangeSeconds).toBe(RANGE_SECONDS);
    expect(regular.phaseSeconds).toBeGreaterThan(59.9);
    expect(regular.phaseSeconds).toBeLessThan(61.1);
    expect(regular.alignment).toMatchObject({ aligned: true, count: 4 });
    expect(regular.multiples.cpu).toBeGreaterThan(3.2);
    expect(regular.multiples.diskWrite).toBeGreaterThan(9);
    expect(regular.multiples.rss).toBeCloseTo(1.2, 2);
    expect(Math.abs((regular.next?.time ?? NaN) - (START_MS / 1000 + 540.5))).toBeLessThan(1);
    expect(regular.finding).toMatchObject({ code: 'compaction-on-clock', severity: 'info' });
    expectGolden('compaction', 'four on the clock', regular.finding);
    regular.compactions.forEach((c) => expect(c.cpuCoreSecondsAboveQuiet).toBeCloseTo(0.6 * 4, 0));
  });

  it('delayed compaction: 9 s late each time, so the next one is told 9 s late', () => {
    const panel = panelOf([69.5, 189.5, 309.5, 429.5], 480);
    expect(panel.alignment.aligned).toBe(true);
    expectGolden('compaction', 'delayed by 9 s', panel.finding);
    expect(Math.abs((panel.phaseSeconds ?? NaN) - 69.5)).toBeLessThan(1);
    expect(Math.abs((panel.next?.time ?? NaN) - (START_MS / 1000 + 549.5))).toBeLessThan(1.5);
  });

  it('without the head\'s minimum time the flags and the phase seen tell the next one', () => {
    const panel = panelOf([60.5, 180.5, 300.5], 400, { headMin: false, facts: { blockRangeSeconds: RANGE_SECONDS } });
    expect(panel.blockRangeSource).toBe('cmdline');
    expect(panel.next?.basis).toContain('phase of the 3 seen');
    expect(Math.abs((panel.next?.time ?? NaN) - (START_MS / 1000 + 420.5))).toBeLessThan(1);
  });

  it('off the clock: says so instead of naming a phase', () => {
    const panel = panelOf(
      [10.5, 97.5, 210.5, 250.5, 331.5, 410.5], 480, { headMin: false, facts: { blockRangeSeconds: RANGE_SECONDS } }
    );
    expect(panel.alignment.aligned).toBe(false);
    expect(panel.finding.code).toBe('compaction-off-clock');
    expect(quantitiesOf(panel.finding)).toContain(6);
    expectGolden('compaction', 'six off the clock', panel.finding);
  });

  it('two are too few to test', () => {
    const panel = panelOf([60.5, 180.5], 240);
    expect(panel.alignment).toMatchObject({ aligned: false, pValue: null, count: 2 });
    expect(panel.finding).toMatchObject({ code: 'too-few-compactions', severity: 'unknown' });
    expect(quantitiesOf(panel.finding).slice(0, 2)).toEqual([2, 3]);
    expectGolden('compaction', 'two on the clock', panel.finding);
    expect(Math.abs((panel.next?.time ?? NaN) - (START_MS / 1000 + 300.5))).toBeLessThan(1);
  });

  it('none yet, but the range is known: the next one by rule', () => {
    const panel = panelOf([], 50, { facts: { blockRangeSeconds: RANGE_SECONDS } });
    expect(panel.next?.basis).toContain('by rule, not yet seen');
    expect(panel.next?.time).toBeCloseTo(START_MS / 1000 + 60.3, 5);
  });

  it('overdue by more than the clock allows: the next instant, and why', () => {
    const panel = panelOf([], 110, { facts: { blockRangeSeconds: RANGE_SECONDS } });
    expect(panel.next?.basis).toContain('overdue');
    expect(panel.next?.time).toBeCloseTo(START_MS / 1000 + 180, 0);
  });

  it('failed compactions are a warning', () => {
    const panel = panelOf([60.5, 180.5, 300.5], 400, { failedAt: 350 });
    expect(panel.finding).toMatchObject({ code: 'compaction-failing', severity: 'warning' });
    expect(quantitiesOf(panel.finding)[0]).toBe(1);
    expectGolden('compaction', 'one failed', panel.finding);
  });

  it.each<[TargetKind, string, string]>([
    ['victoriametrics', 'merges-continuous', 'info'],
    ['prometheus-agent', 'agent-never-compacts', 'info'],
    ['unknown', 'no-compaction-counter', 'unknown'],
    ['go', 'no-compaction-counter', 'unknown'],
  ])('%s: an honest finding, no clock', (kind, code, severity) => {
    const panel = analyseCompaction(handMadeWindow({
      kind,
      roles: { cpuSeconds: [1, 2, 3, 4], ...(kind === 'victoriametrics' ? { compactions: [10, 12, 14, 16] } : {}) },
    }), { facts: {}, stepMs: null, nowMs: 0 });
    expect(panel.finding).toMatchObject({ code, severity });
    if (kind === 'victoriametrics') expect(quantitiesOf(panel.finding)).toEqual([2]);
    expectGolden('compaction', `target of kind ${kind}`, panel.finding);
    expect(panel).toMatchObject({ compactions: [], next: null, phaseSeconds: null, blockRangeSeconds: null });
    expect(panel.series.cpuCores).toEqual([null, 1, 1, 1]);
  });

  it('an empty window is an empty panel', () => {
    const panel = analyseCompaction(
      handMadeWindow({ roles: {} }), { facts: { blockRangeSeconds: 7200 }, stepMs: null, nowMs: 0 }
    );
    expect(panel).toMatchObject({ compactions: [], next: null, series: { time: [] } });
    expect(panel.finding).toMatchObject({ code: 'nothing-scraped', severity: 'unknown' });
    expectGolden('compaction', 'empty window', panel.finding);
  });

  it('a block range of next to nothing from a hostile target makes no huge fold', () => {
    expect(panelOf([60.5], 100, { facts: { blockRangeSeconds: 1e-6 } }).fold.offsetSeconds.length)
      .toBeLessThanOrEqual(120);
  });
});
