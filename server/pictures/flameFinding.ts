/** What a flame graph shows, in a sentence: the function that took most by itself. */
import type { TopTable } from '../../core/contract/contract.ts';
import { middleCut, shortName } from '../../core/views/flame/flameNames.ts';
import { formatProfileValue, formatRatio } from '../../core/text/format.ts';

const MOST_LETTERS = 70;

/** `top`: with the largest flat first. Of a profile that is a difference no share is told. */
export function flameFinding({ rows, total, unit, sampleType }: TopTable): string {
  const [first] = rows;
  if (first === undefined || total === 0) return `The profile has no ${sampleType}.`;
  const share = total > 0 && first.flat > 0 ? `${formatRatio(first.flat / total)} of ${sampleType}` : sampleType;
  return `${middleCut(shortName(first.function), MOST_LETTERS)} takes ${share} by itself: ${formatProfileValue(first.flat, unit)} of ${formatProfileValue(total, unit)}.`;
}
