import { describe, expect, it } from 'vitest';
import type { CompactionPanel } from '../../../../../core/contract/contract.ts';
import { render } from '../../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../../data/metrics/roles.ts';
import type { TargetWindow } from '../../../../data/metrics/series.ts';
import { detectTarget } from '../../../../data/metrics/detectTarget.ts';
import { loadRecording, readRecordingLines } from '../../../../../testdata/loadRecording.ts';
import { analyseCompaction } from '../compaction.ts';

const file = new URL('../../../../../testdata/recordings/thanos-0.35-backlog.ndjson.gz', import.meta.url).pathname;
/** Remaining compactions that the compactor reported, by the time of the scrape. */
const left = readRecordingLines(file).flatMap(({ t, body }) => {
  const value = /^thanos_compact_todo_compactions (\S+)$/m.exec(body ?? '')?.[1];
  return value === undefined ? [] : [{ timeMs: t, value: Number(value) }];
});
const whole = loadRecording(file);
const rolesOf = (window: TargetWindow): RoleWindow => roleWindow(window, 'thanos', '');

function panelUntil(endMs: number): CompactionPanel {
  const window = rolesOf(loadRecording(file, { endMs }));
  return analyseCompaction(window, { stepMs: null, facts: {}, nowMs: endMs });
}

describe('a Thanos compactor with a backlog that comes and goes', () => {
  const most = left.reduce((a, b) => (b.value > a.value ? b : a));

  it('is known for one', () => {
    expect(detectTarget(whole.series).kind).toBe('thanos');
  });

  it('says how much it has left, where it is', () => {
    expect(most.value).toBeGreaterThan(400);
    const { finding, merges } = panelUntil(most.timeMs + 1);
    expect(finding.sentence).toBe(`The Thanos compactor has ${most.value} compactions left to do.`);
    expect(merges).toMatchObject({ engine: 'thanos-compactor', backlog: most.value, halted: false });
    expect(Math.max(...(merges?.pressure.backlog ?? []).map((value) => value ?? 0))).toBe(most.value);
  });

  it('says that nothing is left, and how many it made', () => {
    const last = left.at(-1);
    expect(last?.value).toBe(0);
    const { finding, merges } = panelUntil(Infinity);
    expect(finding.sentence).toBe('The Thanos compactor has no compaction left to do.');
    const seconds = ((whole.scrapes.startMs.at(-1) ?? NaN) - (whole.scrapes.startMs[0] ?? NaN)) / 1000;
    const made = /^thanos_compact_group_compactions_total\{resolution="0"\} (\S+)$/gm;
    const counts = readRecordingLines(file)
      .flatMap(({ body }) => [...(body ?? '').matchAll(made)].map(([, count]) => Number(count)));
    const perSecond = ((counts.at(-1) ?? NaN) - (counts[0] ?? NaN)) / seconds;
    expect(Math.abs((merges?.mergesPerSecond ?? NaN) / perSecond - 1)).toBeLessThan(0.02);
  });

  it('says when it is empty at its pace, from the first reading to the last', () => {
    const end = left.findLast(({ value }) => value > 0) ?? most;
    const window = rolesOf(loadRecording(file, { startMs: most.timeMs, endMs: end.timeMs + 1 }));
    const { finding, merges } = analyseCompaction(window, { stepMs: null, facts: {}, nowMs: end.timeMs });
    const perHour = 3.6e6 * (end.value - most.value) / (end.timeMs - most.timeMs);
    expect(perHour).toBeLessThan(0);
    expect(merges?.pressure.backlogPerHour).toBeCloseTo(perHour, 6);
    expect(merges?.pressure.backlogHoursLeft).toBeCloseTo(end.value / -perHour, 6);
    expect(finding.evidence.map((parts) => render(parts))[0]).toMatch(/^At this pace its backlog is empty in \d+ s\.$/);
  });
});
