/** Tests that a profile and the table that go tool pprof -top prints of it say the same. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { loadProfile, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import type { Profile } from '../../../profile/decode/profile.ts';
import { profileFacts } from '../../../profile/query/profileFacts.ts';
import { top } from '../../../profile/query/top.ts';
import { textReport } from '../../../profile/reports/textReports.ts';
import { recognize } from '../../../analysis/open/recognize.ts';

interface Said { profile: string; table: string }

function saidOf(profile: Profile): Said {
  const info = profileFacts(profile, 'x');
  const sampleType = info.defaultSampleType;
  const text = unwrap(textReport('top', profile, { sampleType, nodecount: 0, rules: [] }));
  const { format, interest } = recognize(new TextEncoder().encode(text), 'top.txt');
  expect(format).toBe('pprof-text');
  return {
    profile: statements(profileFinding(unwrap(top(profile, { sampleType })), { info })).join(' '),
    table: interest ?? '',
  };
}

const P = 'github.com/prometheus/prometheus';
const ADDRESSES = new Map<string, string>();

function addressOf(frame: string): string {
  const known = ADDRESSES.get(frame) ?? `0x${(4096 * (ADDRESSES.size + 1)).toString(16)}`;
  ADDRESSES.set(frame, known);
  return known;
}

async function heap(...records: readonly (readonly [mib: number, frames: readonly string[]])[]): Promise<Said> {
  const bytes = records.map(([mib]) => mib * 2 ** 20);
  const sum = bytes.reduce((all, one) => all + one, 0);
  const count = 4 * records.length;
  const lines = records.flatMap(([, frames], i) => [
    `4: ${bytes[i] ?? 0} [8: ${2 * (bytes[i] ?? 0)}] @ ${frames.map(addressOf).join(' ')}`,
    ...frames.map((frame) => `#\t${addressOf(frame)}\t${frame}+0x75\t/app/a.go:1`), '',
  ]);
  const text = [`heap profile: ${count}: ${sum} [${2 * count}: ${2 * sum}] @ heap/1048576`, ...lines].join('\n');
  return saidOf(unwrap(await decodeAny(new TextEncoder().encode(text))).profile);
}

it('a heap of a subquery: the function, and which queries to look for', async () => {
  const { profile, table } = await heap(
    [800, [`${P}/promql.getFPointSlice`, `${P}/promql.(*evaluator).eval`, `${P}/promql.(*evaluator).evalSubquery`,
      `${P}/web/api/v1.(*API).query`]],
    [200, [`${P}/tsdb.newMemSeries`, `${P}/scrape.(*scrapeLoop).run`]],
  );
  for (const said of [profile, table]) {
    expect(said).toMatch(/promql\.getFPointSlice has the highest self value: /);
    expect(said).toContain('Most of the memory in use is that of instant queries over the API with a subquery '
      + '(evalSubquery) that ran when the profile was taken');
    expect(said).toContain('shorten the range or lengthen the step of the subquery, or use a recording rule.');
  }
});

it('a small heap: it shows no memory problem', async () => {
  const { profile, table } = await heap([3, [`${P}/tsdb.newMemSeries`]], [1, [`${P}/web.New`]]);
  for (const said of [profile, table]) expect(said)
    .toMatch(/^The heap in use is small, [\d.]+ ?[kM]i?B: it shows no memory problem\. The order of its functions /);
});

it('a ballast is not what the heap is used for', async () => {
  const { profile, table } = await heap([600, ['example.org/shop.allocateBallast']], [200, ['example.org/shop.Load']],
    [100, ['example.org/shop.Store']]);
  for (const said of [profile, table]) expect(said).toMatch(/shop\.Load has the highest self value: /);
});

it('waits for work: nearly all of the delay, or what leads beside them', async () => {
  const { profile, table } = saidOf(await loadProfile('live/block.pb.gz'));
  // The table lacks the smallest functions.
  for (const said of [profile, table])
    expect(said).toMatch(/^Nearly all of the delay, (?:100|99\.8) % of 3m 11s, is waits for work\. These /);
});

// Without stacks, a table cannot add to a function what works for it, such as an allocator.
it.each(['profile-2', 'allocs', 'heap-2'])('a stored profile, %s: the same function leads', async (name) => {
  const { profile, table } = saidOf(await loadProfile(`live/${name}.pb.gz`));
  const leading = (said: string): string =>
    /([\w.()*/]+?) (?:has (?:the highest self value|most)|takes)/.exec(said)?.[1]?.split('/').at(-1) ?? said;
  expect(leading(table)).toBe(leading(profile));
});
