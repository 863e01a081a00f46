import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Search } from '../../../core/views/flame/flameSearch.ts';
import styles from './FlameTools.module.css';

interface FlameSearchFieldProps {
  value: string;
  onChange: (text: string) => void;
  search: Search;
  /** Sum of the matches, as text. */
  sum: string;
  /** Frames too small to draw were not sent, so the sum does not include their matches. */
  isPart: boolean;
  /** Matching functions of the whole profile, if the sum covers the whole profile too. */
  functions?: number | undefined;
}

/** Highlights frames by a regular expression while typing; the `/` key focuses it. */
export function FlameSearchField({ value, onChange, search, sum, isPart, functions }: FlameSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  const count = search.state === 'found' ? functions ?? search.functions : 0;
  const found = count === 0 ? `no match${isPart ? ' in the frames shown' : ''}`
    : `${count} ${count === 1 ? 'function' : 'functions'}, ${sum}${isPart ? ' in the frames shown' : ''}`;
  return (
    <div className={styles.search}>
      <TextInput
        ref={input} size="xs" aria-label="Search frames" placeholder="search /regex/" value={value} spellCheck={false}
          autoComplete="off" maxLength={2000}
        classNames={{ input: styles.mono }} error={search.state === 'invalid' ? search.message : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => { if (event.key === 'Escape') onChange(''); }}
      />
      <span className={styles.result} role="status">{search.state === 'found' ? found : ''}</span>
    </div>
  );
}
