import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { DiffTopTable, Normalize } from '../../../core/contract/contract.ts';
import { FunctionPicker } from '../profile-views/FunctionPicker.tsx';
import { functionTable } from '../../../core/views/profile/functionRows.ts';
import page from '../profile-views/ProfilePage.module.css';
import styles from './FlameDiff.module.css';

const FUNCTION = 'function:';

const OPTIONS: { value: string; label: string }[] = [
  { value: 'none', label: 'as measured' }, { value: 'sum', label: 'sum of a group' },
  { value: 'total', label: 'equal totals' }, { value: 'duration', label: 'per second' },
  { value: 'samples-ingested', label: 'per ingested sample' }, { value: FUNCTION, label: 'by reference function …' },
];

const PLAIN = ['none', 'sum', 'total', 'duration', 'samples-ingested'] as const;

function isPlain(value: string): value is (typeof PLAIN)[number] {
  return PLAIN.some((one) => one === value);
}

interface NormalizeControlProps {
  normalize: Normalize;
  onNormalize: (normalize: Normalize) => void;
  /** Functions to choose from; undefined while loading. */
  top: DiffTopTable | undefined;
}

/** Normalization of the two sides, and its reference function. */
export function NormalizeControl({ normalize, onNormalize, top }: NormalizeControlProps) {
  const chosen = normalize.startsWith(FUNCTION) ? normalize.slice(FUNCTION.length) : null;
  const [isChoosing, setChoosing] = useState(false);
  const isOfFunction = chosen !== null || isChoosing;
  const table = useMemo(() => top && functionTable(top), [top]);
  // Only a function on both sides can be the reference.
  const rows = useMemo(
    () => (table?.rows ?? []).filter(({ cum }) => cum.before !== 0 && cum.after !== 0)
      .toSorted((a, b) => Math.abs(b.cum.after) - Math.abs(a.cum.after)),
    [table]
  );
  const take = (value: string): void => {
    setChoosing(value === FUNCTION);
    if (isPlain(value)) onNormalize(value);
  };
  return (
    <>
      <NativeSelect size="xs" aria-label="normalize" classNames={{ input: page.select }} data={OPTIONS}
        value={isOfFunction ? FUNCTION : normalize} onChange={(event) => take(event.currentTarget.value)} />
      {isOfFunction && (
        <div className={styles.picker}>
          <FunctionPicker label="reference function" rows={rows} unit={table?.unit ?? ''} value={chosen}
            placeholder="an unchanged function"
            onPick={(name) => { setChoosing(false); onNormalize(`function:${name}`); }} />
        </div>
      )}
    </>
  );
}
