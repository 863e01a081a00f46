import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planSpan, type SpanMember } from './spanPlan.ts';

const span = (start: number, end: number, kind = 'cpu') => ({ target: 'prom', kind, start, end });

interface Other { kind?: string; uptime?: number }

function taken(id: string, time: number, seconds: number | null, { kind = 'cpu', uptime }: Other = {}): SpanMember {
  return {
    info: { id, kind, time, durationSeconds: seconds, source: { how: 'upload' } },
    ...(uptime === undefined ? {} : { uptimeSeconds: uptime }),
  };
}

const CPU = [taken('a', 100, 10), taken('b', 160, 10), taken('c', 220, 10), taken('h', 160, null, { kind: 'heap' })];

describe('profiles over a time', () => {
  it('belong to the span that their middle lies in, whole', () => {
    expect(planSpan(span(105, 225), CPU)).toEqual({
      ids: ['a', 'b'], sum: ['a', 'b'], growth: [], state: null,
      covered: [{ start: 100, end: 110 }, { start: 160, end: 170 }], seconds: 20, restarts: [], nearest: null,
    });
    expect(planSpan(span(105.1, 225.1), CPU).ids).toEqual(['b', 'c']);
  });

  it('shorter a span than a profile takes the one around it', () => {
    expect(planSpan(span(161, 163), CPU).ids).toEqual(['b']);
  });

  it('of spans side by side are each in one of them', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 100, max: 900 }), (starts, cut) => {
        const members = starts.map((start, i) => taken(`${i}`, start, 10));
        const parts = [planSpan(span(0, cut), members), planSpan(span(cut, 1000), members)];
        expect(parts.flatMap(({ ids }) => ids).sort()).toEqual(starts.map((_, i) => `${i}`).sort());
      }));
  });

  it('are absent: the nearest is named', () => {
    expect(planSpan(span(180, 200), CPU))
      .toMatchObject({ ids: [], covered: [], nearest: { id: 'b', time: 160, secondsAway: 10 } });
    expect(planSpan(span(180, 190, 'mutex'), CPU).nearest).toBeNull();
  });

  it('that were rolled up count with their own times', () => {
    const hour: SpanMember = { info: {
      ...taken('r', 0, 120).info,
      source: { how: 'merged', target: 'prom', times: [{ start: 0, end: 10 }, { start: 3590, end: 3600 }] },
    } };
    expect(planSpan(span(0, 3600), [hour]))
      .toMatchObject({ ids: ['r'], covered: [{ start: 0, end: 10 }, { start: 3590, end: 3600 }] });
    expect(planSpan(span(1700, 1750), [hour]).ids).toEqual(['r']);
    expect(planSpan(span(3700, 3800), [hour]).ids).toEqual([]);
  });
});

const allocs = (id: string, time: number, uptime?: number): SpanMember =>
  taken(id, time, null, { kind: 'allocs', ...(uptime === undefined ? {} : { uptime }) });

describe('snapshots of what was counted since the start', () => {
  it('are what was counted between them', () => {
    const members = [allocs('a', 0, 1000), allocs('b', 300, 1300), allocs('c', 600, 1600), allocs('d', 900, 1900)];
    expect(planSpan(span(100, 700, 'allocs'), members)).toMatchObject({
      ids: ['a', 'c'], growth: [{ earlier: 'a', later: 'c' }], state: 'c', covered: [{ start: 0, end: 600 }],
      restarts: [],
    });
  });

  it('count from zero after a restart, which is said', () => {
    const members = [allocs('a', 0, 1000), allocs('b', 300, 1300), allocs('c', 600, 100), allocs('d', 900, 400)];
    expect(planSpan(span(0, 1000, 'allocs'), members)).toMatchObject({
      ids: ['a', 'b', 'd'], restarts: [500], seconds: 700,
      growth: [{ earlier: 'a', later: 'b' }, { earlier: null, later: 'd' }],
      covered: [{ start: 0, end: 300 }, { start: 500, end: 900 }],
    });
  });

  it('see a restart right after a snapshot, and none where clocks differ by seconds', () => {
    expect(planSpan(span(0, 1000, 'allocs'), [allocs('a', 0, 1000), allocs('b', 300, 299)]).restarts).toEqual([1]);
    expect(planSpan(span(0, 1000, 'allocs'), [allocs('a', 0, 1003), allocs('b', 300, 1297)]).restarts).toEqual([]);
  });

  it('of unknown uptime are looked at pair by pair', () => {
    const members = [allocs('a', 0), allocs('b', 300), allocs('c', 600)];
    expect(planSpan(span(0, 600, 'allocs'), members).growth)
      .toEqual([{ earlier: 'a', later: 'b' }, { earlier: 'b', later: 'c' }]);
  });

  it('do not count beside a profile of the same time, which has them too', () => {
    const members = [allocs('a', 0, 1000), allocs('b', 300, 1300), taken('d', 100, 20, { kind: 'allocs' })];
    expect(planSpan(span(0, 300, 'allocs'), members).sum).toEqual([]);
    expect(planSpan(span(90, 130, 'allocs'), members)).toMatchObject({ sum: ['d'], growth: [] });
    expect(planSpan(span(0, 200, 'allocs'), members.filter(({ info }) => info.id !== 'b')).sum).toEqual(['d']);
  });

  it('of a state are the newest', () => {
    const state = (id: string, time: number): SpanMember => taken(id, time, null, { kind: 'goroutine' });
    expect(planSpan(span(0, 500, 'goroutine'), [state('a', 100), state('b', 300), state('c', 600)]))
      .toMatchObject({ ids: ['b'], growth: [], state: 'b', covered: [{ start: 100, end: 300 }] });
  });

  it('of locks have no state, and one alone says nothing', () => {
    expect(planSpan(span(0, 500, 'mutex'), [taken('m', 100, null, { kind: 'mutex' })]))
      .toMatchObject({ ids: [], state: null });
  });
});
