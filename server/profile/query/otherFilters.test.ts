import { describe, expect, it } from 'vitest';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { readTop, viewText } from '../../../testdata/profiles/pprofText.ts';
import { diffTop } from '../diff/diff.ts';
import { pairOf } from './pair.ts';
import type { Question } from './question.ts';
import { top } from './top.ts';

const BEFORE = 'seed-wal/before.cpu.pb.gz';

describe('numbers of go tool pprof with', () => {
  it.each<[string, Question, string]>([
    [
      'trim_path', { granularity: 'lines', trim_path: '/home/build/go/src:/usr/local/go/src' },
      'seed-before.lines.trim_path.txt.gz',
    ],
    ['prune_from', { prune_from: 'memSeries.*append' }, 'seed-before.prune_from.txt.gz'],
  ])('%s', async (_what, question, file) => {
    const theirs = readTop(viewText(file));
    expect(theirs.size).toBeGreaterThan(100);
    const ours = unwrap(top(await loadProfile(BEFORE), question)).rows;
    expect(new Map(ours.map((row) => [row.function, { flat: row.flat, cum: row.cum }]))).toEqual(theirs);
  });

  it('drop_negative', async () => {
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile(BEFORE) }], [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu',
        'none'
      )
    );
    const ours = unwrap(
      diffTop(pair, { drop_negative: true })
    ).rows.filter(({ flat, cum }) => flat.delta !== 0 || cum.delta !== 0);
    const theirs = readTop(viewText('seed-diff.drop_negative.txt.gz'));
    expect(theirs.size).toBeGreaterThan(50);
    expect(new Map(ours.map((row) => [row.function, { flat: row.flat.delta, cum: row.cum.delta }]))).toEqual(theirs);
  });

  it('an unreadable prune_from refused by name', async () => {
    expect(top(await loadProfile(BEFORE), { prune_from: '(' })).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining('prune_from') as string } }
    );
  });
});
