import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capture, CaptureReason } from '../../../../core/contract/contract.ts';
import { fail } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import { CaptureLimits } from './captureLimits.ts';
import { PART } from './captureOrder.ts';
import type { Captures } from './captures.ts';
import { cpuOf, ProfiledTarget, START } from '../../../../testdata/captures/testCaptures.ts';

let target: ProfiledTarget;
let captures: Captures;
beforeEach(() => {
  vi.spyOn(log, 'info').mockImplementation(() => undefined);
  target = new ProfiledTarget();
  ({ captures } = target.start());
});
afterEach(() => { vi.restoreAllMocks(); });

const wait = (ms: number): Promise<void> => target.clock.advance(ms);

function asked(how: CaptureReason['how'] = 'person', seconds = 10): Capture {
  const ordered = captures.order(target.scraper, cpuOf(how, seconds));
  if (!ordered.ok) throw new Error(ordered.error.message);
  return ordered.value;
}

describe('two CPU profiles of one target', () => {
  it('never run at once: a continuous one ends for one that a person asks for, which begins at once', async () => {
    const continuous = captures.take(target.scraper, cpuOf('continuous'));
    await wait(3000);
    const own = asked();
    await wait(100);
    expect(await continuous).toMatchObject({
      state: 'failed', cancelled: true, error: 'Ended for a capture that was asked for, which goes first.',
    });
    expect(own.state).toBe('running');
    await wait(10_000);
    expect(own).toMatchObject({ state: 'done', profileId: 'p1', sizeBytes: 100 });
    expect(target.at[1]).toBeLessThan(3200);
    expect(target.mostAtOnce).toBe(1);
  });

  it('a spike goes before the profile of everything, which can be taken again', async () => {
    const part = captures.take(target.scraper, { ...cpuOf('person'), reason: { how: 'person', sentence: PART } });
    await wait(3000);
    const spike = captures.take(target.scraper, cpuOf('triggered'));
    await wait(100);
    expect(await part).toMatchObject({ state: 'failed', cancelled: true });
    await wait(10_000);
    expect(await spike).toMatchObject({ state: 'done' });
    expect(target.at[1]).toBeLessThan(3200);
  });

  it('wait for a target that has not noticed yet that the one before was given up', async () => {
    const continuous = captures.take(target.scraper, cpuOf('continuous'));
    await wait(3000);
    target.held = [[3000, 3800]];
    const own = asked();
    await wait(12_000);
    await continuous;
    expect(own).toMatchObject({ state: 'done', error: null });
    // The start is that of the profile, not of its first request.
    expect(1000 * (own.startTime ?? NaN)).toBeGreaterThanOrEqual(START + 3800);
  });

  it('a person waits for one that has a cause, and a second person is refused', async () => {
    const triggered = captures.take(target.scraper, cpuOf('triggered'));
    await wait(1000);
    const own = asked();
    expect(own)
      .toMatchObject({ state: 'waiting', note: expect.stringContaining('starts when it has ended') as string });
    expect(captures.order(target.scraper, cpuOf('person'))).toMatchObject({
      ok: false, error: { errorType: 'busy', message: expect.stringContaining('is already waiting') as string },
    });
    await wait(9500);
    expect(await triggered).toMatchObject({ state: 'done' });
    expect(own.state).toBe('running');
    await wait(10_000);
    expect(own.state).toBe('done');
  });

  it('one that waits can be cancelled, and is never taken', async () => {
    void captures.take(target.scraper, cpuOf('triggered'));
    const own = asked();
    captures.cancel(own.id);
    await wait(30_000);
    expect(own).toMatchObject({ state: 'failed', cancelled: true });
    expect(target.at).toHaveLength(1);
  });

  it('what is taken automatically does not begin while another one runs', async () => {
    const own = asked();
    expect(await captures.take(target.scraper, cpuOf('continuous'))).toBeNull();
    expect(await captures.take(target.scraper, cpuOf('triggered'))).toBeNull();
    expect(captures.list('t')).toHaveLength(1);
    let isOver = false;
    const over = captures.over(own).then(() => { isOver = true; });
    await wait(9000);
    expect(isOver).toBe(false);
    await wait(2000);
    expect(own.state).toBe('done');
    expect(isOver).toBe(true);
    await over;
    await captures.over(own);
  });

  it('hold over any order of callers, and every one of them ends', async () => {
    const hows = ['person', 'continuous', 'triggered', 'replay', 'baseline'] as const;
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 300; i++) {
      const how = hows[random(hows.length)] ?? 'person';
      if (how === 'person') captures.order(target.scraper, { ...cpuOf(how, 1 + random(5)), client: String(i) });
      else void captures.take(target.scraper, cpuOf(how, 1 + random(5)));
      if (random(9) === 0) captures.cancel(captures.list('t')[0]?.id ?? '');
      await wait(random(4000));
    }
    await wait(60_000);
    expect(target.mostAtOnce).toBe(1);
    expect(captures.list('t').filter(({ state }) => state !== 'done' && state !== 'failed')).toEqual([]);
    expect(captures.list('t').filter(({ state, cancelled }) => state === 'failed' && cancelled !== true)).toEqual([]);
  });
});

