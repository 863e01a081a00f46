/** Tests the step for a crash of a version before its release. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (version: string): string => recognize(new TextEncoder().encode([
  'It crashed.', `prometheus, version ${version} (branch: HEAD, revision: 1234567)`, '', '```',
  'panic: runtime error: integer divide by zero', '', 'goroutine 40 [running]:',
  'github.com/prometheus/prometheus/vendor/github.com/prometheus/tsdb.(*DB).run(0xc42010a460)',
  '\t/go/src/github.com/prometheus/prometheus/vendor/github.com/prometheus/tsdb/db.go:281 +0x3c6', '```',
].join('\n'))).interest ?? '';

it.each([
  ['2.0.0-beta.1', '2.0.0-beta.1 is a beta, so run 2.0.0 or later.'],
  ['2.3.0-rc.0', '2.3.0-rc.0 is a release candidate, so run 2.3.0 or later.'],
  ['2.3.0', 'look for a newer version, and report it with the whole stack.'],
])('of %s', (version, step) => {
  expect(said(version)).toContain(`An error in the code of the program: ${step}`);
});
