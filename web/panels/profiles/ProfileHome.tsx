import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProfileInfo, Target } from '../../../core/contract/contract.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { ProfileHow } from '../profile-views/ProfileHow.tsx';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { completePairs, guessGroups, type Groups } from '../../../core/profile/beforeAfter.ts';
import { useProfiling } from '../../api/spanQueries.ts';
import { CaptureBar } from './CaptureBar.tsx';
import { guessComparisons, normalizeOfSides, unlikeKinds } from '../../api/profileKinds.ts';
import { useDiffTop } from '../../api/queries.ts';
import { onPage, renderAnswer } from '../../../core/text/parts.ts';
import { ProfilingCard } from './ProfilingCard.tsx';
import { ProfileDrop } from './ProfileDrop.tsx';
import { MAX_CHOSEN, ProfileList } from './ProfileList.tsx';
import styles from './Profiles.module.css';

interface ProfileHomeProps {
  profiles: readonly ProfileInfo[];
  target: Target | null;
  zone: Zone;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
  onOpen: (id: string) => void;
  onCompare: (before: string[], after: string[]) => void;
}

/** The list of profiles, with uploads, captures and comparison. */
export function ProfileHome({ profiles, target, zone, chosen, onChoose, onOpen, onCompare }: ProfileHomeProps) {
  const profiling = useProfiling(target === null || target.url === null ? null : target.name).data;
  const taken = (added: ProfileInfo[]): string | null => {
    const [first] = added;
    const [pair, otherKind] = guessComparisons(added);
    if (pair && !otherKind && pair.before.length === 1 && pair.after.length === 1 && added.length === 2)
      onCompare(pair.before.map(({ id }) => id), pair.after.map(({ id }) => id));
    else if (first && added.length === 1) onOpen(first.id);
    else {
      onChoose([...new Set(added.map(({ id }) => id))].slice(0, MAX_CHOSEN));
      if (pair === undefined && added.some(({ id }) => id !== first?.id)) return unlikeKinds(added);
    }
    return null;
  };
  return (
    <div className={styles.list}>
      <FindingHeadline title="Profiles" finding={{ severity: null, sentence: listSentence(profiles) }}
        actions={<ProfileHow ofDiff={false} />} />
      <ProfileDrop onProfiles={taken}
        invitation="Drop to upload. Two files open as before and after, more as two groups to check." />
      {target && <CaptureBar key={target.name} target={target} onOpen={onOpen} />}
      {target !== null && target.url !== null
        && <ProfilingCard key={`profiling ${target.name}`} target={target} zone={zone} profiles={profiles}
          onOpen={onOpen} />}
      <Comparison profiles={profiles} zone={zone} chosen={chosen} onCompare={onCompare} />
      {profiles.length === 0
        ? <EmptyState what="No profiles yet"
        why="Capture one of a live target above, or drop a pprof file on the page." />
        : <ProfileList profiles={profiles} zone={zone} pinned={profiling?.kept.pinned ?? []} chosen={chosen}
          onChoose={onChoose} onOpen={onOpen} />}
    </div>
  );
}

function listSentence(profiles: readonly ProfileInfo[]): string {
  if (profiles.length === 0) return 'No profiles stored.';
  const pairs = completePairs(profiles).length;
  const stored = `${profiles.length} ${profiles.length === 1 ? 'profile' : 'profiles'} stored`;
  const withPairs = pairs === 0 ? stored : `${stored}, with ${pairs} before/after ${pairs === 1 ? 'pair' : 'pairs'}`;
  return `${withPairs}. Open one, or select two (or two groups) to compare.`;
}

interface ComparisonProps {
  profiles: readonly ProfileInfo[];
  zone: Zone;
  chosen: readonly string[];
  onCompare: (before: string[], after: string[]) => void;
}

/**
 * The selected profiles as two sides: two are compared, more form two groups. A click moves a profile to the other
 * side.
 */
function Comparison({ profiles, zone, chosen, onCompare }: ComparisonProps) {
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());
  const infos = chosen.flatMap((id) => profiles.filter((info) => info.id === id));
  const [first] = infos;
  if (!first) return null;
  if (infos.length === 1) return <p className={styles.compare}>{middleCut(first.name, 48)} is selected. Select another
    to compare, or several for two groups.</p>;
  const guess = guessGroups(infos);
  const isBefore = (info: ProfileInfo): boolean => guess.before.includes(info) !== moved.has(info.id);
  const sides = { before: infos.filter(isBefore), after: infos.filter((info) => !isBefore(info)) };
  const move = (id: string): void =>
    setMoved((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  return (
    <div className={styles.compare}>
      {(['before', 'after'] as const).map((side) => (
        <div key={side} className={styles.group} role="group" aria-label={side}>
          <span>{side}</span>
          {sides[side].map((info) => (
            <button key={info.id} type="button" className={styles.member}
              title={`Move to ${side === 'before' ? 'after' : 'before'}: ${middleCut(info.name, 200)}`}
              onClick={() => move(info.id)}>
              {middleCut(info.name, 40)} <span aria-hidden="true">{side === 'before' ? '→' : '←'}</span>
            </button>
          ))}
          {sides[side].length === 0 && <span className={styles.note}>empty; click a profile to move it here</span>}
        </div>
      ))}
      <CompareButtons sides={sides} onCompare={onCompare} />
      <PairClaim sides={sides} zone={zone} />
    </div>
  );
}

/** What the diff of two profiles says first; nothing for groups and for profiles that are not comparable. */
function PairClaim({ sides, zone }: { sides: Groups; zone: Zone }) {
  const isPair = sides.before.length === 1 && sides.after.length === 1
    && guessComparisons([...sides.before, ...sides.after]).length === 1;
  const idsOf = (infos: readonly ProfileInfo[]): string[] => (isPair ? infos.map(({ id }) => id) : []);
  const table = useDiffTop({
    before: idsOf(sides.before), after: idsOf(sides.after), normalize: normalizeOfSides(sides), limit: 1,
  });
  return table.data === undefined ? null : <p className={styles.claim}>{
    renderAnswer(table.data.finding, onPage(zone)).sentence}</p>;
}

/** One button, or one per profile type: different types cannot be compared with each other. */
function CompareButtons({ sides, onCompare }: { sides: Groups } & Pick<ComparisonProps, 'onCompare'>) {
  const infos = [...sides.before, ...sides.after];
  const comparisons = guessComparisons(infos);
  if (comparisons.length === 0) return <span className={styles.note}>{unlikeKinds(infos)}</span>;
  return (
    <>
      {comparisons.map(({ kind, before, after }) => {
        const members = [...before, ...after];
        const [from, to] = [
          sides.before, sides.after,
        ].map((side) => side.filter((info) => members.includes(info)).map(({ id }) => id));
        const words = members.length === infos.length ? 'Compare' : `Compare ${kind}`;
        return <Button key={kind} size="xs" disabled={!from?.length || !to?.length}
          onClick={() => onCompare(from ?? [], to ?? [])}>{words}</Button>;
      })}
    </>
  );
}
