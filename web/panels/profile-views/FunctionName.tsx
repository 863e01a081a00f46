import styles from './FlameTools.module.css';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { functionLabel } from '../../../core/views/profile/functionRows.ts';

/** A function name in a table: short, in whole words, with the full name as tooltip; text only. */
export function FunctionName({ name, maxChars = 44 }: { name: string; maxChars?: number }) {
  return <span className={styles.function} title={middleCut(name, 600)}>
    {functionLabel(name, maxChars)}</span>;
}
