/** Crashes recorded with both versions of an issue: the affected one names the issue, the fixed one does not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', 'testdata', 'knownIssues', 'crashes');
const recorded = readdirSync(FOLDER).flatMap((file) => {
  const [, issue, version = ''] = /^(\d+)-(\d+\.\d+\.\d+)\.log$/.exec(file) ?? [];
  return issue === undefined ? [] : [{ file, issue, version, text: readFileSync(join(FOLDER, file), 'utf8') }];
});
const crashed = recorded.filter(({ text }) => /^(?:panic|fatal error|unexpected fault)/m.test(text));

function factsOf(version: string, text: string): string {
  const start = [
    `ts=2026-11-20T10:00:00.000Z level=info msg="Starting Prometheus" version="(version=${version}, branch=HEAD)"`,
    'ts=2026-11-20T10:00:00.001Z level=info build_context="(go=go1.22.5, user=root@host)"', '',
  ].join('\n');
  return recognize(new TextEncoder().encode(start + text)).interest ?? '';
}

it('has eight issues, each of a version that has it and of one that has the fix', () => {
  expect(crashed).toHaveLength(8);
  expect(recorded).toHaveLength(16);
});

it.each(crashed)('$file names the issue, and no other', ({ issue, version, text }) => {
  const named = [...factsOf(version, text).matchAll(/This is (?:probably )?(\w+ \d+) \(/g)].map(([, name]) => name);
  expect(named).toEqual([`prometheus ${issue}`]);
});

it.each(crashed)('$file asks for no report of what is known', ({ version, text }) => {
  expect(factsOf(version, text)).not.toContain('and report it with the whole stack');
});

it.each(recorded.filter((one) => !crashed.includes(one)))('$file names none', ({ version, text }) => {
  expect(factsOf(version, text)).not.toMatch(/This is (?:probably )?\w+ \d+ \(/);
});

it.each(crashed)('the stack of $file names none in the version that has the fix', ({ issue, text }) => {
  const fixed = recorded.find((one) => one.issue === issue && !crashed.includes(one))?.version ?? '';
  expect(factsOf(fixed, text)).not.toContain(`prometheus ${issue} (`);
});
