/** Builds the whole answer from texts: tables, curves, times, finding, Markdown. */
import type { BenchmarkReport, BenchmarkRow, BenchmarkUnit, Finding } from '../../../core/contract/contract.ts';
import { MAX_BENCHMARK_FILES as MAX_FILES } from '../../../core/contract/questions/benchmarkBody.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { MAX_VALUES, readBenchText, type UnitWords } from './read/benchText.ts';
import { tidyUnit } from './read/benchUnits.ts';
import { MAX_TABLES, tableGroups, type NamedBenchFile, type TableGroup } from './benchTables.ts';
import { withoutDrift } from './drift.ts';
import { driftsOf, type Drift } from './rows/drifts.ts';
import { unitFigures } from './benchUnit.ts';
import { plainOutput } from './read/benchInput.ts';
import { columnKeys, columnsBy, sideKeys, withoutNameKeys } from './columnsBy.ts';
import { rowsBy } from './rowsBy.ts';
import { earlierNote, ofSameWork } from './sides/changedWork.ts';
import { textSides, type NamedText } from './sides/textSides.ts';
import { curvesOf } from './curves.ts';
import { correctForMany, isBeyondChance } from './manyRows.ts';
import { MannWhitney } from '../../../core/statistics/mannWhitney.ts';
import { benchMarkdown, timeMarkdown } from './benchMarkdown.ts';
import { benchFinding } from './benchFinding.ts';
import { compareTimes, timesAsBenchmark, type TimedRun } from './timeComparison.ts';
import { commandChange } from './sides/timeCommands.ts';
import { timeFinding, timesFinding } from './timesFinding.ts';
import { apartWords, coldWords } from './rows/coldRuns.ts';
import { fixedCosts } from './rows/fixedCosts.ts';
import { passedSeconds } from './single/oneOutput.ts';
import { readTimeOutputs, timeNotes, type TimeOutput } from './sides/timeOutput.ts';

export type { NamedText } from './sides/textSides.ts';

/**
 * Options of a comparison. `exact`: units in which every difference counts; `col`: the key for columns; `row`: the keys
 * for rows; `subtractDrift`: divides times by the factor by which most benchmarks changed.
 */
export interface CompareBy {
  ignore?: readonly string[]; exact?: readonly string[]; col?: string; row?: string; subtractDrift?: boolean
}

/** Compares one to eight texts, the first being the base. Error bad_data if they contain nothing to compare. */
export function benchmarkReport(
  named: readonly NamedText[], { ignore = [], exact = [], col, row, subtractDrift = false }: CompareBy = {}
): Result<BenchmarkReport> {
  if (named.length === 0 || named.length > MAX_FILES)
    return fail('bad_data', `${named.length} outputs were given; compare two, or up to ${MAX_FILES}.`);
  const plain = withUniqueNames(named).map(({ name, text }) => ({ name, text: plainOutput(text) }));
  const [only] = plain;
  const isPaste = plain.length === 1 && col === undefined && only !== undefined;
  const { sides, earlier } = ofSameWork(isPaste ? textSides(only) : null);
  const texts = sides ?? plain;
  const words: UnitWords = new Map(exact.map((unit) => [`${tidyUnit(unit).unit} assume`, 'exact']));
  const files: NamedBenchFile[] = [];
  let left = MAX_VALUES;
  for (const { name, text } of texts) {
    const file = readBenchText(text, words, left);
    if (file === null) return fail(
      'too_large', `The outputs hold more than ${MAX_VALUES} measurements; compare fewer benchmarks or runs at a time.`
    );
    left -= file.lines.reduce((sum, { values }) => sum + values.length, 0);
    files.push({ name, file });
  }
  const runs = (sides ?? plain).map(runsOf);
  const times = runs.map((own) => own.map(({ time }) => time));
  const [first, second] = times;
  const areTimes = files.every(({ file }, i) => file.lines.length === 0 && times[i]?.length !== 0);
  if (
    areTimes && texts.length === 2 && first?.length === 1 && second?.length === 1 && first[0] !== undefined
      && second[0] !== undefined
  ) return ok(timeReport(texts, [first[0], second[0]], sidesNote(sides, earlier)));
  if (areTimes) files.forEach((one, i) => { one.file = timesAsBenchmark(runs[i] ?? [], words); });
  const empty = files.filter(({ file }) => file.lines.length === 0);
  if (empty.length > 0) return nothingIn(empty);
  const [sideKey, ...together] = col === undefined && files.length === 1 ? sideKeys(files, MAX_FILES) : [];
  const own = col ?? sideKey ?? null;
  const merged = numbered(withoutNameKeys(files, ignore));
  const columned: Result<NamedBenchFile[]> = own === null ? ok(merged) : columnsBy(merged, own, MAX_FILES);
  if (!columned.ok) return columned;
  const rows = row === undefined ? null : rowsBy(columned.value, row.split(','));
  if (rows?.ok === false) return rows;
  const parted: readonly (NamedBenchFile & { values?: string[] })[] = rows?.value.files ?? columned.value;
  const order = rows?.value.order
    ?? [...new Set(parted.flatMap(({ file }) => file.lines)
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0)).map(({ name }) => name))];
  const tables = tableGroups(parted, words, new Set([...ignore, ...together]), order);
  if (tables === null) return fail(
    'too_large', `The outputs hold more than ${MAX_TABLES} units times configurations; `
      + 'compare fewer at a time, or ignore the configuration keys that differ from run to run.'
  );
  const columns = parted.map(({ name }) => name);
  const raw = figuresOf(tables, columns.length);
  const drifts = driftsOf(raw, columns.length);
  const uniform = drifts.filter(({ isUniform }) => isUniform);
  const subtracted = subtractDrift ? drifts.filter(({ isBeyondNoise }) => isBeyondNoise) : [];
  const units = subtracted.length === 0 ? raw : figuresOf(withoutDrift(tables, subtracted), columns.length);
  const beyond = subtractDrift || uniform.length === 0 ? null
    : figuresOf(withoutDrift(tables, uniform), columns.length);
  const config = configOf(parted);
  const notes = [
    ...sidesNote(sides, earlier), ...(col === undefined && own !== null ? [keyNote(own)] : []),
    ...(subtractDrift ? driftNotes(drifts, columns) : []),
    ...poolNotes(rows?.value.pooled ?? null), ...(areTimes ? timeNotes(texts) : []),
    ...notesOf(files, config, ignore),
  ];
  const judged = benchFinding(
    {
      units, columns, config, ignore, drift: beyond && { drifts: uniform, units: beyond },
      run: {
        passed: only === undefined ? null : passedSeconds(only.text),
        order: files.length > 1 ? [] : files.flatMap(({ file }) => file.lines.map(({ name }) => name)),
      },
      fixed: fixedCosts(parted.map(({ file }) => file)), isOneByOne: sides !== null && !areTimes,
      cold: areTimes ? [apartWords(times), coldWords(times)].flatMap((one) => one ?? []) : [],
    }
  );
  const single = times.flatMap((of) => (of.length === 1 ? of : []));
  const areRuns = areTimes && columns.length > 2 && sides?.some(({ cells }) => cells !== undefined) !== true
    && single.length === texts.length;
  const finding = (areRuns ? timesFinding(columns, single) : null) ?? judged.finding;
  return ok({
    finding, verdict: judged.verdict, columns, config, units,
    ...(own === null ? {} : { columnValues: valuesOf(parted) }),
    curves: curvesOf(units), time: null, columnKeys: columnKeys(files, MAX_FILES), notes,
    markdown: benchMarkdown(finding, columns, units, notes),
  });
}

