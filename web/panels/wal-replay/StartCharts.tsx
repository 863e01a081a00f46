import type { WalReplayPanel } from '../../../core/contract/contract.ts';
import { rateCharts } from '../../../core/views/wal-replay/replayForecastView.ts';
import type { WalReplayView } from '../../../core/views/wal-replay/walReplayView.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import styles from '../shared/panel.module.css';

/** Memory up to its projected peak, and the rate of segments; other rates are collapsed below. */
export function StartCharts({ panel, view }: { panel: WalReplayPanel; view: WalReplayView }) {
  const [rate] = rateCharts(panel, view.x);
  return (
    <div className={styles['pair']}>
      {view.memory !== null && <TimeSeriesChart title="Resident memory" model={view.memory} height={190} />}
      {rate !== undefined && <TimeSeriesChart title={rate.title} model={rate.model} height={190} />}
      {rate === undefined && view.segments !== null && <TimeSeriesChart title="Segments loaded" model={view.segments}
        height={190} />}
    </div>
  );
}
