/** Tests that a warning of another class stands beside the gravest error. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, level: string, rest: string): string =>
  `ts=2026-01-02T03:04:${String(second).padStart(2, '0')}Z caller=a.go:1 level=${level} ${rest}`;
const refused = (second: number): string => line(second, 'error', 'msg="non-recoverable error" count=10 err="server '
  + 'returned HTTP status 400 Bad Request: per-user series limit of 10 exceeded"');
const limited = (second: number, status = '429 Too Many Requests'): string =>
  line(second, 'warn', `msg="Failed to send batch, retrying" err="server returned HTTP status ${status}: slower"`);
const FILL = Array.from({ length: 50 }, (_, i) => line(i, 'info', `msg="work ${i}"`));

describe('warnings beside an error', () => {
  it('of another status have their own sentence with their count', () => {
    const facts = said(...FILL, refused(1), refused(3), refused(9), limited(2), limited(12));
    expect(facts).toMatch(/^The error "non-recoverable error" occurs 3 times /);
    expect(facts).toMatch(/The warning "Failed to send batch, retrying" occurs 2 times .* 429/);
    expect(facts).toContain('limit of the receiver is reached');
  });

  it('of the same status have none, nor has a single one', () => {
    const same = limited(2, '400 Bad Request');
    expect(said(...FILL, refused(1), refused(9), same, same.replace(':02Z', ':12Z'))).not.toContain('The warning ');
    expect(said(...FILL, refused(1), refused(9), limited(2))).not.toContain('The warning ');
  });

  it('of another known meaning, if they are frequent', () => {
    const late = (second: number): string => line(second, 'warn', 'msg="Append failed" err="no space left on device"');
    const times = [11, 12, 13, 17, 19];
    expect(said(...FILL, refused(1), refused(9), ...times.map(late)))
      .toContain('The warning "Append failed" occurs 5 times');
    expect(said(...FILL, refused(1), refused(9), late(11), late(12))).not.toContain('Append failed');
  });
});

describe('warnings that end with the error', () => {
  const inner = 'etcdserver: mvcc: database space exceeded';
  const kubelet = (second: number, level: string, rest: string): string =>
    `Apr 18 09:17:${second} cp1 kubelet[1495]: ${level}0418 09:17:${second}.533588    1495 a.go:540] ${rest}`;
  const node = kubelet(10, 'E', `"Error updating node status, will retry" err="failed to patch status: ${inner}"`);
  const pod = (second: number): string => kubelet(second, 'W', `Failed to update status for pod "a": ${inner}`);

  it('are counted, and the text is named by the program that the error is of', () => {
    const lines = [node, ...[11, 13, 14, 18, 23, 24].map(pod)].join('\n');
    const { name, program, interest } = recognize(new TextEncoder().encode(lines));
    expect([name, program]).toEqual(['a log of the kubelet about etcd in syslog lines', 'etcd']);
    expect(interest).toContain('6 warnings end with the same error.');
  });

  it('of other errors are not', () => {
    const lines = [node.replace(inner, 'connection refused'), ...[11, 13].map(pod)].join('\n');
    const { name, interest } = recognize(new TextEncoder().encode(lines));
    expect(name).toBe('a log of the kubelet in syslog lines');
    expect(interest).not.toContain('end with the same error');
  });
});

it('errors that were only canceled come after the warnings that are as many', () => {
  const canceled = line(5, 'error', 'msg="non-recoverable error" err="context canceled"');
  const late = (second: number): string => line(second, 'warn', 'msg="Append failed" err="no space left on device"');
  expect(said(late(1), late(2), canceled)).toMatch(/^The warning "Append failed" occurs 2 times .* the error "non-rec/);
  expect(said(late(1), canceled, canceled.replace(':05Z', ':06Z'))).toMatch(/^The error "non-recoverable error" /);
});
