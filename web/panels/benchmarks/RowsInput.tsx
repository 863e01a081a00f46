import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { rowKeys } from '../../../core/url/panelChoices.ts';

interface RowsInputProps {
  /** The keys of the shown rows; undefined for one row per name. */
  row: string | undefined;
  onChange: (row: string | undefined) => void;
}

/** Names the keys whose values are the rows, as -row of benchstat; compares on Enter or when the field is left. */
export function RowsInput({ row, onChange }: RowsInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? row ?? '';
  const next = rowKeys(text) ?? undefined;
  const isWrong = text.trim() !== '' && next === undefined;
  const apply = (): void => {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (next !== row) onChange(next);
  };
  return (
    <TextInput size="xs" aria-label="Rows" leftSection="Rows" leftSectionWidth={44} placeholder="one per name"
      value={text} spellCheck={false}
      error={isWrong ? 'Write keys with commas, such as .name or /size,.fullname' : undefined}
      title="Keys whose values are the rows, with commas: .name, .fullname, /size, or a configuration key"
      onChange={(event) => setTyped(event.currentTarget.value)} onBlur={apply}
      onKeyDown={(event) => { if (event.key === 'Enter') apply(); }} />
  );
}
