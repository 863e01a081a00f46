import { Button } from '@mantine/core';
import type { ProfileInfo, Target } from '../../../server/api/contract.ts';
import { middleCut } from '../../charts/flameNames.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import type { Zone } from '../../urlState.ts';
import { completePairs, guessSides } from './beforeAfter.ts';
import { CaptureBar } from './CaptureBar.tsx';
import { ProfileDrop } from './ProfileDrop.tsx';
import { ProfileList } from './ProfileList.tsx';
import styles from './Profiles.module.css';

interface ProfileHomeProps {
  profiles: readonly ProfileInfo[];
  target: Target | null;
  zone: Zone;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
  onOpen: (id: string) => void;
  onCompare: (before: string, after: string) => void;
}

/** The list of profiles with the ways to get more of them, and to compare two. */
export function ProfileHome({ profiles, target, zone, chosen, onChoose, onOpen, onCompare }: ProfileHomeProps) {
  const taken = (added: ProfileInfo[]): void => {
    const [first, second] = added;
    if (first && second && added.length === 2 && first.id !== second.id) {
      const sides = guessSides(first, second);
      onCompare(sides.before.id, sides.after.id);
    } else if (first && added.length === 1) onOpen(first.id);
  };
  return (
    <div className={styles.list}>
      <FindingHeadline title="Profiles" finding={{ severity: null, sentence: listSentence(profiles) }} />
      <ProfileDrop onProfiles={taken} invitation="Drop to keep; two files open as before and after" />
      {target && <CaptureBar key={target.name} target={target} onOpen={onOpen} />}
      <Comparison profiles={profiles} chosen={chosen} onCompare={onCompare} />
      {profiles.length === 0
        ? <EmptyState what="Profiles taken or uploaded are listed here" why="None is kept yet. Take one of a live target above, or drop a pprof file on the page." />
        : <ProfileList profiles={profiles} zone={zone} chosen={chosen} onChoose={onChoose} onOpen={onOpen} />}
    </div>
  );
}

function listSentence(profiles: readonly ProfileInfo[]): string {
  if (profiles.length === 0) return 'No profile is kept yet.';
  const pairs = completePairs(profiles).length;
  const kept = `${profiles.length} ${profiles.length === 1 ? 'profile is' : 'profiles are'} kept`;
  return pairs === 0 ? `${kept}. Open one, or tick two to see what changed.` : `${kept}, among them ${pairs} before/after ${pairs === 1 ? 'pair' : 'pairs'} to try. Open one, or tick two to see what changed.`;
}

/** What ticking does: one is half a comparison, two are one. */
function Comparison({ profiles, chosen, onCompare }: { profiles: readonly ProfileInfo[]; chosen: readonly string[]; onCompare: (before: string, after: string) => void }) {
  const [first, second] = chosen.map((id) => profiles.find((info) => info.id === id));
  if (!first) return null;
  if (!second) return <p className={styles.compare}>{middleCut(first.name, 48)} is chosen; tick another to compare.</p>;
  const { before, after } = guessSides(first, second);
  return (
    <div className={styles.compare}>
      <span>before <strong className={styles.mono}>{middleCut(before.name, 48)}</strong></span>
      <span>after <strong className={styles.mono}>{middleCut(after.name, 48)}</strong></span>
      <Button size="xs" onClick={() => onCompare(before.id, after.id)}>Show what changed</Button>
    </div>
  );
}
