import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { roleWindow } from '../../../data/metrics/roles.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { expectGolden, quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import truth from '../../../../testdata/recordings/prom-2.42-load.compactions.json' with { type: 'json' };
import { analyseCompaction } from './compaction.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';

const whole = loadRecording(recordings.load);

/** Returns every n-th scrape of the recording up to a time. */
function recorded(endMs = Infinity, every = 1): RoleWindow {
  const rows = Array.from(whole.scrapes.startMs.keys())
    .filter((row) => numberAt(whole.scrapes.startMs, row) < endMs && row % every === 0);
  const { scrapes } = whole;
  return roleWindow({
    startMs: whole.startMs,
    endMs: Math.min(whole.endMs, endMs),
    scrapes: {
      length: rows.length,
      startMs: Float64Array.from(rows, (row) => numberAt(scrapes.startMs, row)),
      durationSeconds: Float64Array.from(rows, (row) => numberAt(scrapes.durationSeconds, row)),
      status: Uint16Array.from(rows, (row) => scrapes.status[row] ?? 0),
      bytes: Float64Array.from(rows, (row) => numberAt(scrapes.bytes, row)),
      error: rows.map((row) => elementAt(scrapes.error, row)),
      repeated: Uint8Array.from(rows, (row) => numberAt(scrapes.repeated, row)),
    },
    series: whole.series.map((series) => ({
      ...series,
      values: Float64Array.from(rows, (row) => numberAt(series.values, row)),
      present: Uint8Array.from(rows, (row) => numberAt(series.present, row)),
    })),
  }, 'prometheus', '2.42.0');
}

describe.each([1, 5])('compactions of the recording, scraped every %i s, against the log', (every) => {
  const found = findCompactions(recorded(Infinity, every));

  it('finds every episode and invents none', () => {
    expect(found).toHaveLength(truth.episodes.length);
  });

  const episodes = truth.episodes.map((episode, i) => ({ ...episode, i }));
  it.each(episodes)('bounds episode $i by its two scrapes and knows its kind', (given) => {
    const { i, startMs, endMs, headBlocks, levelCompactions } = given;
    const episode = elementAt(found, i);
    expect(startMs).toBeLessThanOrEqual(episode.startMs);
    expect(startMs).toBeGreaterThanOrEqual(episode.startMs - episode.startErrorMs);
    expect(endMs).toBeLessThanOrEqual(episode.endMs);
    expect(endMs).toBeGreaterThanOrEqual(episode.endMs - episode.endErrorMs);
    expect(episode.startErrorMs).toBeLessThan(every * 1000 + 100);
    expect(episode.endErrorMs).toBeLessThan(every * 1000 + 100);
    expect(episode.count).toBe(headBlocks + levelCompactions);
    expect(episode.headCount).toBe(headBlocks);
    expect(episode.kind).toBe(levelCompactions > 0 ? 'head+merge' : 'head');
  });
});

it('at 15 s merges two compactions 14 s apart and finds all others within their bounds', () => {
  const found = findCompactions(recorded(Infinity, 15));
  expect(found).toHaveLength(truth.episodes.length - 1);
  expect(elementAt(found, 0).count).toBe(2);
  truth.episodes.slice(2).forEach((episode, i) => {
    expect(episode.startMs).toBeLessThanOrEqual(elementAt(found, i + 1).startMs);
    expect(episode.startMs)
      .toBeGreaterThanOrEqual(elementAt(found, i + 1).startMs - elementAt(found, i + 1).startErrorMs);
  });
});

