/** Says what a difference of go tool pprof that counts objects does not show: bytes, and a trend. Pure. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';
import { pprofAmount, pprofUnit } from '../pprofTotals.ts';

const OF_OBJECTS = /^[ \t>]{0,40}Type: ((?:inuse|alloc)_objects)\b/m;
const BASE = /--?(?:diff_)?base[= ](\S{1,300})/;
/** A time in seconds since 1970 within the name of a file. */
const EPOCH = /(?:^|\D)(1[0-9]{9})(?:\D|$)/;
const ACCOUNTED = /Showing nodes accounting for (\S{1,30}), (\S{1,12}) of (\S{1,30}) total/;
/** Share of the largest change up to which the sum of all says little. */
const SMALL_SUM = 0.5;

/** Returns `, taken 5d 13h apart by the names of the files`; empty if the command does not show that. */
function apartWords(text: string): string {
  const at = text.search(BASE);
  const line = at < 0 ? '' : text.slice(at, at + 600).split('\n', 1)[0] ?? '';
  const [base, ...others] = line.replace(BASE, '$1').split(/\s+/, 8).flatMap((word) => EPOCH.exec(word)?.[1] ?? []);
  const other = others.at(-1);
  const apart = Math.abs(Number(other) - Number(base));
  return base === undefined || other === undefined || apart === 0 ? ''
    : `, taken ${formatSeconds(apart)} apart by the names of their files`;
}

/** Returns what the functions have in sum, if single ones changed by much more in both directions; null otherwise. */
function netWords(text: string, rows: readonly { flat: string }[]): string | null {
  const [, sum, , total] = ACCOUNTED.exec(text) ?? [];
  const values = rows.map(({ flat }) => pprofAmount(flat));
  const largest = Math.max(...values.map(Math.abs), 0);
  if (sum === undefined || total === undefined || !values.some((value) => value < 0)
    || !values.some((value) => value > 0)) return null;
  if (pprofAmount(sum) < 0 || pprofAmount(sum) > SMALL_SUM * largest) return null;
  return `Most of that cancels: the functions shown have ${sum} more in sum. Shares are of ${total}, ${
    /diff_base[= ]/.test(text) ? 'the total of the base' : 'the sum of all changes, up and down'}, not of the heap.`;
}

/** Returns `, in numbers of objects, not bytes`; empty for other values. */
function unitWords(text: string, rows: readonly { flat: string }[]): string {
  return typeOf(text, rows) === undefined ? '' : ', in numbers of objects, not bytes';
}

/** Returns the step to bytes; null for other values. */
function objectsStep(text: string, rows: readonly { flat: string }[]): string | null {
  const type = typeOf(text, rows);
  return type === undefined ? null : `It shows no growth of memory: compare -${
    type.replace('objects', 'space')} of the same two files, each taken after a collection.`;
}

const typeOf = (text: string, rows: readonly { flat: string }[]): string | undefined =>
  (rows.some(({ flat }) => pprofUnit(flat) !== 'count') ? undefined : OF_OBJECTS.exec(text)?.[1]);

interface Table { text: string; rows: readonly { flat: string; name: string }[] }

/** Returns what a difference says beside its rows: its unit, its time and its sum. Several tables have no sum. */
export function differenceWords(
  tables: readonly Table[], text: string
): { opening: string; closing: string | null } {
  const [only, another] = tables;
  const rows = only?.rows.filter(({ name }) => name !== '') ?? [];
  const isOne = only !== undefined && another === undefined;
  return {
    opening: `${isOne ? unitWords(only.text, rows) : ''}${apartWords(text)}`,
    closing: isOne ? joined([netWords(only.text, rows), objectsStep(only.text, rows)]) : null,
  };
}
