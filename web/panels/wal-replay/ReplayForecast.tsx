import type { WalReplayPanel as Answer } from '../../../core/contract/contract.ts';
import type { ChartX } from '../../../core/views/charts/chartModel.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import styles from '../shared/panel.module.css';
import { forecastChart, riskText, scoreText } from '../../../core/views/wal-replay/replayForecastView.ts';
import forecast from './ReplayForecast.module.css';

/** Forecasts during the start, and their accuracy. */
export function ReplayForecast({ panel, x }: { panel: Answer; x: ChartX }) {
  const model = forecastChart(panel, x);
  if (model === null) return null;
  return (
    <section className={styles['section']}>
      <TimeSeriesChart title="Forecasts of the total start time" model={model} height={200} />
      <p className={styles['note']}>{scoreText(panel)}</p>
    </section>
  );
}

/**
 * Memory risk of the start, remedies (unless a crash loop above lists them), and the cause of the previous failed
 * start.
 */
export function ReplayMemoryRisk({ panel, hasStepsAbove }: { panel: Answer; hasStepsAbove: boolean }) {
  const { memory } = panel;
  const risk = riskText(panel);
  if (risk === null && memory.killed === null) return null;
  return (
    <section className={forecast['risk']} data-risk={risk === null ? 'past' : memory.risk}
      role={memory.risk === 'high' && risk !== null ? 'alert' : undefined} aria-label="Memory of the start">
      {risk !== null && <p><strong>{risk}</strong></p>}
      {memory.killed !== null && <p>{memory.killed}</p>}
      {memory.steps.length > 0 && !hasStepsAbove && (
        <>
          <p>What helps, safest first:</p>
          <ol>{memory.steps.map((step) => <li key={step}>{step}</li>)}</ol>
        </>
      )}
    </section>
  );
}
