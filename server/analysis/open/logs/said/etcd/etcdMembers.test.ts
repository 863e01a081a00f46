/** Tests what is told of a member of etcd that cannot publish itself. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, level: string, message: string, rest = ''): string =>
  `{"level":"${level}","ts":"2026-01-02T03:04:0${second}.296Z","caller":"etcdserver/server.go:2084","msg":"${message}"${
    rest}}`;
const publish = (second: number): string => line(second, 'warn', 'failed to publish local member to cluster through '
  + 'raft', ',"local-member-id":"63f111c239cc91f8","publish-timeout":"7s","error":"etcdserver: request timed out"');
const election = (second: number, term: number): string =>
  line(second, 'info', `63f111c239cc91f8 is starting a new election at term ${term}`);
const peer = (second: number, id: string): string => line(second, 'warn', 'prober detected unhealthy status',
  `,"remote-peer-id":"${id}","rtt":"0s","error":"dial tcp 10.0.0.7:2380: connect: connection refused"`);

describe('a member of etcd that cannot publish itself', () => {
  it('has no leader, and does not reach its peers', () => {
    const interest = told(election(1, 7), peer(2, 'a691154c733f3752'), publish(3), election(4, 8), publish(5));
    expect(interest).toMatch(/^This member of etcd gets no leader, so it cannot register in the cluster \(2 times /);
    expect(interest).toContain(': "etcdserver: request timed out"). It does not reach the peer a691154c733f3752 ("dial '
      + 'tcp 10.0.0.7:2380: connect: connection refused"). See whether a majority of the members run and reach each '
      + 'other on port 2380. It began 2 elections, up to term 8.');
    expect(interest).not.toContain('failed to publish');
  });

  it('has no quorum where only its peers are known to be away', () => {
    expect(told(peer(1, 'a691154c733f3752'), peer(2, 'b84dd5702e3dba73'), publish(3))).toMatch(
      /^This member of etcd gets no quorum, .* It does not reach the peers a691154c733f3752 and b84dd5702e3dba73 \(/
    );
  });

  it('has a leader, whose disk may be slow', () => {
    const interest = told(election(1, 7), line(2, 'info', 'raft.node: 63f1 elected leader 63f1 at term 8'),
      line(3, 'warn', 'slow fdatasync', ',"took":"5.2s","expected-duration":"1s"'), publish(4));
    expect(interest).toMatch(/^It began an election, up to term 8\. Its disk is slow: 1 write of its WAL took 5\.2 s/);
    expect(interest).toContain('This member of etcd could not register in the cluster (once at 2026-01-02T03:04:04Z: '
      + '"etcdserver: request timed out"), although the lines show a leader.');
  });

  it('comes first where no leader is known, with its name, before a small request that was slow', () => {
    const interest = told(line(1, 'warn', 'apply request took too long', ',"took":"628ms","expected-duration":"200ms",'
      + '"request":"header:<ID:1 > txn:<success:<request_put:<key:\\"/a\\" value_size:502 >> failure:<>>"'),
    publish(2).replace('"publish-', '"local-member-attributes":"{Name:m2 ClientURLs:[https://a:2379]}","publish-'));
    expect(interest).toMatch(/^This member of etcd could not register in the cluster \(m2, once at 2026-01-02T03:04:0/);
    expect(interest).toContain('etcdctl endpoint status --cluster');
    expect(interest).toContain('The disk or the CPU is too slow for them: compare');
  });

  it('before 3.4', () => {
    expect(told('2026-01-02 03:04:05.947741 I | raft: 1ab0861beb0ffd9c is starting a new election at term 31',
      '2026-01-02 03:04:06.947741 E | etcdserver: publish error: etcdserver: request timed out, possibly due to '
        + 'previous leader failure')).toMatch(/^This member of etcd gets no leader, so it cannot register in the /);
  });
});
