import { useMemo } from 'react';
import type { CallersTable, DiffCallersTable } from '../../../core/contract/contract.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { callsView } from '../../../core/views/profile/flameViews.ts';
import type { Amount, CallView } from '../../../core/views/profile/flameViews.ts';
import { diffColumns } from './diffColumns.tsx';
import { FunctionName } from './FunctionName.tsx';
import styles from './ViewTabs.module.css';

interface FlamePeekProps {
  table: CallersTable | DiffCallersTable;
  side: 'callers' | 'callees';
  onSelect: (name: string) => void;
}

const NAME_CHARS = 60;

/** Callers or callees as `go tool pprof -peek` prints them. A row selects its function. */
export function FlamePeek({ table, side, onSelect }: FlamePeekProps) {
  const view = useMemo(() => callsView(table), [table]);
  const columns = useMemo(() => callColumns(side, view.cum, table.unit), [side, view, table.unit]);
  const none = side === 'callers' ? 'No callers: its stacks start here.' : 'No sampled callees.';
  return (
    <DataTable caption={side === 'callers' ? 'Table of callers' : 'Table of callees'} columns={columns}
      rows={view[side]}
      rowKey={(row) => row.function} limit={100} maxHeight={560} onSelect={(row) => onSelect(row.function)}
      empty={none} />
  );
}

function callColumns(side: 'callers' | 'callees', of: Amount, unit: string): Column<CallView>[] {
  const name: Column<CallView> = {
    key: 'function', head: side === 'callers' ? 'caller' : 'callee', sortValue: (row) => row.function,
    render: (row) => <><FunctionName name={row.function} maxChars={NAME_CHARS} />{
      row.inline && <span className={styles.tag}
        title="The compiler inlined the callee into its caller">inlined</span>
    }</>,
  };
  if (of.before === null) {
    return [
      name,
      {
        key: 'value', head: 'cum', align: 'right', sortValue: (row) => Math.abs(row.value.after),
        render: (row) => formatProfileValue(row.value.after, unit),
      },
      {
        key: 'share', head: 'of cum', align: 'right', sortValue: (row) => row.value.after,
        render: (row) => (of.after === 0 ? '–' : formatRatio(row.value.after / of.after)),
      },
    ];
  }
  return [name, ...diffColumns<CallView>((row) => row.value, unit)];
}
