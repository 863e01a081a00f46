import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Search } from '../../../core/views/flame/flameSearch.ts';
import styles from './FlameTools.module.css';

interface FlameSearchFieldProps {
  value: string;
  onChange: (text: string) => void;
  search: Search;
  /** What the matches add up to, in words. */
  sum: string;
  /** Frames too small to be seen were not sent: matches among them are not in the sum. */
  isPart: boolean;
  /** Matching functions of the whole, where the sum is of the whole too though only a part was sent. */
  functions?: number | undefined;
}

/** Marks frames by a regular expression, as one types; the `/` key comes here. */
export function FlameSearchField({ value, onChange, search, sum, isPart, functions }: FlameSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  const count = search.state === 'found' ? functions ?? search.functions : 0;
  const result = search.state === 'found'
    ? count === 0
      ? `no match${isPart ? ' among the frames shown' : ''}` : `${count} ${count === 1 ? 'function' : 'functions'}, ` + `${sum}${isPart ? ' in frames large enough to show' : ''}` : '';
  return (
    <div className={styles.search}>
      <TextInput
        ref={input} size="xs" aria-label="Search frames" placeholder="search /regex/" value={value} spellCheck={false}
          autoComplete="off" maxLength={2000}
        classNames={{ input: styles.mono }} error={search.state === 'invalid' ? search.message : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => { if (event.key === 'Escape') onChange(''); }}
      />
      <span className={styles.result} role="status">{result}</span>
    </div>
  );
}
