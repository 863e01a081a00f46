/**
 * The input of the tables of callers, lines, tags and subsystems: one profile or a pair behind one interface, so that
 * each table has one implementation. A profile has one column of values and its cells are numbers; a pair has two
 * (before, after) and its cells are `Sides`.
 */
import type { DiffHead, ProfileHead, Sides } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { FrameNames } from '../query/frameNames.ts';
import type { Pair } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { filtered, type Question } from '../query/question.ts';
import { pairSides, totalsOf } from '../tree/beforeAfter.ts';
import { typeIndex } from '../decode/sampleType.ts';
import type { StackView } from '../decode/stackView.ts';
import { columnOf, sumsOf, totalOf, type Column, type Sums } from '../decode/values.ts';

export interface Subject<Head, Cell> {
  profile: Profile;
  view: StackView;
  names: FrameNames;
  columns: Column[];
  /** Divisors of each column's sums in an answer: for means of groups. */
  divisors: number[];
  head: Head;
  /** Returns a cell from one number for each column. */
  cell: (numbers: number[]) => Cell;
  /** Returns the sort weight of rows: the magnitude of the value, for a pair of the delta. */
  weight: (cell: Cell) => number;
  /** Returns the value, for a pair the delta. */
  signed: (cell: Cell) => number;
}

export type OneSubject = Subject<ProfileHead, number>;
export type PairSubject = Subject<DiffHead, Sides>;

/** Returns the subject of one profile. Errors `bad_data`: an unknown sample type, an invalid filter. */
export function subjectOf(profile: Profile, question: Question): Result<OneSubject> {
  const type = typeIndex(profile, question.sampleType);
  if (!type.ok) return type;
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const column = columnOf(profile, type.value);
  const valueType = profile.sampleTypes[type.value];
  return ok({
    profile, ...what.value, columns: [column], divisors: [1],
    head: { unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '', total: totalOf(profile, column) },
    cell: ([value = 0]) => value + 0,
    weight: Math.abs,
    signed: (value) => value,
  });
}

/** Returns the subject of a pair. Error `bad_data`: an invalid filter. */
export function pairSubjectOf(pair: Pair, question: Question): Result<PairSubject> {
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const valueType = pair.combined.sampleTypes[pair.type];
  return ok({
    profile: pair.combined, ...what.value, columns: [pair.before, pair.after],
    divisors: [pair.divisors.before, pair.divisors.after],
    head: {
      unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '',
      totals: totalsOf(pair),
    },
    cell: ([before = 0, after = 0]) => pairSides(pair, before, after),
    weight: ({ delta }) => Math.abs(delta),
    signed: ({ delta }) => delta,
  });
}

/** Sums by slot, one for each column of the subject. */
export interface CellSums<Cell> {
  add(slot: number, sample: number): void;
  cell(slot: number): Cell;
}

export function cellSums<Head, Cell>(subject: Subject<Head, Cell>, slots: number): CellSums<Cell> {
  const sums: Sums[] = subject.columns.map((column) => sumsOf(column, slots));
  return {
    add(slot, sample) { for (const each of sums) each.add(slot, sample); },
    cell: (slot) => subject.cell(sums.map((each) => each.value(slot))),
  };
}

/** Returns whether the filters keep the sample and it has a value in some column. */
export function isCounted<Head, Cell>(subject: Subject<Head, Cell>, sample: number): boolean {
  return subject.view.kept[sample] === 1 && subject.columns.some((column) => column.numbers[sample] !== 0);
}
