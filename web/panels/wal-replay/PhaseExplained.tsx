import type { ReplayPhase } from '../../../core/contract/contract.ts';
import styles from './replays.module.css';
import { explainPhase } from '../../../core/views/wal-replay/phaseExplained.ts';
import { phaseWords } from '../../../core/views/wal-replay/walReplayView.ts';

const usual: ReplayPhase[
  'name'
][] = ['opening', 'mmapped-chunks', 'checkpoint', 'segments', 'wbl', 'head-gc', 'finishing', 'warm-up'];

/** Explains each phase of the start, or the usual phases if there is none. */
export function PhaseExplained({ phases, version }: { phases: readonly ReplayPhase[]; version: string }) {
  const names = phases.length === 0 ? usual : [...new Set(phases.map(({ name }) => name))];
  return (
    <ol className={styles['explained']}>
      {names.map((name) => {
        const { does, drives, shortens } = explainPhase(name, version);
        return (
          <li key={name}>
            <h3>{phaseWords[name].word}</h3>
            <p>{does}</p>
            <dl>
              <dt>Longer with</dt><dd>{drives}</dd>
              <dt>Shorter with</dt><dd>{shortens}</dd>
            </dl>
          </li>
        );
      })}
    </ol>
  );
}
