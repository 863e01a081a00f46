import { Tabs } from '@mantine/core';
import type { CallersTable, DiffCallersTable, DiffLinesTable, LinesTable } from '../../../core/contract/contract.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import { functionTabs } from '../../../core/url/urlState.ts';
import type { FunctionTab } from '../../../core/url/urlState.ts';
import { changeText, formatDelta } from '../../../core/text/change.ts';
import { FlameLines } from './FlameLines.tsx';
import styles from './FlameViews.module.css';
import { callsView, linesView } from '../../../core/views/profile/flameViews.ts';
import type { Amount, CallView } from '../../../core/views/profile/flameViews.ts';
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

/** Callers, callees and source lines of the selected function, each requested when its tab is opened. */
export function FlameFunctionTabs({ tab, onTab, calls, lines, callsCsv, linesCsv, onSelect }: FlameFunctionTabsProps) {
  return (
    <Tabs value={tab} keepMounted={false} onChange={(value) => {
      const next = functionTabs.find((known) => known === value);
      if (next) onTab(next);
    }}>
      <Tabs.List aria-label="Selected function">
        {functionTabs.map((name) => <Tabs.Tab key={name} value={name} size="xs">{name}</Tabs.Tab>)}
        <a className={styles.csv} href={tab === 'lines' ? linesCsv : callsCsv}
          download={tab === 'lines' ? 'lines.csv' : 'callers-and-callees.csv'}>CSV</a>
      </Tabs.List>
      {(['callers', 'callees'] as const).map((side) => (
        <Tabs.Panel key={side} value={side}>
          <PanelFrame title={side === 'callers' ? 'Callers' : 'Callees'} query={calls} waitingFor="Loading calls"
            height={120} headingLevel={3}>
            {(table) => <Calls side={side} rows={callsView(table)[side]} of={callsView(table).cum} unit={table.unit}
              onSelect={onSelect} />}
          </PanelFrame>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="lines">
        <PanelFrame title="Lines" query={lines} waitingFor="Loading lines" height={160} headingLevel={3}>
          {(table) => <FlameLines files={linesView(table)} unit={table.unit} />}
        </PanelFrame>
      </Tabs.Panel>
    </Tabs>
  );
}

function Calls(
  {
    side, rows, of, unit, onSelect,
  }: { side: 'callers' | 'callees'; rows: CallView[]; of: Amount; unit: string; onSelect: (name: string) => void }
) {
  if (rows.length === 0) return <p className={styles.note}>
    {side === 'callers' ? 'No callers: its stacks start here.' : 'No sampled callees.'}</p>;
  const isDiff = of.before !== null;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={side}>
      <table className={styles.figures}>
        <thead><tr><th scope="col">{side === 'callers' ? 'caller' : 'callee'}</th><AmountHeads isDiff={isDiff}
          single={['cum', 'of cum']} /></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.function}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => onSelect(row.function)}><FunctionName
                  name={row.function} maxChars={24} /></button>
                {row.inline && <span className={styles.tag}
                  title="The compiler inlined the callee into its caller"> inlined</span>}
              </th>
              {row.value.before === null
                ? <><td>{formatProfileValue(row.value.after, unit)}</td><td>
                  {of.after === 0 ? '–' : formatRatio(row.value.after / of.after)}</td></>
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
