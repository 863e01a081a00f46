/** Says by what the values of a diff are divided to be cores. */
import { durationSecondsOf } from '../../decode/profileTimes.ts';
import type { Pair, SideProfile } from '../../query/pair.ts';
import { scaleUnit } from '../../query/units.ts';
import type { PerScale } from '../../tree/perUnit.ts';

/** Mean seconds of the profiles of each side. */
export interface Durations { before: number; after: number }

/** Returns the mean durations of a diff of CPU time; null for other values, or if a profile has none. */
export function durationsOf({ combined, type, sides }: Pair): Durations | null {
  const own = combined.sampleTypes[type];
  if (own?.type !== 'cpu' || scaleUnit(1, own.unit, 'nanoseconds').unit !== 'ns') return null;
  const [before, after] = [mean(sides.before), mean(sides.after)];
  return before === null || after === null ? null : { before, after };
}

/** Returns the scale of CPU per second: the seconds of before, to which after is normalized; undefined for others. */
export function coresScale(pair: Pair): PerScale | undefined {
  const durations = pair.normalize === 'duration' ? durationsOf(pair) : null;
  return durations === null ? undefined : { per: 'second', amount: durations.before };
}

function mean(side: readonly SideProfile[]): number | null {
  const known = side.map(({ profile }) => durationSecondsOf(profile));
  const sum = known.reduce<number>((all, one) => all + (one ?? 0), 0);
  return known.length === 0 || known.includes(null) || sum <= 0 ? null : sum / known.length;
}
