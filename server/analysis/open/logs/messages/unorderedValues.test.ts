/** Tests what is told of values in a TSM file of InfluxDB that are not in order. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { unorderedValues } from './unorderedValues.ts';

const ORDERED = 'github.com/influxdata/influxdb/tsdb/engine/tsm1.Values.assertOrdered';
const COMPACTS = 'github.com/influxdata/influxdb/tsdb/engine/tsm1.(*tsmKeyIterator).combine';

it('two values of one time are told with it, and what InfluxDB did', () => {
  const interest = recognize(new TextEncoder().encode([
    'panic: not ordered: 12 1767323045000000000 >= 1767323045000000000', '', 'goroutine 71 [running]:',
    'panic(0xb17920, 0xc82b7f36a0)', '\t/usr/local/go/src/runtime/panic.go:481 +0x3e6',
    `${ORDERED}(0xc8326fc000, 0x74c)`,
    '\t/root/go/src/github.com/influxdata/influxdb/tsdb/engine/tsm1/encoding.gen.go:39 +0x2fc',
    `${COMPACTS}(0xc8264d2700, 0xf60f01)`,
    '\t/root/go/src/github.com/influxdata/influxdb/tsdb/engine/tsm1/compact.go:953 +0x16f',
  ].join('\n'))).interest ?? '';
  expect(interest).toContain('While InfluxDB compacted TSM files, two values of one series (at place 12) have the same '
    + 'time, 2026-01-02T03:04:05Z, as a damaged or badly written TSM file has them');
  expect(interest).toContain('influx_inspect');
});

it('two values in the wrong order are told with both times', () => {
  expect(unorderedValues([ORDERED], 'panic: not ordered: 3 1767323046500000000 >= 1767323045000000000'))
    .toContain('Two values of one series (at place 3) are not in order: 2026-01-02T03:04:06.5Z stands before '
      + '2026-01-02T03:04:05Z');
});

it.each([
  [['main.sort'], 'panic: not ordered: 3 1767323046500000000 >= 1767323045000000000'],
  [[ORDERED], 'panic: not ordered'],
])('is another panic: %j %s', (functions, said) => { expect(unorderedValues(functions, said)).toBeNull(); });
