import { expect, it } from 'vitest';
import { multiplyingLabel } from './multiplyingLabel.ts';

const list = (of: Record<string, number>): object[] => Object.entries(of).map(([name, value]) => ({ name, value }));
const status = (more: Record<string, object[]>): string => JSON.stringify({ data: {
  totalSeries: 900_000,
  seriesCountByMetricName: list({ shop_seconds_bucket: 600_000, shop_seconds_count: 60_000, shop_seconds_sum: 60_000 }),
  labelValueCountByLabelName: list({ __name__: 90_000, cart: 60_000, pod: 300 }), ...more,
} });

it('a label that only the series of one histogram have multiplies it', () => {
  const said = multiplyingLabel(status({
    seriesCountByLabelName: list({ __name__: 900_000, cart: 720_000 }),
    seriesCountByLabelValuePair: list({ 'job=shop': 721_000 }),
  }), 'shop_seconds_bucket');
  expect(said).toContain('The label cart multiplies it: the 720,000 series that have this label are the '
    + '720,000 series of shop_seconds (bucket, count, sum), of the job shop, and each of its 60,000 values makes a '
    + 'whole set of them.');
});

it('as many values as combinations of labels make it probable', () => {
  expect(multiplyingLabel(status({}), 'shop_seconds_bucket'))
    .toContain('The label cart probably multiplies it: it has 60,000 values, as many as shop_seconds has combinations');
});

it('a label that other metrics have too, or with few values, decides nothing', () => {
  expect(multiplyingLabel(status({ seriesCountByLabelName: list({ cart: 800_000 }) }), 'shop_seconds_bucket'))
    .toBeNull();
  expect(multiplyingLabel(status({ labelValueCountByLabelName: list({ cart: 900, pod: 300 }) }), 'shop_seconds_bucket'))
    .toBeNull();
});
