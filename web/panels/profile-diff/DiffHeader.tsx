import { Button, MultiSelect, NativeSelect } from '@mantine/core';
import type { DiffTopTable, Normalize, ProfileInfo } from '../../../core/contract/contract.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import type { WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { formatDateTime, formatProfileValue, formatSeconds } from '../../../core/text/format.ts';
import type { PercentOf } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import styles from './FlameDiff.module.css';
import { NormalizeControl } from './NormalizeControl.tsx';

interface SidePickerProps {
  side: 'before' | 'after';
  ids: readonly string[];
  profiles: readonly ProfileInfo[];
  /** Total of the shown sample type; null while unknown. */
  total: { value: number; unit: string } | null;
  zone: Zone;
  onPick: (ids: string[]) => void;
}

/** The most that an address holds. */
const MAX_PROFILES = 32;

/** Picker of one side: a profile, or several as a group; with their total and other details. */
export function SidePicker({ side, ids, profiles, total, zone, onPick }: SidePickerProps) {
  const known = ids.flatMap((id) => profiles.filter((one) => one.id === id));
  const [info] = known;
  const lost = ids.length - known.length;
  return (
    <div className={styles.side}>
      <MultiSelect
        size="xs" label={side} searchable hidePickedOptions maxValues={MAX_PROFILES} value={known.map(({ id }) => id)}
          onChange={onPick}
        placeholder={known.length === 0 ? 'choose one or more profiles' : undefined}
          nothingFoundMessage="No matching profile" clearButtonProps={{ 'aria-label': `Clear ${side}` }}
        data={profiles.map((one) => ({ value: one.id, label: `${middleCut(one.name, 46)} · ${one.kind}` }))}
          classNames={{ pill: styles.pill, inputField: styles.pillField }}
      />
      <p className={styles.sideFacts}>
        {total && <strong>{formatProfileValue(total.value, total.unit)}</strong>}
        {info && known.length === 1 && [
          goVersionOf(info), info.time === null ? null : formatDateTime(info.time, zone),
          info.durationSeconds ? `over ${formatSeconds(info.durationSeconds)}` : null,
        ].filter((fact) => fact !== null).map((fact) => <span key={fact}>{fact}</span>)}
        {known.length > 1 && <span>{known.length} profiles as one group</span>}
        {lost > 0 && <span>{lost === 1 ? '1 is' : `${lost} are`} no longer stored</span>}
      </p>
    </div>
  );
}

/** Returns the Go version if a comment of the profile names one. */
function goVersionOf(info: Pick<ProfileInfo, 'comments'>): string | null {
  for (const comment of info.comments) {
    const match = /\bgo1\.\d{1,3}(?:\.\d{1,3})?\b/.exec(comment);
    if (match) return match[0];
  }
  return null;
}

interface DiffControlsProps {
  sampleTypes: { value: string; label: string }[];
  sampleType: string;
  onSampleType: (type: string) => void;
  normalize: Normalize;
  onNormalize: (normalize: Normalize) => void;
  percentOf: PercentOf;
  onPercentOf: (of: PercentOf) => void;
  /** Functions to choose a reference function from. */
  top: DiffTopTable | undefined;
  /** How frames are drawn, if the view has frames. */
  drawing: DrawingProps | null;
}

interface DrawingProps {
  widthBy: WidthBy;
  onWidthBy: (by: WidthBy) => void;
  colourBy: ColourBy;
  onColourBy: (by: ColourBy) => void;
}

const PERCENTS: { value: PercentOf; label: string }[] = [
  { value: 'before', label: 'before (pprof -diff_base)' },
  { value: 'changed', label: 'all changes (pprof -base)' },
];
const WIDTHS: { value: WidthBy; label: string }[] = [
  { value: 'larger', label: 'larger side' }, { value: 'before', label: 'before' }, { value: 'after', label: 'after' },
];
const COLOURS: {
  value: ColourBy; label: string
}[] = [{ value: 'change', label: 'change' }, { value: 'share', label: 'change of share' }];

/** Sample type, normalization and percentages of the diff; then how it is drawn. */
export function DiffControls(props: DiffControlsProps) {
  const { drawing } = props;
  return (
    <>
      <Choice label="sample type" value={props.sampleType} options={props.sampleTypes} onTake={props.onSampleType} />
      <NormalizeControl normalize={props.normalize} onNormalize={props.onNormalize} top={props.top} />
      <Choice label="percent of" value={props.percentOf} options={PERCENTS} onTake={props.onPercentOf} />
      {drawing && <Choice label="width" value={drawing.widthBy} options={WIDTHS} onTake={drawing.onWidthBy} />}
      {drawing && <Choice label="colour" value={drawing.colourBy} options={COLOURS} onTake={drawing.onColourBy} />}
    </>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  onTake: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, onTake }: ChoiceProps<T>) {
  return (
    <NativeSelect size="xs" label={label} value={value} data={options} onChange={(event) => {
      const taken = options.find((option) => option.value === event.currentTarget.value);
      if (taken) onTake(taken.value);
    }} />
  );
}

export function SwapButton({ onSwap, disabled }: { onSwap: () => void; disabled: boolean }) {
  return <Button size="xs" variant="default" disabled={disabled} onClick={onSwap}
    title="Swap before and after">⇄ swap</Button>;
}
