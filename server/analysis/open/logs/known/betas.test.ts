/** Tests the step for a crash of a version before its release. */
import { describe, expect, it } from 'vitest';
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

describe('a blank Content-Type', () => {
  const line = (second: number): string => `time=2026-01-02T03:04:${second}.811Z level=ERROR source=scrape.go:1558 `
    + 'msg="Failed to determine correct type of scrape target." component="scrape manager" scrape_pool=hosts '
    + 'target=http://10.0.0.1:9100/metrics content_type="" fallback_media_type="" err="non-compliant scrape target '
    + 'sending blank Content-Type and no fallback_scrape_protocol specified for target"';
  const of = (version: string): string => recognize(new TextEncoder().encode([
    'time=2026-01-02T03:04:01.000Z level=INFO source=main.go:627 msg="Starting Prometheus Server" mode=server '
      + `version="(version=${version}, branch=HEAD, revision=1)"`, line(10), line(25), line(40),
  ].join('\n'))).interest ?? '';

  it('before 3.0.0 may be a scrape without an answer', () => {
    expect(of('3.0.0-rc.0')).toContain('3.0.0-rc.0 logs this of each scrape without an answer, too, ');
    expect(of('3.0.0-rc.0')).not.toContain('if it shows metrics, set');
  });

  it('of a release is what the target sends', () => {
    expect(of('3.0.0')).toContain('if it shows metrics, set fallback_scrape_protocol');
    expect(of('3.1.0-rc.0')).not.toContain('without an answer');
  });
});
