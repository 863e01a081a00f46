/** Tests what the lines of a message are about. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { aboutOf, addObjects, nothingYet, objectsOf } from './aboutLines.ts';

const interestOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('what a line is about', () => {
  it.each([
    ['level=error ts=2026-01-02T03:04:05Z component=remote url=http://user:pw@a:9090/api/v1/write?x=1 msg="failed"',
      ['url=http://a:9090/api/v1/write']],
    ['level=error url=https://metrics.{{ api-host }}/api/v1/write msg="failed"',
      ['url=https://metrics.{{ api-host }}/api/v1/write']],
    ['{"level":"error","ts":1700000000.1,"msg":"failed","url":"http://a/x"}', ['url=http://a/x']],
    ['level=warn msg="failed" group=a.rules err="x"', ['group=a.rules']], ['level=warn msg="failed" n=1', []],
    ['caller=collector.go:7 level=error msg="collector failed" name=zfs err="no"', ['name=zfs']],
  ])('is read: %s', (line, objects) => { expect(objectsOf(line, 'failed')).toEqual(objects); });

  it('is told if every line has it, with how many others there are', () => {
    const about = nothingYet();
    addObjects(about, ['url=a', 'pod=web-0']);
    addObjects(about, ['url=b']);
    addObjects(about, ['url=c']);
    expect(aboutOf(about, 3)).toBe(' (url=a, b and c)');
    for (const url of ['d', 'e']) addObjects(about, [`url=${url}`]);
    expect(aboutOf(about, 5)).toBe(' (url=a and 4 others)');
    expect(aboutOf(about, 4)).toBe('');
  });

  it('has the host of an address whole, however long it is', () => {
    for (const length of [5, 60, 115, 200]) {
      const host = `https://${'h'.repeat(length)}.example.org`;
      const about = nothingYet();
      addObjects(about, [`url=${host}/${'folder/'.repeat(20)}push`]);
      expect(aboutOf(about, 1)).toMatch(new RegExp(`^ \\(url=${host}(?:/\u2026|\u2026[^ ]*push)\\)$`));
    }
  });

  it('stands behind the quotation of an error', () => {
    const line = (second: number): string => `ts=2026-01-02T03:04:0${second}.1Z caller=dedupe.go:112 component=remote `
      + 'level=error remote_name=a url=http://prom:9090/api/v1/write msg="non-recoverable error" count=5 '
      + 'err="server returned HTTP status 404 Not Found: 404 page not found"';
    expect(interestOf(line(1), line(4), line(7))).toContain(
      'The error "non-recoverable error" (url=http://prom:9090/api/v1/write) is repeated every 3 s'
    );
    expect(interestOf(line(1))).toContain(
      'the error "non-recoverable error" (url=http://prom:9090/api/v1/write) at 2026-01-02T03:04:01Z.'
    );
  });
});
