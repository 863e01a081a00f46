import { Button, Checkbox, CopyButton, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { BenchmarkRequest } from '../../../core/contract/questions/benchmarkBody.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { Heading } from '../../ui/Heading.tsx';
import { Fold, Folds } from '../shared/Fold.tsx';
import { useOpenPart } from '../../url/useOpenPart.ts';
import shared from '../shared/panel.module.css';
import { verdictWord } from './benchmarkNotes.ts';
import { useLinkedDiff } from './BenchmarkProfiles.tsx';
import { BenchmarksHow } from './howComputed.tsx';
import styles from './Benchmarks.module.css';
import { isSummed } from './benchmarkSummary.ts';
import { RowsInput } from './RowsInput.tsx';
import { SizeCurve } from './SizeCurve.tsx';
import { SummaryTable } from './SummaryTable.tsx';
import { UnitTable } from './UnitTable.tsx';

const CURVES_FIRST = 4;

export type CompareOptions = Pick<BenchmarkRequest, 'ignore' | 'exact' | 'col' | 'row' | 'subtractDrift'>;

interface BenchmarkReportViewProps {
  report: BenchmarkReport;
  /** The compared texts, for an embed; null for more than two. */
  texts: { before: string; after: string } | null;
  /** Options of the comparison. */
  options: CompareOptions;
  /** Compares the same texts again. */
  onCompare: (options: CompareOptions) => void;
  /** The button that makes the page's address a link to the outputs. */
  share: ReactNode;
}

/** Returns whether a common factor can be computed: it needs at least 8 compared benchmarks. */
function isDriftSubtractable({ units }: BenchmarkReport): boolean {
  return units.some(({ unit, rows }) => /(?:^|[-*])sec(?:$|\/)|\/s(?:ec)?$/.test(unit)
    && rows.filter(({ cells }) => cells.some((cell) => (cell?.comparison ?? null) !== null)).length >= 8);
}

/** Escapes Markdown: a sentence contains function names. */
function joinedUnits(units: readonly string[]): string {
  return units.length > 3 ? `${units.slice(0, 2).join(', ')} and ${units.length - 2} more units` : units.join(' and ');
}

function columnLabel(key: string): string {
  return key.startsWith('/') ? `one column per ${key.slice(1)} in the names` : `one column per ${key}`;
}

function inert(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replaceAll('@', '&#64;').replaceAll('://', '&#58;//');
}

/** Finding, curves, and a table per unit with every run drawn; or the table of two outputs of `time`. */
export function BenchmarkReportView({ report, texts, options, onCompare, share }: BenchmarkReportViewProps) {
  const { isOpen: allCurves, setOpen: setAllCurves } = useOpenPart('all-curves');
  const diff = useLinkedDiff();
  const hasSummary = isSummed(report);
  const { ignore = [], exact = [], col, row, subtractDrift = false } = options;
  const rows = row === undefined ? {} : { row };
  const hasDrift = subtractDrift || isDriftSubtractable(report);
  const hasRows = row !== undefined || report.units.some(({ rows: { length } }) => length > 1);
  const curves = allCurves ? report.curves : report.curves.slice(0, CURVES_FIRST);
  const markdown = diff === undefined ? report.markdown
    : `${report.markdown}\n**Profiles of the runs:** ${inert(diff.finding.sentence)}\n`;
  const differing = report.config.filter(({ key, differs }) => differs && !ignore.includes(key)).map(({ key }) => key);
  const counted = [...new Set(report.units.filter(({ nearExact }) => nearExact).map(({ unit }) => unit))];
  const isCounted = counted.length > 0;
  const tables = (
    <div className={shared['tables']}>{
      report.units.map((unit) => <UnitTable key={`${unit.unit} ${JSON.stringify(unit.config)}`} unit={unit}
        names={report.columns} />)
    }</div>
  );
  return (
    <div className={styles['report']} data-testid="benchmark-report">
      <FindingHeadline title="Benchmarks" finding={report.finding}
        word={verdictWord(report)} context={[
        report.columns.join(' vs '), ignore.length === 0 ? '' : `${ignore.join(', ')} ignored`,
        exact.length === 0 ? '' : `${exact.join(', ')} exact`, row === undefined ? '' : `rows: ${row}`,
        subtractDrift ? 'drift subtracted' : '',
      ].filter((part) => part !== '').join(' · ')} actions={(
        <>
          {texts !== null && <AddToRunbook size="compact-xs" source={{ panel: 'benchmark', benchmark: texts }} />}
          {share}
          <CopyButton value={markdown}>{
            ({ copied, copy }) => <Button size="compact-xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy as Markdown'}</Button>
          }</CopyButton>
          <BenchmarksHow />
        </>
      )} />
      {hasSummary && <SummaryTable report={report} />}
      {report.notes.map((note) => <p key={note} className={shared['badLines']}>{note}</p>)}
      {(differing.length > 0 || isCounted || hasDrift || hasRows || report.columnKeys.length > 0) && (
        <div className={shared['action']}>
          {differing.length > 0 && <Button size="xs" variant="default"
            onClick={() => onCompare({ ...options, ignore: differing })}>Compare anyway,
              ignoring {differing.join(', ')}</Button>}
          {report.columnKeys.length > 0 && (
            <NativeSelect size="xs" aria-label="Columns" value={col ?? ''} onChange={
              (event) => onCompare(
                {
                  ignore, exact, subtractDrift, ...rows,
                  ...(event.currentTarget.value === '' ? {} : { col: event.currentTarget.value }),
                }
              )
            }
              data={
                [
                  { value: '', label: 'one column per output' },
                  ...report.columnKeys.map(
                    (key) => ({ value: key, label: columnLabel(key) })
                  )
                ]
              } />
          )}
          {hasRows && <RowsInput row={row} onChange={(next) => onCompare({
            ignore, exact, subtractDrift, ...(col === undefined ? {} : { col }),
            ...(next === undefined ? {} : { row: next }),
          })} />}
          {hasDrift && <Checkbox size="xs" checked={subtractDrift}
            label="Subtract the factor by which most benchmarks changed"
            onChange={(event) => onCompare({ ...options, subtractDrift: event.currentTarget.checked })} />}
          {isCounted
            && <Checkbox size="xs"
              label={`Treat ${joinedUnits(counted)} as exact: every difference counts, without a test`}
              checked={exact.length > 0} onChange={
              (event) => onCompare({ ...options, exact: event.currentTarget.checked ? counted : [] })
            } />}
        </div>
      )}
      {report.time !== null && (
        <section className={shared['section']}>
          <Heading level={2}>Outputs of time</Heading>
          <DataTable
            caption="Two outputs of time" rows={report.time.rows} rowKey={({ label }) => label}
            columns={[
              {
                key: 'label', head: 'figure',
                render: ({ label, isDerived }) => `${label}${isDerived ? ' (computed)' : ''}`,
              },
              {
                key: 'before', head: report.columns[0] ?? 'before', align: 'right',
                render: ({ beforeText }) => beforeText,
              },
              {
                key: 'after', head: report.columns[1] ?? 'after', align: 'right', render: ({ afterText }) => afterText,
              },
              {
                key: 'factor', head: 'before / after', align: 'right',
                render: ({ factorText }) => (factorText === null ? '' : `${factorText}x`),
              },
            ]}
          />
          <p className={shared['note']}>{report.time.note}</p>
        </section>
      )}
      {report.curves.length > 0 && (
        <div className={styles['curves']}>{
          curves.map((curve) => <SizeCurve key={`${curve.unit} ${curve.name}`} curve={curve} columns={report.columns}
            units={report.units} />)
        }</div>
      )}
      {curves.length < report.curves.length && <div className={shared['action']}><Button size="xs" variant="subtle"
        onClick={() => setAllCurves(true)}>Show all {report.curves.length} curves</Button></div>}
      {report.units.length > 0 && !hasSummary && tables}
      {hasSummary && <Folds><Fold id="benchstat" title="Tables as benchstat prints them"
        holds="medians with intervals, p, notes and every run, a table a unit">{tables}</Fold></Folds>}
    </div>
  );
}
