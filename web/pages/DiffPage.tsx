import type { ProfileInfo } from '../../server/api/contract.ts';
import { useProfiles } from '../api/queries.ts';
import { DiffInvitation } from '../panels/flame-diff/DiffInvitation.tsx';
import { DiffPanel } from '../panels/flame-diff/DiffPanel.tsx';
import { completePairs, guessSides } from '../panels/profiles/beforeAfter.ts';
import { ProfileDrop } from '../panels/profiles/ProfileDrop.tsx';
import { PanelFrame } from '../ui/PanelFrame.tsx';
import { useUrlState } from '../useUrlState.ts';

/** Two profiles compared; without both of them, the ways to choose them. */
export default function DiffPage() {
  const { state, set } = useUrlState();
  const profiles = useProfiles();
  const compare = (before: string, after: string): void => set({ before: [before], after: [after], sampleType: null, filters: {}, search: '', normalize: 'none', selectedFunction: null, label: null, sort: null, profileView: 'flame' });
  const lacksBefore = state.before.length === 0;
  const lacksAfter = state.after.length === 0;

  const taken = (added: ProfileInfo[]): void => {
    const [first, second] = added;
    if (first && second && first.id !== second.id) {
      const sides = guessSides(first, second);
      compare(sides.before.id, sides.after.id);
    } else if (first) set(lacksBefore && !lacksAfter ? { before: [first.id] } : lacksBefore ? { before: [first.id] } : { after: [first.id] });
  };

  return (
    <>
      <PanelFrame title="Profile diff" query={profiles} waitingFor="reading the list of profiles">
        {(list) => (
          <>
            <DiffPanel profiles={list} zone={state.zone} choice={state} onChange={set} />
            {(lacksBefore || lacksAfter) && <DiffInvitation pairs={completePairs(list)} lacks={lacksBefore ? (lacksAfter ? 'both' : 'before') : 'after'} onCompare={compare} />}
          </>
        )}
      </PanelFrame>
      <ProfileDrop onProfiles={taken} invitation="Drop two files: before and after" />
    </>
  );
}
