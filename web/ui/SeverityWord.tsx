import type { Severity } from '../../core/contract/contract.ts';
import styles from './FindingHeadline.module.css';

/** Words of severities, which do not depend on colour. */
const severityWords: Record<Severity, string> = {
  ok: 'OK', info: 'Note', warning: 'Warning', critical: 'Critical', unknown: 'Not enough data',
};

/** A severity as a dot and a word; the dot is hollow if there is not enough data. `word` replaces the usual word. */
export function SeverityWord({ severity, word = severityWords[severity] }: { severity: Severity; word?: string }) {
  return (
    <span className={styles['severity']} data-severity={severity}>
      <span className={styles['dot']} aria-hidden="true" />{word}
    </span>
  );
}
