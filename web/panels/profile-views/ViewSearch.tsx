import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import styles from './ProfilePage.module.css';

interface ViewSearchProps {
  value: string;
  onChange: (text: string) => void;
  match: Match;
}

/** Marks frames and nodes and narrows tables by a regular expression while typing; the `/` key focuses it. */
export function ViewSearch({ value, onChange, match }: ViewSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <TextInput
      ref={input} size="xs" type="search" aria-label="Search functions" placeholder="/ search" value={value}
      spellCheck={false} autoComplete="off" maxLength={2000}
      classNames={{ root: styles.search, input: styles.mono }}
      error={match.state === 'invalid' ? match.message : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => { if (event.key === 'Escape') onChange(''); }}
    />
  );
}
