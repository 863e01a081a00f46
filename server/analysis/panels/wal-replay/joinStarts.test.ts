import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MeasuredReplay, Replay, ReplaySource } from '../../../../core/contract/contract.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { joinStarts, startOf } from './joinStarts.ts';
import { measureReplays } from './replayHistory.ts';
import { analyseReplayLog } from './replayLogAnswer.ts';
import { judgeBudget } from './replayVerdicts.ts';

let id = 0;
function kept({ key: _key, ...replay }: MeasuredReplay, source: ReplaySource, more: Partial<Replay> = {}): Replay {
  return { ...replay, id: String(id++), source, target: 'prom', name: source, profiles: [], alsoIn: [], ...more };
}

function ofLog(text: string, more: Partial<Replay> = {}): Replay[] {
  const read = analyseReplayLog(Buffer.from(text));
  return 'replays' in read ? read.replays.map((replay) => kept(replay, 'log', more)) : [];
}

/** Returns the lines of a log, each later by `bySeconds`. */
function later(text: string, bySeconds: number): string {
  return text.replaceAll(
    /^ts=(\S+)/gm, (_all, time: string) => `ts=${new Date(Date.parse(time) + 1000 * bySeconds).toISOString()}`
  );
}

describe('the start of the shipped recording and its log', () => {
  const log = readFileSync(new URL('../../../../testdata/logs/prom-2.42-restart.log', import.meta.url), 'utf8');
  let sampled: Replay;
  beforeAll(() => {
    const window = roleWindow(loadRecording(recordings.walReplay), 'prometheus', '2.42.0');
    sampled = kept(elementAt(measureReplays(window, {}, true), 0), 'live', {
      profiles: [{ moment: 'start', profileId: 'f00d' }],
    });
  });

  it('are one: memory and profiles of the samples, exact times and outcome of the log', () => {
    const [logged] = ofLog(log);
    const starts = joinStarts([sampled, ...(logged === undefined ? [] : [logged])]);
    expect(starts).toHaveLength(1);
    expect(starts[0]).toMatchObject({
      id: sampled.id, source: 'live', peakRssBytes: sampled.peakRssBytes, cpuSeconds: sampled.cpuSeconds,
      points: sampled.points, profiles: sampled.profiles, outcome: 'finished', totalSeconds: logged?.totalSeconds,
      stated: logged?.stated, alsoIn: [{ id: logged?.id, source: 'log' }],
    });
    // The start is found by the ID of either record.
    expect(startOf([sampled, ...ofLog(log)], sampled.id)?.alsoIn).toHaveLength(1);
  });

  it('are one with the log opened twice, whole and cut at the front', () => {
    const half = log.slice(log.indexOf('\n', log.length / 2) + 1);
    const records = [sampled, ...ofLog(log), ...ofLog(log, { name: 'copy.log' }), ...ofLog(half)];
    expect(records).toHaveLength(4);
    const [start, ...others] = joinStarts(records);
    expect(others).toEqual([]);
    expect(start?.alsoIn).toHaveLength(3);
    expect(start?.startSeen).toBe(true);
    const budget = judgeBudget(60, 'request', joinStarts(records), null);
    expect(budget.sentence).toContain('the last start needed');
  });

  it('are one with a log cut at the end, whose outcome the samples know', () => {
    const cut = log.slice(0, log.indexOf('\n', log.length / 2) + 1);
    const [start, ...others] = joinStarts([sampled, ...ofLog(cut)]);
    expect(others).toEqual([]);
    expect(start).toMatchObject({ outcome: 'finished', totalSeconds: sampled.totalSeconds });
  });

  it('two logs of one start without samples are one', () => {
    expect(joinStarts([...ofLog(log), ...ofLog(log, { name: 'copy.log' })])).toHaveLength(1);
  });

  it('a log that names no target stays apart from targets and other files; opened again it is the same', () => {
    const unnamed = (name: string, text: string = log): Replay[] => ofLog(text, { target: null, name });
    const cut = log.slice(0, log.indexOf('\n', log.length / 2) + 1);
    const starts = joinStarts([
      sampled, ...ofLog(log, { target: 'other' }), ...unnamed('a.log'), ...unnamed('b.log'), ...unnamed('a.log'),
      ...unnamed('b.log', cut),
    ]);
    expect(starts.map(({ target, name, alsoIn }) => [target, name, alsoIn.map((other) => other.name)]).sort())
      .toEqual([[null, 'a.log', ['a.log']], [null, 'b.log', ['b.log']], ['other', 'log', []], ['prom', 'live', []]]);
  });

  it.each<[string, (text: string) => Replay[]]>([
    ['of another start of the target', (text) => ofLog(later(text, 300))],
    ['of another target', (text) => ofLog(text, { target: 'other' })],
    ['of no target', (text) => ofLog(text, { target: null })],
  ])('a log %s stays a start of its own', (_what, read) => {
    const starts = joinStarts([sampled, ...read(log)]);
    expect(starts).toHaveLength(2);
    expect(starts.map(({ alsoIn }) => alsoIn)).toEqual([[], []]);
  });

  it('two starts of a log within one that was sampled are two', () => {
    const twice = `${log}${later(log, 70)}`;
    const wide = { ...sampled, end: (sampled.end ?? 0) + 70 };
    expect(joinStarts([wide, ...ofLog(twice)])).toHaveLength(2);
  });
});
