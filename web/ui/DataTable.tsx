import { Button, UnstyledButton } from '@mantine/core';
import { useMemo, useRef, type ReactNode } from 'react';
import { tableName, withOrder } from '../../core/url/panelChoices.ts';
import { useOpenPart } from '../url/useOpenPart.ts';
import { useUrlState } from '../url/useUrlState.ts';
import styles from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  head: string;
  /** Accessible name of a column without a head. */
  spokenHead?: string;
  /** Unit of the column, after the head in grey. */
  unit?: string;
  align?: 'left' | 'right';
  /** Prevents wrapping, for times and names. */
  noWrap?: boolean;
  render: (row: Row) => ReactNode;
  /** Makes the column sortable; null sorts last in both directions. */
  sortValue?: (row: Row) => number | string | null;
  /** Tooltip of the head. */
  hint?: string;
}

export interface Sort { key: string; descending: boolean }

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  initialSort?: Sort;
  /** Called for every sort by the reader, to store it in the address; without it the table does that itself. */
  onSort?: (sort: Sort) => void;
  /** Rows shown until the reader requests all. */
  limit?: number;
  maxHeight?: number;
  onSelect?: (row: Row) => void;
  selectedKey?: string | null;
  /** Text shown without rows. */
  empty?: string;
  /** Further row options, on one line with the button that shows all. */
  foot?: ReactNode;
}

/** Sorts rows and returns the first `limit`, or all; stable, with rows without a value last. */
export function sortRows<Row>(
  rows: readonly Row[], column: Column<Row> | undefined, descending: boolean, limit = Infinity
): readonly Row[] {
  const value = column?.sortValue;
  if (value === undefined) return rows.slice(0, limit);
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    if (typeof left === 'string' || typeof right === 'string')
      return sign * String(left).localeCompare(String(right), 'en');
    return sign * (left - right);
  }).slice(0, limit);
}

function HeadCell<Row>(
  { column, sort, onSort }: { column: Column<Row>; sort: Sort | null; onSort: (key: string) => void }
) {
  const isSorted = sort?.key === column.key;
  const text = (
    <span>
      {column.head}
      {column.spokenHead !== undefined && <span className={styles['caption']}>{column.spokenHead}</span>}
      {column.unit !== undefined && <span className={styles['unit']}> {column.unit}</span>}
    </span>
  );
  return (
    <th scope="col" data-align={column.align} title={column.hint}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      {column.sortValue === undefined ? text : (
        <UnstyledButton className={styles['sort']} onClick={() => onSort(column.key)}>
          {text}<span aria-hidden="true" className={styles['arrow']}>{isSorted ? (sort.descending ? '↓' : '↑') : ''}
            </span>
        </UnstyledButton>
      )}
    </th>
  );
}

/**
 * A table that sorts by its heads, scrolls in its own box, and reports the selected row. Its order and whether all rows
 * are shown are stored in the address, under its caption.
 */
export function DataTable<Row>(
  {
    caption, columns, rows, rowKey, initialSort, onSort: onSortChosen, limit, maxHeight, onSelect, selectedKey, empty,
    foot,
  }: DataTableProps<Row>
) {
  const { state, set } = useUrlState();
  const name = tableName(caption);
  const { isOpen: all, setOpen: setAll } = useOpenPart(`all-${name}`.slice(0, 60));
  const chosen = onSortChosen !== undefined ? undefined
    : state.sorts
      .find(({ table, key }) => table === name && columns.some((column) => column.key === key));
  const sort = chosen ?? initialSort ?? null;
  const most = all ? undefined : limit;
  const shown = useMemo(
    () => sortRows(rows, columns.find((column) => column.key === sort?.key), sort?.descending ?? false, most),
    [rows, columns, sort?.key, sort?.descending, most],
  );
  const onSort = (key: string): void => {
    const next = { key, descending: sort?.key === key ? !sort.descending : true };
    if (onSortChosen === undefined) set({ sorts: withOrder(state.sorts, { table: name, ...next }) }, 'replace');
    else onSortChosen(next);
  };
  const hasMore = shown.length < rows.length;
  const box = useRef<HTMLDivElement>(null);
  // The button goes with the press.
  const showAll = (): void => {
    setAll(true);
    box.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles['whole']}>
      {/* Heads without rows say nothing. The scrolling box is focusable, so that it scrolls by keyboard. */}
      {rows.length === 0 ? <p className={styles['none']}>{empty ?? 'No data in this window.'}</p>
      : <div ref={box} className={styles['scroll']} style={{ maxHeight }} tabIndex={0} role="region"
        aria-label={caption}>
        <table className={styles['table']}>
          <caption className={styles['caption']}>{caption}</caption>
          <thead><tr>{columns.map((column) => <HeadCell key={column.key} column={column} sort={sort}
            onSort={onSort} />)}</tr></thead>
          <tbody>
            {shown.map((row, index) => {
              const key = rowKey(row, index);
              return (
                <tr key={key} data-selected={selectedKey === key || undefined}
                  data-pickable={onSelect !== undefined || undefined} onClick={onSelect && (() => onSelect(row))}
                  tabIndex={onSelect && 0}
                  onKeyDown={onSelect && ((event) => {
                    // Enter on a link or button in the row is its own.
                    if (event.key === 'Enter' && event.target === event.currentTarget) onSelect(row);
                  })}>
                  {columns.map((column) => <td key={column.key} data-align={column.align} data-nowrap={column.noWrap}>
                    {column.render(row)}</td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>}
      {(hasMore || Boolean(foot)) && (
        <p className={styles['foot']}>
          {hasMore && <Button variant="subtle" size="compact-sm" onClick={showAll}>Show
            all {rows.length.toLocaleString('en-US')} rows</Button>}
          {hasMore && <span className={styles['onPaper']}>The first {shown.length.toLocaleString('en-US')} of{' '}
            {rows.length.toLocaleString('en-US')} rows.</span>}
          {foot}
        </p>
      )}
    </div>
  );
}
