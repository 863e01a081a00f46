import { useMemo } from 'react';
import { formatProfileValue } from '../../../core/text/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { diffColumns } from './diffColumns.tsx';
import type { RollupRow } from '../../../core/views/profile/flameViews.ts';
import viewStyles from './FlameViews.module.css';
import { FunctionName } from './FunctionName.tsx';
import { matching } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import styles from './ViewTabs.module.css';

interface FlameSubsystemsProps {
  rows: RollupRow[];
  unit: string;
  match: Match;
  onSelect: (name: string) => void;
}

/** Returns the texts of a row that the search covers: its name and its largest functions. */
function rollupTexts(row: RollupRow): string[] {
  return [row.name, ...row.functions];
}

/** Samples by subsystem of the program, with the largest functions of each. */
export function FlameSubsystems({ rows, unit, match, onSelect }: FlameSubsystemsProps) {
  const isDiff = rows.some(({ flat }) => flat.before !== null);
  const columns = useMemo(() => subsystemColumns(isDiff, unit, onSelect), [isDiff, unit, onSelect]);
  const shown = useMemo(() => matching(rows, match, rollupTexts), [rows, match]);
  return (
    <div className={styles.wide}>
      <DataTable caption="By subsystem" columns={columns} rows={shown} rowKey={(row) => row.id}
        empty={rows.length === 0 ? 'No sample passes the filters.' : 'No subsystem matches the search.'} />
      <p className={styles.note}>Each sample counts once, for the subsystem
        that caused it; a program without TSDB code is shown by package. Add your own rules
        with <code>subsystems</code> in the configuration file.</p>
    </div>
  );
}

function subsystemColumns(isDiff: boolean, unit: string, onSelect: (name: string) => void): Column<RollupRow>[] {
  const share = (key: string, head: string, of: (row: RollupRow) => number | null): Column<RollupRow> => (
    valueColumn(key, head, of, { as: 'ratio' })
  );
  const amounts: Column<RollupRow>[] = isDiff
    ? [
      ...diffColumns<RollupRow>((row) => row.flat, unit),
      share('shareBefore', 'share before', (row) => row.share.before),
      share('shareAfter', 'after', (row) => row.share.after),
    ]
    : [
      valueColumn('flat', 'flat', (row) => row.flat.after, { as: (value) => formatProfileValue(value, unit) }),
      share('share', 'share', (row) => row.share.after),
    ];
  return [
    {
      key: 'name', head: 'subsystem', noWrap: true, sortValue: (row) => row.name,
      render: (row) => <><span className={`${viewStyles.swatch} ${styles.swatch}`} data-subsystem={row.id}
        data-rank={row.rank} aria-hidden="true" />{middleCut(row.name, 40)}</>,
    },
    ...amounts,
    {
      key: 'functions', head: 'largest functions', render: (row) => (
        <span className={styles.bar}>
          {row.functions.slice(0, 3).map(
            (name) => <button key={name} type="button" className={styles.link} onClick={() => onSelect(name)}>
              <FunctionName name={name} maxChars={34} /></button>
          )}
        </span>
      ),
    },
  ];
}
