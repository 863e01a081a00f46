import { expect, test } from 'vitest';
import { sortRows, type Column } from './DataTable.tsx';
import { valueColumn } from './valueColumn.ts';

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

test('a column of numbers shows and sorts by the same value, unknown for null', () => {
  const bySize = valueColumn<Row>('size', 'size', (row) => row.size, { as: 'bytes', hint: 'on disk' });
  expect(rows.map(bySize.render)).toEqual(['2 B', '–', '9 B', '2 B']);
  expect(names(sortRows(rows, bySize, true))).toBe('cbda');
  expect(bySize).toMatchObject({ key: 'size', head: 'size', align: 'right', hint: 'on disk' });
  expect(valueColumn<Row>('size', 'size', () => 3, { as: (size) => `${size} rows` }).render(rows[0] as Row))
    .toBe('3 rows');
});
