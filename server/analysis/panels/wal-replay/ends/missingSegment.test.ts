import { expect, it } from 'vitest';
import { only } from '../../../../../testdata/measuredLog.ts';

const line = (second: number, rest: string): string =>
  `ts=2026-01-02T10:00:0${second}.5Z caller=main.go:1 level=${rest.includes('err=') ? 'error' : 'info'} ${rest}`;
const ended = (error: string): string | undefined => only([
  line(1, 'msg="Starting Prometheus" version="(version=2.45.0, branch=HEAD)"'),
  line(2, 'component=tsdb msg="Found healthy block" mint=1767340800000 maxt=1767348000000 ulid=01E1GH82Z6YJCVF0S43'),
  line(3, `err="opening storage failed: ${error}"`),
].join('\n')).ending;

it.each([
  ['get segment range: segments are not sequential', 'wal'],
  ['found unsequential head chunk files 23 and 25', 'chunks_head'],
  ['segments are not sequential', 'wal or chunks_head'],
])('a start that gave up because of a missing segment: %s', (error, folder) => {
  expect(ended(error)).toMatch(/^The server gave up after 2 s: a segment file is missing\. /);
  expect(ended(error)).toContain(` in its folder ${folder} have a gap, `);
  expect(ended(error)).toContain('The blocks are not concerned: do not delete the data folder.');
});
