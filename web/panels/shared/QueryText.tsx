import { cutMiddle } from '../../../core/text/format.ts';
import { NO_TEXT } from '../../../core/text/queryWords.ts';
import styles from './QueryText.module.css';

const LONGEST_SHOWN = 300;

/** A query in a table cell. */
export function QueryText({ text }: { text: string }) {
  return <span className={styles['text']} title={text.slice(0, 1000)}>{
    text === '' ? NO_TEXT : cutMiddle(text, LONGEST_SHOWN)}</span>;
}
