/** Tests that a member of etcd that is cut off is not told to have a slow disk. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, msg: string, more: object = {}): string => JSON.stringify({
  level: 'warn', ts: `2023-04-05T06:07:${second.toFixed(3).padStart(6, '0')}Z`, caller: 'etcd/a.go:1', msg, ...more,
});
const gone = (second: number, peer: string): string => line(second, 'lost TCP streaming connection with remote peer', {
  'stream-reader-type': 'stream Message', 'local-member-id': 'aa01aa01', 'remote-peer-id': peer,
  error: 'read tcp 10.9.0.1:40000->10.9.0.2:2380: i/o timeout',
});
const slow = (second: number, took = '2.0003s'): string => line(second, 'apply request took too long', {
  took, 'expected-duration': '100ms', prefix: 'read-only range ', error: 'context deadline exceeded',
});
const election = (second: number, term: number): string[] => [
  line(second, `aa01aa01 is starting a new election at term ${term}`),
  line(second, `aa01aa01 received MsgVoteResp from aa01aa01 at term ${term + 1}`),
  ...['bb02bb02', 'cc03cc03'].map((peer) =>
    line(second, `aa01aa01 [logterm: 4, index: 77] sent MsgVote request to ${peer} at term ${term + 1}`)),
];
const lost = line(18, 'raft.node: aa01aa01 lost leader bb02bb02 at term 5');
const elected = line(29, 'raft.node: aa01aa01 elected leader cc03cc03 at term 8');

it('the loss of all peers comes before the leader is lost, and requests in between only wait', () => {
  const facts = said(gone(10, 'bb02bb02'), gone(11, 'cc03cc03'), ...election(18, 4), lost, slow(20),
    ...election(21, 5), slow(23), slow(26), elected);
  expect(facts).toMatch(/^It lost its leader at 2023-04-05T06:07:18Z, and one was elected again/);
  expect(facts).toContain('It lost the connection to both of its peers (bb02bb02 and cc03cc03) from '
    + '2023-04-05T06:07:10Z on, 8 s before it was without a leader ("read tcp 10.9.0.1:40000->10.9.0.2:2380: i/o '
    + 'timeout"). In its elections it got no vote but its own.');
  expect(facts).toContain('3 requests timed out meanwhile, after up to 2 s: without a leader, they could only wait.');
  expect(facts).toContain('Look at the network, the firewall and the host of this member');
  expect(facts).not.toMatch(/too slow|fsync|did little else|It also logged/);
});

it('one peer that is lost is no cut of this member', () => {
  const facts = said(gone(10, 'bb02bb02'), ...election(18, 4), lost, elected);
  expect(facts).toContain('It lost the connection to its leader bb02bb02 from 2023-04-05T06:07:10Z on');
  expect(facts).toContain('Look at that peer and at the network to it');
  expect(facts).not.toContain('firewall');
});

it('peers that are lost after the leader are no cause', () => {
  expect(said(lost, gone(19, 'bb02bb02'), slow(21), elected)).not.toContain('before it was without a leader');
});

it('requests that end at their deadline wait, also without a lost leader', () => {
  const facts = said(line(9, 'raft.node: aa01aa01 elected leader bb02bb02 at term 4'),
    ...[10, 13, 16, 19, 22, 25].map((second) => slow(second)));
  expect(facts).toContain('All of them ended at their deadline, so they waited for something. See by etcdctl endpoint');
  expect(facts).not.toMatch(/did little else|too slow for them/);
});

it('beside a slow disk, a request that timed out stands behind the leader that it lacked', () => {
  const facts = said(line(9, 'slow fdatasync', { took: '2.2s', 'expected-duration': '1s' }), gone(10, 'bb02bb02'), lost,
    slow(20), elected);
  expect(facts).toMatch(/^Its disk is slow: 1 write of its WAL took 2\.2 s\. It lost its leader at /);
  expect(facts).toContain('it served no writes. 1 request timed out meanwhile, after 2 s: without a leader, it could ');
});
