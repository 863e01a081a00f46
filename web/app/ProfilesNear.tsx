import type { ProfileInfo } from '../../core/contract/contract.ts';
import { useCaptures, useProfiles } from '../api/queries.ts';
import { useProfiling } from '../api/spanQueries.ts';
import { openedProfile, quietDiff } from '../url/otherProfile.ts';
import type { NearMomentProps } from '../charts/time/eventCard.ts';
import { cutMiddle, formatSeconds } from '../../core/text/format.ts';
import { profilesNear } from './profilesNear.ts';
import styles from './ProfilesNear.module.css';
import { Link } from '../ui/Link.tsx';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { useUrlState } from '../url/useUrlState.ts';

/** Returns `12 s before` or `2 min after` the moment; `at it` within a second. */
function offsetWords(seconds: number): string {
  return Math.abs(seconds) < 1 ? 'at it' : `${formatSeconds(Math.abs(seconds))} ${seconds < 0 ? 'before' : 'after'}`;
}

/** The captures of a target around a moment, as links; if there are none, how to take one. */
export function ProfilesNear({ time, target }: NearMomentProps) {
  const { href } = useUrlState();
  const { data } = useProfiles();
  const { targets } = useCurrentTarget();
  const live = targets?.find(({ name, url }) => name === target && url !== null)?.name ?? null;
  const captures = useCaptures(live).data;
  const baseline = useProfiling(live).data?.baseline?.profileId;
  // The quiet profile of its own time, if it has one.
  const quietOf = ({ id, kind }: ProfileInfo): string | undefined => (id === baseline ? undefined
    : captures?.find(({ profileId }) => profileId === id)?.againstQuiet?.beforeId
      ?? (kind === 'cpu' ? baseline : undefined));
  const near = profilesNear(
    data ?? [], target, time, targets?.find(({ name }) => name === target)?.incident?.profileIds
  );
  if (near.length === 0) return <p className={styles['quiet']}>No profile was taken within 5 min of it. <Link
    href={href(openedProfile(null))}>Profiles</Link></p>;
  return (
    <ul className={styles['list']} aria-label="Profiles near it">
      {near.map((info) => (
        <li key={info.id}>
          <Link href={href(openedProfile(info.id))}>{info.kind} profile</Link> <span className={styles['quiet']}>
            {offsetWords((info.time ?? time) - time)} · {cutMiddle(info.name, 36)}</span>
          {quietOf(info) !== undefined && <> <Link
            href={href(quietDiff(quietOf(info) ?? '', info.id, info.kind))}>Compare with quiet</Link></>}
        </li>
      ))}
    </ul>
  );
}
