import { describe, expect, it } from 'vitest';
import { untypeset } from './typography.ts';

const plain = (text: string): string => new TextDecoder().decode(untypeset(new TextEncoder().encode(text)));

describe('lines of a log that a blog typeset', () => {
  it.each([
    ['en dashes in a time', 'ts=2024\u201306\u201314T09:49:10.383Z level=info msg="m-mapped"',
      'ts=2024-06-14T09:49:10.383Z level=info msg="m-mapped"'],
    ['non-breaking hyphens', '2024\u201106\u201114 09:49:10 ERROR it failed', '2024-06-14 09:49:10 ERROR it failed'],
    ['minus signs', 'level=info ts=2024\u221206\u221214T09:49:10Z caller=a.go:1',
      'level=info ts=2024-06-14T09:49:10Z caller=a.go:1'],
    ['dashes in names', 'level=info msg=a pod=prometheus\u2013server\u20130',
      'level=info msg=a pod=prometheus-server-0'],
    ['curly quotes', 'level=warn msg=\u201cit failed\u201d err=\u201copen "a": no such file\u201d',
      'level=warn msg="it failed" err="open \\"a\\": no such file"'],
    ['curly quotes of JSON', '{\u201clevel\u201d:\u201cinfo\u201d,\u201cmsg\u201d:\u201cready\u201d}',
      '{"level":"info","msg":"ready"}'],
    ['no-break spaces', 'level=info\u00a0ts=2024-06-14T09:49:10Z\u00a0msg=ready',
      'level=info ts=2024-06-14T09:49:10Z msg=ready'],
  ])('%s', (_, text, wanted) => {
    expect(plain(text)).toBe(wanted);
  });

  it.each([
    ['a sentence',
      'The overhead is 1\u20135% \u2013 \u201clevel=info\u201d is not an error, from 2024\u201306\u201314 on.'],
    ['a range of dates', 'It ran 2024\u201306\u201314 to 2024\u201306\u201315.'],
    ['plain text', 'level=info msg=ready'],
  ])('%s stays as it is', (_, text) => {
    expect(plain(text)).toBe(text);
  });

  it('returns the same bytes where there is nothing to undo', () => {
    const bytes = new TextEncoder().encode('gr\u00fcn \u20ac');
    expect(untypeset(bytes)).toBe(bytes);
  });
});
