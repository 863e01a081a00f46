/** Returns the lines of a function, like `go tool pprof -list`: flat and cum of each source line of it. */
import type { DiffLinesTable, LinesTable, Sides } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { unknownFunction } from './callers.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { compareNames, type Question } from '../query/question.ts';
import { functionFile, linesOf } from '../decode/stackView.ts';
import { pathTrimmer } from '../query/filePaths.ts';
import { cellSums, isCounted, pairSubjectOf, subjectOf, type Subject } from './subject.ts';

/** Text lines of a source file by its path in the profile; null with the reason if it is not available. */
export interface SourceText { lines: string[] | null; note: string }
export type SourceTexts = Map<string, SourceText>;

/**
 * `name` is a printed name, as a row of `top` by functions. Returns for each file of the function its rows by line
 * number, without text. The flats of all lines add up to the function's; a sample counts once in the cum of each line
 * it has, so with recursion cums add up to more than the function's. Errors like `top`; `not_found` for a name without
 * a sample.
 */
export function lines(profile: Profile, name: string, question: Question): Result<Placed<LinesTable, number>> {
  const subject = subjectOf(profile, byFunction(question));
  if (!subject.ok) return subject;
  const table = linesOfFunction(subject.value, name, question);
  return table.ok ? ok({ ...subject.value.head, ...table.value }) : table;
}

/**
 * The same for both sides. Line numbers are each side's own: code that moved between two builds shows as gone and new.
 */
export function diffLines(pair: Pair, name: string, question: Question): Result<Placed<DiffLinesTable, Sides>> {
  const subject = pairSubjectOf(pair, byFunction(question));
  if (!subject.ok) return subject;
  const table = linesOfFunction(subject.value, name, question);
  return table.ok ? ok({ ...subject.value.head, ...table.value }) : table;
}

function byFunction(question: Question): Question {
  return { ...question, granularity: 'functions' };
}

interface Row<Cell> { line: number; flat: Cell; cum: Cell; text: string | null }
interface File<Cell> { file: string; rows: Row<Cell>[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string }
/** `path`: as in the profile, to find the text; `file` may be shortened. */
interface PlacedFile<Cell> extends File<Cell> { path: string }
type Placed<T, Cell> = Omit<T, 'files'> & { files: PlacedFile<Cell>[] };
interface Table<Cell> { function: string; flat: Cell; cum: Cell; files: PlacedFile<Cell>[] }

function linesOfFunction<Head, Cell>(
  subject: Subject<Head, Cell>, name: string, question: Question
): Result<Table<Cell>> {
  const { profile, view, names } = subject;
  const target = names.names.indexOf(name);
  if (target < 0) return unknownFunction(name);
  const places = new Places(subject, target, question);
  const own = cellSums(subject, 1);
  const flats = cellSums(subject, places.rows.length);
  const cums = cellSums(subject, places.rows.length);
  const total = cellSums(subject, 1);
  const lastSample = new Int32Array(places.rows.length).fill(-1);
  let found = false;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    let isLeaf = true;
    let seen = false;
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
        const place = at(places.placeOf, line);
        if (place >= 0) {
          seen = true;
          if (isLeaf) {
            flats.add(place, sample);
            own.add(0, sample);
          }
          if (lastSample[place] !== sample) {
            lastSample[place] = sample;
            cums.add(place, sample);
          }
        }
        isLeaf = false;
      }
    }
    if (seen) total.add(0, sample);
    found ||= seen;
  }
  if (!found) return unknownFunction(name);
  const files = new Map<string, { path: string; rows: Row<Cell>[] }>();
  places.rows.forEach(({ file, path, line }, place) => {
    if (lastSample[place] === -1) return;
    const known = files.get(file) ?? { path, rows: [] };
    files.set(file, known);
    known.rows.push({ line, flat: flats.cell(place), cum: cums.cell(place), text: null });
  });
  return ok({
    function: name, flat: own.cell(0), cum: total.cell(0),
    files: [...files].sort(([a], [b]) => compareNames(a, b)).map(([file, { path, rows }]) => ({
      file, path, rows: rows.sort((a, b) => a.line - b.line), rowsLeftOut: 0, hasSource: false, sourceNote: '',
    })),
  });
}

