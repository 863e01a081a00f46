import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { formatProfileValue, formatValue } from '../../../core/text/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import { packageOf } from '../../../core/profile/packages.ts';
import { middleCut, shortName } from '../../../core/views/flame/flameNames.ts';
import { DeltaWords } from './diffColumns.tsx';
import { FunctionName } from './FunctionName.tsx';
import { FunctionPicker } from './FunctionPicker.tsx';
import { amountWords, functionLabel, sizeOf, sizeWords } from '../../../core/views/profile/functionRows.ts';
import type { FunctionRow, FunctionTable } from '../../../core/views/profile/functionRows.ts';
import { useRowInView } from './useRowInView.ts';
import { matching } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import styles from './ViewTabs.module.css';

interface FunctionViewsProps {
  table: FunctionTable;
  match: Match;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  /** The selected function. */
  children: ReactNode;
}

const SUGGESTIONS = 8;
const LIST_PX = 680;

/** A function, next to the list of functions to choose from. */
export function FunctionViews({ table, match, selectedName, onSelect, children }: FunctionViewsProps) {
  return (
    <div className={styles.split}>
      <div className={styles.chooser}>
        <div className={styles.chooserTable}><FunctionList table={table} match={match} selectedName={selectedName}
          onSelect={onSelect} /></div>
        <div className={styles.pick}><FunctionPicker label="function" rows={table.rows} unit={table.unit}
          value={selectedName} onPick={onSelect} placeholder="part of its name" /></div>
      </div>
      {selectedName === null ? <Suggestions table={table} onSelect={onSelect} />
        : <section className={styles.body} aria-label="Selected function">{children}</section>}
    </div>
  );
}

/** Name, place and figures of the selected function. */
export function FunctionHead(
  { table, name, actions, notes }: { table: FunctionTable; name: string; actions?: ReactNode; notes?: string }
) {
  const row = table.rows.find((one) => one.function === name);
  return (
    <header className={styles.subject}>
      <h2 className={styles.subjectName} title={middleCut(name, 600)}>{functionLabel(name, 140)}</h2>
      <p className={styles.note}>{
        [packageOf(name), row?.file ?? ''].filter((part) => part !== '').map((part) => middleCut(part, 90)).join(' · ')
          || '\u00a0'
      }</p>
      <p className={styles.figures}>
        {row
          ? <><span>flat <strong>{amountWords(row.flat, table.unit, table.total, row.cum)}</strong></span>
            <span>cum <strong>{amountWords(row.cum, table.unit, table.total)}</strong></span></>
          : <span className={styles.note}>Not in the list.</span>}
      </p>
      {notes !== undefined && notes !== '' && <p className={styles.note}>{notes}</p>}
      {actions}
    </header>
  );
}

function Suggestions({ table, onSelect }: { table: FunctionTable; onSelect: (name: string) => void }) {
  const largest = useMemo(
    () => table.rows.toSorted((a, b) => Math.abs(sizeOf(b.cum)) - Math.abs(sizeOf(a.cum))).slice(0, SUGGESTIONS),
    [table]
  );
  return (
    <EmptyState headingLevel={2} what="Choose a function"
      why={<p>This view shows its callers, callees, source lines and sandwich.
        Largest {table.total.before === null ? 'cum' : 'change of cum'}:</p>} action={(
      <ul className={styles.links} aria-label="Largest functions">
        {largest.map((row) => (
          <li key={row.function}><button type="button" className={styles.link} onClick={() => onSelect(row.function)}>
            <FunctionName name={row.function} /></button> <span className={styles.note}>{sizeWords(row.cum, table.unit)}
            </span></li>
        ))}
      </ul>
    )} />
  );
}

function FunctionList(
  { table, match, selectedName, onSelect }: Pick<FunctionViewsProps, 'table' | 'match' | 'selectedName' | 'onSelect'>
) {
  const box = useRef<HTMLDivElement>(null);
  const isDiff = table.total.before !== null;
  const columns = useMemo<Column<FunctionRow>[]>(() => {
    const amount = (measure: 'flat' | 'cum'): Column<FunctionRow> => ({
      key: measure, head: isDiff
        ? `${measure} Δ` : measure, align: 'right', sortValue: (row) => Math.abs(sizeOf(row[measure])),
      render: (row) => (isDiff ? <DeltaWords size={sizeOf(row[measure])} unit={table.unit} />
        : formatProfileValue(row[measure].after, table.unit)),
    });
    return [
      {
        key: 'function', head: 'function', sortValue: (row) => shortName(row.function),
        render: (row) => <FunctionName name={row.function} maxChars={30} />,
      },
      amount('flat'), amount('cum'),
    ];
  }, [isDiff, table.unit]);
  const rows = useMemo(() => matching(table.rows, match, (row) => [row.function]), [table, match]);
  useRowInView(box, selectedName);
  return (
    <div ref={box}>
      <DataTable caption="Functions to choose from" columns={columns} rows={rows} rowKey={(row) => row.function}
        limit={200} maxHeight={LIST_PX} selectedKey={selectedName}
        onSelect={(row) => onSelect(row.function)} empty="No function matches the search." />
      {table.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(table.rowsLeftOut, 'count')} more are not
        listed.</p>}
    </div>
  );
}
