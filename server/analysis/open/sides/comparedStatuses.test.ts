/** Tests what is said of two status answers of a TSDB that were opened together. */
import { expect, it } from 'vitest';
import { comparedFiles, type SideFile } from './comparedFiles.ts';

const status = (name: string, hour: number, series: number, metrics: Record<string, number>): SideFile => ({
  name, format: 'tsdb-status', text: JSON.stringify({ status: 'success', data: {
    headStats: { numSeries: series, chunkCount: series, minTime: 1_760_000_000_000, maxTime: 1_760_000_000_000
      + hour * 3_600_000 },
    seriesCountByMetricName: Object.entries(metrics).map(([key, value]) => ({ name: key, value })),
  } }),
});

it('the metric names that made the growth, in order of the time of the heads', () => {
  const then = status('a.json', 1, 1_000_000, { shop_bucket: 200_000, up: 9000 });
  const now = status('b.json', 5, 1_500_000, { shop_bucket: 600_000, cart_items: 80_000, up: 9000 });
  const said = 'b.json against a.json: 1,000,000 series to 1,500,000 (+50 %). Most of that by metric name: shop_bucket '
    + '+400,000 (200,000 to 600,000, 80 % of the change). Only the list of b.json has cart_items (80,000, at most '
    + '9,000 before). Look at what was deployed between the two: count by (LABEL) (shop_bucket) on both sides';
  expect(comparedFiles(then, now)).toContain(said);
  expect(comparedFiles(now, then)).toContain(said);
});

it('a small change is none, and a fall asks for nothing', () => {
  expect(comparedFiles(status('a.json', 1, 1_000_000, { up: 9 }), status('b.json', 2, 1_010_000, { up: 9 })))
    .toBe('b.json against a.json: 1,000,000 series to 1,010,000 (+1 %), which is no large change.');
  const fall = comparedFiles(status('a.json', 1, 900_000, { shop: 500_000 }), status('b.json', 2, 500_000,
    { shop: 100_000 }));
  expect(fall).toContain('shop \u2212400,000 (500,000 to 100,000, 100 % of the change).');
  expect(fall).not.toContain('Look at');
});
