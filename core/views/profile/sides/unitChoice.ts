/** Unit of the values of a profile or a diff, and unavailable units; pure. */
import type { Normalize, Per, ProfilePer } from '../../../contract/contract.ts';
import { formatNumber, formatSeconds } from '../../../text/format.ts';

/** Possible divisors of each profile of a side. */
export interface UnitSide { side: '' | 'before' | 'after'; figures: readonly ProfilePer[] }

export interface UnitOption { per: Per | null; label: string; isPossible: boolean; words: string }

/** Returns the normalization of a diff with this choice, which divides each side by its own. */
export function normalizeOf(per: Per | null, normalize: Normalize): Normalize {
  return per === null ? normalize : per === 'second' ? 'duration' : 'samples-ingested';
}

/** Returns the options; `words`: the divisor of values, or why it is not available. */
export function unitOptions(sides: readonly UnitSide[]): UnitOption[] {
  return [
    { per: null, label: 'As recorded', isPossible: true, words: 'values in the unit of the profile' },
    optionOf('second', 'Cores', sides, (amount) => `${formatSeconds(amount)} of profile`),
    optionOf('sample', 'Per ingested sample', sides, (amount) => (
      `${amount < 1000 ? amount : formatNumber(Number(amount.toPrecision(3)))} samples ingested`)),
  ];
}

function optionOf(
  per: Per, label: string, sides: readonly UnitSide[], said: (amount: number) => string
): UnitOption {
  const each = sides.map(({ side, figures }) => {
    const lacking = figures.find((one) => one[per].amount === null);
    const mean = figures.reduce((sum, one) => sum + (one[per].amount ?? 0), 0) / Math.max(1, figures.length);
    const words = lacking === undefined ? `${said(mean)}${figures.length > 1 ? ' each, on average' : ''}`
      : lacking[per].reason;
    const isPossible = lacking === undefined && figures.length > 0;
    return { isPossible, words: side === '' ? words : `${side}: ${words}` };
  });
  const lacking = each.filter(({ isPossible }) => !isPossible);
  const shown = lacking.length > 0 ? lacking : each;
  return {
    per, label, isPossible: lacking.length === 0 && each.length > 0, words: shown.map(({ words }) => words).join('; '),
  };
}
