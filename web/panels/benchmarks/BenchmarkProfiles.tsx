import { Button, NativeSelect } from '@mantine/core';
import type { DiffTopTable, ProfileInfo } from '../../../core/contract/contract.ts';
import { useDiffTop, useProfiles } from '../../api/queries.ts';
import { cutMiddle } from '../../../core/text/format.ts';
import { Heading } from '../../ui/Heading.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import styles from './Benchmarks.module.css';

/** Reads the diff of the chosen profiles; its sentence covers all rows. */
export function useLinkedDiff(): DiffTopTable | undefined {
  const { state: { before, after } } = useUrlState();
  return useDiffTop({ before, after, limit: 5 }).data;
}

function choices(profiles: readonly ProfileInfo[], chosen: readonly string[]): { value: string; label: string }[] {
  const known = profiles.map(({ id, name, kind }) => ({ value: id, label: `${cutMiddle(name, 60)} · ${kind}` }));
  // A group from a link to the diff page, or a deleted profile.
  const group = chosen.join(',');
  const isListed = group === '' || known.some(({ value }) => value === group);
  return [
    { value: '', label: 'none' },
    ...(isListed ? [] : [
      {
        value: group,
        label: chosen.length > 1 ? `${chosen.length} profiles` : `${group.slice(0, 12)} (not stored here)`,
      },
    ]),
    ...known,
  ];
}

/** Profiles of the benchmark runs: the address holds which ones, this section shows the finding of their diff. */
export function BenchmarkProfiles() {
  const { state: { before, after }, set, href } = useUrlState();
  const profiles = useProfiles().data ?? [];
  const diff = useLinkedDiff();
  const choose = (side: 'before' | 'after', value: string): void =>
    set({ [side]: value === '' ? [] : value.split(',') });
  const pairs = profiles.flatMap((first) => {
    const label = first.pair?.side === 'before' ? first.pair.label : undefined;
    const second = profiles.find(({ pair }) => pair?.side === 'after' && pair.label === label);
    return label === undefined || second === undefined ? [] : [{ label, before: first.id, after: second.id }];
  });
  const isChosen = before.length > 0 && after.length > 0;
  return (
    <section className={shared['section']} aria-label="Profiles of the runs">
      <Heading level={2}>Profiles of the runs</Heading>
      <p className={shared['note']}>From go test -bench with -cpuprofile or -memprofile, before and after: they show
        which code changed. They are part of this page’s link.</p>
      <div className={styles['pick']}>
        {(['before', 'after'] as const).map((side) => (
          <NativeSelect key={side} size="xs" label={`Profile ${side}`}
            value={(side === 'before' ? before : after).join(',')}
            data={choices(profiles, side === 'before' ? before : after)}
            onChange={(event) => choose(side, event.currentTarget.value)} />
        ))}
        {isChosen && <Link href={href({ page: 'diff' })} className={styles['open']}>Open the profile diff</Link>}
      </div>
      {isChosen && diff !== undefined && <p className={shared['sentence']} data-testid="linked-diff">
        {diff.finding.sentence}</p>}
      {!isChosen && pairs.length > 0 && (
        <div className={shared['action']}>{pairs.slice(0, 4).map((pair) => (
          <Button key={pair.before} size="xs" variant="default"
            onClick={() => set({ before: [pair.before], after: [pair.after] })}>{cutMiddle(pair.label, 50)}</Button>
        ))}</div>
      )}
      {profiles.length === 0 && <p className={shared['note']}>No profiles stored. Drop pprof files on this page or on
        the Profiles page.</p>}
    </section>
  );
}
