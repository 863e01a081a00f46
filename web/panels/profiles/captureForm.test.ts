import { describe, expect, it } from 'vitest';
import type { Capture } from '../../../core/contract/contract.ts';
import {
  captureKinds, captureRequest, capturesToShow, captureWords, choiceWords, type CaptureChoice,
} from './captureForm.ts';

const choice = (
  change: Partial<CaptureChoice>
): CaptureChoice => ({ kind: 'cpu', isSpan: false, seconds: 15, gc: false, ...change });
const capture = (change: Partial<Capture>): Capture => ({
  id: 'a', target: 't', kind: 'cpu', seconds: 15, at: 'now', everySeconds: null, gc: false, delta: null,
  reason: { how: 'person', sentence: null }, client: null, sizeBytes: null, state: 'running', startTime: 1,
  endTime: null, progressRatio: 0.4, profileId: null, note: null, error: null, errorType: null, ...change,
});

describe('captureRequest', () => {
  it.each<[string, Partial<CaptureChoice>, object]>([
    ['a CPU profile always has seconds', {}, { kind: 'cpu', at: 'now', seconds: 15 }],
    ['allocations since start have no seconds', { kind: 'allocs' }, { kind: 'allocs', at: 'now' }],
    [
      'allocations over a time have seconds', { kind: 'allocs', isSpan: true },
      { kind: 'allocs', at: 'now', seconds: 15 },
    ],
    ['a heap after a GC', { kind: 'heap', gc: true }, { kind: 'heap', at: 'now', gc: true }],
    [
      'options of other profile types are not sent', { kind: 'threadcreate', gc: true, isSpan: true },
      { kind: 'threadcreate', at: 'now' },
    ],
  ])('%s', (_what, change, request) => { expect(captureRequest(choice(change))).toEqual(request); });
});

describe('choiceWords', () => {
  it('describe every profile type in sentences', () => {
    for (const { value } of captureKinds) for (const isSpan of [false, true])
      expect(choiceWords(choice({ kind: value, isSpan }))).toMatch(/^[A-Z].*\.$/);
  });
  it('warn that a garbage collection costs CPU, and that without one the span runs between collections', () => {
    expect(choiceWords(choice({ kind: 'allocs', isSpan: true, gc: true })))
      .toContain('before and after, which costs some CPU');
    expect(choiceWords(choice({ kind: 'allocs', isSpan: true }))).toContain('from one garbage collection to another');
  });
});

describe('captureWords', () => {
  it.each<[Partial<Capture>, string]>([
    [{}, 'CPU: 6 of 15 s'],
    [{ progressRatio: 0.99 }, 'CPU: 15 s done, waiting for the target’s response'],
    [{ kind: 'allocs', gc: true, state: 'done' }, 'allocations over 15 s, after a GC: captured'],
    [{ kind: 'heap', seconds: 0 }, 'heap: capturing'],
    [{ state: 'waiting', at: 'next-compaction' }, 'CPU: waiting for the next compaction'],
    [
      { state: 'waiting', at: 'next-evaluation', group: '/r.yml;node' },
      'CPU: waiting for the next evaluation of rule group node',
    ],
  ])('%j', (change, words) => { expect(captureWords(capture(change))).toBe(words); });
});

describe('capturesToShow', () => {
  it('are the pending ones and those requested here', () => {
    const all = [
      capture({ id: 'run' }), capture({ id: 'old', state: 'done' }), capture({ id: 'mine', state: 'failed' }),
    ];
    expect(capturesToShow(all, ['mine'], 5).map(({ id }) => id)).toEqual(['run', 'mine']);
    expect(capturesToShow(all, ['mine'], 1).map(({ id }) => id)).toEqual(['run']);
  });
});
