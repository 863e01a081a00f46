import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Target } from '../../../core/contract/contract.ts';
import { elementAt } from '../../../core/elementAt.ts';
import { holdsWords, targetText, typedWords } from '../../../core/views/typedWords.ts';
import { StateWord } from '../StateWord.tsx';
import { useOptionList } from '../useOptionList.ts';
import styles from './TargetSwitcher.module.css';

/** Number listed initially; typing finds the others. */
const mostListed = 50;

/** The list of the target switcher with many targets: a search field. */
export function TargetSearch(
  { targets, current, onPick, onAdd }: {
    targets: Target[]; current: string | null; onPick: (name: string) => void; onAdd: () => void;
  }
) {
  const [typed, setTyped] = useState('');
  const words = typedWords(typed);
  const all = targets.filter((target) => holdsWords(targetText(target), words));
  const shown = all.slice(0, mostListed);
  const options = useOptionList(shown.length, (i) => onPick(elementAt(shown, i).name));
  return (
    <div className={styles['menu']}>
      <input type="text" aria-label="Search targets" {...options.field} className={styles['search']} value={typed}
        placeholder={`Search ${targets.length} targets`} onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          options.pick(0);
        }} />
      <div {...options.list} aria-label="Targets" className={styles['found']}>
        {shown.map(({ name, state, kind, version }, i) => (
          <div key={name} {...options.option(i)} className={styles['option']}
            data-current={name === current || undefined}>
            <span className={styles['item']}>
              <bdi className={styles['whole']}>{name}</bdi><StateWord state={state} />
              <span className={styles['kind']}>{kind}{version !== '' && ` ${version}`}</span>
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={styles['kind']}>{all.length === 0 ? 'No targets match.'
        : all.length > mostListed ? `${mostListed} of ${all.length} shown; type more.` : `${all.length} found`}</p>
      <div className={styles['add']}>
        <Button size="compact-sm" variant="default" onClick={onAdd}>Add a target …</Button>
      </div>
    </div>
  );
}
