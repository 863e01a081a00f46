/** Finds from when on the rate of a load of TSBS falls, and what had been loaded by then. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';

/** `1653323396,3970134.75,2.591000E+07,4318249.28,…`: time, metrics per second, all metrics, mean rate. */
const ROW = /^(1\d{9}),([\d.]{1,20}),([\d.]{1,20}(?:E\+?\d{1,3})?),([\d.]{1,20}),/gm;
const MAX_ROWS = 5000;
/** Number of intervals at the start that must be even, and the share of their median that even ones have. */
const MIN_EVEN = 3;
const EVEN = 0.9;

const many = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Returns null if the rate does not stay lower than all of an even start. */
export function fallFacts(text: string): string | null {
  const rows = [...text.matchAll(ROW)].slice(0, MAX_ROWS)
    .map(([, time = '', rate, total, overall]) => (
      { time, rate: Number(rate), total: Number(total), overall: Number(overall) }));
  const start = rows.slice(0, MIN_EVEN).map(({ rate }) => rate).sort((a, b) => a - b)[1];
  if (start === undefined || rows.length <= MIN_EVEN) return null;
  const isEven = ({ rate }: { rate: number }): boolean => rate >= EVEN * start;
  const first = rows.findIndex((row) => !isEven(row));
  const [before, last] = [rows[first - 1], rows.at(-1)];
  // A rate that comes back has no bend.
  if (first < MIN_EVEN || before === undefined || last === undefined || rows.slice(first).some(isEven)) return null;
  const age = formatSeconds(Number(before.time) - Number(rows[0]?.time));
  return `Until ${before.time} (${age} after the first row), when ${many(before.total)} metrics were loaded, it is at `
    + 'least 90 % of its start, and less in every interval after that; the overall rate of the last row, '
    + `${many(last.overall)}, is a mean over the fall.`;
}
