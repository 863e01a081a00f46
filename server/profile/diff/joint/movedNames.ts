/** Counts a function whose package moved to another folder as the same one on both sides. Pure. */
import type { DiffTopRow, Part, Sides } from '../../../../core/contract/contract.ts';
import { MAX_CHANCE } from '../../../../core/statistics/falseDiscovery.ts';
import { rateDifferencePValue } from '../../../../core/statistics/rateDifference.ts';
import { count, parts } from '../../../../core/text/parts.ts';
import { alone, type RenamePair } from './renamePairs.ts';

/** Variance over mean of samples, as for other rows. */
const DISPERSION = 1.2;
const MAX_NAME = 1000;

type Move = RenamePair<DiffTopRow>;

/** The rows with each moved function as one, and what moved. */
export interface MovedRows { rows: DiffTopRow[]; moves: Move[] }

/**
 * Returns the last folder of the package with the function, which stays when folders above it change:
 * `a.org/x/vendor/b.org/tsdb.(*Head).gc` -> `tsdb.(*Head).gc`; null for a name without a folder.
 */
export function nameWithoutFolders(name: string): string | null {
  if (name.length > MAX_NAME || name.startsWith('/')) return null;
  const bracket = name.indexOf('[');
  const path = (bracket < 0 ? name : name.slice(0, bracket)).replace(/\/v\d{1,3}(?=\.)/, '');
  const slash = path.lastIndexOf('/');
  const types = bracket < 0 ? '' : name.slice(bracket);
  return slash < 0 || !path.slice(slash).includes('.') ? null : `${path.slice(slash + 1)}${types}`;
}

/** Merges rows of one side each whose names differ in folders only, if there is one such row on each side. */
export function movedRows(rows: readonly DiffTopRow[], isTested: boolean): MovedRows {
  const gone = rows.filter(({ cum }) => cum.before > 0 && cum.after === 0);
  const came = rows.filter(({ cum }) => cum.before === 0 && cum.after > 0);
  const moves = alone(gone, came, ({ function: name }) => nameWithoutFolders(name));
  if (moves.length === 0) return { rows: [...rows], moves };
  const old = new Set(moves.map(({ from }) => from));
  const byNew = new Map(moves.map((move) => [move.to, move]));
  return {
    moves,
    rows: rows.filter((row) => !old.has(row)).map((row) => {
      const move = byNew.get(row);
      return move === undefined ? row : merged(move, isTested ? MAX_CHANCE / moves.length : null);
    }),
  };
}

const sides = (from: Sides, to: Sides): Sides =>
  ({ before: from.before, after: to.after, delta: to.after - from.before });

type Samples = DiffTopRow['samples'];

const samplesOf = (from: Samples, to: Samples): Samples =>
  (from === undefined || to === undefined ? undefined : { before: from.before, after: to.after });

/** Returns both rows as one; `chance`: largest p-value of a difference beyond noise, null if that is not tested. */
export function merged({ from, to }: Move, chance: number | null): DiffTopRow {
  const [flat, cum] = [sides(from.flat, to.flat), sides(from.cum, to.cum)];
  const [samples, cumSamples] = [samplesOf(from.samples, to.samples), samplesOf(from.cumSamples, to.cumSamples)];
  const [pValue, cumPValue] = [pValueOf(flat, samples), pValueOf(cum, cumSamples)];
  const sureOf = (p: number | null): DiffTopRow['sure'] => (chance === null ? 'unknown'
    : p !== null && p <= chance ? 'different' : 'noise');
  return {
    function: to.function, file: to.file, flat, cum, pValue, qValue: null, sure: sureOf(pValue),
    cumPValue, cumQValue: null, cumSure: sureOf(cumPValue),
    ...(samples === undefined ? {} : { samples }), ...(cumSamples === undefined ? {} : { cumSamples }),
  };
}

/** Tests the counts of samples; the values show by how much a sample of after counts more than one of before. */
function pValueOf({ before, after }: Sides, samples: Samples): number | null {
  if (samples === undefined || samples.before <= 0 || samples.after <= 0 || before <= 0) return null;
  const scale = (after / samples.after) / (before / samples.before);
  return rateDifferencePValue(samples.before / DISPERSION, samples.after / DISPERSION, scale);
}

/** Returns what moved, by its largest function; empty if nothing did. */
export function movedEvidence(moves: readonly Move[]): Part[][] {
  const [first] = moves.toSorted((a, b) => b.from.cum.before + b.to.cum.after - a.from.cum.before - a.to.cum.after);
  if (first === undefined) return [];
  return [parts`${count(moves.length, 'function')} moved to another folder, such as ${first.from.function} to ${
    first.to.function}: compared as the same.`];
}
