/**
 * Computes flat and cum of one side of a diff by printed name, on the thread that has it decoded: each thread works on
 * its own side, and only tables of some 10,000 names are merged:
 *
 * ```
 *   thread 1: before decoded -> SideTable ─┐
 *   thread 2: after decoded  -> SideTable ─┴> diffTopOfTables
 * ```
 *
 * The result equals that of `diffTop` exactly. Where merged tables cannot be exact (values are scaled or negative, sums
 * do not fit a double, names depend on both profiles) it is null, and the whole pair is computed.
 */
import type { DiffTopTable } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { hasSideFilters } from '../../../core/profile/sideFilters.ts';
import { accumulate, type FlatCum } from '../query/accumulate.ts';
import { languageOfSide } from './comparability.ts';
import { diffTable } from './diff.ts';
import { areasOf, placedSums, type PlacedSums } from './areas.ts';
import { digestOf } from './digest.ts';
import { withWork, worksOf, type Works } from './joint/changedWork.ts';
import { packTexts, unpackTexts, type PackedTexts } from './packedTexts.ts';
import { pairOf, type Pair, type SideProfile } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { filtered, type Question } from '../query/question.ts';
import { typeIndex } from '../decode/sampleType.ts';
import { evidenceOf } from './significance.ts';
import { columnOf, magnitude, type Column } from '../decode/values.ts';

export interface SideTable {
  names: PackedTexts;
  files: PackedTexts;
  /** Index into `files` by name. */
  fileOf: Uint32Array;
  /** Per name: the values of before, of after, then the columns of `evidenceOf`. */
  columns: number;
  flat: Float64Array;
  cum: Float64Array;
  placed: PlacedSums;
  /** The profile reduced to its description and totals. */
  digest: Profile;
  /** Values by the function that they count for. */
  works: Works;
}

/** Returns whether tables can answer the query: its filters do not depend on the other side. */
export function canBeApart(question: Question): boolean {
  const { tagfocus = '', tagignore = '', subsystem = '', granularity } = question;
  return subsystem === '' && tagfocus === '' && tagignore === '' && granularity !== 'addresses'
    && !hasSideFilters(question);
}

/** Returns null if this side cannot be computed without the other. Errors like `diffTop`. */
export function sideTable(profile: Profile, which: 'before' | 'after', question: Question): Result<SideTable | null> {
  const type = typeIndex(profile, question.sampleType);
  if (!type.ok) return type;
  const digest = digestOf(profile, type.value);
  // Who held the locks of a wait is read from stacks of both sides.
  const isOfWaits = profile.sampleTypes[type.value]?.type === 'delay';
  if (digest === null || isOfWaits || !canBeApart(question)) return ok(null);
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const pair = besideNothing(profile, which, type.value);
  const columns = [pair.before, pair.after, ...evidenceOf(pair).columns];
  const sums = accumulate(profile, view, names, columns);
  const rowOfFile = new Map<string, number>();
  const fileOf = Uint32Array.from(names.files, (file) => {
    const known = rowOfFile.get(file);
    if (known !== undefined) return known;
    rowOfFile.set(file, rowOfFile.size);
    return rowOfFile.size - 1;
  });
  const table = (which: 'flat' | 'cum'): Float64Array => {
    const cells = new Float64Array(names.names.length * columns.length);
    sums.forEach((each, column) => {
      for (let slot = 0; slot < names.names.length; slot++)
        cells[slot * columns.length + column] = each[which].value(slot);
    });
    return cells;
  };
  const placed = placedSums(pair, question);
  if (!placed.ok) return placed;
  return ok({
    placed: placed.value, names: packTexts(names.names), files: packTexts([...rowOfFile.keys()]), fileOf,
    columns: columns.length, flat: table('flat'), cum: table('cum'), digest,
    works: worksOf(profile, what.value, { column: columnOf(profile, type.value), type: type.value, question }),
  });
}

