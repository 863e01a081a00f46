import { ActionIcon, Button, MultiSelect, Popover } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { readSpanId, windowOf } from '../../../core/profileSpan.ts';
import { profileName } from '../../../core/views/charts/spanWords.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { tellingCut } from '../../../core/text/tellingCut.ts';
import { formatDateTime, formatProfileValue, formatSeconds } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import type { WindowSpan } from '../../../core/views/profile/sides/sideWindows.ts';
import styles from './FlameDiff.module.css';
import { WindowChoice } from './WindowChoice.tsx';

interface SidePickerProps {
  side: 'before' | 'after';
  ids: readonly string[];
  profiles: readonly ProfileInfo[];
  /** Total of the shown sample type; null while unknown. */
  total: { value: number; unit: string } | null;
  zone: Zone;
  /** Ids of the other side. */
  others: readonly string[];
  onPick: (ids: string[]) => void;
}

/** Maximum number of ids in an address. */
const MAX_PROFILES = 32;
const NAME_CHARS = 18;

/** One side: a profile, or several as a group, with its total; a click opens the choice. */
export function SidePicker(props: SidePickerProps) {
  const { side, ids, profiles, total, zone } = props;
  const known = ids.flatMap((id) => profiles.filter((one) => one.id === id));
  const [info] = known;
  const otherNames = profiles.filter(({ id }) => props.others.includes(id)).map((one) => fileStem(one.name));
  const lost = ids.length - known.length;
  const words = info === undefined ? `choose ${side}`
    : readSpanId(info.id) !== null ? profileName(info, zone) : tellingCut(fileStem(info.name), otherNames, NAME_CHARS);
  return (
    <Popover position="bottom-start" shadow="md" width="min(460px, calc(100vw - 24px))" trapFocus returnFocus
      defaultOpened={false}>
      <Popover.Target>
        <Button size="xs" variant="default" px={8} className={styles.sideButton} data-print
          title={known.map(({ name }) => middleCut(name, 120)).join('\n')}>
          <span className={styles.sideWord}>{side}</span>{' '}
          {known.length > 1 ? <span>{known.length} profiles<span className={styles.sideName}> as one group</span></span>
            : <span className={info === undefined ? undefined : styles.sideName}>{words}</span>}
          {known.length > 0 && (
            <span className={styles.paperName} aria-hidden="true">{known.map(({ name }) => name).join(', ')}</span>
          )}
          {total && <strong>{formatProfileValue(total.value, total.unit)}</strong>}
          {lost > 0 && <span>{lost === 1 ? '1 is' : `${lost} are`} no longer stored</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Choose ${side}`}><SideChoice {...props} /></Popover.Dropdown>
    </Popover>
  );
}

function SideChoice({ side, ids, profiles, zone, others, onPick }: Omit<SidePickerProps, 'total'>) {
  const known = ids.flatMap((id) => profiles.filter((one) => one.id === id));
  const [info] = known;
  return (
    <div className={styles.side}>
      <MultiSelect
        size="xs" label={side} searchable openOnFocus={false} hidePickedOptions maxValues={MAX_PROFILES}
        value={known.map(({ id }) => id)} onChange={onPick} comboboxProps={{ withinPortal: false }}
        placeholder={known.length === 0 ? 'choose one or more profiles' : undefined}
        nothingFoundMessage="No matching profile" clearButtonProps={{ 'aria-label': `Clear ${side}` }}
        data={profiles.map((one) => ({ value: one.id, label: `${middleCut(one.name, 46)} · ${one.kind}` }))}
        classNames={{ pill: styles.pill, inputField: styles.pillField }}
      />
      {info && known.length === 1 && windowOf(info.id) === null && (
        <p className={styles.sideFacts}>
          {[
            goVersionOf(info), info.time === null ? null : formatDateTime(info.time, zone),
            info.durationSeconds ? `over ${formatSeconds(info.durationSeconds)}` : null,
          ].filter((fact) => fact !== null).map((fact) => <span key={fact}>{fact}</span>)}
        </p>
      )}
      <WindowChoice side={side} own={windowAmong(ids)} other={windowAmong(others)} profiles={profiles} zone={zone}
        onPick={(id) => onPick([id])} />
    </div>
  );
}

function windowAmong(ids: readonly string[]): WindowSpan | null {
  return ids.map(windowOf).find((span) => span !== null) ?? null;
}

/** Returns the stem of a file: `wal-loading/before.cpu.pb.gz` -> `before.cpu`. */
function fileStem(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.pb(?:\.gz)?$/, '');
}

/** Returns the Go version if a comment of the profile names one. */
function goVersionOf(info: Pick<ProfileInfo, 'comments'>): string | null {
  for (const comment of info.comments) {
    const match = /\bgo1\.\d{1,3}(?:\.\d{1,3})?\b/.exec(comment);
    if (match) return match[0];
  }
  return null;
}

export function SwapButton({ onSwap }: { onSwap: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} onClick={onSwap} aria-label="Swap before and after"
      title="Swap before and after"><IconArrowsLeftRight size={15} aria-hidden="true" /></ActionIcon>
  );
}
