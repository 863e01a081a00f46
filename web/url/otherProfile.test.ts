import { expect, test } from 'vitest';
import { formatUrl, parseUrl, patchState } from '../../core/url/urlState.ts';
import { openedDiff, openedProfile, quietDiff } from './otherProfile.ts';

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const shown = parseUrl('/profiles',
  `target=prom&start=2026-11-20T14:00:00Z&end=2026-11-20T15:00:00Z&theme=dark&profile=${a}&type=inuse_space&focus=Head`
  + '&search=gc&function=main.main&by=job&sort=-flat&view=table&zoom=root/main.main&noinlines=1');
const kept = 'target=prom&start=2026-11-20T14:00:00Z&end=2026-11-20T15:00:00Z&theme=dark';

test.each([
  ['another profile', openedProfile(b), `/profiles?${kept}&profile=${b}`],
  ['the list', openedProfile(null), `/profiles?${kept}`],
  ['a diff', openedDiff([a], [b]), `/diff?${kept}&before=${a}&after=${b}`],
  ['a diff of snapshots against quiet time', quietDiff(a, b, 'heap'), `/diff?${kept}&before=${a}&after=${b}`],
  ['a diff against quiet time', quietDiff(a, b), `/diff?${kept}&before=${a}&after=${b}&normalize=duration`],
])('opening %s keeps target, window and theme, and nothing that was chosen for the profile before', (_, patch, url) => {
  expect(formatUrl(patchState(shown, patch))).toBe(url);
});