/** Returns the runs of `time` in a side; of a cell only the first, which its labels are about. */
function runsOf({ text, cells }: NamedText): TimedRun[] {
  return cells === undefined ? readTimeOutputs(text).map((time) => ({ time }))
    : cells.flatMap((cell) => readTimeOutputs(cell.text).slice(0, 1)
      .map((time) => ({ time, job: cell.job, group: cell.group })));
}

/** Numbers each result by its place among all. */
function numbered(files: readonly NamedBenchFile[]): NamedBenchFile[] {
  let at = 0;
  return files.map((one) => ({
    ...one, file: { ...one.file, lines: one.file.lines.map((line) => ({ ...line, at: at++, original: line.name })) },
  }));
}

const valuesOf = (columns: readonly (NamedBenchFile & { values?: string[] })[]): string[][] =>
  columns.map(({ name, values = [name] }) => values);

function poolNotes(pooled: [name: string, other: string] | null): string[] {
  return pooled === null ? []
    : [`Rows pool several benchmarks, such as ${pooled[0]} and ${pooled[1]}: they differ by more than noise. Add a key `
      + 'to the rows to separate them.'];
}

/** Numbers outputs that share a name, as benchstat does. */
function withUniqueNames(named: readonly NamedText[]): NamedText[] {
  const seen = new Map<string, number>();
  return named.map(({ name, text }) => {
    if (named.filter((one) => one.name === name).length === 1) return { name, text };
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    return { name: `${name}#${number}`, text };
  });
}

function figuresOf(tables: readonly TableGroup[], columnCount: number): BenchmarkUnit[] {
  const test = new MannWhitney();
  const units = tables.map((table) => unitFigures(table, columnCount, test));
  correctForMany(units);
  return units;
}

function driftNotes(drifts: readonly Drift[], columns: readonly string[]): string[] {
  if (drifts.length === 0)
    return ['No drift is subtracted: that needs a unit of time with at least 8 compared benchmarks.'];
  return drifts.map(({ unit, column, ratio, isBeyondNoise }) => (!isBeyondNoise
    ? `${unit} of ${columns[column] ?? ''} has no common factor beyond noise, so none is subtracted.`
    : `${unit} of ${columns[column] ?? ''} is divided by ${(1 + ratio).toFixed(4)}, its common factor to the base.`));
}

function sidesNote(sides: readonly NamedText[] | null, earlier: readonly string[]): string[] {
  return sides === null || sides.length < 2 ? []
    : [`One text with ${sides.length === 2 ? 'two' : sides.length} sides: ${
      sides.slice(0, -1).map(({ name }) => name).join(', ')} and ${sides.at(-1)?.name}; ${
      isSeveralGroups(sides) ? 'compared only within a machine and a part.' : 'the first is the base.'}${
      earlierNote(earlier)}`];
}

