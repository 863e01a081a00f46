import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const at = (seconds: number): string =>
  `2019-05-06 10:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(6).padStart(9, '0')}`;
const apply = (seconds: number, took: string): string =>
  `${at(seconds)} W | etcdserver: apply entries took too long [${took} for 1 entries]`;
const lost = (seconds: number): string =>
  `${at(seconds)} I | raft: raft.node: aa01bb02cc03dd04 lost leader aa01 at term 7`;
const elected = (seconds: number, term = 8): string =>
  `${at(seconds)} I | raft: raft.node: aa01bb02cc03dd04 elected leader bb02cc03dd04ee05 at term ${term}`;
const SLOWER = [
  apply(1, '200ms'), apply(3, '400ms'), apply(9, '5s'), apply(21, '11s'), apply(40, '18s'), apply(62, '21s'),
];

it('requests that get slower and take most of the time come first, before a loss that ended', () => {
  const facts = said(...SLOWER.slice(0, 4), lost(21.5), elected(24), ...SLOWER.slice(4));
  expect(facts).toMatch(/^6 requests took too long to apply \(each of a single entry\), up to 21 s, and they get /);
  expect(facts).toContain('from 200 ms to 21 s. They took 55.6 s of 61.2 s (90.8 %), so the member did little else.');
  expect(facts).toContain('It lost its leader at 2019-05-06 10:00:21, and one was elected again (bb02cc03dd04ee05, '
    + 'term 8) 2.5 s later: for that time it served no writes.');
  expect(facts).not.toContain('until another is elected');
});

it('slow requests after an election show that it did not help', () => {
  expect(said(apply(1, '3s'), lost(2), elected(3), apply(30, '20s'), apply(62, '30s')))
    .toContain('2 of them came after the last election, up to 30 s, so a new leader did not help.');
});

it('a leader that is lost at the end stands first, also after others that were replaced', () => {
  expect(said(apply(1, '2s'), lost(2))).toMatch(/^It lost its leader: until another is elected, it serves no writes\./);
  expect(said(lost(2), elected(3), apply(5, '2s'), lost(9)))
    .toMatch(/^It lost its leader 2 times, the last time without a new one in the lines/);
  expect(said(lost(2), elected(3), lost(9), elected(10.5, 9), apply(20, '2s'))).toContain('It lost its leader 2 times, '
    + 'and each time one was elected again, at most 1.5 s later (bb02cc03dd04ee05, term 9 at last)');
});

it('requests in JSON that stay as slow as they were have no course', () => {
  const line = (second: number, took: string): string => JSON.stringify({
    level: 'warn', ts: `2022-03-04T05:06:${String(second).padStart(2, '0')}.000Z`, caller: 'etcdserver/util.go:170',
    msg: 'apply request took too long', took, 'expected-duration': '100ms',
  });
  const facts = said(...[1, 10, 20, 30, 40, 50].map((second) => line(second, '320ms')));
  expect(facts).toContain('6 requests took too long to apply, up to 320 ms.');
  expect(facts).not.toContain('did little else');
});
