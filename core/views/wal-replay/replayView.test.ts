import { describe, expect, test } from 'vitest';
import { finding } from '../../finding.ts';
import type { ProfileInfo, Replay } from '../../contract/contract.ts';
import { explainPhase } from './phaseExplained.ts';
import {
  bytesPerSecond, compareRows, compareSentence, diffLinks, memoryChart, outcomeWords, profilesOf, segmentsChart,
  segmentTimesChart, startPhases, tookSeconds,
} from './replayView.ts';

/** 2026-11-20 12:00:00 UTC. */
const noon = 1_795_176_000;

function replay(id: string, seconds: number, more: Partial<Replay> = {}): Replay {
  return {
    id, source: 'live', target: 'prom', name: 'prom', version: '2.42.0', outcome: 'finished', ending: '', start: noon,
    end: noon + seconds, startSeen: true, totalSeconds: seconds,
    reportedSeconds: seconds - 1, segments: { min: 0, max: 9, loaded: 10 }, segmentsPerSecond: 10 / (seconds - 2),
    walBytes: 100e6, peakRssBytes: 1e9, cpuSeconds: 20, warmUpSeconds: null, profiles: [], alsoIn: [],
    phases: [
      { name: 'unreachable', start: noon - 3, end: noon, durationSeconds: 3, segments: null },
      { name: 'opening', start: noon, end: noon + 2, durationSeconds: 2, segments: null },
      { name: 'segments', start: noon + 2, end: noon + seconds, durationSeconds: seconds - 2, segments: 10 },
    ],
    finding: finding({ code: 'x', severity: 'info', claim: [], moment: noon }), stated: {
      mmappedChunksSeconds: null, snapshotSeconds: null, checkpointSeconds: null, segmentsSeconds: null,
      wblSeconds: null, totalSeconds: null,
    },
    segmentTimes: [
      { segment: 0, end: noon + 4, seconds: 2, count: 1 }, { segment: 1, end: noon + 6, seconds: 2, count: 1 },
    ],
    points: Array.from(
      { length: seconds },
      (_, i) => ({ time: noon + i, segment: i < 2 ? null : i, rssBytes: 1e8 * i, cpuCores: null, progressRatio: null })
    ), notes: [], ...more,
  };
}

describe('two starts side by side', () => {
  const [slow, quick] = [
    replay('a'.repeat(32), 102), replay('b'.repeat(32), 52, { version: '3.15.0', walBytes: null, warmUpSeconds: 20 }),
  ];
  test('each phase, total, rate and size, with the change; what neither has is omitted', () => {
    const rows = compareRows(slow, quick);
    expect(rows.map(({ name, change }) => [name, change])).toEqual([
      ['opening', 'same'], ['WAL segments', '−50 s (−50 %)'], ['start to ready', '−50 s (−49 %)'],
      ['reported by the server', '−50 s (−50 %)'], ['segments loaded', 'same'],
      ['segments per second', '+0.1 (+100 %)'], ['WAL size', '–'], ['read per second', '–'],
      ['peak resident memory', 'same'], ['core-seconds', 'same'], ['warm-up after it', '–'],
    ]);
  });
  test.each([
    [
      'another version, quicker', slow, quick,
      '2.42.0 took 102 s, 3.15.0 52 s: 49 % less, most of the difference in WAL segments.',
    ],
    ['much the same', slow, replay('c', 103), 'Both starts took about the same time: 102 s and 103 s.'],
    [
      'one not seen whole', slow, replay('d', 50, { totalSeconds: null }),
      'The later one was not seen from start to ready: only the parts below can be compared.',
    ],
    [
      'another size of log', slow, replay('e', 52, { segments: { min: 0, max: 4, loaded: 5 } }),
      'The earlier start took 102 s, the later one 52 s: 49 % less, most of the difference '
        + 'in WAL segments. They read 10 and 5 segments.',
    ],
  ])(
    'the sentence: %s', (_name, before, after, sentence) => { expect(compareSentence(before, after)).toBe(sentence); }
  );
  test('curves begin at the start of each; past its end a curve is nothing', () => {
    const chart = segmentsChart([slow, quick]);
    expect(chart?.x).toMatchObject({ kind: 'offset', min: 0, max: 101 });
    expect(chart?.lines.map(({ label }) => label)).toEqual(['A: 2.42.0', 'B: 3.15.0']);
    expect(chart?.lines[1]?.values.at(-1)).toBeNull();
    expect(chart?.lines[0]?.values.at(-1)).toBe(101);
    expect(memoryChart([slow])?.lines[0]?.label).toBe('this start');
    expect(segmentTimesChart([slow])?.x.values).toEqual([4, 6]);
    expect(segmentsChart([replay('f', 1)])).toBeNull();
  });
  test('the outcome of a failed start in the words of its ending', () => {
    const of = (ending: string): string => outcomeWords(replay('a', 50, { outcome: 'failed', ending }));
    expect(of('The start ran out of memory after 45 s.')).toBe('ran out of memory');
    expect(of('The start crashed after 45 s: a Go panic.')).toBe('crashed');
    expect(of('The start exited with an error after 3 s.')).toBe('exited with an error');
    expect(of('The server gave up after 8 s: its disk is full.')).toBe('gave up');
    expect(outcomeWords(slow)).toBe('became ready');
  });
  test('figures of one', () => {
    expect(tookSeconds(replay('a', 50, { totalSeconds: null, outcome: 'killed' }))).toBe(50);
    expect(tookSeconds(replay('a', 50, { totalSeconds: null, end: null }))).toBeNull();
    expect(bytesPerSecond(slow)).toBe(1e6);
    expect(bytesPerSecond(quick)).toBeNull();
    expect(startPhases(slow.phases).map(({ name }) => name)).toEqual(['opening', 'segments']);
  });
});

