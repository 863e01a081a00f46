/** Values in words for the sentence of a finding: three digits and a unit a reader knows. */
import { scaleUnit } from './units.ts';

const TIME_STEPS: [string, number][] = [['h', 3.6e12], ['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]];
const BYTE_STEPS: [string, number][] = [['GiB', 1024 ** 3], ['MiB', 1024 ** 2], ['KiB', 1024], ['B', 1]];

export function valueText(value: number, unit: string): string {
  const nanos = scaleUnit(value, unit, 'nanoseconds');
  if (nanos.unit === 'ns') return stepped(nanos.value, TIME_STEPS);
  const bytes = scaleUnit(value, unit, 'bytes');
  if (bytes.unit === 'B') return stepped(bytes.value, BYTE_STEPS);
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 0 });
  return unit === '' || unit === 'count' ? number : `${number} ${unit}`;
}

function stepped(value: number, steps: [string, number][]): string {
  const [name, size] = steps.find(([, each]) => Math.abs(value) >= each) ?? steps.at(-1) ?? ['', 1];
  return `${digits(value / size)} ${name}`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

/** `+12.3 %`; empty when there is nothing to take a share of. */
export function changeText(before: number, after: number): string {
  if (before === 0) return '';
  const percent = ((after - before) / Math.abs(before)) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}
