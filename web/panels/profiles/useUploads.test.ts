import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../../core/bounds.ts';
import { refusal } from './useUploads.ts';

describe('refusal', () => {
  it.each([
    ['rejects an empty file', 0, /empty/],
    ['rejects a file above the limit', MAX_BODY_BYTES + 1, /the limit is 64 MiB/],
  ])('%s', (_, size, reason) => expect(refusal({ name: 'x', size })).toMatch(reason));
  it('accepts a file of exactly the limit', () => expect(refusal({ name: 'x', size: MAX_BODY_BYTES })).toBeNull());
});
