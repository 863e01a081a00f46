import { expect, it } from 'vitest';
import { loadProfile, unwrap } from '../../testdata/profiles/oracles.ts';
import { readTextOracles } from '../../testdata/profiles/textOracles.ts';
import { textReport } from '../reports/textReports.ts';
import { addsLabelFrames, withLabelFrames } from './labelFrames.ts';

const oracles = readTextOracles()
  .filter(({ before, query }) => before === undefined && addsLabelFrames(query));

it.each(oracles.map((oracle) => [oracle.name, oracle] as const))('%s', async (_name, { file, report, query, text }) => {
  const { nodecount, nodefraction, noinlines, ...question } = query;
  const profile = withLabelFrames(await loadProfile(file), question);
  expect(unwrap(textReport(report, profile, {
    ...question, noinlines: noinlines === 'true', rules: [],
    ...(nodecount === undefined ? {} : { nodecount: Number(nodecount) }),
    ...(nodefraction === undefined ? {} : { nodefraction: Number(nodefraction) }),
  }))).toBe(text);
});

it('without keys the profile is as it was, and the same keys give the same profile', async () => {
  const profile = await loadProfile('goprofiles/before/labels.cpu.pb.gz');
  expect(withLabelFrames(profile, { tagroot: ',' })).toBe(profile);
  const made = withLabelFrames(profile, { tagroot: 'tenant' });
  expect(made).not.toBe(profile);
  expect(withLabelFrames(profile, { tagroot: 'tenant' })).toBe(made);
  expect(profile.locations.count).toBeLessThan(made.locations.count);
});
