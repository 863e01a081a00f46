import type { BenchmarkCell, BenchmarkRow, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Heading } from '../../ui/Heading.tsx';
import shared from '../shared/panel.module.css';
import styles from './Benchmarks.module.css';
import { changeWord, numberedNotes, type NumberedNotes } from './benchmarkNotes.ts';
import { SampleStrip } from './SampleStrip.tsx';

function Center({ cell, notes }: { cell: BenchmarkCell | null; notes: NumberedNotes }) {
  if (cell === null) return <span className={styles['quiet']}>none</span>;
  return <>{`${cell.centerText} ± ${cell.rangeText}`}<span className={styles['quiet']}>{notes.of(cell)}</span></>;
}

/** The change as benchstat prints it, with its meaning below. */
function Change({ unit, cell }: { unit: BenchmarkUnit; cell: BenchmarkCell | null }) {
  const comparison = cell?.comparison ?? null;
  const change = changeWord(unit, cell);
  if (comparison === null || change === null) return null;
  return (
    <span className={styles['change']}>
      <span>{`${comparison.deltaText} (${comparison.testText})`}</span>
      {change.word !== '' && <span className={styles[`is-${change.kind}`]}>{change.word}</span>}
    </span>
  );
}

function columnsOf(unit: BenchmarkUnit, names: readonly string[], notes: NumberedNotes): Column<BenchmarkRow>[] {
  const used = names.map((_, column) => column)
    .filter((column) => unit.rows.some(({ cells }) => (cells[column] ?? null) !== null));
  return [
    { key: 'name', head: 'benchmark', noWrap: true, render: ({ name }) => <span className="mono">{name}</span> },
    ...used.flatMap((column, at): Column<BenchmarkRow>[] => [
      {
        key: `center${column}`, head: names[column] ?? '', align: 'right', noWrap: true,
        sortValue: ({ cells }) => cells[column]?.center ?? null,
        render: ({ cells }) => <Center cell={cells[column] ?? null} notes={notes} />,
      },
      ...(at === 0 ? [] : [{
        key: `delta${column}`, head: 'vs base', align: 'right' as const, noWrap: true,
        sortValue: ({ cells }: BenchmarkRow) => cells[column]?.comparison?.measuredRatio ?? null,
        render: ({ cells }: BenchmarkRow) => <Change unit={unit} cell={cells[column] ?? null} />,
      }]),
    ]),
    {
      key: 'samples', head: 'runs', hint: 'Each run of each output on one scale; the tall line is the median.',
      render: ({ cells }) => <SampleStrip unit={unit.unit} cells={cells} columns={names} />,
    },
  ];
}

function meanText({ geomeans, rows }: BenchmarkUnit, names: readonly string[]): string {
  if (rows.length < 2) return '';
  return geomeans.flatMap(({ centerText, deltaText }, i) => (centerText === null && deltaText === null ? []
    : [`${names[i] ?? ''} ${centerText ?? 'none'}${deltaText === null ? '' : ` (${deltaText})`}`])).join(', ');
}

/** One unit and configuration: benchstat's table, its notes as sentences, and each run drawn. */
export function UnitTable({ unit, names }: { unit: BenchmarkUnit; names: readonly string[] }) {
  const config = Object.entries(unit.config).filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${value}`).join(' · ');
  const notes = numberedNotes(unit);
  const means = meanText(unit, names);
  const better = unit.better === 0 ? '' : unit.better < 0 ? ', less is better' : ', more is better';
  return (
    <section className={shared['section']}>
      <Heading level={2}>{unit.unit}{better}{unit.nearExact ? ', counted: nearly exact' : ''}</Heading>
      {config !== '' && <p className={shared['note']}>{config}</p>}
      <DataTable caption={`${unit.unit} of every benchmark`} columns={columnsOf(unit, names, notes)} rows={unit.rows}
        rowKey={({ name }) => name} limit={100} />
      {means !== '' && <p className={shared['note']}>Geometric mean: {means}.</p>}
      {notes.notes.map((note, at) => <p key={note} className={shared['note']}>
        {[...String(at + 1)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')} {note}</p>)}
    </section>
  );
}
