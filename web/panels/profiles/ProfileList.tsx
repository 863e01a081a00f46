import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
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
import { valueColumn } from '../../ui/valueColumn.ts';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { sourceWords } from './profilingWords.ts';
import styles from './Profiles.module.css';

/** Maximum number of profiles per side in an address. */
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

/** Name in the address while they are shown. */
const CONTINUOUS = 'continuous';

/**
 * Returns whether a profile is continuous; those are viewed on the charts as spans, because one per minute would hide
 * profiles added by people.
 */
function isContinuous({ source }: ProfileInfo): boolean {
  return source.how === 'merged'
    || (source.how === 'capture' && ['continuous', 'baseline'].includes(source.reason?.how ?? ''));
}

/** All stored profiles. A row opens its profile, checkboxes select profiles to compare. */
export function ProfileList({ profiles, zone, pinned, chosen, onChoose, onOpen }: ProfileListProps) {
  const { state, set } = useUrlState();
  const { search } = state;
  const room = useRoom();
  const isOpen = state.open.includes(CONTINUOUS);
  const continuous = useMemo(() => profiles.filter(isContinuous).length, [profiles]);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return profiles.filter((info) => (isOpen || wanted !== '' || !isContinuous(info))
      && `${info.name} ${info.kind} ${sourceWords(info)}`.toLowerCase().includes(wanted));
  }, [profiles, search, isOpen]);
  const choose: Column<ProfileInfo> = {
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
  };
  const columns = [choose, ...columnsFor(room, pinned, zone)];
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

/** How much of a profile fits next to its actions without scrolling. */
type Room = 'all' | 'short' | 'most' | 'phone';

function useRoom(): Room {
  const isPhone = useAtMostPx(700);
  const isSmall = useAtMostPx(1239);
  const isShort = useAtMostPx(1439);
  return isPhone ? 'phone' : isSmall ? 'most' : isShort ? 'short' : 'all';
}

/** Maximum length of an untruncated name. */
const NAME_CHARS: Readonly<Record<Room, number>> = { all: 48, short: 46, most: 40, phone: 24 };

/** Returns the columns; values without a column are in a second line below the name. */
function columnsFor(room: Room, pinned: readonly string[], zone: Zone): Column<ProfileInfo>[] {
  const duration = (info: ProfileInfo): string => (
    info.durationSeconds ? formatSeconds(info.durationSeconds) : unknownText
  );
  const below = (info: ProfileInfo): string[] => [
    ...(room === 'phone' ? [info.kind, ...(info.durationSeconds ? [duration(info)] : [])] : []),
    `${formatValue(info.samples, 'count')} samples`, formatBytes(info.sizeBytes),
    // Keeps values and units on one line; the source can be long.
  ].map((text) => text.replaceAll(' ', '\u00a0')).concat(sourceWords(info));
  const name: Column<ProfileInfo> = {
    key: 'name', head: 'name', sortValue: (info) => info.name,
    render: (info) => (
      <>
        <span className={styles.name} title={middleCut(info.name, 300)}>
          {middleCut(info.name, NAME_CHARS[room])}{pinned.includes(info.id) && <span className={styles.pinned}
            title="A note or an embed names it, so it is neither merged nor removed."> pinned</span>}</span>
        {(room === 'most' || room === 'phone') && <span className={styles.second}>{below(info).join(' · ')}</span>}
      </>
    ),
  };
  const kind: Column<ProfileInfo> = {
    key: 'kind', head: 'kind', sortValue: (info) => info.kind, render: (info) => info.kind,
  };
  const time: Column<ProfileInfo> = {
    key: 'time', head: 'time', sortValue: (info) => info.time,
    render: (info) => <span className={styles.nowrap}>
      {info.time === null ? unknownText : timeWords(info.time, zone, room !== 'all')}</span>,
  };
  const length: Column<ProfileInfo> = {
    key: 'duration', head: 'duration', align: 'right', sortValue: (info) => info.durationSeconds || null,
    render: duration,
  };
  const rest: Column<ProfileInfo>[] = [
    valueColumn('samples', 'samples', (info) => info.samples, { as: 'count' }),
    valueColumn('size', 'size', (info) => info.sizeBytes, { as: 'bytes' }),
    {
      key: 'source', head: 'source', sortValue: sourceWords,
      render: (info) => <span className={styles.source} title={sourceWords(info)}>
        {middleCut(sourceWords(info), 40)}</span>,
    },
  ];
  const actions: Column<ProfileInfo> = {
    key: 'actions', head: '', spokenHead: 'actions', align: 'right',
    render: (info) => <RowActions info={info} isShort={room !== 'all'} />,
  };
  return [
    name, ...(room === 'phone' ? [time] : [kind, time, length]), ...(room === 'all' || room === 'short' ? rest : []),
    actions,
  ];
}

/** Returns `2026-11-23 05:24:22`, or short `11-23 05:24`. */
function timeWords(time: number, zone: Zone, isShort: boolean): string {
  const words = formatDateTime(time, zone);
  return isShort ? words.slice('2026-'.length, -':22'.length) : words;
}

/** Prevents a click on a control from opening its row. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

function RowActions({ info, isShort }: { info: ProfileInfo; isShort: boolean }) {
  const [isAsking, setAsking] = useState(false);
  // The focus returns to the button that asked.
  const [isKept, setKept] = useState(false);
  const remove = useDeleteProfile();
  const name = middleCut(info.name, 60);
  return (
    <span role="presentation" className={styles.actions} data-asking={isAsking || undefined} onClick={stop}
      onKeyDown={stop}>
      {isAsking ? (
        <>
          <span className={styles.note}>{remove.error ? remove.error.message : 'Delete permanently?'}</span>
          <Button size="compact-xs" variant="default" className={styles.failed} loading={remove.isPending}
            aria-label={`Delete ${name} permanently`} onClick={() => remove.mutate(info.id)}>Delete</Button>
          {/* It replaces the button that had the focus; a second Enter must not delete. */}
          <Button size="compact-xs" variant="default" autoFocus aria-label={`Cancel: keep ${name}`}
            onClick={() => { setAsking(false); setKept(true); }}>Cancel</Button>
        </>
      ) : (
        <>
          <Button component="a" size="compact-sm" variant="subtle" px={isShort ? 5 : undefined} fz="xs"
            href={apiPath('/profiles/{id}/download', { path: { id: info.id } })} download
            aria-label={`Download ${name}`} title={isShort ? 'Download' : undefined}>
            {isShort ? <IconDownload size={15} aria-hidden="true" /> : 'Download'}</Button>
          <Button size="compact-sm" variant="subtle" color="gray" px={isShort ? 5 : undefined} fz="xs"
            aria-label={`Delete ${name}`} title={isShort ? 'Delete' : undefined} autoFocus={isKept}
            onClick={() => setAsking(true)}>
            {isShort ? <IconTrash size={15} aria-hidden="true" /> : 'Delete'}</Button>
        </>
      )}
    </span>
  );
}
