/** Reads what go tool pprof -raw prints: how long the profile is, its samples, and the function with most. Pure. */
import { counted, formatProfileValue, formatRatio, formatSeconds } from '../../../../../../core/text/format.ts';
import type { Look } from '../../../look/look.ts';

const TYPES = /^Samples:[ \t]*\r?\n((?:\S{1,60}\/\S{1,40}(?:\[dflt\])?[ \t]*){1,8})\r?$/m;
const SAMPLE = /^[ \t]{1,20}(-?\d{1,18}(?:[ \t]{1,20}-?\d{1,18}){0,7}): (\d[\d ]{0,20000})$/gm;
const LOCATION = new RegExp(String.raw`^[ \t]{1,12}(\d{1,9}): 0x[0-9a-f]{1,16}(?: M=\d{1,6})?(?: \[F\])?`
  + String.raw` {1,4}(\S.{0,300}?)(?: \S{0,400}:\d{1,9}(?::\d{1,9})?)?(?: s=\d{1,9})?[ \t]*$`, 'gm');
const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, '\u00b5s': 1e-6, ns: 1e-9 };
const MAX_SAMPLES = 100_000;
/** Number of samples below which no function can be blamed. */
const FEW = 10;
const NANOS = 1e9;

/** Returns the seconds of a duration of Go, such as `1m30.5s`. */
function secondsOf(text: string): number {
  const parts = [...text.matchAll(/([\d.]{1,15})(h|ms|m|us|\u00b5s|ns|s)/g)];
  return parts.length === 0 ? NaN
    : parts.reduce((sum, [, value, unit = 's']) => sum + Number(value) * (UNITS[unit] ?? 1), 0);
}

export function rawFacts({ text }: Look): string | null {
  const types = (TYPES.exec(text)?.[1] ?? '').trim().split(/\s+/).filter((type) => type !== '');
  const from = text.search(/^Locations\b/m);
  const samples = [...text.slice(0, from < 0 ? undefined : from).matchAll(SAMPLE)].slice(0, MAX_SAMPLES)
    .map(([, values = '', stack = '']) => (
      { values: values.trim().split(/\s+/).map(Number), leaf: stack.trim().split(' ')[0] }));
  const said = types.length === 0 ? null : `Its sample types are ${types.join(', ')}.`;
  const seconds = secondsOf(/^Duration: (\S{1,40})/m.exec(text)?.[1] ?? '');
  if (said === null || samples.length === 0) return said;
  const named = types.findIndex((type) => type.endsWith('[dflt]'));
  const at = named < 0 ? types.length - 1 : named;
  const unit = types[at]?.replace('[dflt]', '').split('/')[1] ?? '';
  const all = samples.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0);
  const counts = types.findIndex((type) => type.startsWith('samples/'));
  const taken = counts < 0 ? null : samples.reduce((sum, { values }) => sum + (values[counts] ?? 0), 0);
  const isCpu = types[at]?.startsWith('cpu/') === true && unit === 'nanoseconds';
  const names = new Map([...text.slice(Math.max(0, from)).matchAll(LOCATION)]
    .map(([, id = '', name = '']) => [id, name] as const));
  const byLeaf = new Map<string, number>();
  for (const { values, leaf = '' } of samples) {
    const name = names.get(leaf) ?? '';
    byLeaf.set(name, (byLeaf.get(name) ?? 0) + (values[at] ?? 0));
  }
  const [most, value] = [...byLeaf].filter(([name]) => name !== '').sort(([, a], [, b]) => b - a)[0] ?? [];
  const isFew = taken !== null && taken < FEW;
  const total = formatProfileValue(all, unit);
  return [
    `It has ${total}${taken === null ? '' : ` in ${counted(taken, 'sample')}`}${
      seconds > 0 ? `, taken in ${formatSeconds(seconds)}` : ''}${
      isCpu && seconds > 0 ? ` (${formatRatio(all / NANOS / seconds)} of one core)` : ''}.`,
    ...most === undefined || value === undefined || all === 0 ? []
      : isFew ? [`So few samples blame no function: ${taken === 1 ? 'the only one' : 'most'} is in ${most}.`]
        : [`${most} has the highest self value: ${formatRatio(value / all)}, ${formatProfileValue(value, unit)}.`],
    ...isFew && isCpu && all / NANOS < seconds / 100 ? ['The process was idle.'] : [],
  ].join(' ');
}
