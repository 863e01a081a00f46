/** Sums the rows of the lines of one function, which go tool pprof -lines prints apart. Pure. */
import { pprofAmount } from './pprofTotals.ts';

interface Row { flat: string; share: string; cum: string; cumShare: string; name: string }

/** `lines`: the rows of its lines, if it has several. */
export interface Changed extends Row { lines: readonly Row[] }

const LINE = /^(\S.{0,400}) (\S{1,100}:\d{1,7})$/;
const AMOUNT = /^-?\d{1,15}(?:\.(\d{1,6}))?([a-zA-Z\u00b5]{0,5})$/;
const MAX_LINES = 3;

/** Returns the sum as pprof prints values; null for values of different units. */
function sumOf(rows: readonly Row[]): string | null {
  const parts = rows.filter(({ flat }) => pprofAmount(flat) !== 0).map(({ flat }) => AMOUNT.exec(flat));
  const unit = parts[0]?.[2] ?? '';
  if (parts.some((part) => part?.[2] !== unit)) return null;
  const digits = Math.max(0, ...parts.map((part) => part?.[1]?.length ?? 0));
  const sum = parts.reduce((all, part) => all + Number.parseFloat(part?.[0] ?? '0'), 0).toFixed(digits);
  return Number(sum) === 0 ? '0' : `${sum}${unit}`;
}

/** Returns one row per function with its net value; rows without a line are as they were. */
export function byFunction(rows: readonly Row[]): Changed[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = LINE.exec(row.name)?.[1] ?? `\n${row.name}`;
    groups.set(key, [...groups.get(key) ?? [], row]);
  }
  return [...groups].flatMap(([name, lines]): Changed[] => {
    const own = lines.filter(({ flat }) => pprofAmount(flat) !== 0);
    const net = own.length > 1 ? sumOf(own) : null;
    // What the lines call may be the same calls, as in a recursion: the sum of that is not known.
    return net === null ? lines.map((row) => ({ ...row, lines: [] }))
      : [{ flat: net, share: '', cum: net, cumShare: '', name, lines: own },
        ...lines.filter((row) => !own.includes(row)).map((row) => ({ ...row, lines: [] }))];
  });
}

/** Returns ` (bucket.go:692 \u2212316.09MB, bucket.go:686 +41.52MB)`; "" for a function without several lines. */
export function linesWords(lines: readonly Row[]): string {
  const told = lines.toSorted((a, b) => Math.abs(pprofAmount(b.flat)) - Math.abs(pprofAmount(a.flat)));
  const words = told.slice(0, MAX_LINES).map(({ name, flat }) => `${LINE.exec(name)?.[2] ?? ''} ${
    flat.startsWith('-') ? `\u2212${flat.slice(1)}` : `+${flat}`}`);
  return told.length === 0 ? '' : ` in all (${words.join(', ')}${
    told.length > MAX_LINES ? ` and ${told.length - MAX_LINES} more` : ''})`;
}
