import { Button } from '@mantine/core';
import type { MemoryPanel } from '../../../core/contract/contract.ts';
import { formatBytes, formatNumber, formatValue } from '../../../core/text/format.ts';
import { formatDuration, parseDuration } from '../../../core/text/timeText.ts';
import { parseCount, type Plan } from '../../../core/url/urlState.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import { TypedField } from '../shared/TypedField.tsx';
import styles from './Memory.module.css';
import { planFor, type Range } from '../../../core/views/memory/planner.ts';

function rangeText(range: Range | null, text: (value: number) => string): string {
  if (range === null) return 'unknown';
  const [low, high] = [text(range.low), text(range.high)];
  return low === high ? low : `${low} to ${high}`;
}

const countText = (value: number | null): string => (value === null ? '' : Math.round(value).toLocaleString('en-US'));

/** Estimates memory, CPU and disk for a load. The URL holds the load. */
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
      <p className={shared['note']}>Estimates the resources for a different load from this target’s ratios. The
        answer follows as you type; an empty field keeps the measured ratio.</p>
      <div className={styles['planner']}>
        <div className={styles['inputs']}>
          <TypedField isLive label="Samples per second" value={countText(plan.samplesPerSecond)}
            placeholder={countText(load.samplesPerSecond)} parse={parseCount} wrong="A number above 0"
            onChange={(samplesPerSecond) => ask({ samplesPerSecond })} />
          <TypedField isLive label="Series" value={countText(plan.series)} placeholder={countText(load.series)}
            parse={parseCount} wrong="A number above 0" onChange={(series) => ask({ series })} />
          <TypedField isLive label="Retention"
            value={plan.retentionSeconds === null ? '' : formatDuration(plan.retentionSeconds)}
            placeholder={formatDuration(load.retentionSeconds)} parse={parseDuration} wrong="Such as 15d or 36h"
            onChange={(retentionSeconds) => ask({ retentionSeconds })} />
          {isAsked && <Button size="xs" variant="subtle" color="gray"
            onClick={() => ask({ samplesPerSecond: null, series: null, retentionSeconds: null })}>Reset to measured
              load</Button>}
        </div>
        <dl className={styles['results']}>
          <div><dt>Memory</dt><dd data-testid="plan-memory">{rangeText(result.memoryBytes, formatBytes)}<small>resident,
            typical to peak; page cache not included</small></dd></div>
          <div><dt>Mean CPU</dt><dd data-testid="plan-cpu">{rangeText(result.cpuCores, (cores) => formatNumber(cores))}
            {result.cpuCores !== null && ' cores'}<small>{
            result.cpuPeakCores === null ? 'peaks unknown'
              : `provision for peaks of ${formatValue(result.cpuPeakCores, 'cores')}`
          }</small></dd></div>
          <div><dt>Disk for {formatDuration(load.retentionSeconds)}</dt><dd data-testid="plan-disk">
            {rangeText(result.diskBytes, formatBytes)}<small>blocks; WAL of up to three block ranges not
              included</small></dd></div>
        </dl>
        {result.notes.map((note) => <p key={note} className={shared['note']}>{note}</p>)}
      </div>
    </section>
  );
}
