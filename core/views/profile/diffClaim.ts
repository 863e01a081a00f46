/** Claim of a diff: how much changed, and where. Pure. */
import type { Part, Sides } from '../../contract/contract.ts';
import { changeText } from '../../text/change.ts';
import { formatProfileValue } from '../../text/format.ts';
import { joined, parts, profileQuantity } from '../../text/parts.ts';

/** Values of a subsystem on each side. */
export interface Area { id: string; name: string; flat: Sides }

const MAX_AREAS = 3;
/** Minimum share of the total's change to be named. */
const MIN_SHARE = 0.05;
/** Share of the total's change from which an opposite change is also named. */
const CONTRARY_SHARE = 0.1;
const AREA_DIGITS = 2;
export const TYPE_WORDS: Readonly<Record<string, string>> = { cpu: 'CPU', samples: 'Number of samples' };
const SHORT_NAMES: Record<string, string> = { gc: 'GC', allocation: 'allocation', scheduler: 'scheduler' };

/**
 * Returns `CPU −32 % (75.2 to 51 s): GC −12 s, allocation −7 s, WAL replay −4.9 s.` for a total that changed
 * beyond noise. Has more than three numbers, because each names its place. `unit`: one that `profileQuantity` supports.
 */
export function diffClaim(
  { totals: { before, after }, unit, sampleType }: {
    totals: { before: number; after: number }; unit: string; sampleType: string
  },
  areas: readonly Area[]
): Part[] {
  const change = changeText(before, after);
  const least = MIN_SHARE * Math.abs(after - before);
  const said = ({ id, name, flat: { delta } }: Area): Part[] => parts`${SHORT_NAMES[id] ?? name} ${
    delta > 0 ? '+' : ''}${profileQuantity(Number(delta.toPrecision(AREA_DIGITS)), unit)}`;
  const bySize = areas.filter(({ flat: { delta } }) => delta !== 0 && Math.abs(delta) >= least)
    .toSorted((a, b) => Math.abs(b.flat.delta) - Math.abs(a.flat.delta));
  const named = bySize.slice(0, MAX_AREAS).map(said);
  const against = contrary(bySize, Math.abs(after - before));
  const head = parts`${TYPE_WORDS[sampleType] ?? sampleType}${change === '' ? '' : ` ${change}`} (${
    fromTo({ before, after }, unit)})`;
  return parts`${head}${named.length === 0 ? '' : ': '}${joined(named, ', ')}${
    against === undefined ? '' : parts`; ${said(against)}`}.`;
}

/** Returns the largest opposite change, if all named changes have the same direction. */
function contrary(bySize: readonly Area[], change: number): Area | undefined {
  const sign = Math.sign(bySize[0]?.flat.delta ?? 0);
  const place = bySize.findIndex(({ flat: { delta } }) => Math.sign(delta) === -sign);
  const found = bySize[place];
  return place >= MAX_AREAS && found !== undefined && Math.abs(found.flat.delta) >= CONTRARY_SHARE * change ? found
    : undefined;
}

/** Returns `75.2 to 51 s`; one value if both have the same text. */
export function fromTo({ before, after }: { before: number; after: number }, unit: string): Part[] {
  const isOne = formatProfileValue(before, unit) === formatProfileValue(after, unit);
  return isOne ? [profileQuantity(after, unit)]
    : parts`${fromText(before, after, unit)} to ${profileQuantity(after, unit)}`;
}

/** Returns the first value of a range, with its unit only if the second one differs. */
function fromText(before: number, after: number, unit: string): string {
  const [from, to] = [formatProfileValue(before, unit), formatProfileValue(after, unit)];
  const [value = '', own, ...more] = from.split(' ');
  // Excludes `2h 35m`, which has two units.
  const isNumber = own !== undefined && more.length === 0 && !/[a-z]/i.test(value);
  return isNumber && to.split(' ').slice(1).join(' ') === own ? value : from;
}
