/** Tests what is said of refused exemplars with native histograms. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (version: string, feature: string): string => recognize(new TextEncoder().encode([
  `ts=2026-01-02T03:04:00.000Z caller=main.go:206 level=info msg="${feature}"`,
  'ts=2026-01-02T03:04:00.001Z caller=main.go:583 level=info msg="Starting Prometheus Server" mode=server '
    + `version="(version=${version}, branch=HEAD, revision=1)"`,
  ...[10, 25, 40].map((second) => `ts=2026-01-02T03:04:${second}.000Z caller=scrape.go:1744 level=warn `
    + 'component="scrape manager" scrape_pool=a target=http://10.0.0.1/metrics msg="Error on ingesting out-of-order '
    + 'exemplars" num_dropped=5'),
].join('\n'))).interest ?? '';
const NATIVE = 'Experimental native histogram support enabled.';

it('names the reason before 2.49', () => {
  expect(of('2.47.0', NATIVE)).toContain('this version does not sort the exemplars of one');
});

it.each([
  ['2.53.0', NATIVE], ['2.47.0', 'Experimental out-of-order support enabled.'],
])('none of %s: %s', (...given) => {
  expect(of(...given)).not.toContain('does not sort');
  expect(of(...given)).toContain('Exemplars were not stored; samples are not concerned: look for links');
});
