import { describe, expect, test } from 'vitest';
import { NO_CHOICES, rowKeys } from './panelChoices.ts';
import { formatUrl, parseUrl, patchState } from './urlState.ts';

const [first, second] = ['a'.repeat(64), 'b'.repeat(64)];

describe('what the page of benchmarks compares', () => {
  const query = `?outputs=${first},${second}&unlike=cpu&unlike=a,b&exact=B/op&col=/format,note`
    + '&row=.fullname,/size&drift=subtracted';
  const compared = {
    outputs: [first, second], ignore: ['cpu', 'a,b'], exact: ['B/op'], col: '/format,note',
    row: '.fullname,/size', subtractDrift: true,
  };

  test('is in its address: stored outputs, and how they are compared', () => {
    const state = parseUrl('/benchmarks', query);
    expect(state.compared).toEqual(compared);
    expect(formatUrl(state)).toBe(`/benchmarks${query}`);
  });

  test('ends with the page', () => {
    expect(patchState(parseUrl('/benchmarks', query), { page: 'diff' }).compared).toEqual(NO_CHOICES.compared);
  });

  test('is read without unknown outputs, columns and rows', () => {
    expect(parseUrl('/benchmarks', `?outputs=zz,../x,${first}&unlike=&col=Format&row=.nothing`).compared)
      .toEqual({ ...NO_CHOICES.compared, outputs: [first] });
  });

  test.each([
    ['.name', '.name'], [' /size, .fullname ', '/size,.fullname'], ['note', 'note'], ['', null], ['.config', null],
    ['/a,/b,/c,/d,/e', null], ['Name', null], ['/', null],
  ])('takes "%s" as the rows %s', (typed, row) => {
    expect(rowKeys(typed)).toBe(row);
  });
});
