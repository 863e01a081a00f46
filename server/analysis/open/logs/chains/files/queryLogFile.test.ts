/** Tests the step for a file of queries that Prometheus cannot write, by what the text shows. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(`${lines.join('\n')}\n`)).interest ?? '';
const crash = (reason: string): string[] => [
  'ts=2026-01-02T03:04:05.678Z caller=query_logger.go:87 level=error component=activeQueryTracker msg="Error opening '
    + `query log file" file=/prometheus/queries.active err="open /prometheus/queries.active: ${reason}"`,
  'panic: Unable to create mmap-ed active query log', '', 'goroutine 1 [running]:',
  'github.com/prometheus/prometheus/promql.NewActiveQueryTracker({0x7ffe, 0xb}, 0x14, {0x34, 0xc0})',
  '\t/app/promql/query_logger.go:117 +0x3d7', 'main.main()', '\t/app/cmd/prometheus/main.go:491 +0x6bbf',
];

it('a folder of the host belongs to another user', () => {
  const facts = said('services:', '  p:', '    image: prom/prometheus:v2.45.0', '    volumes:',
    '      - ./conf:/etc/prometheus', '      - ./var/data:/prometheus', '', ...crash('permission denied'));
  expect(facts).toContain('because it cannot create the file queries.active in its data folder: its user may not write '
    + 'there, so give ./var/data of the host to the user of the container (the image runs as 65534: chown -R '
    + '65534:65534 ./var/data), or use a named volume.');
  expect(facts).not.toMatch(/disk is full|Kubernetes/);
});

it('a full disk is no matter of rights', () => {
  const facts = said(...crash('no space left on device'));
  expect(facts).toContain('its disk is full, so free space there');
  expect(facts).not.toContain('fsGroup');
});

it('a denied folder in a pod, and one of which nothing is known', () => {
  expect(said('kubectl logs prom-0', ...crash('permission denied'))).toContain('so set fsGroup');
  expect(said(...crash('permission denied'))).toContain('so look at the owner and mode of /prometheus.');
});

it('keeps both steps without the error', () => {
  expect(said(...crash('').slice(1))).toMatch(/its user may not write there .{1,60} or the disk is full/);
});
