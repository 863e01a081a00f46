import { expect, test } from 'vitest';
import { sortRows, type Column } from './DataTable.tsx';

interface Row { name: string; size: number | null }
const rows: Row[] = [{ name: 'b', size: 2 }, { name: 'a', size: null }, { name: 'c', size: 9 }, { name: 'd', size: 2 }];
const column = (
  sortValue: Column<Row>['sortValue']
): Column<Row> => ({ key: 'x', head: 'x', render: () => null, sortValue });
const names = (sorted: readonly Row[]): string => sorted.map((row) => row.name).join('');

test('rows without a value come last in both directions', () => {
  const bySize = column((row) => row.size);
  expect(names(sortRows(rows, bySize, true))).toBe('cbda');
  expect(names(sortRows(rows, bySize, false))).toBe('bdca');
});

test('text sorts as text, and a column without sorting keeps the order', () => {
  expect(names(sortRows(rows, column((row) => row.name), true))).toBe('dcba');
  expect(names(sortRows(rows, column(undefined), true))).toBe('bacd');
  expect(names(sortRows(rows, undefined, true))).toBe('bacd');
});

test('the first rows are those of all in their order', () => {
  expect(names(sortRows(rows, column((row) => row.size), true, 2))).toBe('cb');
  expect(names(sortRows(rows, column(undefined), true, 2))).toBe('ba');
});
