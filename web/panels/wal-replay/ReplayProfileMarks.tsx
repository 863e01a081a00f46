import { useMemo } from 'react';
import type { ReplayPhase } from '../../../core/contract/contract.ts';
import { useProfiles } from '../../api/queries.ts';
import { formatDateTime } from '../../../core/text/format.ts';
import { Link } from '../../ui/Link.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { openedDiff, openedProfile } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { momentWords, replayMarks, type ReplayMark } from '../../../core/views/wal-replay/replayMarks.ts';
import styles from './ReplayProfileMarks.module.css';

/**
 * Marks below the phases where profiles were captured, and a list of them with links to the diff against another start.
 */
export function ReplayProfileMarks(
  { phases, target, now, zone }: { phases: ReplayPhase[]; target: string; now: number; zone: Zone }
) {
  const { href } = useUrlState();
  const { data } = useProfiles();
  const marks = useMemo(() => replayMarks(data ?? [], target, phases, now), [data, target, phases, now]);
  if (marks.length === 0) return null;
  // Shown once if all are equal.
  const against = [...new Set(marks.flatMap(({ other }) => other?.words ?? []))];
  const shared = marks.filter(({ other }) => other !== null).length > 1 && against.length === 1
    ? against[0] ?? null : null;
  const open = ({ id }: ReplayMark): string => href(openedProfile(id));
  const words = (
    { kind, moment, time }: ReplayMark
  ): string => `${kind} profile, ${momentWords[moment]}, ${formatDateTime(time, zone)}`;
  return (
    <section aria-label="Profiles captured during the replay">
      <div className={styles['strip']}>
        {marks.map((mark) => <Link key={mark.id} href={open(mark)} aria-label={words(mark)} title={words(mark)}
          style={{ left: `${mark.atRatio * 100}%` }} />)}
      </div>
      <ul className={styles['list']}>
        {marks.map((mark) => (
          <li key={mark.id}>
            <Link href={open(mark)}>{mark.kind} profile</Link> {momentWords[mark.moment]}
            {mark.other !== null && <> · <Link href={href(openedDiff([mark.other.id], [mark.id]))}
              title={mark.other.words} aria-label={`${words(mark)}: ${mark.other.words}`}>{
                shared === null ? mark.other.words : 'diff'
              }</Link></>}
          </li>
        ))}
      </ul>
      {shared !== null && <p className={styles['shared']}>Each {shared}.</p>}
    </section>
  );
}
