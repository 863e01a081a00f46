import { useId, useState, type KeyboardEvent } from 'react';
import type { Target } from '../../../core/contract/contract.ts';
import { StateWord } from '../StateWord.tsx';
import styles from './TargetSwitcher.module.css';

/** Listed at once; typing finds the others. */
const mostListed = 50;

/** Targets that hold every typed word in their name, kind, version, state or labels. */
function found(targets: readonly Target[], typed: string): Target[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return targets.filter(({ name, kind, version, state, labels }) => {
    const text = [name, kind, version, state, ...Object.entries(labels).map((pair) => pair.join('='))].join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The list of the target switcher where there are too many to read: a field that finds them. */
export function TargetSearch(
  { targets, current, onPick }: { targets: Target[]; current: string | null; onPick: (name: string) => void }
) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState(0);
  const id = useId();
  const all = found(targets, typed);
  const shown = all.slice(0, mostListed);
  const at = Math.min(picked, shown.length - 1);
  const key = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown[at];
    if (by !== undefined) {
      event.preventDefault();
      const next = (at + by + shown.length) % Math.max(1, shown.length);
      setPicked(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      onPick(chosen.name);
    }
  };
  return (
    <div className={styles['menu']}>
      <input type="text" role="combobox" aria-label="Search targets" aria-expanded aria-controls={id}
        aria-autocomplete="list" aria-activedescendant={at < 0 ? undefined : `${id}-${at}`} data-autofocus
        autoComplete="off" spellCheck={false} className={styles['search']} value={typed} onKeyDown={key}
        placeholder={`Search ${targets.length} targets`} onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setPicked(0);
        }} />
      <div id={id} role="listbox" aria-label="Targets" className={styles['found']}>
        {shown.map(({ name, state, kind, version }, i) => (
          // Keys are pressed in the field, which names the option that is picked.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- so
          <div key={name} id={`${id}-${i}`} role="option" aria-selected={i === at} className={styles['option']}
            data-current={name === current || undefined} onClick={() => onPick(name)}>
            <span className={styles['item']}>
              <bdi className={styles['whole']}>{name}</bdi><StateWord state={state} />
              <span className={styles['kind']}>{kind}{version !== '' && ` ${version}`}</span>
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={styles['kind']}>{all.length === 0 ? 'No target matches.'
        : all.length > mostListed ? `${mostListed} of ${all.length} shown; type more.` : `${all.length} found`}</p>
    </div>
  );
}
