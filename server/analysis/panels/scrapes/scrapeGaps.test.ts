import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseScrapes } from './scrapes.ts';

const START = 1_800_000_000;
const options = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: START * 1000 + 1e9 };

describe('the target’s own scrapes, before it was recorded', () => {
  const length = 80;
  const ticksOf = (missing: (tick: number) => boolean) =>
    Array.from({ length }, (_, tick) => (missing(tick) ? null : 'ok' as const));
  const own = (made: Parameters<typeof handMadeWindow>[0]) => {
    const window = handMadeWindow({ stepMs: 15_000, ...made });
    window.scrapes.isOwn = new Uint8Array(window.scrapes.length).fill(1);
    return window;
  };
  const analyse = (window: ReturnType<typeof own>, compactions: { startMs: number; endMs: number }[] = []) =>
    analyseScrapes(window, compactions, [], { ...options, nowMs: window.endMs + 1e7 });
  const steady = (perTick: number, standing: (tick: number) => number) =>
    Array.from({ length }, (_, tick) => perTick * standing(tick));
  const isHole = (tick: number): boolean => tick >= 40 && tick < 48;

  it('a hole in them is a standstill of the target, whether or not tsdbscope ran', () => {
    const worked = (tick: number): number => (tick < 48 ? tick : tick - 8);
    const panel = analyse(own({
      ticks: ticksOf(isHole),
      roles: {
        cpuSeconds: steady(3, worked), samplesAppended: steady(15_000, worked),
        processStartSeconds: Array.from({ length }, () => START - 1000),
      },
    }));
    expect(panel.gaps).toMatchObject([{ cause: 'freeze', scrapesMissed: 8 }]);
    expect(panel.gaps[0]?.sentence).not.toMatch(/tsdbscope/);
  });

  it('of a process that went on they are missing, and of another process it restarted', () => {
    const roles = { cpuSeconds: steady(3, (tick) => tick), samplesAppended: steady(15_000, (tick) => tick) };
    const start = (changed: number) => Array.from({ length }, (_, tick) => START + (tick < 48 ? -1000 : changed));
    const causeOf = (processStartSeconds: number[]) =>
      analyse(own({ ticks: ticksOf(isHole), roles: { ...roles, processStartSeconds } })).gaps.map(({ cause }) => cause);
    expect(causeOf(start(-1000))).toEqual(['own-scrapes']);
    expect(causeOf(start(15 * 47))).toEqual(['restart']);
  });

  it('a hole in what tsdbscope recorded is still its own', () => {
    const window = own({ ticks: ticksOf(isHole), roles: { cpuSeconds: steady(3, (tick) => tick) } });
    delete window.scrapes.isOwn;
    expect(analyse(window).gaps).toMatchObject([{ cause: 'collector' }]);
  });

  it('two that failed inside a compaction met it', () => {
    const failed = (tick: number): boolean => tick === 40 || tick === 41;
    const cpuSeconds = Array.from({ length }, (_, tick) => (failed(tick) ? null : 3 * tick));
    const window = own({
      ticks: Array.from({ length }, (_, tick) => (failed(tick) ? 'other' : 'ok')), roles: { cpuSeconds },
    });
    const startMs = 1000 * START + 40 * 15_000 - 4000;
    const { gaps } = analyse(window, [{ startMs, endMs: startMs + 30_000 }]);
    expect(gaps).toMatchObject([{ cause: 'compaction', scrapesMissed: 2 }]);
  });
});

it('what holds nearly always does not lead the sentence of a gap', () => {
  const length = 600;
  const slow = (tick: number): boolean => tick === 300;
  const window = handMadeWindow({
    ticks: Array.from({ length }, (_, tick) => (slow(tick) ? 'timeout' : 'ok')),
    roles: { cpuSeconds: Array.from({ length }, (_, tick) => (slow(tick) ? null : 0.2 * tick)) },
  });
  // With a cycle every other second, any timeout overlaps one. It overlaps a compaction of 3 s in 1 of 200 cases.
  const cycles = Array.from({ length: length / 2 }, (_, k) => ({ endMs: 1000 * START + 2000 * k }));
  const compactions = [{ startMs: 1000 * START + 299_000, endMs: 1000 * START + 302_000 }];
  expect(analyseScrapes(window, compactions, cycles, options).gaps).toMatchObject([{ cause: 'compaction' }]);
  const [alone] = analyseScrapes(window, [], cycles, options).gaps;
  expect(alone).toMatchObject({ cause: 'timeout' });
  expect(alone?.sentence).toContain('most of the time');
});

describe('scrapes that wait longer than the process stands still', () => {
  const seconds = Array.from({ length: 120 }, (_, second) => second);
  // The scrape of second 60 is answered at 66; those between are skipped.
  const isSkipped = (second: number): boolean => second > 60 && second < 66;
  const panelOf = (worked: (second: number) => number) => {
    const each = (of: (second: number) => number): (number | null)[] =>
      seconds.map((second) => (isSkipped(second) ? null : of(second)));
    const window = handMadeWindow({
      ticks: seconds.map((second) => (isSkipped(second) ? 'skipped' : 'ok')),
      durationSeconds: seconds.map((second) => (second === 60 ? 5.9 : isSkipped(second) ? 0 : 0.004)),
      roles: {
        cpuSeconds: each((second) => 0.3 * worked(second)), samplesAppended: each((second) => 1000 * worked(second)),
        processStartSeconds: each(() => 1_800_000_000 - 1000),
      },
    });
    return analyseScrapes(window, [], [], {
      timeoutSeconds: 10, intervalSeconds: 1, stepMs: null, nowMs: window.endMs + 1e7,
    });
  };

  it('are skipped by a process that stood still', () => {
    expect(panelOf((second) => (second < 60 ? second : second === 60 ? 60.1 : second - 5.5)).gaps)
      .toMatchObject([{ cause: 'freeze', skipped: 5 }]);
  });

  it('are skipped by one that is slow', () => {
    expect(panelOf((second) => (second === 60 ? 65.9 : second)).gaps).toMatchObject([{ cause: 'slow', skipped: 5 }]);
  });
});
