import { Button, Checkbox, CopyButton, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { BenchmarkRequest } from '../../../core/contract/questions/bodies.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { Heading } from '../../ui/Heading.tsx';
import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';
import shared from '../shared/panel.module.css';
import { verdictWord } from './benchmarkNotes.ts';
import { useLinkedDiff } from './BenchmarkProfiles.tsx';
import styles from './Benchmarks.module.css';
import { SizeCurve } from './SizeCurve.tsx';
import { UnitTable } from './UnitTable.tsx';

const HOW = [
  { name: 'Center and ±', text: 'The median, and the larger distance of its 95 % interval from order statistics; ∞ below six runs.' },
  { name: 'Delta and p', text: 'Of the medians; "~" when the two-sided U test of Mann and Whitney gives p above 0.05. Fewer than 4 runs a side can show nothing.' },
  { name: 'geomean', text: 'The geometric mean of the medians; its delta is that of the rows’ ratios.', formula: 'exp(mean(log(center)))' },
  { name: 'B/op, allocs/op', text: 'Counted, not measured: they hardly vary from run to run. Where no test tells, a change is shown as counted when all runs of one side are below all of the other.' },
  { name: 'Change at each size', text: 'Of the medians; filled where it is beyond noise or counted, hollow where it is not.' },
];

const CURVES_FIRST = 4;

export type CompareOptions = Pick<BenchmarkRequest, 'ignore' | 'exact' | 'col'>;

interface BenchmarkReportViewProps {
  report: BenchmarkReport;
  /** What was compared, for an embed; null where there are more than two. */
  texts: { before: string; after: string } | null;
  /** What it was compared with. */
  options: CompareOptions;
  /** Compares the same texts again. */
  onCompare: (options: CompareOptions) => void;
}

/** A sentence holds names of functions: nothing in it may become markup. */
function inert(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replaceAll('@', '&#64;').replaceAll('://', '&#58;//');
}

/** Finding, curves, tables per unit with every run drawn, or the table of two outputs of `time`. */
export function BenchmarkReportView({ report, texts, options, onCompare }: BenchmarkReportViewProps) {
  const [allCurves, setAllCurves] = useState(false);
  const diff = useLinkedDiff();
  const { ignore = [], exact = [], col } = options;
  const curves = allCurves ? report.curves : report.curves.slice(0, CURVES_FIRST);
  const markdown = diff === undefined ? report.markdown : `${report.markdown}\n**Profiles of the runs:** ${inert(diff.finding.sentence)}\n`;
  const differing = report.config.filter(({ key, differs }) => differs && !ignore.includes(key)).map(({ key }) => key);
  const isCounted = report.units.some(({ nearExact }) => nearExact);
  return (
    <div className={styles['report']} data-testid="benchmark-report">
      <FindingHeadline title="Benchmarks" finding={report.finding} word={verdictWord(report)} context={`${report.columns.join(' against ')}${ignore.length === 0 ? '' : ` · ${ignore.join(', ')} ignored`}${exact.length === 0 ? '' : ` · ${exact.join(', ')} taken as exact`}`} actions={(
        <>
          {texts !== null && <AddToRunbook size="compact-xs" source={{ panel: 'benchmark', benchmark: texts }} />}
          <CopyButton value={markdown}>{({ copied, copy }) => <Button size="xs" variant="default" onClick={copy}>{copied ? 'Copied' : 'Copy as Markdown'}</Button>}</CopyButton>
          <HowComputed><HowSteps steps={HOW} /></HowComputed>
        </>
      )} />
      {report.notes.map((note) => <p key={note} className={shared['badLines']}>{note}</p>)}
      {(differing.length > 0 || isCounted || report.columnKeys.length > 0) && (
        <div className={shared['action']}>
          {differing.length > 0 && <Button size="xs" variant="default" onClick={() => onCompare({ ...options, ignore: differing })}>Compare all the same, ignoring {differing.join(', ')}</Button>}
          {report.columnKeys.length > 0 && (
            <NativeSelect size="xs" aria-label="Columns" value={col ?? ''} onChange={(event) => onCompare({ ignore, exact, ...(event.currentTarget.value === '' ? {} : { col: event.currentTarget.value }) })}
              data={[{ value: '', label: 'a column for each output' }, ...report.columnKeys.map((key) => ({ value: key, label: `a column for each ${key.slice(1)} in the names` }))]} />
          )}
          {isCounted && <Checkbox size="xs" label="Take B/op and allocs/op as exact: every difference counts, without a test" checked={exact.length > 0} onChange={(event) => onCompare({ ...options, exact: event.currentTarget.checked ? ['B/op', 'allocs/op'] : [] })} />}
        </div>
      )}
      {report.time !== null && (
        <section className={shared['section']}>
          <Heading level={2}>Outputs of time</Heading>
          <DataTable
            caption="Two outputs of time" rows={report.time.rows} rowKey={({ label }) => label}
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
      {report.curves.length > 0 && (
        <div className={styles['curves']}>{curves.map((curve) => <SizeCurve key={`${curve.unit} ${curve.name}`} curve={curve} columns={report.columns} units={report.units} />)}</div>
      )}
      {curves.length < report.curves.length && <div className={shared['action']}><Button size="xs" variant="subtle" onClick={() => setAllCurves(true)}>Draw all {report.curves.length} curves</Button></div>}
      {report.units.length > 0 && <div className={shared['tables']}>{report.units.map((unit) => <UnitTable key={`${unit.unit} ${JSON.stringify(unit.config)}`} unit={unit} names={report.columns} />)}</div>}
    </div>
  );
}
