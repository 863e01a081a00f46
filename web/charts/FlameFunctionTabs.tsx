import { Tabs } from '@mantine/core';
import type { CallersTable, DiffCallersTable, DiffLinesTable, LinesTable } from '../../server/api/contract.ts';
import { formatProfileValue, formatRatio, formatValue } from '../format.ts';
import { PanelFrame } from '../ui/PanelFrame.tsx';
import type { FrameQuery } from '../ui/PanelFrame.tsx';
import { functionTabs } from '../urlState.ts';
import type { FunctionTab } from '../urlState.ts';
import { changeText, formatDelta } from './flameChange.ts';
import { middleCut } from './flameNames.ts';
import styles from './FlameViews.module.css';
import { callsView, linesView } from './flameViews.ts';
import type { Amount, CallView, FileView } from './flameViews.ts';
import { FunctionName } from './FunctionName.tsx';

interface FlameFunctionTabsProps {
  tab: FunctionTab;
  onTab: (tab: FunctionTab) => void;
  calls: FrameQuery<CallersTable | DiffCallersTable>;
  lines: FrameQuery<LinesTable | DiffLinesTable>;
  callsCsv: string;
  linesCsv: string;
  onSelect: (name: string) => void;
}

/** Who calls the selected function, whom it calls, and its source lines, each read when its tab is opened. */
export function FlameFunctionTabs({ tab, onTab, calls, lines, callsCsv, linesCsv, onSelect }: FlameFunctionTabsProps) {
  return (
    <Tabs value={tab} keepMounted={false} onChange={(value) => {
      const next = functionTabs.find((known) => known === value);
      if (next) onTab(next);
    }}>
      <Tabs.List aria-label="About the selected function">
        {functionTabs.map((name) => <Tabs.Tab key={name} value={name} size="xs">{name}</Tabs.Tab>)}
        <a className={styles.csv} href={tab === 'lines' ? linesCsv : callsCsv} download={tab === 'lines' ? 'lines.csv' : 'callers-and-callees.csv'}>CSV</a>
      </Tabs.List>
      {(['callers', 'callees'] as const).map((side) => (
        <Tabs.Panel key={side} value={side}>
          <PanelFrame title={side === 'callers' ? 'Callers' : 'Callees'} query={calls} waitingFor="following the calls" height={120} headingLevel={3}>
            {(table) => <Calls side={side} rows={callsView(table)[side]} of={callsView(table).cum} unit={table.unit} onSelect={onSelect} />}
          </PanelFrame>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="lines">
        <PanelFrame title="Lines" query={lines} waitingFor="adding up the lines" height={160} headingLevel={3}>
          {(table) => <Lines files={linesView(table)} unit={table.unit} />}
        </PanelFrame>
      </Tabs.Panel>
    </Tabs>
  );
}

function Calls({ side, rows, of, unit, onSelect }: { side: 'callers' | 'callees'; rows: CallView[]; of: Amount; unit: string; onSelect: (name: string) => void }) {
  if (rows.length === 0) return <p className={styles.note}>{side === 'callers' ? 'Nothing calls it: its stacks start here.' : 'It calls nothing that was sampled.'}</p>;
  const isDiff = of.before !== null;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={side}>
      <table className={styles.figures}>
        <thead><tr><th scope="col">{side === 'callers' ? 'caller' : 'callee'}</th><AmountHeads isDiff={isDiff} single={['cum', 'of its cum']} /></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.function}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => onSelect(row.function)}><FunctionName name={row.function} maxChars={24} /></button>
                {row.inline && <span className={styles.tag} title="The compiler put the callee's code into its caller"> inlined</span>}
              </th>
              {row.value.before === null
                ? <><td>{formatProfileValue(row.value.after, unit)}</td><td>{of.after === 0 ? '–' : formatRatio(row.value.after / of.after)}</td></>
                : <SideCells before={row.value.before} after={row.value.after} unit={unit} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AmountHeads({ isDiff, single }: { isDiff: boolean; single: string[] }) {
  return <>{(isDiff ? ['before', 'after', 'Δ'] : single).map((head) => <th key={head} scope="col">{head}</th>)}</>;
}

function SideCells({ before, after, unit }: { before: number; after: number; unit: string }) {
  return (
    <>
      <td>{formatProfileValue(before, unit)}</td>
      <td>{formatProfileValue(after, unit)}</td>
      <td title={changeText(before, after)}>{formatDelta(after - before, unit)}</td>
    </>
  );
}

function Lines({ files, unit }: { files: FileView[]; unit: string }) {
  if (files.length === 0) return <p className={styles.note}>The profile does not say which source lines its samples are of.</p>;
  return (
    <>
      {files.map((file) => {
        const isDiff = file.rows.some((row) => row.flat.before !== null);
        const hasText = file.rows.some((row) => row.text !== null);
        return (
          <section key={file.file} aria-label={`Lines of ${middleCut(file.file, 100)}`}>
            <p className={styles.file} title={middleCut(file.file, 400)}>{file.file === '' ? 'no file named' : middleCut(file.file, 70)}</p>
            {file.note !== '' && <p className={styles.note}>{file.note}</p>}
            <div className={styles.scroller} tabIndex={0} role="region" aria-label="Lines">
              <table className={styles.figures}>
                <thead>
                  <tr>
                    <th scope="col">line</th>
                    {(isDiff ? ['flat before', 'after', 'cum before', 'after'] : ['flat', 'cum']).map((head, i) => <th key={i} scope="col">{head}</th>)}
                    {hasText && <th scope="col" className={styles.source}>source</th>}
                  </tr>
                </thead>
                <tbody>
                  {file.rows.map((row, i) => (
                    <tr key={i}>
                      <th scope="row">{row.line === 0 ? '?' : row.line}</th>
                      <LineCells amount={row.flat} unit={unit} />
                      <LineCells amount={row.cum} unit={unit} />
                      {hasText && <td className={styles.source}>{row.text ?? ''}</td>}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {file.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(file.rowsLeftOut, 'count')} lines with less are left out.</p>}
          </section>
        );
      })}
    </>
  );
}

/** A zero is a dot, as in a listing of `go tool pprof`, so that the lines that cost stand out. */
function LineCells({ amount, unit }: { amount: Amount; unit: string }) {
  return (
    <>
      {(amount.before === null ? [amount.after] : [amount.before, amount.after]).map((value, i) => (
        <td key={i} className={value === 0 ? styles.zero : undefined}>{value === 0 ? '.' : formatProfileValue(value, unit)}</td>
      ))}
    </>
  );
}
