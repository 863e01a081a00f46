import styles from './FlameTools.module.css';
import { middleCut, shortName } from '../../../core/views/flame/flameNames.ts';

/** A function name in a table: short, cut in the middle, with the full name as tooltip; text only. */
export function FunctionName({ name, maxChars = 44 }: { name: string; maxChars?: number }) {
  return <span className={styles.function} title={middleCut(name, 600)}>
    {name === '' ? '(no name)' : middleCut(shortName(name), maxChars)}</span>;
}
