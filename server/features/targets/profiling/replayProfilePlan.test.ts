import { describe, expect, it } from 'vitest';
import {
  nextReplayProfile, REPLAY_BOUNDS, type ReplayMomentView, type ReplayProfileTaken,
} from './replayProfilePlan.ts';

const MB = 1e6;
const view = (more: Partial<ReplayMomentView> = {}): ReplayMomentView => ({
  nowMs: 100_000, sinceMs: 90_000, readySinceMs: null, progressRatio: 0.1, rssBytes: 400 * MB, limitBytes: null,
  risk: 'unknown', struggling: false, ...more,
});
const taken = (
  moment: ReplayProfileTaken['moment'], kind: 'cpu' | 'heap', more: Partial<ReplayProfileTaken> = {}
): ReplayProfileTaken => ({ moment, kind, timeMs: 93_000, bytes: 50_000, rssBytes: 400 * MB, ...more });
const START = [taken('start', 'heap'), taken('start', 'cpu')];

describe('the next profile of a replay', () => {
  it.each<[string, Partial<ReplayMomentView>, ReplayProfileTaken[], string | null]>([
    ['none in the first three seconds', { sinceMs: 97_500 }, [], null],
    ['heap first', {}, [], 'start heap'],
    ['then CPU', {}, [taken('start', 'heap')], 'start cpu'],
    ['then nothing until half way', { progressRatio: 0.39 }, START, null],
    ['nothing more while progress is unknown', { progressRatio: null }, START, null],
    ['CPU half way', { progressRatio: 0.45 }, START, 'middle cpu'],
    ['heap half way', { progressRatio: 0.5 }, [...START, taken('middle', 'cpu')], 'middle heap'],
    ['one that failed once more', {}, [taken('start', 'heap', { bytes: 0 })], 'start heap'],
    [
      'one that failed twice no more', {},
      [taken('start', 'heap', { bytes: 0 }), taken('start', 'heap', { bytes: 0 })], 'start cpu',
    ],
    ['no middle near the end', { progressRatio: 0.95 }, START, null],
    ['CPU once when it is ready', { readySinceMs: 95_000, limitBytes: 490 * MB }, START, 'after cpu'],
    ['not at the very moment', { readySinceMs: 99_000 }, START, null],
    ['not a minute later', { readySinceMs: 39_000 }, START, null],
    ['no second one when it is ready', { readySinceMs: 95_000 }, [...START, taken('after', 'cpu')], null],
    ['none of a start too short for one of its own', { readySinceMs: 95_000 }, [], null],
    ['none of a ready server that struggles', { readySinceMs: 95_000, struggling: true }, START, null],
    ['nothing of a server that struggles', { struggling: true }, [], null],
    [
      'nothing of a server that struggles, near its limit either', { struggling: true, limitBytes: 420 * MB }, START,
      null,
    ],
    ['heap near the limit, before the start pair', { limitBytes: 490 * MB }, [], 'risk heap'],
    [
      'nothing far from the limit, whatever the risk said of the peak', { limitBytes: 600 * MB, risk: 'high' }, START,
      null,
    ],
    ['CPU after the heap near the limit', { limitBytes: 490 * MB }, [...START, taken('risk', 'heap')], 'risk cpu'],
    [
      'heap again five per cent nearer', { limitBytes: 490 * MB, rssBytes: 430 * MB },
      [...START, taken('risk', 'heap'), taken('risk', 'cpu')], 'risk heap',
    ],
    [
      'no heap again at the same place', { limitBytes: 490 * MB, rssBytes: 410 * MB },
      [...START, taken('risk', 'heap'), taken('risk', 'cpu')], null,
    ],
    [
      'heap when memory grew by a third without a known limit', { rssBytes: 530 * MB, nowMs: 110_000 }, START,
      'risk heap',
    ],
    ['not so soon after the last one', { rssBytes: 530 * MB, nowMs: 101_000 }, START, null],
    [
      'three heaps at risk, no more', { limitBytes: 490 * MB, rssBytes: 489 * MB },
      [...START, taken('risk', 'cpu'), ...[400, 425, 450].map((rss) => taken('risk', 'heap', { rssBytes: rss * MB }))],
      null,
    ],
    [
      'nothing beyond the bytes', { progressRatio: 0.5 },
      START.map((one) => ({ ...one, bytes: REPLAY_BOUNDS.bytes / 2 })), null,
    ],
    [
      'nothing beyond the count', { progressRatio: 0.5 },
      Array.from({ length: REPLAY_BOUNDS.profiles }, () => taken('after', 'cpu')), null,
    ],
  ])('%s', (_, more, before, expected) => {
    const next = nextReplayProfile(view(more), before);
    expect(next && `${next.moment} ${next.kind}`).toBe(expected);
    if (next?.kind === 'cpu') expect(next.seconds).toBe(next.moment === 'after' ? 10 : 5);
  });

  it('ends within its bounds whatever memory does', () => {
    const done: ReplayProfileTaken[] = [];
    for (let second = 0; second < 3600; second++) {
      const at = view({
        nowMs: 90_000 + second * 1000, progressRatio: second / 3600, rssBytes: 100 * MB * 1.01 ** second,
        limitBytes: second % 2 === 0 ? null : 1e9,
      });
      const next = nextReplayProfile(at, done);
      if (next !== null)
        done.push({ moment: next.moment, kind: next.kind, timeMs: at.nowMs, bytes: 1e6, rssBytes: at.rssBytes });
    }
    expect(done.length).toBeLessThanOrEqual(REPLAY_BOUNDS.profiles);
    expect(done.length).toBeGreaterThanOrEqual(6);
  });
});
