import type { ProfileViewName } from '../../../core/url/urlState.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { amountWords, functionLabel } from '../../../core/views/profile/functionRows.ts';
import type { FunctionTable } from '../../../core/views/profile/functionRows.ts';
import styles from './ViewTabs.module.css';

interface SelectedFunctionProps {
  functions: FunctionTable;
  name: string | null;
  onOpen: (name: string, view: ProfileViewName) => void;
}

const LEADS: { view: ProfileViewName; words: string }[] = [
  { view: 'sandwich', words: 'sandwich' }, { view: 'peek', words: 'callers & callees' },
  { view: 'lines', words: 'lines' },
];

/**
 * One line about the selected function, with links to its other views. Always present, so that selecting moves nothing.
 */
export function SelectedFunction({ functions, name, onOpen }: SelectedFunctionProps) {
  const row = functions.rows.find((one) => one.function === name);
  return (
    <p className={styles.selected} aria-live="polite">
      {name === null
        ? <span className={styles.note}>Select a function for details.</span>
        : (
          <>
            <strong className={styles.mono} title={middleCut(name, 600)}>{functionLabel(name, 60)}</strong>
            {row && <span>flat {amountWords(row.flat, functions.unit, functions.total)},
              cum {amountWords(row.cum, functions.unit, functions.total)}</span>}
            {LEADS.map(({ view, words }) => <button key={view} type="button" className={styles.link}
              onClick={() => onOpen(name, view)}>{words}</button>)}
          </>
        )}
    </p>
  );
}
