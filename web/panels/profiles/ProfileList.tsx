import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { useDeleteProfile } from '../../api/queries.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { formatBytes, formatDateTime, formatSeconds, formatValue, unknownText } from '../../../core/text/format.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { sourceWords } from './profilingWords.ts';
import styles from './Profiles.module.css';

/** The most that an address holds on each side. */
export const MAX_CHOSEN = 32;

interface ProfileListProps {
  profiles: readonly ProfileInfo[];
  zone: Zone;
  /** Ids of the current target's profiles that a note or an embed names. */
  pinned: readonly string[];
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
  onOpen: (id: string) => void;
}

/** In the address while they are shown. */
const CONTINUOUS = 'continuous';

/** They are looked at on the charts, as spans; a list of one a minute hides what people have put there. */
function isContinuous({ source }: ProfileInfo): boolean {
  return source.how === 'merged'
    || (source.how === 'capture' && ['continuous', 'baseline'].includes(source.reason?.how ?? ''));
}

/** All stored profiles. A row opens its profile, checkboxes select profiles to compare. */
export function ProfileList({ profiles, zone, pinned, chosen, onChoose, onOpen }: ProfileListProps) {
  const { state, set } = useUrlState();
  const { search } = state;
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false;
  const isOpen = state.open.includes(CONTINUOUS);
  const continuous = useMemo(() => profiles.filter(isContinuous).length, [profiles]);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return profiles.filter((info) => (isOpen || wanted !== '' || !isContinuous(info))
      && `${info.name} ${info.kind} ${sourceWords(info)}`.toLowerCase().includes(wanted));
  }, [profiles, search, isOpen]);
  const columns: Column<ProfileInfo>[] = [
    {
      // An execution trace has no stacks to compare.
      key: 'choose', head: '', spokenHead: 'selected', render: (info) => info.kind !== 'trace' && (
        <span role="presentation" onClick={stop} onKeyDown={stop}>
          <Checkbox size="xs" aria-label={`Select ${middleCut(info.name, 60)} to compare`}
            checked={chosen.includes(info.id)}
            onChange={
              (event) => onChoose(
                event.currentTarget.checked ? [...chosen, info.id].slice(-MAX_CHOSEN)
                  : chosen.filter((id) => id !== info.id)
              )
            } />
        </span>
      ),
    },
    {
      key: 'name', head: 'name', sortValue: (info) => info.name,
      render: (info) => <span className={styles.name} title={middleCut(info.name, 300)}>
        {middleCut(info.name, isNarrow ? 24 : 48)}{pinned.includes(info.id) && <span className={styles.pinned}
          title="A note or an embed names it, so it is neither merged nor removed."> pinned</span>}</span>,
    },
    { key: 'kind', head: 'kind', sortValue: (info) => info.kind, render: (info) => info.kind },
    {
      key: 'time', head: 'time', sortValue: (info) => info.time,
      render: (info) => <span className={styles.nowrap}>
        {info.time === null ? unknownText : timeWords(info.time, zone, isNarrow)}</span>,
    },
    {
      key: 'duration', head: 'duration', align: 'right', sortValue: (info) => info.durationSeconds || null,
      render: (info) => (info.durationSeconds ? formatSeconds(info.durationSeconds) : unknownText),
    },
    {
      key: 'samples', head: 'samples', align: 'right', sortValue: (info) => info.samples,
      render: (info) => formatValue(info.samples, 'count'),
    },
    {
      key: 'size', head: 'size', align: 'right', sortValue: (info) => info.sizeBytes,
      render: (info) => formatBytes(info.sizeBytes),
    },
    {
      key: 'source', head: 'source', sortValue: sourceWords,
      render: (info) => <span className={styles.nowrap}>{middleCut(sourceWords(info), 40)}</span>,
    },
    { key: 'actions', head: '', spokenHead: 'actions', align: 'right', render: (info) => <RowActions info={info} /> },
  ];
  return (
    <>
      {profiles.length > 6 && <TextInput size="xs" className={styles.listSearch} aria-label="Search profiles"
        placeholder="name, kind or source" value={search}
        onChange={(event) => set({ search: event.currentTarget.value }, 'replace')} />}
      {continuous > 0 && <Checkbox size="xs" checked={isOpen} label={`Show ${continuous} from continuous profiling`}
        onChange={(event) => set({
          open: event.currentTarget.checked ? [...state.open, CONTINUOUS]
            : state.open.filter((one) => one !== CONTINUOUS),
        }, 'replace')} />}
      <DataTable caption="Stored profiles" columns={columns} rows={shown} rowKey={(info) => info.id} limit={200}
        onSelect={(info) => onOpen(info.id)} empty="No matching profile." />
    </>
  );
}

/** `2026-11-23 05:24:22`; on a narrow page `11-23 05:24`. */
function timeWords(time: number, zone: Zone, isNarrow: boolean): string {
  const words = formatDateTime(time, zone);
  return isNarrow ? words.slice('2026-'.length, -':22'.length) : words;
}

/** Prevents a click on a control from opening its row. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

function RowActions({ info }: { info: ProfileInfo }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteProfile();
  return (
    <span role="presentation" className={styles.actions} onClick={stop} onKeyDown={stop}>
      {isAsking ? (
        <>
          <span className={styles.note}>{remove.error ? remove.error.message : 'Delete permanently?'}</span>
          <Button size="compact-xs" variant="default" className={styles.failed} loading={remove.isPending}
            onClick={() => remove.mutate(info.id)}>Delete</Button>
          <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>Cancel</Button>
        </>
      ) : (
        <>
          <Button component="a" size="compact-xs" variant="subtle"
            href={apiPath('/profiles/{id}/download', { path: { id: info.id } })} download>Download</Button>
          <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Delete ${middleCut(info.name, 60)}`}
            onClick={() => setAsking(true)}>Delete</Button>
        </>
      )}
    </span>
  );
}
