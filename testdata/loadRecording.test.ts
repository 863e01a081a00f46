import { describe, expect, it } from 'vitest';
import { loadRecording, recordings } from './loadRecording.ts';
import { roleWindow } from '../server/data/metrics/roles.ts';
import type { TargetWindow } from '../server/data/metrics/series.ts';

const errors = (window: TargetWindow): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const error of window.scrapes.error) counts[error?.kind ?? 'ok'] = (counts[error?.kind ?? 'ok'] ?? 0) + 1;
  return counts;
};

describe('recordings as windows', () => {
  it('holds every try, with its error, by time', () => {
    const window = loadRecording(recordings.cpuLimitStart);
    expect(window.scrapes.length).toBe(39);
    expect(errors(window)).toEqual({ ok: 35, refused: 2, timeout: 1, skipped: 1 });
    expect([...window.scrapes.startMs]).toEqual([...window.scrapes.startMs].sort((left, right) => left - right));
    expect(window.scrapes.error[17]?.kind).toBe('timeout');
    expect(window.scrapes.durationSeconds[17]).toBeCloseTo(1, 1);
    const cpu = window.series.find(({ name }) => name === 'process_cpu_seconds_total');
    expect(
      [...(cpu?.present ?? [])].map((present, scrape) => present === (window.scrapes.error[scrape] === null ? 1 : 0))
    )
      .not.toContain(false);
    expect(cpu?.values[17]).toBeNaN();
  });

  it('gives the part asked for', () => {
    const whole = loadRecording(recordings.cpuLimitStart);
    const part = { startMs: whole.startMs + 10_000, endMs: whole.startMs + 20_000 };
    const window = loadRecording(recordings.cpuLimitStart, part);
    expect(window.scrapes.length).toBe(10);
    expect(window).toMatchObject(part);
  });

  it('reads the whole load recording: 1206 answers, about 550 samples each', () => {
    const window = loadRecording(recordings.load);
    expect(errors(window)).toEqual({ ok: 1206, refused: 4 });
    const roles = roleWindow(window, 'prometheus', '2.42.0');
    const last = window.scrapes.length - 1;
    expect(roles.role('gcCycles')?.values[last]).toBe(45);
    expect(roles.role('headMinTimeMs')?.present[4]).toBe(0);
  });

  it('turns replay status and readiness into series at the nearest tick', () => {
    const window = loadRecording(recordings.walReplay);
    const roles = roleWindow(window, 'prometheus', '2.42.0');
    const current = roles.role('replaySegmentCurrent');
    const ready = roles.role('targetReady');
    const seen = [...(current?.values ?? [])].filter((value) => !Number.isNaN(value));
    expect(Math.max(...seen)).toBe(34);
    expect(new Set(ready?.values)).toEqual(new Set([1, 0, NaN]));
    expect(ready?.values[window.scrapes.length - 1]).toBe(1);
  });
});
