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

/** CPU folded at one, three and nine block ranges; nothing without a fold. */
export function FoldSection({ panel }: { panel: Answer }) {
  const { state, set } = useUrlState();
  const folds = useMemo(() => [1, ...panel.widerFolds.map(({ factor }) => factor)].flatMap((factor) => {
    const model = foldChart(panel, factor);
    return model === null ? [] : [{ factor, model }];
  }), [panel]);
  const shown = folds.find(({ factor }) => factor === state.fold) ?? folds[0];
  if (shown === undefined) return null;
  return (
    <section className={styles['section']}>
      <TimeSeriesChart title={titles[shown.factor] ?? ''} model={shown.model} height={310} />
      {folds.length > 1 && (
        <Segments label="Fold period" value={String(shown.factor)} onChange={(value) => set({ fold: Number(value) })}
          data={
            folds.map(({ factor }) => ({
              value: String(factor), label: `×${factor} · ${formatDuration(factor * (panel.blockRangeSeconds ?? 0))}`,
            }))
          } />
      )}
    </section>
  );
}

/** Placeholder for a fold without data. */
export function NoFold({ rangeSeconds }: { rangeSeconds: number }) {
  return <p className={styles['note']}>No compaction recorded yet. From the first one on, CPU is folded here at the
    block range of {formatDuration(rangeSeconds)}.</p>;
}
