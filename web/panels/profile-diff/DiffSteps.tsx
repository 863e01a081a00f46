import { Progress } from '@mantine/core';
import { stepWords } from '../../../core/views/profile/diffSteps.ts';
import { useDiffProgress } from '../../api/profile/diffProgress.ts';
import styles from './DiffSteps.module.css';

interface DiffStepsProps { of: 'flame graph' | 'table'; before: string[]; after: string[] }

/** Progress of the answer about a diff, by its steps, with a bar. */
export function DiffSteps({ of, before, after }: DiffStepsProps) {
  const { data } = useDiffProgress(before, after);
  const words = stepWords(data?.step ?? null, of);
  return (
    <div className={styles.steps} role="status">
      <span>{words}</span>
      <Progress value={Math.round((data?.doneRatio ?? 0) * 100)} aria-label={words} className={styles.bar} />
    </div>
  );
}
