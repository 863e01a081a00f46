import { describe, expect, it } from 'vitest';
import { spanId } from '../../../../core/profileSpan.ts';
import type { SpanMember } from '../../../profile/span/spanPlan.ts';
import { namesProfile } from './namedProfiles.ts';

const spanned = (start: number, end: number, kind = 'cpu'): string =>
  `see /profiles?profile=${encodeURIComponent(spanId({ target: 't', kind, start, end }))}`;

function taken(id: string, time: number, source: SpanMember['info']['source']): SpanMember {
  return { info: { id: id.repeat(64), kind: 'cpu', time, durationSeconds: 20, source } };
}

function named(members: SpanMember[], text: string): string[] {
  const isNamed = namesProfile([text], members);
  return members.filter(({ info }) => isNamed(info)).map(({ info }) => info.id[0] ?? '');
}

describe('profiles that a text names', () => {
  it('are those with its ids', () => {
    const members = ['a', 'b'].map((id, i) => taken(id, 60 * i, { how: 'capture', target: 't', captureId: id }));
    expect(named(members, `/diff?before=${'b'.repeat(64)}`)).toEqual(['b']);
  });

  it('are in its span, also one that was rolled up and holds profiles on both sides of it', () => {
    const times = [{ start: 0, end: 10 }, { start: 3500, end: 3510 }];
    const members = [
      taken('a', 0, { how: 'merged', target: 't', times }), taken('b', 3600, { how: 'upload' }),
      taken('c', 1800, { how: 'merged', target: 'other', times }),
    ];
    expect(named(members, spanned(1700, 1900))).toEqual(['a']);
    expect(named(members, spanned(3520, 3530))).toEqual([]);
  });

  it('are the snapshots that the growth of its span is counted from', () => {
    const members = ['a', 'b', 'c', 'd'].map((id, i): SpanMember => ({
      info: { ...taken(id, 300 * i, { how: 'capture', target: 't', captureId: id }).info, kind: 'heap' as const,
        durationSeconds: null },
    }));
    expect(named(members, spanned(310, 620, 'heap'))).toEqual(['b', 'c']);
    expect(named(members, spanned(310, 620, 'mutex'))).toEqual([]);
  });
});
