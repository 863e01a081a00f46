import type { ThrottlingView } from '../../../core/views/gc-cpu/throttlingView.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import { Fold } from '../shared/Fold.tsx';
import styles from '../shared/panel.module.css';

/** Throttling below the CPU, on its axis; only if there was any. */
export function ThrottlingLane({ view }: { view: ThrottlingView }) {
  return view.isThrottled && view.shares !== null
    ? <TimeSeriesChart title="CPU throttling" model={view.shares} height={130} /> : null;
}

/** Throttled seconds, limits, and the container; also the lane if nothing was throttled. */
export function ThrottlingFold({ view }: { view: ThrottlingView }) {
  const { shares, held, isThrottled, holds, sentence } = view;
  return (
    <Fold id="throttling" title="CPU throttling" holds={holds}>
      {shares === null && held === null && <EmptyState what="No throttling counters" why={<p>{sentence}</p>} />}
      {!isThrottled && shares !== null && <TimeSeriesChart title="Waiting for CPU" model={shares} height={150} />}
      {held !== null && <TimeSeriesChart title="Throttled time" model={held} height={150} />}
      {(shares !== null || held !== null) && <p className={styles['note']}>{sentence}</p>}
    </Fold>
  );
}
