/** Tests which of several counts of one message is told, and the amounts and blocks beside messages. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { worseCount } from './worseCounts.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const logged = (second: number, rest: string): string => `ts=2026-01-02T03:04:0${second}Z caller=a.go:1 ${rest}`;

describe('counts of one message', () => {
  it.each([
    ['3 out of 4 writes failed', '4 out of 4 writes failed', '4 out of 4 writes failed'],
    ['4 out of 4 writes failed', '1 out of 4 writes failed', '4 out of 4 writes failed'],
    ['only 2 of 3 are healthy', 'only 1 of 3 are healthy', 'only 1 of 3 are healthy'],
    ['1/3 replicas are unhealthy', '3/3 replicas are unhealthy', '3/3 replicas are unhealthy'],
    ['1 of 2 failed', '2 of 4 failed', '2 of 4 failed'],
    ['3 of 4 failed', '3 of 4 failed', null], ['line 3 failed', 'line 4 failed', null],
  ])('%s, %s', (one, later, worse) => { expect(worseCount(one, later)).toBe(worse); });

  it('the worst is told, and that others are of its form', () => {
    const line = (second: number, count: string): string =>
      logged(second, `level=error msg="${count} receivers failed"`);
    expect(told(line(1, '3 out of 4'), line(2, '4 out of 4'), line(3, '3 out of 4'))).toBe('The worst of 3 lines of '
      + 'this form from 2026-01-02T03:04:01Z to 2026-01-02T03:04:03Z is the error "4 out of 4 receivers failed".');
  });
});

describe('what a quotation must have', () => {
  it('both figures of a limit, behind the first sentence', () => {
    const sentence = `The query was rejected before it ran on any of the stores, as ${
      'it needs many blocks and '.repeat(3)}chunks.`;
    const why = 'The limit is there to protect the stores. '.repeat(3);
    expect(told(logged(1, `level=error msg="${sentence} ${why}It would use 1234 bytes, maximum 1000"`)))
      .toContain('would use 1234 bytes, maximum 1000');
  });

  it('the error in the body of an answer, and its address', () => {
    const interest = told(logged(1, String.raw`level=error msg="not sent" err="Post \"http://a:9090/w\": 429 Too Many `
      + String.raw`Requests: {\"error\":\"series limit reached\",\"tenant\":\"team-a\"}"`));
    expect(interest).toContain('The cause given is "Post "http://a:9090/w": 429 Too Many Requests: series limit '
      + 'reached (tenant team-a)".');
  });

  it('the error in the body of an answer, in a line without keys', () => {
    expect(told('2026-01-02T03:04:05Z E! [outputs.http] Post "http://a/w": 429 Too Many Requests: {"code":8,'
      + '"message":"the queue is full"}')).toContain('Post "http://a/w": 429 Too Many Requests: the queue is full');
  });

  it('the address of an answer in a line without a level', () => {
    expect(told('2026-01-02T03:04:05Z it begins', '2026-01-02T03:04:06Z Post "http://a/w": 429 Too Many Requests: '
      + '{"message":"the stream is refused"}'))
      .toContain('Post "http://a/w": 429 Too Many Requests: the stream is refused');
  });

  it('the block that a line is about', () => {
    expect(told(logged(1, 'level=error msg="it cannot be read" block=01FT78CSEX28YT6Z7K138XHX85 err="no index"')))
      .toContain('"it cannot be read" (block=01FT78CSEX28YT6Z7K138XHX85)');
  });

  it('the amounts behind a known message, or in its last words', () => {
    expect(told('It shows `max entries limit per query exceeded, limit > max_entries_limit (10000 > 5000)` since noon.'
    )).toContain('"max entries limit per query exceeded, limit > max_entries_limit (10000 > 5000)"');
    const memory = 'Query memory limit exceeded: would use 9.41 GiB (attempt to allocate chunk of 4194360 bytes), '
      + 'maximum: 9.31 GiB';
    expect(told(`Since noon it shows \`${memory}\`.`)).toContain(`"${memory}"`);
  });
});

describe('lines that are no lines of a log', () => {
  const LINE = '2026-01-02T03:04:05Z level=info msg="it works"';
  it('are those of kubectl describe, also between bars', () => {
    const interest = told(LINE, LINE.replace('05Z', '06Z'), '\u2502 Last State: Terminated since noon');
    expect(interest).toMatch(/^No error or warning is among its 2 lines/);
    expect(interest).not.toContain('Terminated');
  });

  it('are the sentences around blocks that are indented', () => {
    expect(told('We have started it again after it was killed by someone in the night.', '', `    ${LINE}`,
      `    ${LINE.replace('05Z', '06Z')}`, '', 'What could have failed here, and what should we look at next?', '',
      `    ${LINE.replace('05Z', '07Z')}`)).toMatch(/^No error or warning is among its 3 lines/);
  });
});
