import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { top } from './top.ts';

const STACKS = 'main;alloc;refill 3\nmain;run+alloc;refill 2\nalloc;main 1';

describe('drop_frames and keep_frames', () => {
  it.each([
    ['nothing is dropped without them', '', '', ['refill 5', 'main 1', 'alloc 0', 'run 0']],
    ['the frame and all below it go, their value to the caller', 'alloc', '', ['main 4', 'run 2', 'alloc 0']],
    ['what is kept is not dropped', 'alloc|refill', 'alloc', ['alloc 5', 'main 1', 'run 0']],
    ['an expression that cannot be read drops nothing', '(', '', ['refill 5', 'main 1', 'alloc 0', 'run 0']],
    ['the whole name must match', 'allo', '', ['refill 5', 'main 1', 'alloc 0', 'run 0']],
  ])('%s', (_what, dropFrames, keepFrames, expected) => {
    const table = unwrap(top(foldedProfile(STACKS, { dropFrames, keepFrames }), { sampleType: 'samples' }));
    expect(table.rows.map((row) => `${row.function} ${row.flat}`)).toEqual(expected);
    expect(table.total).toBe(6);
  });

  it('compares names without their arguments', () => {
    const table = unwrap(
      top(
        foldedProfile('main;operator()(int);x 1\nmain;new(unsigned);y 1', { dropFrames: 'operator\\(\\)|new' }),
        { sampleType: 'samples' }
      )
    );
    expect(table.rows.map((row) => `${row.function} ${row.flat}`)).toEqual(['main 2']);
  });
});
