import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { functionLabel, sizeWords } from '../../../core/views/profile/functionRows.ts';
import type { FunctionRow } from '../../../core/views/profile/functionRows.ts';
import styles from './FlameTools.module.css';

interface FunctionPickerProps {
  label: string;
  rows: readonly FunctionRow[];
  unit: string;
  value: string | null;
  onPick: (name: string) => void;
  placeholder: string;
  width?: number | string;
}

const MAX_SHOWN = 60;

/** Chooses a function by part of its name. */
export function FunctionPicker({ label, rows, unit, value, onPick, placeholder, width }: FunctionPickerProps) {
  const data = useMemo(() => {
    const known = rows.map(
      (row) => ({ value: row.function, label: `${functionLabel(row.function, 64)} · ${sizeWords(row.cum, unit)}` })
    );
    return value === null || rows.some((row) => row.function === value) ? known
      : [{ value, label: functionLabel(value, 64) }, ...known];
  }, [rows, unit, value]);
  return (
    <Select
      size="xs" label={label} w={width} data={data} value={value} placeholder={placeholder} searchable limit={MAX_SHOWN}
        nothingFoundMessage="No matching function"
      classNames={{ input: styles.mono, option: styles.option }} maxDropdownHeight={320}
        comboboxProps={{ shadow: 'md' }} onChange={(name) => { if (name !== null) onPick(name); }}
    />
  );
}
