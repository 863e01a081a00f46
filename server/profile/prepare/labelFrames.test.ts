import { expect, it } from 'vitest';
import { loadProfile } from '../../../testdata/profiles/oracles.ts';
import { withLabelFrames } from './labelFrames.ts';

it('without keys the profile is as it was, and the same keys give the same profile', async () => {
  const profile = await loadProfile('goprofiles/before/labels.cpu.pb.gz');
  expect(withLabelFrames(profile, { tagroot: ',' })).toBe(profile);
  const made = withLabelFrames(profile, { tagroot: 'tenant' });
  expect(made).not.toBe(profile);
  expect(withLabelFrames(profile, { tagroot: 'tenant' })).toBe(made);
  expect(profile.locations.count).toBeLessThan(made.locations.count);
});
