import { expect, it } from 'vitest';
import { bucketsOf, multiplyingLabel, scaleOf } from './multiplyingLabel.ts';

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

it('nearly as many values make it probable, too', () => {
  expect(multiplyingLabel(status({ labelValueCountByLabelName: list({ cart: 58_000, pod: 300 }) }),
    'shop_seconds_bucket')).toContain('it has 58,000 values, nearly as many as shop_seconds has combinations');
});

it('a label that other metrics have too, or with few values, decides nothing', () => {
  expect(multiplyingLabel(status({ seriesCountByLabelName: list({ cart: 800_000 }) }), 'shop_seconds_bucket'))
    .toBeNull();
  expect(multiplyingLabel(status({ labelValueCountByLabelName: list({ cart: 900, pod: 300 }) }), 'shop_seconds_bucket'))
    .toBeNull();
});

it('the buckets of a histogram, the next metric and the job', () => {
  const text = status({
    seriesCountByMetricName: list({ shop_seconds_bucket: 600_000, shop_seconds_count: 60_000, up_seconds: 50_000 }),
    seriesCountByLabelValuePair: list({ 'a=b': 800_000, 'job=shop': 720_000 }),
  });
  expect(bucketsOf(text, 'shop_seconds_bucket')).toBe('It is a histogram: 600,000 / 60,000 (its _count) is about 10 '
    + 'buckets for each combination of its other labels; it has 12.0 times the series of the next metric (up_seconds, '
    + '50,000). The job with most series is shop (720,000, 80 % of all). Fewer buckets shrink it: drop values of le '
    + 'that no rule, alert or dashboard uses, by metric_relabel_configs.');
  expect(bucketsOf(status({}), 'shop_seconds_count')).toBeNull();
  expect(bucketsOf(status({}), 'other_bucket')).toBeNull();
});

it('the lists of an analyzed block count as those of a status', () => {
  const block = (...labels: string[]): string => ['Block ID: 01HBLOCK', 'Total Series: 800000', '',
    'Most common label pairs:', '640000 job=shop', '', 'Highest cardinality labels:', ...labels, '',
    'Highest cardinality metric names:', '600000 shop_seconds_bucket', '60000 shop_seconds_count', '9000 up',
  ].join('\n');
  expect(bucketsOf(block('300 pod'), 'shop_seconds_bucket')).toContain('is about 10 buckets for each combination of '
    + 'its other labels; it has 66.7 times the series of the next metric (up, 9,000). The job with most series is shop '
    + '(640,000, 80 % of all).');
  expect(multiplyingLabel(block('60000 cart', '300 pod'), 'shop_seconds_bucket'))
    .toContain('The label cart probably multiplies it: it has 60,000 values');
});

it('a metric that is no histogram stands to the next one and to the largest job', () => {
  const text = status({
    seriesCountByMetricName: list({ shop_carts: 300_000, up_seconds: 50_000 }),
    seriesCountByLabelValuePair: list({ 'job=shop': 360_000 }),
  });
  expect(scaleOf(text, 'shop_carts')).toBe('It has 6.0 times the series of the next metric (up_seconds, 50,000). The '
    + 'job with most series is shop (360,000, 40 % of all).');
  expect(scaleOf(status({}), 'shop_seconds_count')).toBeNull();
});
