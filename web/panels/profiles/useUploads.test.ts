import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES, refusal } from './useUploads.ts';

describe('refusal', () => {
  it.each([
    ['an empty file is not sent', 0, /empty/],
    ['a file beyond the limit is not sent', MAX_UPLOAD_BYTES + 1, /more than the 64 MiB taken/],
  ])('%s', (_, size, reason) => expect(refusal({ name: 'x', size })).toMatch(reason));
  it('lets the largest allowed file through', () => expect(refusal({ name: 'x', size: MAX_UPLOAD_BYTES })).toBeNull());
});
