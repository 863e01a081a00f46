import type { TargetState } from '../../core/contract/contract.ts';
import styles from './StateWord.module.css';

/** A target's state with a shape: filled circle = up, half = in transition, cross = down, square = recording. */
export function StateWord({ state }: { state: TargetState }) {
  return (
    <span className={styles['state']} data-state={state}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {state === 'up' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {(state === 'starting' || state === 'replaying' || state === 'stopping') && (
          <><circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" /><path d="M5 1.5a3.5 3.5 0 0 1 0 7Z"
            fill="currentColor" /></>
        )}
        {state === 'down' && <path d="M2 2 8 8M8 2 2 8" stroke="currentColor" strokeWidth="2" />}
        {state === 'recorded' && <rect x="1.5" y="1.5" width="7" height="7" fill="currentColor" />}
      </svg>
      {state}
    </span>
  );
}
