import { NativeSelect } from '@mantine/core';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import type { WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import type { PercentOf } from '../../../core/url/urlState.ts';

const PERCENTS: { value: PercentOf; label: string }[] = [
  { value: 'before', label: 'before (pprof -diff_base)' },
  { value: 'changed', label: 'all changes (pprof -base)' },
];
const WIDTHS: { value: WidthBy; label: string }[] = [
  { value: 'larger', label: 'larger side' }, { value: 'before', label: 'before' }, { value: 'after', label: 'after' },
];
const COLOURS: { value: ColourBy; label: string }[] = [
  { value: 'change', label: 'change' }, { value: 'share', label: 'change of share' },
];

interface DiffControlsProps {
  percentOf: PercentOf;
  widthBy: WidthBy;
  colourBy: ColourBy;
  onChange: (change: { percentOf?: PercentOf; widthBy?: WidthBy; colourBy?: ColourBy }, how: 'push') => void;
}

/** Base of percentages and drawing options of a diff. */
export function DiffControls({ percentOf, widthBy, colourBy, onChange }: DiffControlsProps) {
  return (
    <>
      <Choice label="percent of" value={percentOf} options={PERCENTS}
        onTake={(of) => onChange({ percentOf: of }, 'push')} />
      <Choice label="width" value={widthBy} options={WIDTHS} onTake={(by) => onChange({ widthBy: by }, 'push')} />
      <Choice label="colour" value={colourBy} options={COLOURS} onTake={(by) => onChange({ colourBy: by }, 'push')} />
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