describe('the list of captures', () => {
  it('has those that failed too, with the kind of failure, and a line of the log for each', async () => {
    target.fails = fail('internal', 'The disk is full.');
    const full = asked();
    await wait(11_000);
    target.fails = null;
    target.held = [[0, 1e9]];
    const busy = await captures.take(target.scraper, cpuOf('continuous'));
    expect(full).toMatchObject({ state: 'failed', error: 'The disk is full.', errorType: 'internal', sizeBytes: null });
    expect(busy).toMatchObject({ state: 'failed', errorType: 'busy', reason: { how: 'continuous' } });
    expect(captures.list('t').map(({ id }) => id)).toEqual([busy?.id, full.id]);
    expect(vi.mocked(log.info).mock.calls.map(([, fields]) => fields)).toMatchObject([
      { target: 't', kind: 'cpu', cause: 'person', seconds: 10, result: 'failed' },
      { cause: 'continuous', result: 'failed' },
    ]);
  });

  it('knows after a restart what was done, and that what ran was lost', async () => {
    const done = asked();
    await wait(11_000);
    const lost = asked();
    await wait(2000);
    const { captures: after } = target.start();
    expect(after.get(done.id)).toMatchObject({ state: 'done', profileId: 'p1' });
    expect(after.get(lost.id)).toMatchObject({ state: 'failed', error: 'tsdbscope ended while it was taken.' });
  });

  it('keeps what the end of the program did out of the list', async () => {
    const own = asked();
    await wait(1000);
    captures.stop();
    const kept = { ...target.kept.get(own.id) };
    captures.cancel(own.id);
    await wait(1000);
    expect(kept.state).toBe('running');
    expect(captures.order(target.scraper, cpuOf('person')).ok).toBe(false);
  });
});

describe('how often captures may be asked for', () => {
  it('is bounded for people, not for what tsdbscope takes automatically', async () => {
    for (let i = 0; i < 30; i++) { asked('person', 1); await wait(1100); }
    expect(captures.order(target.scraper, { ...cpuOf('person', 1), client: '' }))
      .toMatchObject({ ok: false, error: { errorType: 'busy' } });
    expect(captures.allows('').ok).toBe(false);
    void captures.take(target.scraper, cpuOf('continuous', 1));
    await wait(1100);
    expect(captures.list('t')[0]).toMatchObject({ state: 'done', reason: { how: 'continuous' } });
  });

  it('is bounded for a client and for all, and what is refused does not count', () => {
    const limits = new CaptureLimits();
    for (let i = 0; i < 30; i++) expect(limits.add('one', i * 1000).ok).toBe(true);
    const refused = limits.add('one', 60_000);
    expect(refused).toMatchObject({
      ok: false, error: { errorType: 'busy', message: expect.stringContaining('ask again in 240 s') as string },
    });
    for (let i = 0; i < 70; i++) expect(limits.add(`other ${i}`, 60_000).ok).toBe(true);
    expect(limits.add('a new one', 60_000).ok).toBe(false);
    expect(limits.add('one', 300_001).ok).toBe(true);
  });
});
