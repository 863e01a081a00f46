import type { SeriesNote } from '../../../core/views/profile/said/seriesClaims.ts';
import { openedDiff } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Link } from '../../ui/Link.tsx';

/** What a profile shows with those that were opened with it; links to the diff that shows it. */
export function SeriesLine({ note: { text, sides } }: { note: SeriesNote }) {
  const { href } = useUrlState();
  return sides === null ? <>{text}</>
    : <Link href={href(openedDiff([sides.before], [sides.after]))}>{text}</Link>;
}
