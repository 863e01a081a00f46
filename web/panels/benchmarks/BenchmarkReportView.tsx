import { Button, CopyButton } from '@mantine/core';
import type { BenchmarkCell, BenchmarkReport, BenchmarkRow, BenchmarkUnit } from '../../../server/api/contract.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { Heading } from '../../ui/Heading.tsx';
import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';
import shared from '../panel.module.css';
import styles from './Benchmarks.module.css';
import { SampleStrip } from './SampleStrip.tsx';
import { SizeCurve } from './SizeCurve.tsx';

const HOW = [
  { name: 'Center and ±', text: 'The median, and the larger distance of its 95 % interval from order statistics; ∞ below six runs.' },
  { name: 'Delta and p', text: 'Of the medians; "~" when the two-sided U test of Mann and Whitney gives p above 0.05. Fewer than 4 runs a side can show nothing.' },
  { name: 'geomean', text: 'The geometric mean of the medians; its delta is that of the rows’ ratios.', formula: 'exp(mean(log(center)))' },
  { name: 'B/op, allocs/op', text: 'Counted, not measured: they hardly vary from run to run.' },
];

function centerText(cell: BenchmarkCell | null): string {
  return cell === null ? 'none' : `${cell.centerText} ± ${cell.rangeText}`;
}

function deltaText(cell: BenchmarkCell | null): string {
  const comparison = cell?.comparison ?? null;
  return comparison === null ? '' : `${comparison.deltaText} (${comparison.testText})`;
}

function columnsOf(unit: BenchmarkUnit, names: readonly string[]): Column<BenchmarkRow>[] {
  return [
    { key: 'name', head: 'benchmark', noWrap: true, render: ({ name }) => <span className="mono">{name}</span> },
    ...names.flatMap((name, at): Column<BenchmarkRow>[] => [
      { key: `center${at}`, head: name, unit: unit.unit, align: 'right', render: ({ cells }) => centerText(cells[at] ?? null) },
      ...(at === 0 ? [] : [{ key: `delta${at}`, head: 'vs base', align: 'right' as const, render: ({ cells }: BenchmarkRow) => deltaText(cells[at] ?? null) }]),
    ]),
    { key: 'samples', head: 'every run', render: ({ cells }) => <SampleStrip cells={cells} columns={names} /> },
    { key: 'note', head: 'note', render: ({ note }) => <span className={shared['sentence']}>{note ?? ''}</span> },
  ];
}

function UnitTable({ unit, names }: { unit: BenchmarkUnit; names: readonly string[] }) {
  const config = Object.entries(unit.config).filter(([, value]) => value !== '').map(([key, value]) => `${key} ${value}`).join(' · ');
  const means = unit.geomeans.flatMap(({ centerText, deltaText }, i) => (centerText === null ? [] : [`${names[i] ?? ''} ${centerText}${deltaText === null ? '' : ` (${deltaText})`}`]));
  return (
    <section className={shared['section']}>
      <Heading level={2}>{unit.unit}{unit.nearExact ? ', counted: near exact' : ''}</Heading>
      {config !== '' && <p className={shared['note']}>{config}</p>}
      <DataTable caption={`${unit.unit} of every benchmark`} columns={columnsOf(unit, names)} rows={unit.rows} rowKey={({ name }) => name} limit={100} />
      {unit.rows.length > 1 && means.length > 0 && <p className={shared['note']}>geomean: {means.join(', ')}</p>}
    </section>
  );
}

/** Finding, tables per unit with every run drawn, curves, or the table of two `time` outputs. `onIgnore` compares again without a key that differs; `texts` are what was compared, null where there are more than two. */
export function BenchmarkReportView({ report, texts, onIgnore }: { report: BenchmarkReport; texts: { before: string; after: string } | null; onIgnore: (keys: string[]) => void }) {
  const differing = report.config.filter(({ differs }) => differs).map(({ key }) => key);
  return (
    <div className={styles['report']} data-testid="benchmark-report">
      <FindingHeadline title="Benchmarks" finding={report.finding} context={report.columns.join(' against ')} actions={(
        <>
          {texts !== null && <AddToRunbook size="xs" source={{ panel: 'benchmark', benchmark: texts }} />}
          <CopyButton value={report.markdown}>{({ copied, copy }) => <Button size="xs" variant="default" onClick={copy}>{copied ? 'Copied' : 'Copy as Markdown'}</Button>}</CopyButton>
          <HowComputed><HowSteps steps={HOW} /></HowComputed>
        </>
      )} />
      {report.notes.map((note) => <p key={note} className={shared['badLines']}>{note}</p>)}
      {differing.length > 0 && <div className={shared['action']}><Button size="xs" variant="default" onClick={() => onIgnore(differing)}>Compare all the same, ignoring {differing.join(', ')}</Button></div>}
      {report.time !== null && (
        <section className={shared['section']}>
          <Heading level={2}>GNU time</Heading>
          <DataTable
            caption="Two outputs of GNU time" rows={report.time.rows} rowKey={({ label }) => label}
            columns={[
              { key: 'label', head: 'figure', render: ({ label, isDerived }) => `${label}${isDerived ? ' (computed)' : ''}` },
              { key: 'before', head: report.columns[0] ?? 'before', align: 'right', render: ({ beforeText }) => beforeText },
              { key: 'after', head: report.columns[1] ?? 'after', align: 'right', render: ({ afterText }) => afterText },
              { key: 'factor', head: 'before over after', align: 'right', render: ({ factorText }) => (factorText === null ? '' : `${factorText}x`) },
            ]}
          />
          <p className={shared['note']}>{report.time.note}</p>
        </section>
      )}
      <div className={shared['pair']}>{report.curves.map((curve) => <SizeCurve key={`${curve.unit} ${curve.name}`} curve={curve} columns={report.columns} />)}</div>
      {report.units.map((unit) => <UnitTable key={`${unit.unit} ${JSON.stringify(unit.config)}`} unit={unit} names={report.columns} />)}
    </div>
  );
}
