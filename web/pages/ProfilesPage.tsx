import { normalizeOfIds } from '../api/profileKinds.ts';
import { useProfiles } from '../api/queries.ts';
import styles from '../panels/profiles/Profiles.module.css';
import { ProfileHow } from '../panels/profile-views/ProfileHow.tsx';
import { ProfileHome } from '../panels/profiles/ProfileHome.tsx';
import { ProfileView } from '../panels/profiles/ProfileView.tsx';
import { TraceView } from '../panels/profiles/TraceView.tsx';
import { Link } from '../ui/Link.tsx';
import { EmptyState, PanelFrame } from '../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { openedDiff, openedProfile } from '../url/otherProfile.ts';
import { useUrlState } from '../url/useUrlState.ts';

/** The list of profiles, or the profile that the URL names. */
export default function ProfilesPage() {
  const { state, set, href } = useUrlState();
  const { target } = useCurrentTarget();
  const profiles = useProfiles(state.profile === null ? [] : [state.profile]);
  const back = <Link className={styles.back} href={href(openedProfile(null))}>← All profiles</Link>;
  return (
    <PanelFrame title="Profiles" query={profiles} waitingFor="Loading the list of profiles">
      {(list) => {
        if (state.profile === null) {
          return (
            <ProfileHome
              profiles={list} target={target} zone={state.zone}
                chosen={state.chosen.filter((id) => list.some((info) => info.id === id))}
              onChoose={(chosen) => set({ chosen }, 'replace')}
              onOpen={(id) => set(openedProfile(id))}
              onCompare={(before, after) => set(openedDiff(before, after, normalizeOfIds(list, before, after)))}
            />
          );
        }
        const info = list.find((one) => one.id === state.profile);
        return (
          <>
            {info === undefined && back}
            {info?.kind === 'trace' && <TraceView key={info.id} info={info} zone={state.zone} back={back}
              onOpen={(id) => set(openedProfile(id))} />}
            {info?.kind !== 'trace' && (info
              ? <ProfileView key={info.id} info={info} zone={state.zone} back={back}
                how={<ProfileHow ofDiff={false} />} choice={state} onChange={set} />
              : (
                <EmptyState headingLevel={1} what="Profile not found"
                  why="The profile in this link is not stored here." />
              ))}
          </>
        );
      }}
    </PanelFrame>
  );
}