const isSeveralGroups = (sides: readonly NamedText[]): boolean =>
  new Set(sides.flatMap(({ cells, group }) => cells?.map((cell) => cell.group) ?? [group ?? ''])).size > 1;

function keyNote(key: string): string {
  return `Compared by ${key}, whose lines have several values for the same benchmark.`;
}

function timeReport(
  texts: readonly NamedText[], [before, after]: readonly [TimeOutput, TimeOutput], said: readonly string[]
): BenchmarkReport {
  const time = compareTimes(before, after);
  const columns = texts.map(({ name }) => name);
  const [first, second] = texts;
  const commands = first === undefined || second === undefined ? null : commandChange(first, second);
  const finding: Finding = timeFinding(time, columns, commands);
  const notes = [...said, ...timeNotes(texts)];
  return {
    finding, verdict: 'untested', columns, config: [], units: [], curves: [], time, columnKeys: [], notes,
    markdown: timeMarkdown(finding, columns, time, notes),
  };
}

function nothingIn(empty: readonly NamedBenchFile[]): Result<BenchmarkReport> {
  const [first] = empty;
  const bad = first?.file.badLines[0];
  const why = bad === undefined ? 'no line that starts with "Benchmark" and has a measurement'
    : `only broken benchmark lines (line ${bad.line}: ${bad.message})`;
  const name = (first?.name ?? '').slice(0, 100);
  const advice = 'give the output of "go test -bench . -count 10" for each side, or of time for each.';
  return fail('bad_data', `"${name}" holds ${why}; ${advice}`);
}

function configOf(files: readonly NamedBenchFile[]): BenchmarkReport['config'] {
  const configs = files.map(({ file }) => [...new Set(file.lines.map(({ config }) => config))]);
  const keys = [...new Set(configs.flatMap((each) => each.flatMap((config) => [...config.keys()])))];
  return keys.map((key) => {
    const values = configs.map((each) => [...new Set(each.map((config) => config.get(key) ?? ''))]);
    return { key, values, differs: new Set(values.map((list) => JSON.stringify([...list].sort()))).size > 1 };
  });
}

function notesOf(
  files: readonly NamedBenchFile[], config: BenchmarkReport['config'], ignore: readonly string[]
): string[] {
  const bad = files.flatMap(({ name, file: { badLineCount, badLines: [first] } }) => {
    if (badLineCount === 0) return [];
    const [lines, are] = badLineCount === 1 ? ['line', 'is'] : ['lines', 'are'];
    return [
      `${badLineCount} benchmark ${lines} of ${name} could not be read and ${are} skipped, `
        + `first line ${first?.line ?? 0}: ${first?.message ?? ''}.`,
    ];
  });
  const unlike = config.filter(({ differs }) => differs).map(({ key, values }) => {
    const sides = values.map((list) => list.map((value) => (value === '' ? 'none' : value)).join(', '));
    const effect = ignore.includes(key) ? 'It is ignored, so a change may be due to it.'
      : 'As in benchstat, results that differ in it are in separate tables.';
    return `${key} differs: ${sides.join(' against ')}. ${effect}`;
  });
  const failed = files.flatMap(({ name, file: { failure } }) => {
    if (failure === null) return [];
    const { line, text } = failure;
    return [`${name} has a run that failed (line ${line}: "${text}"): benchmarks may be missing or incomplete.`];
  });
  return [...failed, ...bad, ...unlike];
}

/** `together`: beyond what is expected by chance among all benchmarks of the unit; `each`: by p alone, as benchstat. */
export type BenchGate = 'together' | 'each';

export interface BenchRegression {
  unit: string; name: string; config: Record<string, string>; column: string; before: string; after: string;
  deltaText: string; testText: string
}

/** Returns rows that became significantly worse by more than `thresholdRatio`, from the first column to any other. */
export function regressions(
  { units, columns }: Pick<BenchmarkReport, 'units' | 'columns'>, thresholdRatio: number, gate: BenchGate = 'together'
): BenchRegression[] {
  return units.flatMap(({ unit, better, config, rows }) => {
    const worseIn = ({ name, cells }: BenchmarkRow): BenchRegression[] => cells.flatMap((cell, column) => {
      const comparison = cell?.comparison ?? null;
      if (cell === null || comparison === null || better === 0) return [];
      if (gate === 'each' ? !comparison.isSignificant : !isBeyondChance(comparison)) return [];
      // A change from zero has no ratio and exceeds every threshold.
      const worse = comparison.measuredRatio === null ? (better === -1 ? Infinity : -Infinity)
        : -better * comparison.measuredRatio;
      if (worse <= thresholdRatio) return [];
      const base = cells.find((one) => one !== null);
      return [{
        unit, name, config, column: columns[column] ?? '', before: base?.centerText ?? '', after: cell.centerText,
        deltaText: comparison.deltaText, testText: comparison.testText,
      }];
    });
    return rows.flatMap(worseIn);
  });
}
