import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unsnappy } from '../../../testdata/writeRequests.ts';
import { snappy } from './snappy.ts';

it('gives every text back, at the limits of the format and beyond a block', () => {
  const repeated = (unit: string, bytes: number): Buffer => Buffer.from(unit.repeat(Math.ceil(bytes / unit.length)));
  const random = Uint8Array.from({ length: 200_000 }, (_, i) => Math.imul(i, 2654435761) >>> 13);
  for (const source of [
    Buffer.alloc(0), Buffer.from('a'), Buffer.from('abcd'), ...[59, 60, 61, 256, 257].map((n) => random.slice(0, n)),
    ...[64, 65, 67, 68, 69, 127, 128].map((n) => repeated('x', n + 20)), Buffer.alloc(300_000), random,
    repeated('tsdb_head_series{instance="a"} ', 65_530), repeated('0123456789'.repeat(300), 140_000),
  ]) expect(Buffer.from(unsnappy(snappy(source))).equals(Buffer.from(source))).toBe(true);
});

it('gives arbitrary bytes back', () => {
  const words = fc.array(fc.constantFrom('up', 'instance', '\0\0', 'process_cpu_seconds_total'), { maxLength: 400 });
  fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 3000 }), words.map((all) => Buffer.from(all.join('')))),
    (source) => { expect(Buffer.from(unsnappy(snappy(source))).equals(Buffer.from(source))).toBe(true); }));
});

it('makes labels that repeat several times smaller', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `http_request_duration_bucket{handler="/q",le="${i}"}`).join('');
  expect(snappy(Buffer.from(text)).length).toBeLessThan(text.length / 5);
});
