/** Values in words for the sentence of a finding: three digits and a unit a reader knows. */
import { scaleUnit } from '../query/units.ts';

const TIME_STEPS: [string, number][] = [['h', 3.6e12], ['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]];
const LARGE_RATIO = 10;
/** Less rounds to nothing. */
const LEAST_PERCENT = 0.05;
const BYTE_STEPS: [string, number][] = [['GiB', 1024 ** 3], ['MiB', 1024 ** 2], ['KiB', 1024], ['B', 1]];

export function valueText(value: number, unit: string): string {
  const nanos = scaleUnit(value, unit, 'nanoseconds');
  if (nanos.unit === 'ns') return stepped(nanos.value, TIME_STEPS);
  const bytes = scaleUnit(value, unit, 'bytes');
  if (bytes.unit === 'B') return stepped(bytes.value, BYTE_STEPS);
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 0 }).replace('-', '−');
  return unit === '' || unit === 'count' ? number : `${number} ${unit}`;
}

export interface ValueSteps {
  /** Units, largest first, with their size; null for values that are plain numbers. */
  steps: [string, number][] | null;
  /** What a value is multiplied by to be measured in `steps`. */
  scale: number;
  /** What stands behind a plain number. */
  suffix: string;
  zeroUnit: string;
}

/** How `valueText` writes values of a unit, for a program that cannot call it. */
export function stepsOf(unit: string): ValueSteps {
  const nanos = scaleUnit(1, unit, 'nanoseconds');
  if (nanos.unit === 'ns') return { steps: TIME_STEPS, scale: nanos.value, suffix: '', zeroUnit: 's' };
  const bytes = scaleUnit(1, unit, 'bytes');
  if (bytes.unit === 'B') return { steps: BYTE_STEPS, scale: bytes.value, suffix: '', zeroUnit: 'B' };
  return { steps: null, scale: 1, suffix: unit === '' || unit === 'count' ? '' : ` ${unit}`, zeroUnit: '' };
}

function stepped(value: number, steps: [string, number][]): string {
  // Nothing is nothing in the unit everyone knows, not in the finest.
  if (value === 0) return `0 ${steps === TIME_STEPS ? 's' : 'B'}`;
  const [name, size] = steps.find(([, each]) => Math.abs(value) >= each) ?? steps.at(-1) ?? ['', 1];
  return `${digits(value / size).replace('-', '−')} ${name}`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

/** `−32 %`, `+4.1 %`; `×12` from ten times on; empty when there is nothing to take a share of. With a true minus sign. */
export function changeText(before: number, after: number): string {
  if (before <= 0 || after < 0) return '';
  const ratio = after / before;
  if (ratio >= LARGE_RATIO) return `×${ratio.toFixed(0)}`;
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  if (size < LEAST_PERCENT) return '0 %';
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${size.toFixed(size < 10 ? 1 : 0)} %`;
}
