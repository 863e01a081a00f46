import { useMemo } from 'react';
import type { CompactionPanel as Answer } from '../../../core/contract/contract.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { Segments } from '../../ui/overlay/Segments.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { formatDuration } from '../../../core/text/timeText.ts';
import styles from '../shared/panel.module.css';
import { foldChart } from '../../../core/views/compaction/compactionView.ts';

const titles: Record<number, string> = {
  1: 'CPU folded at the block range', 3: 'CPU folded at three block ranges: merges',
  9: 'CPU folded at nine block ranges: merges of merges',
};

/** CPU folded at one, three and nine block ranges. Nothing where there is no fold. */
export function FoldSection({ panel }: { panel: Answer }) {
  const { state, set } = useUrlState();
  const factors = [1, ...panel.widerFolds.map(({ factor }) => factor)];
  const factor = factors.includes(state.fold) ? state.fold : 1;
  const model = useMemo(() => foldChart(panel, factor), [panel, factor]);
  if (model === null) return null;
  return (
    <section className={styles['section']}>
      <TimeSeriesChart title={titles[factor] ?? ''} model={model} height={310} />
      {factors.length > 1 && (
        <Segments label="Fold period" value={String(factor)} onChange={(value) => set({ fold: Number(value) })}
          data={
            factors.map((one) => (
                { value: String(one), label: `×${one} · ${formatDuration(one * (panel.blockRangeSeconds ?? 0))}` }
              ))
          } />
      )}
    </section>
  );
}
