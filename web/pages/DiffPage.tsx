import type { ProfileInfo } from '../../core/contract/contract.ts';
import { useProfiles } from '../api/queries.ts';
import { DiffInvitation } from '../panels/profile-diff/DiffInvitation.tsx';
import { DiffPanel } from '../panels/profile-diff/DiffPanel.tsx';
import { ProfileHow } from '../panels/profile-views/ProfileHow.tsx';
import { completePairs } from '../../core/profile/beforeAfter.ts';
import {
  mostSignificant, normalizeOfIds, normalizeOfSides, openedComparisons, unlikeKinds,
} from '../api/profileKinds.ts';
import { ProfileDrop } from '../panels/profiles/ProfileDrop.tsx';
import { PanelFrame } from '../ui/PanelFrame.tsx';
import { openedDiff } from '../url/otherProfile.ts';
import { useUrlState } from '../url/useUrlState.ts';

/** Approximate height of a diff, so that nothing below moves when it loads. */
const PAGE_PX = 1_100;

/** The diff of two profiles; until both are chosen, ways to choose them. */
export default function DiffPage() {
  const { state, set } = useUrlState();
  const profiles = useProfiles([...state.before, ...state.after]);
  const compare = (before: string[], after: string[]): void =>
    set(openedDiff(before, after, normalizeOfIds(profiles.data ?? [], before, after)));
  const lacksBefore = state.before.length === 0;
  const lacksAfter = state.after.length === 0;

  const taken = (added: ProfileInfo[]): string | null => {
    const [first] = added;
    const comparisons = openedComparisons(added);
    if (comparisons.length > 0) {
      void mostSignificant(comparisons).then((first) => first && set(openedDiff(
        first.before.map(({ id }) => id), first.after.map(({ id }) => id), normalizeOfSides(first)
      )));
      return null;
    }
    if (added.some(({ id }) => id !== first?.id)) return unlikeKinds(added);
    if (first) set(lacksBefore ? { before: [first.id] } : { after: [first.id] });
    return null;
  };

  return (
    <>
      <PanelFrame title="Profile diff" query={profiles} waitingFor="Loading the list of profiles"
        height={lacksBefore || lacksAfter ? 320 : PAGE_PX}>
        {(list) => (
          <>
            <DiffPanel profiles={list} zone={state.zone} how={<ProfileHow ofDiff />} choice={state} onChange={set} />
            {(lacksBefore || lacksAfter) && <DiffInvitation pairs={completePairs(list)}
              lacks={lacksBefore ? (lacksAfter ? 'both' : 'before') : 'after'}
              onCompare={(before, after) => compare([before], [after])} />}
          </>
        )}
      </PanelFrame>
      <ProfileDrop onProfiles={taken}
        invitation="Drop two files or two groups: before and after. Profile types are compared separately." />
    </>
  );
}
