import { expect, it } from 'vitest';
import { causeOfError } from './errorCauses.ts';

it.each([
  ['opening storage failed: lock DB directory: resource temporarily unavailable', 'locked'],
  ['Opening storage failed: open DB in /data: Locked by other process', 'locked'],
  ['Opening storage failed lock DB directory: open /data/lock: permission denied', 'permission'],
  ['opening storage failed: lock DB directory: no locks available', null],
])('%s', (text, cause) => { expect(causeOfError(text)).toBe(cause); });
