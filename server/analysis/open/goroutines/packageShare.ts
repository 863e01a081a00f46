/** Says which package has far more goroutines than its largest group alone. Pure. */
import { packageOf, isStandardLibrary } from '../../../../core/profile/packages.ts';

interface Group { count: number; at: string }

/** Factor from which the sum of a package says more than its largest group, and the least share of all. */
const MUCH_MORE = 1.2;
const MIN_SHARE = 0.5;
/** The two largest groups are reported by themselves. */
const MIN_FUNCTIONS = 3;
/** Share of all from which a function of another package is named beside it. */
const NOTED = 0.05;
const MIN_COUNT = 100;

const percent = (count: number, total: number): string => `${Number((100 * count / total).toPrecision(3))} %`;

/** `groups`: the largest first. Returns "" if the first group is about all that its package has. */
export function packageShare(groups: readonly Group[], total: number): string {
  const [first] = groups;
  const owner = first === undefined ? '' : packageOf(first.at);
  if (first === undefined || owner === '' || isStandardLibrary(owner)) return '';
  const own = groups.filter(({ at }) => packageOf(at) === owner);
  const sum = own.reduce((all, { count }) => all + count, 0);
  const other = groups.find(({ at }) => packageOf(at) !== owner && !isStandardLibrary(packageOf(at)));
  const next = other === undefined || other.count < NOTED * total || other.count < MIN_COUNT ? ''
    : ` Of the others, most are in ${other.at.split('/').at(-1) ?? ''}: ${other.count.toLocaleString('en-US')} (${
      percent(other.count, total)}).`;
  return own.length < MIN_FUNCTIONS || sum < MUCH_MORE * first.count || sum < MIN_SHARE * total ? ''
    : ` ${owner} has ${sum.toLocaleString('en-US')} in all (${percent(sum, total)}), in ${
      own.length} functions.${next}`;
}
