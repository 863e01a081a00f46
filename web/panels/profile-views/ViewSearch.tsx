import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import styles from './ViewTabs.module.css';

interface ViewSearchProps {
  value: string;
  onChange: (text: string) => void;
  match: Match;
  /** Number and sum of the matches, as text. */
  result: string;
}

/** Narrows the view by a regular expression while typing; the `/` key focuses it. */
export function ViewSearch({ value, onChange, match, result }: ViewSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <div className={styles.search}>
      <TextInput
        ref={input} size="xs" aria-label="Search this view" placeholder="search /regex/" value={value}
          spellCheck={false} autoComplete="off" maxLength={2000}
        classNames={{ root: styles.field, input: styles.mono }}
          error={match.state === 'invalid' ? match.message : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => { if (event.key === 'Escape') onChange(''); }}
      />
      <span className={styles.result} role="status">{match.state === 'on' ? result : ''}</span>
    </div>
  );
}