describe('profiles of a start', () => {
  const info = (id: string, kind: string, source: ProfileInfo['source']): ProfileInfo => ({
    id, kind, name: '', time: noon + 5, durationSeconds: 1, sampleTypes: [], defaultSampleType: '', samples: 1,
    sizeBytes: 1, addedTime: 0, source, comments: [],
  });
  const taken = (moment: 'start' | 'middle', processStart: number | null): ProfileInfo[
    'source'
  ] => ({ how: 'capture', target: 'prom', captureId: 'x', replay: { moment, processStart, rssBytes: null } });
  test('those linked to it and those whose capture says so, not those of another start', () => {
    const one = replay('a', 50, { profiles: [{ moment: 'risk', profileId: 'p1' }] });
    expect(profilesOf(one, [
      info('p1', 'heap', { how: 'upload' }), info('p2', 'cpu', taken('start', noon - 0.4)), info(
        'p3', 'cpu', taken('middle', noon - 500)
      ), info('p4', 'cpu', { how: 'upload' }), info('p5', 'heap', taken('middle', null)),
    ])).toEqual([
      { kind: 'heap', moment: 'risk', id: 'p1' }, { kind: 'cpu', moment: 'start', id: 'p2' },
      { kind: 'heap', moment: 'middle', id: 'p5' },
    ]);
  });
  test('are diffed by kind and moment, else the latest of a kind', () => {
    const of = (kind: string, moment: string, id: string) => ({ kind, moment, id });
    expect(
      diffLinks(
        [of('cpu', 'start', '1'), of('cpu', 'middle', '2'), of('heap', 'risk', '3')],
        [of('cpu', 'middle', '4'), of('heap', 'middle', '5'), of('mutex', 'start', '6')]
      )
    ).toEqual([
      { kind: 'cpu', moment: 'middle', before: '2', after: '4' },
      { kind: 'heap', moment: 'risk against middle', before: '3', after: '5' },
    ]);
    expect(diffLinks([], [of('cpu', 'start', '1')])).toEqual([]);
  });
});

describe('what shortens a phase depends on the version', () => {
  test('m-mapped chunks came with 2.19, the head snapshot with 2.30', () => {
    expect(explainPhase('segments', '2.15.2').drives).toMatch(/Before 2.19/);
    expect(explainPhase('segments', '2.25.0').shortens).toMatch(/From 2.30/);
    expect(explainPhase('segments', '2.42.0').shortens).toMatch(/memory-snapshot-on-shutdown.*3\.15 took 52 s/);
    expect(explainPhase('segments', '3.4.0').shortens).not.toMatch(/An update/);
    expect(explainPhase('segments', '').shortens).toMatch(/memory-snapshot-on-shutdown/);
  });
});
