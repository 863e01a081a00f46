/** What a captured CPU profile has more of than quiet times, in one claim. Pure. */
import { finding } from '../../finding.ts';
import type { DiffTopRow, DiffTopTable, Finding } from '../../contract/contract.ts';
import { middleCut, shortName } from '../flame/flameNames.ts';
import { at, cores, parts, ratio } from '../../text/parts.ts';

/** Of the rise: what has less is not worth a name, and what has almost all of it is the way to it. */
const NAMED = { least: 0.3, most: 0.97 };
const MAX_NAME_LETTERS = 60;
const DIGITS = 2;

export interface QuietDiff {
  /** Before is quiet, after the capture, with normalize=duration; every row. */
  table: Pick<DiffTopTable, 'unit' | 'totals' | 'rows' | 'finding'>;
  /** Of the quiet profile: after's values are per this time. */
  quietSeconds: number;
  quietTime: number;
  /** What was captured, as a sentence begins: `Compaction`, `CPU spike`. */
  what: string;
}

/**
 * `Compaction: +0.62 cores against quiet, 41 % of it in tsdb.(*blockBaseQuerier).Select.` where the total rose beyond
 * noise; the function is the one nearest to the leaves that has 30 % or more of the rise with all it calls, of the
 * program's own code where it can be. Code `quiet-diff`, else `quiet-diff-none`. null for other units than time.
 */
export function quietFinding({ table, quietSeconds, quietTime, what }: QuietDiff): Finding | null {
  const { unit, totals, rows, finding: diff } = table;
  if (unit !== 'nanoseconds' || !(quietSeconds > 0)) return null;
  const coresOf = (nanos: number): number => Number((nanos / 1e9 / quietSeconds).toPrecision(DIGITS));
  const rise = totals.after - totals.before;
  const evidence = [
    diff.claim, ...diff.evidence,
    parts`Quiet is the profile of ${at(quietTime)}: ${cores(coresOf(totals.before))}. Values are per its ${
      Math.round(quietSeconds).toString()} s.`,
  ];
  if (diff.code !== 'diff-total' || rise <= 0) {
    return finding({
      code: 'quiet-diff-none', severity: 'info', evidence,
      claim: parts`${what}: CPU is not above quiet beyond noise (${cores(coresOf(totals.after))}).`,
    });
  }
  const row = dearest(rows, rise);
  const where = row === null ? '' : parts`, ${ratio(Number((row.cum.delta / rise).toPrecision(DIGITS)))} of it in ${
    middleCut(shortName(row.function), MAX_NAME_LETTERS)}`;
  return finding({
    code: 'quiet-diff', severity: 'info', evidence,
    claim: parts`${what}: +${cores(coresOf(rise))} against quiet${where}.`,
  });
}

/** null: nothing that is beyond noise has so much of it. */
function dearest(rows: readonly DiffTopRow[], rise: number): DiffTopRow | null {
  const has = rows.filter(({ cum, cumSure }) => cumSure === 'different' && cum.delta >= NAMED.least * rise
    && cum.delta <= NAMED.most * rise);
  const own = has.filter((row) => !/^(runtime|internal|sync|syscall)[./]/.test(row.function));
  return (own.length > 0 ? own : has).reduce<DiffTopRow | null>(
    (best, row) => (best === null || row.cum.delta < best.cum.delta ? row : best), null
  );
}
