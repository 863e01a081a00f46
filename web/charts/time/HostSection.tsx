import { useMemo } from 'react';
import type { HostView } from '../../../core/contract/contract.ts';
import type { ChartMark, ChartSpan } from '../../../core/views/charts/chartModel.ts';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { MissingInputs } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './HostSection.module.css';
import { CoreStrip } from './CoreStrip.tsx';
import {
  diskBusyChart, disksText, hostChart, nodeTrouble, swapChart, swapText, type HostPart,
} from '../../../core/views/charts/hostView.ts';

interface HostSectionProps {
  /** The answer of `useHost`; the panel asks, this only draws. */
  host: { data: HostView | undefined; error: Error | null };
  part: HostPart;
  /** What the page marks in its own charts. */
  spans?: ChartSpan[];
  marks?: ChartMark[];
}

const noSpans: ChartSpan[] = [];
const noMarks: ChartMark[] = [];
const titles: Record<HostPart, string> = {
  cores: 'Cores of the host', disks: 'Disks of the host', memory: 'Memory of the host', waiting: 'Waiting on the host',
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
        <TimeSeriesChart title="Time at work" model={busy} height={190} />
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
 * What the node_exporter beside the target says of its host; where there is none, one line on how to have it (the other
 * panels' lists of missing inputs say it already).
 */
export function HostSection({ host: { data: view, error }, part, spans = noSpans, marks = noMarks }: HostSectionProps) {
  const { target } = useCurrentTarget();
  const { zone } = useUrlState().state;
  const trouble = nodeTrouble(target);
  if (view === undefined) return error === null ? null
    : <p className={styles['note']} role="alert">The host could not be read. {error.message}</p>;
  const isSilent = view.state === 'off' && target?.state === 'recorded';
  return (
    <section className={styles['section']} aria-label={titles[part]}>
      {part === 'disks' && view.state === 'up' && <h2>{titles[part]}</h2>}
      <Charts view={view} part={part} spans={spans} marks={marks} />
      {part === 'cores' && view.state === 'up' && <CoreStrip view={view} />}
      {part === 'waiting' && <MissingInputs missing={view.missing} />}
      {(part === 'cores' || view.state === 'down') && !isSilent && <p className={styles['note']}>{view.sentence}</p>}
      {
        isSilent && part === 'cores' && <p className={styles['note']}>This recording holds nothing of its host: no
          node_exporter was scraped beside the target.</p>
      }
      {part === 'disks' && view.state === 'up' && <p className={styles['note']}>{disksText(view)}</p>}
      {
        part === 'memory' && view.state === 'up' && swapText(view) !== null && <p className={styles['note']}>
          {swapText(view)}</p>
      }
      {part === 'cores' && view.figures.length > 0 && (
        <details>
          <summary>Numbers of the host</summary>
          <FiguresTable figures={view.figures} zone={zone} />
        </details>
      )}
      {trouble !== null && <p className={styles['note']} role="status">{trouble}</p>}
    </section>
  );
}
