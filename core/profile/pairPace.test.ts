import { expect, it } from 'vitest';
import { firstNormalize } from './pairPace.ts';

const cpu = (durationSeconds: number | null, kind = 'cpu') => ({ kind, durationSeconds });

it.each([
  ['captures of different set times', cpu(30.03), cpu(60.1), 'duration'],
  ['of one time', cpu(30), cpu(30.2), 'none'],
  ['the same work, however long it took', cpu(41.7), cpu(23.4), 'none'],
  ['one of no known time', cpu(null), cpu(60), 'none'],
  ['of another kind', cpu(30, 'block'), cpu(60, 'block'), 'none'],
])('%s', (_, before, after, normalize) => { expect(firstNormalize(before, after)).toBe(normalize); });