describe('the panel of the recording', () => {
  const panel = analyseCompaction(recorded(), { facts: {}, stepMs: null, nowMs: 0 });
  const regular = truth.episodes.slice(1);
  const truePhase = regular.reduce((sum, episode) => sum + episode.phaseSeconds, 0) / regular.length;

  it('finds the block range in the head, the phase within 2 s, and the clock in 9 of 9', () => {
    expect(panel.blockRangeSeconds).toBe(truth.blockRangeSeconds);
    expect(panel.blockRangeSource).toBe('head-min-time');
    expect(Math.abs((panel.phaseSeconds ?? NaN) - truePhase)).toBeLessThan(0.5);
    expect(panel.alignment).toMatchObject({ aligned: true, count: 9 });
    expect(panel.alignment.pValue).toBeLessThan(0.001);
    expect(panel.expectedPhaseSeconds).toBe(60);
  });

  it('says so: CPU, length and period in the claim, phase and test and the next one as evidence', () => {
    const { finding } = panel;
    expect(finding).toMatchObject({ code: 'compaction-on-clock', severity: 'info', confidence: 'sure' });
    const [multiple = NaN, each = NaN, every = NaN, ...more] = quantitiesOf(finding);
    expect(multiple).toBeCloseTo(panel.multiples.cpu ?? NaN, 0);
    expect(each).toBeGreaterThan(1);
    expect(each).toBeLessThan(10);
    expect(every).toBe(120);
    expect(more.slice(0, 2)).toEqual([9, 9]);
    expect(more[2]).toBeCloseTo(truePhase, 0);
    expect(Math.round(timesOf(finding)[0] ?? NaN)).toBe(Date.UTC(2026, 10, 20, 16, 49) / 1000);
    expectGolden('compaction', 'recording load', finding);
  });

  it.each(['walReplay', 'cpuLimit', 'cpuLimitStart'] as const)('the claim of recording %s is a claim', (name) => {
    const window = roleWindow(loadRecording(recordings[name]), 'prometheus', '2.42.0');
    expectGolden(
      'compaction', `recording ${name}`, analyseCompaction(window, { facts: {}, stepMs: null, nowMs: 0 }).finding
    );
  });

  it('puts CPU in compactions against quiet time as the kernel and the log do', () => {
    // The true mean includes every whole second that touches an episode, which lowers it slightly.
    expect(Math.abs((panel.multiples.cpu ?? NaN) / (truth.cpuCores.inCompaction / truth.cpuCores.quiet) - 1))
      .toBeLessThan(0.1);
    expect(panel.multiples.diskWrite).toBeNull();
    expect(elementAt(panel.missing, 0).remedy).toContain('node_exporter');
  });

  it('costs each episode about what the log and the counter give', () => {
    panel.compactions.forEach((compaction, i) => {
      const { cpuCoresMean, startMs, endMs } = elementAt(truth.episodes, i);
      const trueCost = (cpuCoresMean - truth.cpuCores.quiet) * (endMs - startMs) / 1000;
      expect(Math.abs((compaction.cpuCoreSecondsAboveQuiet ?? NaN) - trueCost)).toBeLessThan(0.25 * trueCost + 0.4);
    });
  });

  it('folds so that the spike stands at the phase and quiet bins lie well below it', () => {
    const { offsetSeconds, cpuCores, cycles } = panel.fold;
    const at = (offset: number): number => cpuCores.mean[offsetSeconds.findIndex((value) => value >= offset)] ?? NaN;
    expect(offsetSeconds).toHaveLength(120);
    expect(cycles).toHaveLength(11);
    expect(at(61)).toBeGreaterThan(3 * at(30));
    cpuCores.mean.forEach((mean, bin) => {
      expect(cpuCores.low[bin]).toBeLessThanOrEqual(mean ?? NaN);
      expect(cpuCores.high[bin]).toBeGreaterThanOrEqual(mean ?? NaN);
    });
  });
});

describe('the next compaction, told before it comes', () => {
  const cases = truth.episodes.slice(1)
    .flatMap((episode, i) => [1, 20, 45].map((leadSeconds) => ({ ...episode, episode: i + 1, leadSeconds })))
    // Tests the second only from 1 s before, because 45 s before it the first has not begun.
    .filter(({ episode, leadSeconds }) => episode > 1 || leadSeconds === 1);

  it.each(cases)('episode $episode from $leadSeconds s before', ({ startMs, leadSeconds }) => {
    const { next } = analyseCompaction(recorded(startMs - leadSeconds * 1000), { facts: {}, stepMs: null, nowMs: 0 });
    expect(Math.abs((next?.time ?? NaN) - startMs / 1000)).toBeLessThan(1);
    expect(Math.abs((next?.time ?? NaN) - startMs / 1000)).toBeLessThanOrEqual(next?.errorSeconds ?? 0);
  });

  it('from the flags alone even the first one, which is off the clock, by rule', () => {
    const { next, finding } = analyseCompaction(
      recorded(elementAt(truth.episodes, 0).startMs - 1000),
      { facts: { blockRangeSeconds: 120 }, stepMs: null, nowMs: 0 }
    );
    expect(Math.abs((next?.time ?? NaN) - elementAt(truth.episodes, 0).startMs / 1000)).toBeLessThan(1);
    expect(finding).toMatchObject({ code: 'too-few-compactions', severity: 'unknown', confidence: 'too-early' });
    expect(timesOf(finding)).toHaveLength(1);
    expectGolden('compaction', 'flags alone, before the first one', finding);
  });

  it('without flags and before the first one nothing is claimed', () => {
    const panel = analyseCompaction(
      recorded(elementAt(truth.episodes, 0).startMs - 1000), { facts: {}, stepMs: null, nowMs: 0 }
    );
    expect(panel)
      .toMatchObject({ next: null, blockRangeSeconds: null, phaseSeconds: null, fold: { periodSeconds: null } });
    expect(panel.finding).toMatchObject({ code: 'block-range-unknown', severity: 'unknown' });
    expectGolden('compaction', 'no flags, before the first one', panel.finding);
  });

  it('in the middle of one, the one after it', () => {
    const now = elementAt(truth.episodes, 5);
    const panel = analyseCompaction(recorded(now.startMs + 6000), { facts: {}, stepMs: null, nowMs: 0 });
    expect(panel.compactions.at(-1)?.running).toBe(true);
    expect(Math.abs((panel.next?.time ?? NaN) - elementAt(truth.episodes, 6).startMs / 1000)).toBeLessThan(1);
  });
});
