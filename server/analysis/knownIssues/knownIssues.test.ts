import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { claimMistakes } from '../../../core/finding.ts';
import { render } from '../../../core/text/parts.ts';
import { readLog } from '../logs/readLog.ts';
import { SCHEMA } from '../../../testdata/knownIssues/schema.ts';
import { EXAMPLES } from '../../../testdata/knownIssues/symptomExamples.ts';
import { actionsOf, claimOf, knownIssueFindings } from './knownIssueFindings.ts';
import type { Evidence, KnownIssue } from './knownIssueTypes.ts';
import { isAffected, knownIssues, matchKnownIssues, nextFix, releaseOf } from './matchKnownIssues.ts';

const ISSUES = knownIssues();
const named = ISSUES.map((issue) => ({ name: `${issue.project} ${issue.issue}`, issue }));

/** Issues with equal symptoms, distinguished by their versions. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  'prometheus 11331': ['prometheus 3958'], 'prometheus 3958': ['prometheus 11331'],
  'prometheus 17412': ['prometheus 13223', 'prometheus 10608'],
  'prometheus 13223': ['prometheus 10608'],
};

/** Returns the last version before the first fix. */
function versionBefore({ since, fixed }: KnownIssue): string {
  if (since !== null) return since;
  const [major = 0, minor = 0, patch = 0] = releaseOf(fixed[0] ?? '') ?? [];
  return patch > 0 ? `${major}.${minor}.${patch - 1}` : minor > 0 ? `${major}.${minor - 1}.0` : `${major - 1}.9.0`;
}

function evidenceOf(issue: KnownIssue, version: string): Evidence {
  const kind = issue.kinds[0];
  if (kind === undefined) throw new Error('An issue of no kind.');
  return { kind, ...ofVersion(issue, version), ...EXAMPLES[`${issue.project} ${issue.issue}`] };
}

/** Returns a server of the version; for an issue of Go, one built with it. */
function ofVersion({ project }: KnownIssue, version: string): { version: string; goVersion?: string } {
  return project === 'go' ? { version: '3.0.0', goVersion: `go${version}` } : { version };
}

describe('the table of known issues', () => {
  it('fits its schema, with each issue once', () => {
    const validate = new Ajv({ strict: true }).compile(SCHEMA);
    validate(structuredClone(ISSUES));
    expect(validate.errors ?? []).toEqual([]);
    expect(new Set(named.map(({ name }) => name)).size).toBe(ISSUES.length);
  });

  it('names findings that are there', () => {
    const panels = join(import.meta.dirname, '../panels');
    const code = readdirSync(panels, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(panels, name), 'utf8')).join('\n');
    const codes = ISSUES.flatMap(({ symptoms }) => symptoms.flatMap((one) => one.finding ?? []));
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((one) => !code.includes(`'${one}'`))).toEqual([]);
  });

  it.each(named)('$name has a claim that is short enough, and steps with their risks', ({ issue }) => {
    const version = versionBefore(issue);
    expect(claimMistakes(claimOf(issue, ofVersion(issue, version)))).toEqual([]);
    for (const { step, why, risk } of actionsOf(issue, ofVersion(issue, version)))
      expect([step, why, risk].every(Boolean)).toBe(true);
  });
});

