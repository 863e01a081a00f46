import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProfileFilters } from '../../server/api/contract.ts';
import styles from './FlameTools.module.css';

const FIELDS = [
  { key: 'focus', hint: 'Keep only stacks that go through a function matching this' },
  { key: 'ignore', hint: 'Leave out stacks that go through a function matching this' },
  { key: 'hide', hint: 'Take matching functions out of the stacks; their callers get their cost' },
  { key: 'show', hint: 'Keep only matching functions in the stacks' },
  { key: 'tagfocus', hint: 'Keep only samples with a label matching this: a value, key=value, or a range as 1kb:2kb' },
  { key: 'tagignore', hint: 'Leave out samples with a label matching this: a value, key=value, or a range as 1kb:2kb' },
] as const;

type FilterKey = (typeof FIELDS)[number]['key'];

interface FlameFiltersProps { filters: ProfileFilters; onChange: (filters: ProfileFilters) => void }

/** The filters of `go tool pprof`, regular expressions; taken on Enter or when the field is left. */
export function FlameFilters({ filters, onChange }: FlameFiltersProps) {
  const put = (key: FilterKey, text: string): void => {
    if ((filters[key] ?? '') === text) return;
    const next = { ...filters };
    if (text === '') delete next[key];
    else next[key] = text;
    onChange(next);
  };
  const count = Object.keys(filters).length;
  const [isOpen, setOpen] = useState(count > 0);
  if (!isOpen) {
    return <Button size="xs" variant="default" onClick={() => setOpen(true)}>{count === 0 ? 'Filter …' : `${count} ${count === 1 ? 'filter' : 'filters'} …`}</Button>;
  }
  return (
    <fieldset className={styles.filters}>
      <legend className={styles.hidden}>Filters, as in go tool pprof</legend>
      {FIELDS.map(({ key, hint }) => (
        <FilterField key={`${key}:${filters[key] ?? ''}`} name={key} hint={hint} value={filters[key] ?? ''} onTake={(text) => put(key, text)} />
      ))}
      {count > 0 && <Button size="xs" variant="subtle" onClick={() => onChange({})}>Clear filters</Button>}
      <Button size="xs" variant="subtle" color="gray" onClick={() => setOpen(false)}>Hide</Button>
    </fieldset>
  );
}

function FilterField({ name, hint, value, onTake }: { name: string; hint: string; value: string; onTake: (text: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      size="xs" label={name} title={hint} placeholder="regular expression" value={text} spellCheck={false} autoComplete="off" maxLength={2000}
      classNames={{ root: styles.field, input: styles.mono }}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onTake(text.trim())}
      onKeyDown={(event) => { if (event.key === 'Enter') onTake(text.trim()); }}
    />
  );
}
