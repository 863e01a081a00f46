/** Formats values for the sentence of a finding: three digits and a familiar unit. */
import type { Part } from '../../../../core/contract/contract.ts';
import { formatProfileValue } from '../../../../core/text/format.ts';
import { profileQuantity } from '../../../../core/text/parts.ts';
import { scaleUnit } from '../../query/units.ts';

const TIME_STEPS: [string, number][] = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]];
const BYTE_STEPS: [string, number][] = [['GiB', 1024 ** 3], ['MiB', 1024 ** 2], ['KiB', 1024], ['B', 1]];

/** Formats like `formatProfileValue`, for a unit in any spelling that pprof accepts. */
export function valueText(value: number, unit: string): string {
  return formatProfileValue(...canonical(value, unit));
}

/** Formats like `valueText`, as a part of a finding. */
export function valuePart(value: number, unit: string): Part {
  return profileQuantity(...canonical(value, unit));
}

function canonical(value: number, unit: string): [number, string] {
  const nanos = scaleUnit(value, unit, 'nanoseconds');
  if (nanos.unit === 'ns') return [nanos.value, 'nanoseconds'];
  const bytes = scaleUnit(value, unit, 'bytes');
  return bytes.unit === 'B' ? [bytes.value, 'bytes'] : [value, unit === '' ? 'count' : unit];
}

/** Returns the unit that `valuePart` uses, and the factor that converts a value to it. */
export function shownUnit(unit: string): { unit: string; factor: number } {
  const [factor, name] = canonical(1, unit);
  return { unit: name, factor };
}

export interface ValueSteps {
  /** Units with their size, largest first; null for plain numbers. */
  steps: [string, number][] | null;
  /** Factor that converts a value to the base of `steps`. */
  scale: number;
  /** Suffix of a plain number. */
  suffix: string;
  zeroUnit: string;
}

/** Returns how `valueText` formats values of a unit, for a script that cannot call it. */
export function stepsOf(unit: string): ValueSteps {
  const nanos = scaleUnit(1, unit, 'nanoseconds');
  if (nanos.unit === 'ns') return { steps: TIME_STEPS, scale: nanos.value, suffix: '', zeroUnit: 's' };
  const bytes = scaleUnit(1, unit, 'bytes');
  if (bytes.unit === 'B') return { steps: BYTE_STEPS, scale: bytes.value, suffix: '', zeroUnit: 'B' };
  return { steps: null, scale: 1, suffix: unit === '' || unit === 'count' ? '' : ` ${unit}`, zeroUnit: '' };
}
