import { Button } from '@mantine/core';
import type { DiffTopRow, Normalize } from '../../../core/contract/contract.ts';
import styles from './FlameDiff.module.css';

interface ReferenceButtonProps {
  name: string;
  row: DiffTopRow | undefined;
  onNormalize: (normalize: Normalize) => void;
}

/** Normalizes by an unchanged function: its difference is due to machine and load, which affect all functions alike. */
export function ReferenceButton({ name, row, onNormalize }: ReferenceButtonProps) {
  return (
    <Button size="compact-xs" variant="default" className={styles.reference}
      disabled={!row || row.cum.before === 0 || row.cum.after === 0} onClick={() => onNormalize(`function:${name}`)}
      title="For an unchanged function: scales after so that its cum is equal on both sides">Use as reference
        function</Button>
  );
}
