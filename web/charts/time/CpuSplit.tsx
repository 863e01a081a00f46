import { useMemo, type ReactNode } from 'react';
import type { Target } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import { cpuSplitView, type CpuSplitView } from '../../../core/views/gc-cpu/cpuSplitView.ts';
import { useCpuSplit } from '../../api/spanQueries.ts';
import { FillSwatch } from './ChartLegend.tsx';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import styles from './CpuSplit.module.css';

/** Smaller values are shown as `< 0.001`. */
const MIN_CORES = 0.001;

/** CPU by subsystem over time, if the window has a CPU profile; else `none`. */
export function CpuSplit({ target, none = null }: { target: Target | null; none?: ReactNode }) {
  const answer = useCpuSplit(target, useCurrentTarget().range).data;
  const view = useMemo(() => (answer === undefined ? null : cpuSplitView(answer)), [answer]);
  if (view === null) return answer === undefined ? null : none;
  return (
    <section className={styles.split} aria-label="CPU by subsystem">
      <TimeSeriesChart title="CPU by subsystem" model={view.chart} height={200} />
      <Layers layers={view.layers} />
      <p className={styles.note}>{view.coverage} {view.agreement}</p>
    </section>
  );
}

/** The layers in their stacking order, with their mean while profiled. */
function Layers({ layers }: Pick<CpuSplitView, 'layers'>) {
  return (
    <table className={styles.layers}>
      <caption>Mean while profiled</caption>
      <thead><tr><th scope="col">subsystem</th><th scope="col">cores</th><th scope="col">share</th></tr></thead>
      <tbody>
        {layers.map(({ id, label, colour, pattern, cores, share }) => (
          <tr key={id}>
            <th scope="row"><span className={styles.key}><FillSwatch fill={{ colour, pattern }} /></span>{label}</th>
            <td>{cores > 0 && cores < MIN_CORES ? `< ${MIN_CORES}` : formatValue(cores, 'none')}</td>
            <td>{formatValue(Math.round(100 * share) / 100, 'ratio')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
