import { expect, test } from 'vitest';
import { nodeOf } from './findNode.ts';

const node = (instance: string, job = 'node') => ({ instance, job });

test.each([
  ['the configured address', [node('a:9100'), node('a:9200'), node('b:9100')], 'a:9100', 'x:9090', 'a:9100'],
  ['else the configured host', [node('a:9200'), node('b:9100')], 'a:9100', 'b:9090', 'a:9200'],
  ['without configuration the host of the target', [node('a:9100'), node('b:9100')], null, 'b:9090', 'b:9100'],
  ['all names of the loopback are one host', [node('localhost:9100')], null, '127.0.0.1:9090', 'localhost:9100'],
  ['never another host than that configured', [node('b:9100')], 'a:9100', 'b:9090', null],
  ['none of several on one host', [node('a:9100'), node('a:9200')], null, 'a:9090', null],
  ['none where the target has no instance', [node('a:9100')], null, '', null],
  ['none', [], null, 'a:9090', null],
])('%s', (_, found, wanted, own, expected) => {
  expect(nodeOf(found, wanted, own)?.instance ?? null).toBe(expected);
});
