import { describe, expect, it } from 'vitest';
import { planRollUps } from './rollUpPlan.ts';
import { planSpan, type SpanMember } from './spanPlan.ts';

const HOUR = 3600;
const all = (): boolean => true;

function cpu(id: string, time: number, source: SpanMember['info']['source'] = { how: 'upload' }): SpanMember {
  return { info: { id, kind: 'cpu', time, durationSeconds: 10, source } };
}

function heap(id: string, time: number, uptimeSeconds?: number): SpanMember {
  const info = { id, kind: 'heap', time, durationSeconds: null, source: { how: 'upload' } as const };
  return { info, ...(uptimeSeconds === undefined ? {} : { uptimeSeconds }) };
}

describe('profiles of long ago', () => {
  it('become one an hour; those of an hour that has not ended, and single ones, stay', () => {
    const members = [cpu('b', 60), cpu('a', 0), cpu('c', HOUR + 1), cpu('d', 2 * HOUR), cpu('e', 2 * HOUR + 60)];
    expect(planRollUps(members, all, 3 * HOUR - 1)).toEqual({ hours: [['a', 'b']], gone: [] });
    expect(planRollUps(members, all, 3 * HOUR).hours).toEqual([['a', 'b'], ['d', 'e']]);
    expect(planRollUps(members, ({ info }) => info.id !== 'a', 3 * HOUR).hours).toEqual([['d', 'e']]);
  });

  it('that are in a merged one go, and count once until then', () => {
    const times = [{ start: 0, end: 10 }, { start: 60, end: 70 }];
    const members = [cpu('a', 0), cpu('b', 60), cpu('m', 0, { how: 'merged', target: 't', times })];
    expect(planRollUps(members, all, HOUR)).toEqual({ hours: [], gone: ['a', 'b'] });
    expect(planSpan({ target: 't', kind: 'cpu', start: 0, end: HOUR }, members).sum).toEqual(['m']);
  });

  it('of snapshots the last of an hour and of a process stays, which hold all growth', () => {
    const members = [
      heap('a', 0, 1000), heap('b', 300, 1300), heap('c', 600, 1600), heap('d', 900, 100), heap('e', 1200, 400),
      heap('f', HOUR, 2800), heap('g', HOUR + 300, 3100),
    ];
    const { gone } = planRollUps(members, all, HOUR);
    expect(gone).toEqual(['b', 'd']);
    const span = { target: 't', kind: 'heap', start: 0, end: 2 * HOUR };
    const left = members.filter(({ info }) => !gone.includes(info.id));
    expect(planSpan(span, left).restarts).toEqual([800]);
    expect(planSpan(span, left).growth).toEqual([{ earlier: 'a', later: 'c' }, { earlier: null, later: 'g' }]);
    expect(planRollUps([heap('x', 0), heap('y', 60)], all, HOUR).gone).toEqual([]);
  });
});
