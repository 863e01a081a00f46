/** Every entry against every profile of the tests, of servers and programs that have none of these issues. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profileBytes } from '../../../testdata/profiles/oracles.ts';
import { functionsOf, goroutineStacks } from '../../profile/decode/goroutineStacks.ts';
import { decodeAny } from '../../profile/foreign/decodeAny.ts';
import type { Evidence } from './knownIssueTypes.ts';
import { knownIssues, matchKnownIssues } from './matchKnownIssues.ts';

const FOLDER = new URL('../../../testdata/profiles/', import.meta.url);
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:pb(?:\.gz)?|dump\.txt)$/.test(name) && !/^malformed/.test(name));
const VERSIONS = [
  '0.30.0', '1.40.0', '1.70.0', '1.123.0', '2.10.0', '2.17.1', '2.19.0', '2.38.0', '2.51.0', '3.0.0', '3.7.1', '3.12.0',
  '3.13.2',
];
const ISSUES = knownIssues().filter(({ symptoms }) => symptoms.some(({ stacks }) => stacks !== undefined));

describe('profiles of servers that have no known issue', () => {
  it('are there, and entries that look at them', () => {
    expect(files.length).toBeGreaterThan(140);
    expect(ISSUES.length).toBeGreaterThan(3);
  });

  it.each(files)('%s names none', async (file) => {
    const decoded = await decodeAny(profileBytes(file));
    if (!decoded.ok) return;
    const { profile } = decoded.value;
    const type = profile.sampleTypes.length - 1;
    const waits = goroutineStacks(profile);
    const own = Array.from({ length: profile.sampleCount }, (_, sample) => ({
      functions: functionsOf(profile, sample),
      value: Math.abs(profile.values[sample * profile.sampleTypes.length + type] ?? 0),
    }));
    const total = own.reduce((sum, { value }) => sum + value, 0);
    for (const issue of ISSUES) {
      const patterns = issue.symptoms.flatMap(({ stacks = [] }) => stacks.map(({ functions }) => functions));
      const stacks = waits !== null ? waits.map(({ functions, waitMinutes }) => (
        { functions, share: 1, ...(waitMinutes === null ? {} : { waitMinutes }) }
      )) : patterns.flatMap((pattern) => {
        const matching = own.filter(({ functions }) => (
          pattern.every((one) => functions.some((name) => new RegExp(one).test(name)))));
        const share = matching.reduce((sum, { value }) => sum + value, 0) / Math.max(1, total);
        return matching.slice(0, 1).map(({ functions }) => ({ functions, share }));
      });
      for (const kind of issue.kinds)
        for (const version of VERSIONS) {
          const evidence: Evidence = { kind, version, goVersion: 'go1.20.1', outOfOrder: true, stacks };
          expect(matchKnownIssues(evidence, [issue]).map((one) => `${one.project} ${one.issue}`)).toEqual([]);
        }
    }
  });
});
