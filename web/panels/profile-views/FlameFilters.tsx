import { Button, Checkbox, NativeSelect, Popover, Textarea, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { DiffSubsystemTable, SubsystemTable } from '../../../core/contract/contract.ts';
import { subsystemName } from '../../../core/views/profile/flameViews.ts';
import { granularities } from '../../../core/url/profileChoices.ts';
import type { PageFilters } from '../../../core/url/profileChoices.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import styles from './FlameTools.module.css';
import {
  fileFields, filterChips, filterGroups, granularityWords, sideGroups, withFilter,
} from '../../../core/views/profile/filterFields.ts';
import type { FilterField, TextFilter } from '../../../core/views/profile/filterFields.ts';

interface FlameFiltersProps {
  filters: PageFilters;
  onChange: (filters: PageFilters) => void;
  /** Adds the filters that only a diff has. */
  isDiff?: boolean;
}

/** Number of one-sided filter fields shown initially: its labels, and which stacks. */
const SIDE_FIELDS = 4;

/** The filters of `go tool pprof`; each applies on Enter or blur and is stored in the address. */
export function FlameFilters({ filters, onChange, isDiff = false }: FlameFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = filterChips(filters).length;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus
      width="min(720px, calc(100vw - 24px))">
      <Popover.Target>
        <Button size="xs" variant="default" px={8} onClick={() => setOpen((was) => !was)} title="Filters"
          aria-label={count === 0 ? 'Filters' : `${count} ${count === 1 ? 'filter' : 'filters'}`}>
          <IconFilter size={15} aria-hidden="true" />{count > 0 && count}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters, as in go tool pprof">
        {isOpen && <FilterForm filters={filters} onChange={onChange} isDiff={isDiff} onClose={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ filters, onChange, isDiff, onClose }: Required<FlameFiltersProps> & { onClose: () => void }) {
  const field = (one: FilterField) => <FilterInput key={`${one.key}:${filters[one.key] ?? ''}`} field={one}
    value={filters[one.key] ?? ''} onTake={(text) => put(one.key, text)} />;
  const put = (key: TextFilter, text: string): void => {
    if ((filters[key] ?? '') !== text) onChange(withFilter(filters, key, text));
  };
  return (
    <div className={styles.form}>
      {filterGroups.map(({ title, fields }) => (
        <fieldset key={title} className={styles.group}><legend>{title}</legend>{fields.map(field)}</fieldset>
      ))}
      {isDiff && sideGroups.map(({ title, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {fields.slice(0, SIDE_FIELDS).map(field)}
          <details className={styles.more} open={fields.slice(SIDE_FIELDS).some(({ key }) => filters[key])}>
            <summary>More filters of this side</summary>
            <div className={styles.group}>{fields.slice(SIDE_FIELDS).map(field)}</div>
          </details>
        </fieldset>
      ))}
      <fieldset className={styles.group}>
        <legend>Rows</legend>
        <NativeSelect size="xs" label="granularity" description="what rows and frames are"
          value={filters.granularity ?? 'functions'}
          data={granularities.map((value) => ({ value, label: granularityWords[value] }))}
          onChange={
            (event) => onChange(
              withFilter(filters, 'granularity', granularities.find((known) => known === event.currentTarget.value))
            )
          } />
        {fileFields.map(field)}
        <RenameInput key={filters.rename ?? ''} value={filters.rename ?? ''}
          onTake={(text) => onChange(withFilter(filters, 'rename', text))} />
        <div className={styles.checks}>
          <Checkbox size="xs" label="no inlines" description="inlined functions count as their callers"
            checked={filters.noinlines === true}
            onChange={(event) => onChange(withFilter(filters, 'noinlines', event.currentTarget.checked))} />
          {isDiff && <Checkbox size="xs" label="drop negative"
            description="hide decreases in the table and the call graph, as in pprof"
            checked={filters.drop_negative === true}
            onChange={(event) => onChange(withFilter(filters, 'drop_negative', event.currentTarget.checked))} />}
        </div>
      </fieldset>
      <p className={styles.formFoot}>
        <span>As in <span className={styles.mono}>go tool pprof</span>; press Enter to apply a field.</span>
        <Button size="compact-xs" variant="subtle" disabled={filterChips(filters).length === 0}
          onClick={() => onChange({})}>Clear all</Button>
        <Button size="compact-xs" variant="default" onClick={onClose}>Close</Button>
      </p>
    </div>
  );
}

function FilterInput(
  {
    field: { key, hint, placeholder }, value, onTake,
  }: { field: FilterField; value: string; onTake: (text: string) => void }
) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      size="xs" label={key} description={hint} placeholder={placeholder} value={text} spellCheck={false}
        autoComplete="off" maxLength={2000} classNames={{ input: styles.mono }}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onTake(text.trim())}
      onKeyDown={(event) => { if (event.key === 'Enter') onTake(text.trim()); }}
    />
  );
}

function RenameInput({ value, onTake }: { value: string; onTake: (text: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <Textarea size="xs" label="rename" description="old:new, one a line; /regular expression/:$1" autosize minRows={1}
      maxRows={5} placeholder="pkg.old:pkg.new" value={text} spellCheck={false} maxLength={10_000}
      classNames={{ input: styles.mono }} onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => { if (text.trim() !== value) onTake(text.trim()); }} />
  );
}

interface FilterChipsProps {
  filters: PageFilters;
  onChange: (filters: PageFilters) => void;
  /** Subsystems, for the name of the filtered one. */
  subsystems: SubsystemTable | DiffSubsystemTable | undefined;
}

/** Active filters, each removed by a click; nothing without any. */
export function FilterChips({ filters, onChange, subsystems }: FilterChipsProps) {
  const chips = filterChips(filters).map((chip) => (
    chip.key === 'subsystem' ? { ...chip, value: subsystemName(chip.value, subsystems?.rows ?? []) } : chip));
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {chips.map(({ key, words, value }) => (
        <li key={key}>
          <button type="button" onClick={() => onChange(withFilter(filters, key, undefined))}
            title={middleCut(`Remove ${words} ${value}`, 400)}
            aria-label={middleCut(`Remove ${words} ${value}`, 200)}>
            <span>{words}</span> <span className={styles.chipValue}>{middleCut(value, 40)}</span> <IconX size={12}
              aria-hidden="true" />
          </button>
        </li>
      ))}
      {chips.length > 1 && <li><Button size="compact-xs" variant="subtle" onClick={() => onChange({})}>Clear
        all</Button></li>}
    </ul>
  );
}
