import { expect, it } from 'vitest';
import { bucketsOf, multiplyingLabel } from './multiplyingLabel.ts';

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

it('the buckets of a histogram, the next metric and the job', () => {
  expect(bucketsOf(status({ seriesCountByLabelValuePair: list({ 'a=b': 800_000, 'job=shop': 721_000 }) }),
    'shop_seconds_bucket')).toBe('It is a histogram: 600,000 / 60,000 (its _count) is about 10 buckets for each '
    + 'combination of its other labels; it has 10.0 times the series of the next metric (shop_seconds_count, 60,000). '
    + 'The job with most series is shop (721,000). Fewer buckets shrink it: drop values of le that no rule, alert or '
    + 'dashboard uses, by metric_relabel_configs.');
  expect(bucketsOf(status({}), 'shop_seconds_count')).toBeNull();
  expect(bucketsOf(status({}), 'other_bucket')).toBeNull();
});
