import type { Normalize, ProfileInfo } from '../../../core/contract/contract.ts';
import { changeText } from '../../../core/text/change.ts';
import { normalizeOfIds, otherKinds } from '../../api/profileKinds.ts';
import { useDiffTop } from '../../api/queries.ts';
import styles from './FlameDiff.module.css';

interface Sides { before: string[]; after: string[] }

interface KindTabsProps {
  profiles: readonly ProfileInfo[];
  before: readonly string[];
  after: readonly string[];
  onCompare: (sides: Sides) => void;
}

/** The profile types of the same runs, each with its verdict; nothing if there is only one. */
export function KindTabs({ profiles, before, after, onCompare }: KindTabsProps) {
  const others = otherKinds(profiles, before, after);
  const own = profiles.find(({ id }) => id === before[0])?.kind;
  if (others.length === 0 || own === undefined) return null;
  const kinds = [{ kind: own, before: [...before], after: [...after] }, ...others]
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  return (
    <div className={styles.kinds} role="group" aria-label="Profile types of the same runs">
      {kinds.map(({ kind, ...sides }) => (
        <KindTab key={kind} kind={kind} sides={sides} isCurrent={kind === own} onCompare={onCompare}
          normalize={normalizeOfIds(profiles, sides.before, sides.after)} />
      ))}
    </div>
  );
}

function KindTab({ kind, sides, isCurrent, normalize, onCompare }: {
  kind: string; sides: Sides; isCurrent: boolean; normalize: Normalize; onCompare: (sides: Sides) => void;
}) {
  const { data } = useDiffTop({ ...sides, normalize, limit: 1 });
  const code = data?.finding.code;
  const verdict = data === undefined ? '…' : code === 'diff-within-noise' || code === 'diff-none' ? 'no change'
    : changeText(data.totals.before, data.totals.after);
  return (
    <button type="button" className={styles.kind} aria-pressed={isCurrent} onClick={() => onCompare(sides)}
      title={data?.finding.sentence}>{kind} <strong>{verdict}</strong></button>
  );
}
