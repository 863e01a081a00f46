import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { replayBench } from '../../../../bench/replay/replayBench.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { recordedReplays } from '../../../../testdata/replays.ts';
import { LEARNED } from './forecast/etaBounds.ts';
import { analyseWalReplay } from './walReplay.ts';

const bench = replayBench();

const all = [...bench.replays, ...bench.heldOut, ...bench.disturbed];

describe('over the shipped replay and the lab\'s (steady, slowing, checkpoint, WBL, CPU-limited)', () => {
  it('none of a kind is missing', () => {
    expect(bench.replays.map(({ name }) => name)).toEqual(expect.arrayContaining([
      'demo', 'long-steady', 'long-steady-limited', 'long-slowing', 'long-slowing-limited', 'long-checkpoint',
      'long-checkpoint-limited', 'long-wbl', 'long-wbl-quota',
      'long-plain-two-cores', 'long-plain-throttled-later',
    ]));
    expect(bench.disturbed.length).toBeGreaterThanOrEqual(12);
    // Excludes replays that are too short for a forecast.
    const long = bench.replays.filter(({ name }) => !name.startsWith('made-'));
    long.forEach(({ polls, totalSeconds }) => {
      expect(polls.length).toBeGreaterThan(50);
      expect(totalSeconds).toBeGreaterThan(30);
    });
    expect(bench.replays.length - long.length).toBeGreaterThanOrEqual(12);
  });

  it('the time left, with what is learned from the other logs alone, is off by a tenth at most in the median', () => {
    expect(bench.medianError).toBeLessThanOrEqual(0.1);
  });

  it('so it is of replays that were made when nothing was changed any more', () => {
    expect(bench.heldOut.map(({ name }) => name)).toEqual(['held-out', 'held-out-quota']);
    expect(bench.heldOutError).toBeLessThanOrEqual(0.1);
  });

  it('the band of the time left, calibrated on the other logs, holds the truth in 80 to 97 % of the polls', () => {
    expect(bench.heldShare).toBeGreaterThanOrEqual(0.8);
    expect(bench.heldShare).toBeLessThanOrEqual(0.97);
  });

  it('what is used is what all of them give', () => {
    expect(Math.abs(LEARNED.band.low - bench.learned.band.low)).toBeLessThan(0.1);
    expect(Math.abs(LEARNED.band.high - bench.learned.band.high)).toBeLessThan(0.1);
    expect(LEARNED.loadedFactor / bench.learned.loadedFactor).toBeCloseTo(1, 1);
    expect(LEARNED.wblChunkMs / bench.learned.wblChunkMs).toBeCloseTo(1, 1);
  });

  it.each(
    all.map((replay) => [replay.name, replay] as const)
  )('%s: from half way on the projected peak is within 20 %% of the one that came', (_name, { peakRatios }) => {
    expect(peakRatios.length).toBeGreaterThan(2);
    peakRatios.forEach((ratio) => { expect(Math.abs(ratio - 1)).toBeLessThan(0.2); });
  });

  it('and within 15 % in 99 of 100 polls', () => {
    const off = all.flatMap(({ peakRatios }) => peakRatios.map((ratio) => Math.abs(ratio - 1)));
    expect(off.filter((error) => error <= 0.15).length / off.length).toBeGreaterThanOrEqual(0.99);
  });

  it.each(
    all.map((replay) => [replay.name, replay] as const)
  )('%s: progress never falls and is 100 %% only when it is ready', (_name, { progress, readyRow, firstRow }) => {
    const known = progress.flatMap((ratio) => ratio ?? []);
    expect(known).toEqual([...known].sort((a, b) => a - b));
    expect(progress.findIndex((ratio) => ratio === 1)).toBe((readyRow ?? NaN) - firstRow);
  });
});

describe.each(
  recordedReplays().filter(({ name }) => name !== 'demo').map((replay) => [replay.name, replay] as const)
)('%s against its server\'s log', (_name, { window, truth }) => {
  const panel = analyseWalReplay(window, { facts: {}, nowMs: 0, stepMs: null });

  it('start to ready, and the segments, within a poll', () => {
    expect(panel.state).toBe('done');
    expect(Math.abs((panel.totalDurationSeconds ?? NaN) - (truth.readyMs - truth.restartMs) / 1000)).toBeLessThan(1.1);
    expect(panel.phases.find(({ name }) => name === 'segments')?.segments).toBe(truth.segments.length);
    expect(panel.phases.find(({ name }) => name === 'wbl')?.segments ?? 0).toBe(truth.wbl.length);
  });

  it('a checkpoint is a phase where the log has one, and a WBL', () => {
    const names = panel.phases.map(({ name }) => name);
    expect(names.includes('checkpoint')).toBe(truth.checkpointMs !== null);
    expect(names.includes('wbl')).toBe(truth.wbl.length > 0);
  });

  it('past forecasts stand beside what came, and are scored', () => {
    expect(panel.forecasts.length).toBeGreaterThan(5);
    expect(panel.forecasts.length).toBeLessThanOrEqual(161);
    panel.forecasts.forEach(({ low, median, high }) => { expect(low <= median && median <= high).toBe(true); });
    expect(panel.forecastScore?.count).toBeGreaterThanOrEqual(5);
  });
});

it('what was foretold at a moment rests on nothing that came later: a window cut there says the same', () => {
  const whole = loadRecording(recordings.walReplay);
  const all = analyseWalReplay(roleWindow(whole, 'prometheus', '2.42.0'), { facts: {}, nowMs: 0, stepMs: null });
  const told = elementAt(all.forecasts, Math.floor(all.forecasts.length / 2));
  const cut = loadRecording(recordings.walReplay, { endMs: told.time * 1000 + 1 });
  const then = analyseWalReplay(roleWindow(cut, 'prometheus', '2.42.0'), { facts: {}, nowMs: 0, stepMs: null });
  expect(then.etaSeconds?.median).toBeCloseTo(told.median, 6);
  expect(then.etaSeconds?.high).toBeCloseTo(told.high, 6);
});
