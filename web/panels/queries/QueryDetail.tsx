import type { QueryGroup } from '../../../core/contract/contract.ts';
import { formatDateTime, formatSeconds, unknownText } from '../../../core/text/format.ts';
import { NO_TEXT, originWords, shortCount } from '../../../core/text/queryWords.ts';
import type { Zone } from '../../../core/text/zone.ts';
import panelStyles from '../shared/panel.module.css';
import styles from './queries.module.css';

/** The full text of the selected query, and its longest evaluation. */
export function QueryDetail({ group, zone }: { group: QueryGroup; zone: Zone }) {
  const { longest, texts, origins, originCount } = group;
  return (
    <div className={styles['detail']} aria-live="polite">
      <pre className={styles['whole']}>{longest.text === '' ? NO_TEXT : longest.text}</pre>
      <p className={panelStyles['note']}>
        {texts > 1 && `The longest of ${texts.toLocaleString('en-US')} texts. `}
        Longest evaluation: {formatSeconds(longest.evalSeconds)} from {formatDateTime(longest.start, zone)},{' '}
        {longest.samples === null ? unknownText : shortCount(longest.samples)} samples
        {longest.rangeSeconds > 0 && `, over a range of ${formatSeconds(longest.rangeSeconds)}`}
        {longest.queueSeconds >= 0.001 && `, after ${formatSeconds(longest.queueSeconds)} in the queue`}.
        {' '}Asked by {origins.map(originWords).join('; ')}
        {originCount > origins.length && ` and ${originCount - origins.length} others`}.
      </p>
      {longest.error !== null && <p className={panelStyles['note']}>Error: {longest.error}</p>}
    </div>
  );
}