function placeOf(
  profile: Profile, line: number, trimmed: (path: string) => string
): { file: string; path: string; line: number } {
  const path = functionFile(profile, line);
  return { file: trimmed(path), path, line: at(profile.locations.lineNumber, line) };
}

/** Numbers every file and line of the function. */
class Places {
  readonly rows: { file: string; path: string; line: number }[] = [];
  /** Row of each entry of `names.slots`, -1 for lines of other functions. */
  readonly placeOf: Int32Array;

  constructor(
    { profile, view, names }: Pick<Subject<unknown, unknown>, 'profile' | 'view' | 'names'>, target: number,
    { noinlines: noInlines = false, ...paths }: Question
  ) {
    const trimmed = pathTrimmer(paths);
    this.placeOf = new Int32Array(names.slots.length).fill(-1);
    const known = new Map<string, number>();
    for (let location = 0; location < profile.locations.count; location++) {
      const first = at(names.start, location);
      const count = at(names.start, location + 1) - first;
      if (count === 0) continue;
      const all = linesOf(profile, view, location);
      const shown = noInlines ? all.slice(-1) : all;
      for (let i = 0; i < count; i++) {
        if (names.slots[first + i] !== target) continue;
        const line = shown[i];
        const place = line === undefined ? { file: '', path: '', line: 0 } : placeOf(profile, line, trimmed);
        const id = `${place.line} ${place.file}`;
        const row = known.get(id) ?? this.rows.push(place) - 1;
        known.set(id, row);
        this.placeOf[first + i] = row;
      }
    }
  }
}

/** Lines shown before the first and after the last one with a value, as in the reference. */
const MARGIN = 6;
/** A hostile profile may have a million lines in one function. */
const MAX_SHOWN_LINES = 3000;
const MAX_LINE_LENGTH = 500;

/** Returns the table with the text of its files; fills rows between and around those with a value with zeros. */
export function withSource<Cell>(table: { files: PlacedFile<Cell>[] }, texts: SourceTexts, zero: Cell): File<Cell>[] {
  return table.files.map(({ path, ...file }) => {
    const text = texts.get(path) ?? { lines: null, note: 'no source code was looked for' };
    if (text.lines === null) return shortened({ ...file, sourceNote: text.note });
    let [first, last] = [Infinity, 0];
    for (const { line } of file.rows) if (line > 0) [first, last] = [Math.min(first, line), Math.max(last, line)];
    if (last === 0)
      return shortened({ ...file, sourceNote: 'the profile has no line numbers for this file' });
    if (last > text.lines.length) {
      return shortened({
        ...file,
        sourceNote: `${text.note} has ${text.lines.length} lines and the profile names line ${last}: `
          + 'it is another version',
      });
    }
    const noCode = file.rows.find((row) => row.line > 0 && /^\s*(\/\/.*)?$/.test(text.lines?.[row.line - 1] ?? ''));
    if (noCode !== undefined) return shortened(
      { ...file, sourceNote: `line ${noCode.line} of ${text.note} has a value and is no code: it is another version` }
    );
    const rowOf = new Map(file.rows.map((row) => [row.line, row]));
    const rows = file.rows.filter((row) => row.line <= 0);
    const end = Math.min(text.lines.length, last + MARGIN);
    for (let line = Math.max(1, first - MARGIN); line <= end; line++) {
      rows.push({
        ...(rowOf.get(line) ?? { line, flat: zero, cum: zero }),
        text: (text.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH),
      });
    }
    return shortened(
      { ...file, rows, hasSource: true, sourceNote: `${text.note}; it may be another version than the one profiled` }
    );
  });
}

function shortened<Cell>(file: File<Cell>): File<Cell> {
  return {
    ...file, rows: file.rows.slice(0, MAX_SHOWN_LINES), rowsLeftOut: Math.max(0, file.rows.length - MAX_SHOWN_LINES),
  };
}
