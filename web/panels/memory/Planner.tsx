import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MemoryPanel } from '../../../core/contract/contract.ts';
import { formatBytes, formatNumber, formatValue } from '../../../core/text/format.ts';
import { formatDuration, parseDuration } from '../../../core/text/timeText.ts';
import { parseCount, type Plan } from '../../../core/url/urlState.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import styles from './Memory.module.css';
import { planFor, type Range } from '../../../core/views/memory/planner.ts';

interface FieldProps {
  label: string;
  /** What the URL holds, as text; empty when nothing was asked. */
  value: string;
  placeholder: string;
  /** null = the text is none. */
  parse: (text: string) => number | null;
  onChange: (value: number | null) => void;
  wrong: string;
}

/** Takes effect on Enter or on leaving it; emptied, the target's own value holds again. */
function PlanField({ label, value, placeholder, parse, onChange, wrong }: FieldProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const isWrong = text.trim() !== '' && parse(text) === null;
  const commit = (): void => { if (!isWrong) onChange(text.trim() === '' ? null : parse(text)); };
  return (
    <TextInput size="xs" label={label} value={text} placeholder={placeholder} error={isWrong ? wrong : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit} onKeyDown={(event) => { if (event.key === 'Enter') commit(); }} />
  );
}

function rangeText(range: Range | null, text: (value: number) => string): string {
  if (range === null) return 'not known';
  const [low, high] = [text(range.low), text(range.high)];
  return low === high ? low : `${low} to ${high}`;
}

const countText = (value: number | null): string => (value === null ? '' : Math.round(value).toLocaleString('en-US'));

/** Load in, RAM, CPU and disk out; what is asked stands in the URL. */
export function Planner({ panel }: { panel: MemoryPanel }) {
  const { state, set } = useUrlState();
  const { plan } = state;
  const result = planFor(panel, plan);
  const ask = (patch: Partial<Plan>): void => set({ plan: { ...plan, ...patch } }, 'replace');
  const isAsked = plan.samplesPerSecond !== null || plan.series !== null || plan.retentionSeconds !== null;
  const { load } = result;
  return (
    <section className={`${shared['section']} ${styles['box']}`}>
      <h2>Planner</h2>
      <p className={shared['note']}>What another load would need, from this target’s own ratios. A field left empty
        keeps the measured proportion.</p>
      <div className={styles['planner']}>
        <div className={styles['inputs']}>
          <PlanField label="Samples per second" value={countText(plan.samplesPerSecond)}
            placeholder={countText(load.samplesPerSecond)} parse={parseCount} wrong="a number above 0"
            onChange={(samplesPerSecond) => ask({ samplesPerSecond })} />
          <PlanField label="Series" value={countText(plan.series)} placeholder={countText(load.series)}
            parse={parseCount} wrong="a number above 0" onChange={(series) => ask({ series })} />
          <PlanField label="Retention"
            value={plan.retentionSeconds === null ? '' : formatDuration(plan.retentionSeconds)}
            placeholder={formatDuration(load.retentionSeconds)} parse={parseDuration} wrong="such as 15d or 36h"
            onChange={(retentionSeconds) => ask({ retentionSeconds })} />
          {
            isAsked && <Button size="xs" variant="subtle" color="gray"
              onClick={() => ask({ samplesPerSecond: null, series: null, retentionSeconds: null })}>Back to its own
              load</Button>
          }
        </div>
        <dl className={styles['results']}>
          <div><dt>Memory</dt><dd data-testid="plan-memory">{rangeText(result.memoryBytes, formatBytes)}<small>resident,
            usual to peak; page cache comes on top</small></dd></div>
          <div><dt>CPU, mean</dt><dd data-testid="plan-cpu">{rangeText(result.cpuCores, (cores) => formatNumber(cores))}
            {result.cpuCores !== null && ' cores'}<small>{
            result.cpuPeakCores === null ? 'its peaks are not known'
              : `provision for peaks of ${formatValue(result.cpuPeakCores, 'cores')}`
          }</small></dd></div>
          <div><dt>Disk for {formatDuration(load.retentionSeconds)}</dt><dd data-testid="plan-disk">
            {rangeText(result.diskBytes, formatBytes)}<small>blocks; the WAL of up to three block ranges comes on
            top</small></dd></div>
        </dl>
        {result.notes.map((note) => <p key={note} className={shared['note']}>{note}</p>)}
      </div>
    </section>
  );
}
