import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CompactionPanel as Answer } from '../../../core/contract/contract.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import { formatDuration } from '../../../core/text/timeText.ts';
import styles from '../shared/panel.module.css';
import { alignmentText, foldChart } from '../../../core/views/compaction/compactionView.ts';

const titles: Record<number, string> = {
  1: 'One block range, every period', 3: 'Three block ranges: every third has a merge',
  9: 'Nine block ranges: merges of merges',
};

/** CPU folded at the block range, at three and at nine of them. */
export function FoldSection({ panel }: { panel: Answer }) {
  const [chosen, setChosen] = useState(1);
  const factors = [1, ...panel.widerFolds.map(({ factor }) => factor)];
  const factor = factors.includes(chosen) ? chosen : 1;
  const model = useMemo(() => foldChart(panel, factor), [panel, factor]);
  const alignment = alignmentText(panel);
  if (model === null) return <EmptyState what="Nothing to fold yet"
    why={<p>{alignment} With the block range known, every period of the window is laid over the others here.</p>} />;
  return (
    <section className={styles['section']}>
      {factors.length > 1 && (
        <SegmentedControl size="xs" aria-label="Period of the fold" value={String(factor)}
          onChange={(value) => setChosen(Number(value))} style={{ justifySelf: 'start' }}
          data={
            factors.map(
              (
                one
              ) => ({ value: String(one), label: `×${one} · ${formatDuration(one * (panel.blockRangeSeconds ?? 0))}` })
            )
          } />
      )}
      <TimeSeriesChart title={titles[factor] ?? ''} model={model} height={220} />
      <p className={styles['note']}>{alignment}</p>
    </section>
  );
}
