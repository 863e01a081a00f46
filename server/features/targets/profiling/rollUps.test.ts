import { describe, expect, it } from 'vitest';
import type { CaptureReason, ProfileInfo } from '../../../../core/contract/contract.ts';
import { spanId } from '../../../../core/profileSpan.ts';
import { fail, ok } from '../../../../core/result.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import { RollUps, type RollUpOptions } from './rollUps.ts';

const DAY = 86_400;
const NOW = 1_800_000_000 + DAY;

function taken(id: string, time: number, how: CaptureReason['how'] = 'continuous'): ProfileInfo {
  return {
    id: id.repeat(64), name: id, kind: 'cpu', time, durationSeconds: 10, addedTime: time, sizeBytes: 1,
    source: { how: 'capture', target: 't', captureId: id, reason: { how, sentence: null } },
  } as unknown as ProfileInfo;
}

function made(
  profiles: ProfileInfo[], texts: string[] = []
): { rolled: string[][]; look: () => Promise<void> } {
  const rolled: string[][] = [];
  let nowMs = NOW * 1000;
  const catalog: RollUpOptions['profiles'] = {
    list: () => Promise.resolve(profiles),
    stored: (id) => Promise.resolve(ok({ info: profiles.find((one) => one.id === id) ?? taken('x', 0) })),
    rollUp: (ids) => {
      rolled.push(ids.map((id) => id[0] ?? ''));
      return Promise.resolve(fail('internal', 'disk full'));
    },
    remove: () => Promise.resolve(ok(null)),
  };
  const rollUps = new RollUps({ profiles: catalog, texts: () => texts, now: () => nowMs });
  const config = { name: 't' } as TargetConfig;
  const look = async (): Promise<void> => { await rollUps.onScrape({ config }); nowMs += 60_000; };
  return { rolled, look };
}

const HOUR = Math.floor((NOW - DAY) / 3600) * 3600 - 3600;

describe('roll-up', () => {
  it('takes continuous profiles of hours that ended a day ago, and looks again after a while', async () => {
    const played = made([
      taken('a', HOUR + 60), taken('b', HOUR + 120), taken('c', HOUR + 180, 'triggered'),
      taken('d', HOUR + 240, 'person'), taken('e', HOUR + 3660), taken('f', HOUR + 3720),
      { ...taken('9', HOUR + 300), source: { how: 'upload' } },
    ]);
    for (let minute = 0; minute < 10; minute++) await played.look();
    expect(played.rolled).toEqual([['a', 'b']]);
    await played.look();
    expect(played.rolled).toHaveLength(2);
  });

  it('leaves what a note or an embed names, also within a span', async () => {
    const profiles = ['a', 'b', 'c', 'd'].map((id, i) => taken(id, HOUR + 60 * i));
    const named = made(profiles, [`see /profiles?profile=${'a'.repeat(64)}`]);
    await named.look();
    expect(named.rolled).toEqual([['b', 'c', 'd']]);
    const span = spanId({ target: 't', kind: 'cpu', start: HOUR, end: HOUR + 100 });
    const spanned = made(profiles, [JSON.stringify({ before: [span] })]);
    await spanned.look();
    expect(spanned.rolled).toEqual([['c', 'd']]);
  });
});
