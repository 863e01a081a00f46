import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import styles from './ProfilePage.module.css';

interface ViewSearchProps {
  value: string;
  onChange: (text: string) => void;
  match: Match;
  /** Whether it is expanded; otherwise its key expands it first. */
  isShown: boolean;
  onReach: () => void;
}

/** Highlights frames and nodes and filters tables by a regular expression while typing; the `/` key focuses it. */
export function ViewSearch({ value, onChange, match, isShown, onReach }: ViewSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (isShown && isWanted.current) input.current?.focus();
    isWanted.current = false;
  }, [isShown]);
  useShortcut('/', () => {
    isWanted.current = !isShown;
    if (isShown) input.current?.focus();
    else onReach();
  });
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
