/** Recognizes changes of Criterion against a stored baseline that is not of the same work. Pure. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { nanoseconds } from './otherTools.ts';

interface Change { name: string; change: number; time: number; unit: string; isTested: boolean }
interface Row { name: string; ratio: number; seconds: number }

/** Factor by which all benchmarks change, from which one side does other work; of a single benchmark more is needed. */
const FACTOR = 20;
const FACTOR_OF_ONE = 100;
/** Factor up to which values of the baseline are nearly equal, and from which those of the run are not. */
const NEAR = 1.3;
const APART = 2;
const MAX_NAMED = 4;

const spanOf = (values: readonly number[]): [least: number, most: number] => [Math.min(...values), Math.max(...values)];
const between = (least: string, most: string): string => (least === most ? least : `${least} to ${most}`);

/** Says that the changes are of the baseline, and compares the values of the run; null for other changes. */
export function otherBaseline(changes: readonly Change[]): string | null {
  const rows = changes.map(({ name, change, time, unit }): Row =>
    ({ name, ratio: 1 + change, seconds: nanoseconds(String(time), unit) * 1e-9 }));
  if (rows.length === 0 || rows.some(({ ratio, seconds }) => !(ratio > 0) || !(seconds > 0))) return null;
  const factor = rows.length === 1 ? FACTOR_OF_ONE : FACTOR;
  const isUp = rows.every(({ ratio }) => ratio >= factor);
  if (!changes.every(({ isTested }) => isTested) || (!isUp && !rows.every(({ ratio }) => ratio <= 1 / factor)))
    return null;
  const [least, most] = spanOf(rows.map(({ ratio }) => (isUp ? ratio : 1 / ratio)));
  const [oldLeast, oldMost] = spanOf(rows.map(({ ratio, seconds }) => seconds / ratio));
  const [newLeast, newMost] = spanOf(rows.map(({ seconds }) => seconds));
  const isEmpty = isUp && rows.length > 1 && oldMost <= NEAR * oldLeast && newMost >= APART * newLeast;
  const own = rows[0]?.name ?? '';
  const subject = rows.length > 2 ? `all ${rows.length}` : rows.length === 2 ? 'both' : own === '' ? 'it' : own;
  const takes = rows.length === 1 ? ['takes', 'is'] : ['take', 'are'];
  const times = between(formatNumber(least), formatNumber(most));
  return [
    `The stored baseline is ${isEmpty ? 'not' : 'hardly'} of the same work: ${subject} ${isUp ? `${takes[0]} ${times} `
      + 'times as long as in it' : `${takes[1]} ${times} times as fast as in it`}${isEmpty ? ', and in it they take '
      + `nearly the same time (${between(formatSeconds(oldLeast), formatSeconds(oldMost))}), although now they differ `
      + `by a factor of ${formatNumber(newMost / newLeast)}` : ''}.`,
    isUp ? 'That is how a run is stored that does not do the work, such as one that prepares a query and does not run '
      + 'it: no regression of the code is shown.'
      : 'Either the baseline did other work, or the run now does none, because the compiler removed it: no improvement '
      + 'of the code is shown.',
    nowWords(rows),
    'Delete target/criterion or save a new baseline (--save-baseline), measure both sides again, and make sure that '
      + 'the result is used (black_box).',
  ].filter((part) => part !== '').join(' ');
}

/** Compares the benchmarks of the run with the fastest of them. */
function nowWords(rows: readonly Row[]): string {
  const [first, ...others] = rows.toSorted((a, b) => a.seconds - b.seconds);
  if (first === undefined || others.length === 0 || rows.some(({ name }) => name === '')) return '';
  const told = others.slice(0, MAX_NAMED).map(({ name, seconds }) =>
    `${name} ${formatSeconds(seconds)} (${formatNumber(seconds / first.seconds)} times as long)`);
  const rest = others.length - told.length;
  return `Now: ${[`${first.name} ${formatSeconds(first.seconds)}`, ...told].join(', ')}${
    rest === 0 ? '' : `, and ${rest} more`}.`;
}
