/** Claim on how a captured profile exceeds quiet times. Pure. */
import { finding } from '../../finding.ts';
import type { DiffTopRow, DiffTopTable, Finding, Sureness } from '../../contract/contract.ts';
import { middleCut, shortName } from '../flame/flameNames.ts';
import { at, cores, parts, profileQuantity, ratio, type Piece } from '../../text/parts.ts';

/**
 * Bounds on the share of the rise for a function to be named: less is not relevant, and almost all of it is only a
 * caller.
 */
const NAMED = { least: 0.3, most: 0.97 };
const MAX_NAME_LETTERS = 60;
const DIGITS = 2;

export interface QuietDiff {
  /** Every row of the diff from quiet to the capture; for CPU with normalize=duration. */
  table: Pick<DiffTopTable, 'unit' | 'totals' | 'rows' | 'finding'>;
  /** Duration of the quiet profile, to which after's values are scaled; null for snapshots. */
  quietSeconds: number | null;
  quietTime: number;
  /** The captured event, to start a sentence: `Compaction`, `CPU spike`. */
  what: string;
  /** Set if captured because resident memory grew, which includes the live heap. */
  isOfResident?: boolean;
}

/** Returns whether a comparison found something above quiet; otherwise it is not a claim. */
export function isTelling({ code }: Pick<Finding, 'code'>): boolean {
  return code !== 'quiet-diff-none';
}

/** Texts for values of a unit; null for a unit that is not compared. */
interface Wording { amount: (value: number) => Piece; of: string; none: string }

function wordingOf(unit: string, quietSeconds: number | null): Wording | null {
  switch (unit) {
    case 'nanoseconds': return quietSeconds === null || quietSeconds <= 0 ? null : {
      amount: (nanos) => cores(Number((nanos / 1e9 / quietSeconds).toPrecision(DIGITS))), of: '', none: 'CPU',
    };
    case 'bytes': return {
      amount: (value) => profileQuantity(value, unit), of: ' in use', none: 'memory in use',
    };
    case 'count': return {
      amount: (value) => profileQuantity(value, unit), of: ' goroutines', none: 'the number of goroutines',
    };
    default: return null;
  }
}

/**
 * Returns `Compaction: +0.62 cores against quiet, 41 % of it in tsdb.(*blockBaseQuerier).Select.` if the total rose
 * beyond noise; names the function nearest to the leaves whose cum has 30 % or more of the rise, preferably of the
 * program's own code. A short compaction in a long profile raises functions but not the total: `Compaction: +0.05 cores
 * in tsdb.(*LeveledCompactor).Write against quiet; CPU as a whole is within noise.` Snapshots (bytes, goroutines) have
 * one per side, so that a rise beyond sampling error is at most likely. Code `quiet-diff`. Without a rise there is no
 * claim (`quiet-diff-none`), except if resident memory grew outside the live heap (`quiet-diff-outside-heap`). Null for
 * other units.
 */
export function quietFinding(
  { table, quietSeconds, quietTime, what, isOfResident = false }: QuietDiff
): Finding | null {
  const { unit, totals, rows, finding: diff } = table;
  const wording = wordingOf(unit, quietSeconds);
  if (wording === null) return null;
  const { amount, of, none } = wording;
  const isTimed = unit === 'nanoseconds';
  const rise = totals.after - totals.before;
  const per = isTimed && quietSeconds !== null ? ` Values are per its ${Math.round(quietSeconds)} s.` : null;
  const evidence = [
    diff.claim, ...diff.evidence, parts`Quiet is the profile of ${at(quietTime)}: ${amount(totals.before)}${of}.${per}`,
  ];
  const isBeyond = diff.code === 'diff-total'
    || (!isTimed && (diff.code === 'diff-momentary' || diff.code === 'diff-untested'));
  if (!isBeyond || rise <= 0) {
    const one = isTimed && diff.code === 'diff-functions' ? largestRise(rows) : null;
    if (one !== null) {
      return finding({
        code: 'quiet-diff', severity: 'info', evidence, confidence: 'sure',
        claim: parts`${what}: +${amount(one.cum.delta)} in ${nameOf(one)} against quiet; ${
          none} as a whole is within noise.`,
      });
    }
    if (isOfResident && unit === 'bytes') {
      return finding({
        code: 'quiet-diff-outside-heap', severity: 'info', confidence: 'likely',
        claim: parts`${what}: not in the live heap (${amount(totals.after)}, as in quiet times), ${
          'but in garbage, stacks or mapped files'}.`,
        evidence: [...evidence, [{ text: 'A heap profile has what was live at the last GC; resident memory also has '
          + 'garbage until the next GC, freed pages that the system has not taken back, stacks, and mapped blocks.' }]],
      });
    }
    return finding({
      code: 'quiet-diff-none', severity: 'info', evidence,
      claim: parts`${what}: ${none} is not above quiet beyond noise (${amount(totals.after)}).`,
    });
  }
  const row = dearest(rows, rise, isTimed ? ['different'] : ['different', 'unknown']);
  const where = row === null ? '' : parts`, ${ratio(Number((row.cum.delta / rise).toPrecision(DIGITS)))} of it in ${
    nameOf(row)}`;
  return finding({
    code: 'quiet-diff', severity: 'info', evidence, confidence: isTimed ? 'sure' : 'likely',
    claim: parts`${what}: +${amount(rise)}${of} against quiet${where}.`,
  });
}

/**
 * Returns, if the total did not rise, the program's own function beyond noise that is nearest to the leaves and whose
 * cum has half of the largest rise; null if none rose.
 */
function largestRise(rows: readonly DiffTopRow[]): DiffTopRow | null {
  const own = rows.filter(
    ({ function: name, cum, cumSure }) => cumSure === 'different' && cum.delta > 0 && isOwn(name)
  );
  const most = Math.max(...own.map(({ cum }) => cum.delta));
  return own.filter(({ cum }) => cum.delta >= most / 2).reduce<DiffTopRow | null>(
    (best, row) => (best === null || row.cum.delta < best.cum.delta ? row : best), null
  );
}

function isOwn(name: string): boolean {
  return !/^(runtime|internal|sync|syscall)[./]/.test(name);
}

function nameOf(row: DiffTopRow): string {
  return middleCut(shortName(row.function), MAX_NAME_LETTERS);
}

/** Returns the function to name; null if none beyond noise has enough of the rise. */
function dearest(rows: readonly DiffTopRow[], rise: number, sure: readonly Sureness[]): DiffTopRow | null {
  const has = rows.filter(({ cum, cumSure }) => sure.includes(cumSure) && cum.delta >= NAMED.least * rise
    && cum.delta <= NAMED.most * rise);
  const own = has.filter((row) => isOwn(row.function));
  return (own.length > 0 ? own : has).reduce<DiffTopRow | null>(
    (best, row) => (best === null || row.cum.delta < best.cum.delta ? row : best), null
  );
}
