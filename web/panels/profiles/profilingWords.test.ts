import { expect, it } from 'vitest';
import type { Capture, ProfileInfo, Profiling } from '../../../core/contract/contract.ts';
import { keepingWords, keptWords, resultWords, sourceWords, stateWords, whyWords } from './profilingWords.ts';

const off: Profiling = {
  on: false, setBy: 'default', plans: [], state: 'off', pause: null, costSentence: 'Takes CPU for 10 s every 1 min.',
  nextTime: null, triggers: [], rules: { setBy: 'default', off: [], rules: [] }, baseline: null,
  kept: { profiles: 1, bytes: 2048, budgetBytes: 62_914_560, hours: 0, pinned: [], rollUpSeconds: 86_400 },
};

it('a switch says what it costs while it is off, and then what it does', () => {
  expect(stateWords(off, 'utc')).toBe('Takes CPU for 10 s every 1 min.');
  expect(stateWords({ ...off, state: 'waiting', nextTime: 1_795_192_370 }, 'utc')).toBe('Next profile at 16:32:50.');
  expect(stateWords({
    ...off, state: 'paused',
    pause: { reason: 'in-use', sentence: 'Another profiler has it.', sinceTime: 0, untilTime: 1_795_192_370 },
  }, 'utc')).toBe('Another profiler has it. It tries again at 16:32:50.');
  expect(keptWords(off)).toBe('1 captured profile, 2 KiB of 60 MiB');
  const kept = { ...off.kept, profiles: 124, hours: 3, pinned: ['a'] };
  expect(keptWords({ ...off, kept })).toBe('124 captured profiles, 2 KiB of 60 MiB, 3 merged by the hour, 1 pinned');
  expect(keepingWords(off)).toContain('Continuous profiles older than 1d are merged by the hour; beyond the budget');
});

it('a profile says where it comes from, and why it was taken', () => {
  const of = (source: ProfileInfo['source']): string => sourceWords({ source });
  expect(of({ how: 'upload' })).toBe('upload');
  expect(of({ how: 'demo', target: 'demo-incident' })).toBe('demo, demo-incident');
  expect(of({ how: 'merged', target: 'prom', times: [] })).toBe('prom, merged by the hour');
  expect(of({ how: 'capture', target: 'prom', captureId: 'c', reason: { how: 'triggered', sentence: null } }))
    .toBe('prom, rule');
  expect(of({ how: 'capture', target: 'prom', captureId: 'c' })).toBe('prom');
});

const capture: Capture = {
  id: 'c', target: 'prom', kind: 'cpu', seconds: 10, at: 'now', everySeconds: null, gc: false, delta: null,
  state: 'done', startTime: 1, endTime: 11, progressRatio: 1, client: '10.0.0.7', profileId: 'x', sizeBytes: 2048,
  reason: { how: 'person', sentence: null }, note: null, error: null, errorType: null,
};

it('a capture says who or what took it, and what came of it', () => {
  expect(whyWords(capture)).toBe('on request by 10.0.0.7');
  const reason = { how: 'triggered', sentence: 'CPU was above 1.8 cores for 3 s', rule: 'cpu' } as const;
  expect(whyWords({ ...capture, client: null, reason })).toBe('rule: CPU was above 1.8 cores for 3 s');
  expect(whyWords({ ...capture, reason: { how: 'booked', sentence: 'Booked for this time', also: [reason] } }))
    .toBe('booked: Booked for this time; also rule: CPU was above 1.8 cores for 3 s');
  expect(resultWords(capture, true)).toBe('done, 2 KiB');
  expect(resultWords(capture, false)).toBe('done, removed since');
  expect(whyWords({ ...capture, reason: { how: 'baseline', sentence: 'Quiet: no compaction.' } }))
    .toBe('Quiet: no compaction.');
  expect(resultWords({ ...capture, state: 'failed', error: 'It refused.' }, false)).toBe('failed: It refused.');
  expect(resultWords({ ...capture, state: 'failed', cancelled: true }, false)).toBe('cancelled');
});
