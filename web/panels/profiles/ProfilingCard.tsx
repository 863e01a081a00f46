import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { Capture, ProfileInfo, Profiling, Target } from '../../../core/contract/contract.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { isTelling } from '../../../core/views/profile/quietFinding.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { useCaptures } from '../../api/queries.ts';
import { useProfiling, useSwitchProfiling } from '../../api/spanQueries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Fold } from '../shared/Fold.tsx';
import { Link } from '../../ui/Link.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { quietDiff } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { ProfilingRules } from './ProfilingRules.tsx';
import { keepingWords, kindText, keptWords, resultWords, stateWords, timeText, whyWords } from './profilingWords.ts';
import styles from './CaptureBar.module.css';

interface ProfilingCardProps {
  target: Target;
  zone: Zone;
  /** Stored profiles; a capture outlives its profile. */
  profiles: readonly ProfileInfo[];
  onOpen: (profileId: string) => void;
}

/** Automatic profiles of a live target: the switch, what it does and costs, and the captures. */
export function ProfilingCard({ target, zone, profiles, onOpen }: ProfilingCardProps) {
  const profiling = useProfiling(target.name);
  const captures = useCaptures(target.name).data ?? [];
  if (profiling.error !== null) return <p className={styles.failed} role="alert">{profiling.error.message}</p>;
  return (
    <section className={styles.capture} aria-label="Continuous profiling">
      {profiling.data !== undefined && <Switch target={target} profiling={profiling.data} zone={zone} />}
      {profiling.data?.on === true && profiling.data.triggers.length > 0 && (
        <Fold id="rules" title="Rules" holds={`${profiling.data.triggers.length} that take a profile when they fire`}>
          <ProfilingRules target={target.name} profiling={profiling.data} zone={zone} />
        </Fold>
      )}
      {captures.length > 0 && (
        <Fold id="captures" title="Captures" holds={`${captures.length} with reason and result, newest first`}>
          <CapturesTable captures={captures} zone={zone} profiles={profiles} onOpen={onOpen} />
        </Fold>
      )}
    </section>
  );
}

function Switch({ target, profiling, zone }: { target: Target; profiling: Profiling; zone: Zone }) {
  const change = useSwitchProfiling(target.name);
  return (
    <div className={styles.switch}>
      <span><b>Continuous profiling</b> {profiling.on ? 'on' : 'off'}</span>
      <Button size="compact-sm" variant={profiling.on ? 'default' : 'light'} loading={change.isPending}
        onClick={() => change.mutate(!profiling.on)}>{profiling.on ? 'Switch off' : 'Switch on'}</Button>
      <span className={styles.note} role="status">{change.error?.message ?? stateWords(profiling, zone)}</span>
      {(profiling.on || profiling.kept.profiles > 0) && (
        <p className={styles.kept}><b>{keptWords(profiling)}.</b> {keepingWords(profiling)}</p>
      )}
    </div>
  );
}

function CapturesTable({ captures, zone, profiles, onOpen }: {
  captures: readonly Capture[];
} & Pick<ProfilingCardProps, 'zone' | 'profiles' | 'onOpen'>) {
  const isNarrow = useAtMostPx(700);
  const stored = useMemo(() => new Set(profiles.map(({ id }) => id)), [profiles]);
  const isStored = ({ profileId }: Capture): boolean => profileId === null || stored.has(profileId);
  const columns: Column<Capture>[] = [
    { key: 'time', head: 'time', noWrap: true, render: (capture) => timeText(capture, zone, isNarrow) },
    { key: 'kind', head: 'profile', noWrap: true, render: kindText },
    { key: 'why', head: 'why', render: (capture) => middleCut(whyWords(capture), 240) },
    {
      key: 'result', head: 'result',
      render: (capture) => <CaptureResult capture={capture} zone={zone} isStored={isStored(capture)} />,
    },
    {
      key: 'open', head: '', spokenHead: 'open', render: ({ profileId }) => (
        profileId === null || !stored.has(profileId) ? null
        : <Button size="compact-xs" variant="light" onClick={() => onOpen(profileId)}>Open</Button>),
    },
  ];
  return <DataTable caption="Captures of this target" columns={columns} rows={captures} limit={20} maxHeight={420}
    rowKey={({ id }) => id} empty="No capture yet" />;
}

/** Result of a capture; if it has a diff, what took more CPU than in quiet times, with a link. */
function CaptureResult({ capture, zone, isStored }: { capture: Capture; zone: Zone; isStored: boolean }) {
  const { href } = useUrlState();
  const { againstQuiet, profileId } = capture;
  const words = middleCut(resultWords(capture, isStored), 240);
  if (againstQuiet === undefined || !isTelling(againstQuiet.finding) || profileId === null || !isStored) return words;
  return (
    <span className={styles.wraps}>
      {words}. <Link href={href(quietDiff(againstQuiet.beforeId, profileId, capture.kind))}>
        {middleCut(render(againstQuiet.finding.claim, onPage(zone)), 240)}</Link>
    </span>
  );
}
