/** Tests what is told of an exception of HBase beside words on a split of its region. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { regionSplit } from './regionSplits.ts';

const NOT_SERVED = 'org.apache.hadoop.hbase.NotServingRegionException: t,,1. is closing';

it('is told with the split that the sentences name, and with what to do', () => {
  const interest = recognize(new TextEncoder().encode([
    'The import fails as soon as HBase begins a region split:', '', '```',
    'org.hbase.async.PleaseThrottleException: 500 RPCs waiting on "t,,1" to come back online',
    `Caused by: ${NOT_SERVED}`, '```',
  ].join('\n'))).interest ?? '';
  expect(interest).toContain('By the text, a region was being split then, and is not served meanwhile. A server of '
    + 'HBase does not serve that region');
  expect(interest).toContain('pre-split the table');
  expect(interest).not.toContain('look at the region servers');
});

it.each([
  ['It happens at night.', NOT_SERVED], ['There was no region split.', NOT_SERVED],
  ['During a region split:', 'java.io.IOException: disk'],
])('names no split: %s %s', (text, error) => { expect(regionSplit(`${text}\n${error}`, error)).toBeNull(); });