/** Returns the profile as a pair whose other side has no sample. */
function besideNothing(profile: Profile, which: 'before' | 'after', type: number): Pair {
  const column = columnOf(profile, type);
  const nothing: Column = { numbers: new Float64Array(profile.sampleCount), exact: null };
  const facts = { durationNanos: profile.durationNanos, samplesIngested: null };
  const isBefore = which === 'before';
  return {
    combined: profile, beforeStart: isBefore ? 0 : profile.sampleCount, type, ratio: 1,
    divisors: { before: 1, after: 1 }, normalize: 'none',
    before: isBefore ? column : nothing, after: isBefore ? nothing : column,
    sides: { before: isBefore ? [{ profile }] : [], after: isBefore ? [] : [{ profile }] },
    beforeFacts: facts, afterFacts: facts,
  };
}

/** Facts about a side besides its profile. */
type Known = Omit<SideProfile, 'profile'>;

/** Computes `diffTop` with `normalize=none` from two tables; null if that needs the whole pair. */
export function diffTopOfTables(
  before: SideTable & Known, after: SideTable & Known, question: Question
): Result<DiffTopTable | null> {
  const sideOf = ({ digest: profile, samplesIngested, target }: SideTable & Known): SideProfile => ({
    profile, ...(samplesIngested === undefined ? {} : { samplesIngested }), ...(target === undefined ? {} : { target }),
  });
  if (!areAlike(before.digest, after.digest) || before.columns !== after.columns) return ok(null);
  const pair = pairOf([sideOf(before)], [sideOf(after)], question.sampleType, 'none');
  if (!pair.ok) return pair;
  const evidence = evidenceOf(pair.value);
  // This method weights individual samples, which a digest does not have.
  if (evidence.method === 'sampled-bytes') return ok(null);
  if (magnitude(pair.value.before.numbers) + magnitude(pair.value.after.numbers) > Number.MAX_SAFE_INTEGER)
    return ok(null);
  const { names, files, sums } = together(after, before);
  // Having nothing in common is a finding that needs every function of both.
  if (names.length === unpackTexts(after.names).length + unpackTexts(before.names).length) return ok(null);
  const table = diffTable(pair.value, question, {
    names, files, sums, evidence, groups: null,
    areas: () => areasOf(pair.value, [before.placed, after.placed], question),
  });
  return table.ok ? ok(withWork(table.value, pair.value, before.works, after.works)) : table;
}

/** Returns whether both name frames and prune stacks the same way separately as together. */
function areAlike(before: Profile, after: Profile): boolean {
  return languageOfSide([{ profile: before }]) === languageOfSide([{ profile: after }])
    && before.dropFrames === after.dropFrames && before.keepFrames === after.keepFrames
    && JSON.stringify(before.sampleTypes) === JSON.stringify(after.sampleTypes)
    // A binary with the same build ID on both sides gets one name, from the file of one side.
    && before.mappings.every(
      (own) =>
        after.mappings.every((other) => own.buildId === '' || own.buildId !== other.buildId || own.file === other.file)
    );
}

/** Merges two tables; names of the first keep their order and their files, as in a combined profile. */
function together(first: SideTable, second: SideTable): { names: string[]; files: string[]; sums: FlatCum[] } {
  const names = unpackTexts(first.names);
  const files = filesOf(first);
  const rowOf = new Map(names.map((name, row) => [name, row]));
  const others = unpackTexts(second.names);
  const otherFiles = filesOf(second);
  const rows = Uint32Array.from(others, (name, other) => {
    const known = rowOf.get(name);
    if (known !== undefined) return known;
    files.push(otherFiles[other] ?? '');
    return names.push(name) - 1;
  });
  const { columns } = first;
  const added = (which: 'flat' | 'cum'): Float64Array => {
    const cells = new Float64Array(names.length * columns);
    cells.set(first[which]);
    for (let other = 0; other < rows.length; other++) {
      const into = (rows[other] ?? 0) * columns;
      for (let column = 0; column < columns; column++)
        cells[into + column] = (cells[into + column] ?? 0) + (second[which][other * columns + column] ?? 0);
    }
    return cells;
  };
  const [flat, cum] = [added('flat'), added('cum')];
  const sums = Array.from({ length: columns }, (_, column): FlatCum => ({
    flat: { value: (row) => flat[row * columns + column] ?? 0 },
    cum: { value: (row) => cum[row * columns + column] ?? 0 },
  }));
  return { names, files, sums };
}

function filesOf({ files, fileOf }: SideTable): string[] {
  const texts = unpackTexts(files);
  return Array.from(fileOf, (row) => texts[row] ?? '');
}
