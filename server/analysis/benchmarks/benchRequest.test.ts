import { describe, expect, it } from 'vitest';
import { readBenchRequest } from './benchRequest.ts';

const read = (value: unknown) =>
  readBenchRequest(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

describe('the body of a comparison', () => {
  it('is two texts, or named files', () => {
    expect(read({ before: 'a', after: 'b' })).toEqual({
      ok: true,
      value: { texts: [{ name: 'before', text: 'a' }, { name: 'after', text: 'b' }], by: { ignore: [], exact: [] } },
    });
    expect(read({ files: [{ name: 'x', text: 'a' }], ignore: ['cpu'], exact: ['B/op'], col: '/format' })).toEqual({
      ok: true,
      value: { texts: [{ name: 'x', text: 'a' }], by: { ignore: ['cpu'], exact: ['B/op'], col: '/format' } },
    });
    expect(read({ before: 'a', after: 'b', row: '.fullname,/size' }))
      .toMatchObject({ ok: true, value: { by: { row: '.fullname,/size' } } });
  });

  it.each([
    ['nothing', ''], ['no JSON', '{'], ['a list', []], ['null', 'null'], ['one text', { before: 'a' }],
    ['a number for a text', { before: 1, after: 'b' }],
    ['no files', { files: [] }], ['nine files', { files: Array(9).fill({ name: 'a', text: 'b' }) }],
    ['a file without text', { files: [{ name: 'a' }] }],
    ['a long name', { files: [{ name: 'a'.repeat(201), text: '' }] }],
    ['a key that is no text', { before: 'a', after: 'b', ignore: [1] }],
    ['a list of units that is none', { before: 'a', after: 'b', exact: 'B/op' }], [
      'a column key that is none', { before: 'a', after: 'b', col: 'Format' },
    ], ['a row of columns only', { before: 'a', after: 'b', row: '.file' }], ['bytes that are no text', '\u0000\u0001'],
  ])('is refused with one sentence when it is %s', (_, body) => {
    const result = read(body);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error)
      .toMatchObject({ errorType: 'bad_data', message: expect.stringMatching(/^[^\n]+\.$/) as string });
  });
});
