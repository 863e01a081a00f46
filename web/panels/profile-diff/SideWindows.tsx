import { windowOf } from '../../../core/profileSpan.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { sideWords, type WindowSpan } from '../../../core/views/profile/sides/sideWindows.ts';
import { useSpanProfile } from '../../api/spanQueries.ts';
import styles from './FlameDiff.module.css';

interface SideWindowsProps { before: readonly string[]; after: readonly string[]; zone: Zone }

/** Number of profiles, seconds and window of sides that are time windows. */
export function SideWindows({ before, after, zone }: SideWindowsProps) {
  const sides = [{ side: 'before', ids: before }, { side: 'after', ids: after }]
    .map(({ side, ids }) => ({ side, spans: ids.flatMap((id) => windowOf(id) ?? []) }))
    .filter(({ spans }) => spans.length > 0);
  if (sides.length === 0) return null;
  return (
    <dl className={styles.windows} aria-label="Windows of the sides">
      {sides.map(({ side, spans }) => (
        <div key={side}>
          <dt>{side}</dt>
          {spans.map((span) => <WindowWords key={JSON.stringify(span)} span={span} zone={zone} />)}
        </div>
      ))}
    </dl>
  );
}

function WindowWords({ span, zone }: { span: WindowSpan; zone: Zone }) {
  const { data, error } = useSpanProfile(span);
  return <dd>{error !== null ? error.message : data === undefined ? '…' : sideWords(data, zone)}</dd>;
}
