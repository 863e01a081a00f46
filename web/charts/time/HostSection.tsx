import { useMemo } from 'react';
import type { HostView } from '../../../core/contract/contract.ts';
import type { ChartMark, ChartSpan } from '../../../core/views/charts/chartModel.ts';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { MissingInputs } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { useOpenPart } from '../../url/useOpenPart.ts';
import styles from './HostSection.module.css';
import { CoreStrip } from './CoreStrip.tsx';
import {
  diskBusyChart, disksText, hostChart, nodeTrouble, swapChart, swapText, type HostPart,
} from '../../../core/views/charts/hostView.ts';

interface HostSectionProps {
  /** The result of `useHost`: the panel requests it, this component only draws. */
  host: { data: HostView | undefined; error: Error | null };
  part: HostPart;
  /** Spans that the page also marks in its own charts. */
  spans?: ChartSpan[];
  marks?: ChartMark[];
}

const noSpans: ChartSpan[] = [];
const noMarks: ChartMark[] = [];
const titles: Record<HostPart, string> = {
  cores: 'Host cores', disks: 'Host disks', memory: 'Host memory', waiting: 'Host pressure',
};

function Charts({ view, part, spans, marks }: Required<Omit<HostSectionProps, 'host'>> & { view: HostView }) {
  const chart = useMemo(() => hostChart(view, part, spans, marks), [view, part, spans, marks]);
  const swap = useMemo(() => (part === 'memory' ? swapChart(view) : null), [view, part]);
  const busy = useMemo(() => (part === 'disks' ? diskBusyChart(view, spans) : null), [view, part, spans]);
  if (chart === null) return null;
  if (part === 'disks' && busy !== null) {
    return (
      <div className={styles['pair']}>
        <TimeSeriesChart title="Bytes read and written" model={chart} height={190} />
        <TimeSeriesChart title="Disk utilization" model={busy} height={190} />
      </div>
    );
  }
  if (swap !== null) {
    return (
      <div className={styles['pair']}>
        <TimeSeriesChart title={titles[part]} model={chart} height={190} />
        <TimeSeriesChart title="Swapping" model={swap} height={190} />
      </div>
    );
  }
  return <TimeSeriesChart title={titles[part]} model={chart} height={190} />;
}

/**
 * The node_exporter's data on the target's host; without one, a line on how to configure it (in other panels, the list
 * of missing inputs has it).
 */
export function HostSection({ host: { data: view, error }, part, spans = noSpans, marks = noMarks }: HostSectionProps) {
  const { target } = useCurrentTarget();
  const { zone } = useUrlState().state;
  const figures = useOpenPart('host-figures');
  const trouble = nodeTrouble(target);
  if (view === undefined) return error === null ? null
    : <p className={styles['note']} role="alert">Host metrics could not be loaded. {error.message}</p>;
  const isSilent = view.state === 'off' && target?.state === 'recorded';
  return (
    <section className={styles['section']} aria-label={titles[part]} data-now>
      {part === 'disks' && view.state === 'up' && <h2>{titles[part]}</h2>}
      <Charts view={view} part={part} spans={spans} marks={marks} />
      {part === 'cores' && view.state === 'up' && <CoreStrip view={view} />}
      {part === 'waiting' && <MissingInputs missing={view.missing} />}
      {(part === 'cores' || view.state === 'down') && !isSilent && <p className={styles['note']}>{view.sentence}</p>}
      {isSilent && part === 'cores' && <p className={styles['note']}>This recording has no host metrics: no
        node_exporter was scraped with the target.</p>}
      {part === 'disks' && view.state === 'up' && <p className={styles['note']}>{disksText(view)}</p>}
      {part === 'memory' && view.state === 'up' && swapText(view) !== null && <p className={styles['note']}>
        {swapText(view)}</p>}
      {part === 'cores' && view.figures.length > 0 && (
        <details {...figures.details}>
          <summary>Host figures</summary>
          <FiguresTable figures={view.figures} zone={zone} />
        </details>
      )}
      {trouble !== null && <p className={styles['note']} role="status">{trouble}</p>}
    </section>
  );
}