describe('a known issue', () => {
  it.each(named)('$name is found by its symptom', ({ name, issue }) => {
    expect(EXAMPLES[name]).toBeDefined();
    expect(matchKnownIssues(evidenceOf(issue, versionBefore(issue)))).toContain(issue);
  });

  it.each(named)('$name is not found on the versions that have the fix', ({ issue }) => {
    for (const version of [...issue.fixed, '99.0.0'])
      expect(matchKnownIssues(evidenceOf(issue, version))).not.toContain(issue);
  });

  it.each(named)('$name is not found by the version alone, nor without a version', ({ issue }) => {
    const { kind } = evidenceOf(issue, '');
    expect(matchKnownIssues({ kind, ...ofVersion(issue, versionBefore(issue)) })).toEqual([]);
    for (const version of ['', 'unknown', '2.40', '3.13.0-rc.1'])
      expect(matchKnownIssues(evidenceOf(issue, version))).not.toContain(issue);
  });

  it.each(named)('$name is not found by what another one shows', ({ name, issue }) => {
    const others = named.filter((one) => one.name !== name && !(ALIKE[name] ?? []).includes(one.name));
    for (const other of others) {
      const evidence = { ...evidenceOf(other.issue, versionBefore(issue)), ...ofVersion(issue, versionBefore(issue)) };
      expect(matchKnownIssues(evidence), other.name).not.toContain(issue);
    }
  });

  it('says of an issue of Go what the server was built with', () => {
    const [found] = knownIssueFindings(
      { kind: 'prometheus', version: '2.18.0', goVersion: 'go1.14', ...EXAMPLES['go 37436'] }, []
    );
    expect(render(found?.claim ?? [])).toBe(
      'This is go 37436 (mlock of the signal stack fails); fixed in Go 1.15.0, built with Go 1.14.0.'
    );
    expect(found?.actions.at(-1)?.step).toBe('Update to a build with Go 1.15.0 or later.');
  });

  it('says number, title, fix, own version and what helps', () => {
    const [found] = knownIssueFindings({
      kind: 'prometheus', version: '3.12.0+ds', outOfOrder: true,
      stacks: [{ functions: ['x/tsdb.(*Head).WaitForPendingReadersInTimeRange'], share: 0 }],
    }, [{ code: 'compaction-falling-behind', panel: 'compaction', moment: 7 }]);
    expect(render(found?.claim ?? [])).toBe(
      'This is prometheus 19013 (queries block out-of-order compaction); fixed in 3.13.3, you run 3.12.0.'
    );
    expect(found).toMatchObject({ code: 'known-issue', severity: 'critical', panel: 'compaction', moment: 7 });
    expect(found?.actions.map(({ step }) => step)).toEqual([
      expect.stringMatching(/^Until the update: Set --query.timeout/), 'Update to 3.13.3 or later.',
    ]);
  });
});

describe('versions', () => {
  const issue = { since: '2.53.0', fixed: ['2.53.4', '3.3.0'] };
  it.each([
    ['2.52.9', false, '2.53.4'], ['2.53.0', true, '2.53.4'], ['v2.53.3+ds', true, '2.53.4'], ['2.53.4', false, '3.3.0'],
    ['2.54.0', true, '3.3.0'], ['3.2.1', true, '3.3.0'], ['3.3.0', false, null], ['4.0.0', false, null],
    ['0.302.1', true, '3.3.0'], ['0.303.0', false, null], ['3.2', false, null],
  ])('%s', (version, affected, next) => {
    expect(isAffected(version, issue)).toBe(affected);
    expect(nextFix(version, issue)).toBe(releaseOf(version) === null ? null : next);
  });
});

describe('logs of servers that have none of them', () => {
  const folder = (path: string): string => join(import.meta.dirname, path);
  const files = ['../../../testdata/logs', '../../../public/demo'].map(folder)
    .flatMap((one) => readdirSync(one)
      .filter((name) => /(?<!query)\.log(?:\.gz)?$/.test(name)).map((name) => join(one, name)));

  it.each(files)('%s', (file) => {
    const bytes = readFileSync(file);
    const log = readLog(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, () => true);
    expect(log.wanted.length).toBeGreaterThan(10);
    const logLines = log.wanted.map(({ message, fields }) => `${message} ${fields.err ?? ''}`);
    // The symptom must not match for any version.
    for (const kind of ['prometheus', 'victoriametrics', 'thanos', 'mimir'] as const)
      for (const version of ['0.30.0', '1.40.0', '1.70.0', '2.10.0', '2.19.0', '2.38.0', '2.51.0', '3.0.0', '3.12.0'])
        expect(matchKnownIssues({ kind, version, logLines })).toEqual([]);
  });
});
