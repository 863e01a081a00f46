import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { causeBehind, objectsIn } from './behindMessage.ts';
import { meaningOf } from '../meanings.ts';
import { failedGroups, lateGroups } from '../../messages/ruleTimeouts.ts';

const interestOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('what stands behind a message', () => {
  it.each([
    ['" err="a \\"b\\" c"', 'a "b" c'], ['\nError: "dial tcp: refused"', 'dial tcp: refused'],
    ['","error":"no space","x":1', 'no space'], [' err=boom level=1', 'boom'], [' error="null"', null],
    ['. level=error err="of another line"', null],
  ])('is its cause: %s', (rest, cause) => { expect(causeBehind(rest)).toBe(cause); });

  it('is its object, unless the cause has it', () => {
    expect(objectsIn(' url=http://a:1/x, group=g.rules', '')).toEqual(['url=http://a:1/x', 'group=g.rules']);
    expect(objectsIn(' url=http://a:1/x', 'Post "http://a:1/x": refused')).toEqual([]);
  });

  it('is told of a message without a time, and so is a later test of the port', () => {
    const interest = interestOf(
      '# Report', '', '```', 'Message: Exporting failed. Will retry the request after interval.',
      String.raw`Error: "failed to make an HTTP request: Post \"http://localhost:14318/v1/logs\": `,
      'dial tcp [::1]:14318: connectex: the target machine actively refused it."', '', 'TcpTestSucceeded: True', '```',
    );
    expect(interest).toContain('The cause given is "failed to make an HTTP request: Post '
      + '"http://localhost:14318/v1/l');
    expect(interest).toContain('After it, a test reached the port');
  });
});

describe('a status with which a receiver answers a write', () => {
  it.each([
    ['non-recoverable error\nserver returned HTTP status 404 Not Found: 404 page not found', 'nothing at that path'],
    ['request to http://a/v1/traces responded with HTTP Status Code 404', 'nothing at that path'],
    ['failed to send batch, retrying\nserver returned HTTP status 503 Service Unavailable', 'takes no requests'],
    ['error sending batch, will retry\nserver returned HTTP status 413 Request Entity Too Large', 'smaller batches'],
    ['remote write receiver needs to be enabled with --web.enable-remote-write-receiver: remote_write', 'is off'],
    ['non-recoverable error\nserver returned HTTP status 400 Bad Request: out of order sample', 'external_labels of'],
  ])('is explained: %s', (text, words) => { expect(meaningOf(text)).toContain(words); });

  it('is not one of a scrape', () => { expect(meaningOf('server returned HTTP status 404 Not Found')).toBeNull(); });
});

describe('rules that do not end in time', () => {
  const TABLE = ['| Rule group | Eval time | Interval |', '| --- | --- | --- |', '| `a.rules` | **77.7 s** | 30 s |',
    '| `b.rules` | 14.6 s | 30 s |'];

  it('are told by their groups, without the advice of what they are', () => {
    const interest = interestOf(
      '# Post-mortem', '', '```', 'level=WARN msg="Evaluating rule failed" group=a.rules', '  name=x:rate3d ... '
        + 'err="query timed out in expression evaluation"', '```', '', ...TABLE,
    );
    expect(interest).toMatch(/^a\.rules takes 77\.7 s at an interval of 30 s: it misses evaluations\. It has/);
    expect(interest).toContain('A rule took longer than --query.timeout');
    expect(interest).not.toContain('recording rule');
  });

  it('have groups around their errors', () => {
    expect(failedGroups('msg="Evaluating rule failed" group=g err="query timed out in expression evaluation"'))
      .toEqual(['g']);
    expect(lateGroups('| a | b |\n| - | - |\n| 1 | 2 |')).toBeNull();
  });

  it('differ from a query that a user asks', () => {
    expect(meaningOf('query timed out in expression evaluation')).not.toContain('rule took longer');
  });
});
