/**
 * Reads the output of `go test -bench` (golang.org/design/14313-benchmark-format) as golang.org/x/perf/benchfmt does.
 */
import { parseMeasurement } from './goNumbers.ts';
import { tidyUnit } from './benchUnits.ts';

/** Limit of bufio.Scanner in benchstat, which stops there; here a longer line is skipped and reported. */
const MAX_LINE = 64 * 1024;
const MAX_NAME = 1_000;
const MAX_KEYS = 100;
const MAX_BAD_LINES = 20;
/** Maximum number of measurements in all files of one comparison. */
export const MAX_VALUES = 50_000;

export interface BenchLine {
  /** Name without its "Benchmark". */
  name: string;
  /** Configuration lines in effect, by key, in the order first seen. */
  config: Map<string, string>;
  values: { value: number; unit: string }[];
  /** Number of operations that the values are a mean of. */
  iterations: number;
  /** Place among the results of all files, for the order of rows; absent if the files' order decides. */
  at?: number;
  /** Name before any key was removed from it. */
  original?: string;
}

export interface BadLine { line: number; message: string }

export interface BenchFile {
  lines: BenchLine[]; badLines: BadLine[]; badLineCount: number;
  /** First line that reports a failed run; null if none does. */
  failure: { line: number; text: string } | null;
}

/** Lines that `go test` and the runtime print when a run is aborted or fails. */
const FAILURE = /^(?:FAIL(?:\s|$)|--- FAIL: |panic: |fatal error: |signal: |exit status [1-9]|\*\*\* Test killed)/;

/** Properties of units from `Unit` lines, by "unit key"; the first value in all files counts. */
export type UnitWords = Map<string, string>;

const SPACE = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const KEY_LINE = /^(\p{Ll}[^\s\u0085\p{Lu}:]*):([ \t]+(.*))?$/su;
/** The shell of a step of GitHub Actions, and what go and git print, which are no configuration of a benchmark. */
const OF_RUNNER = new RegExp([
  /^shell: .{0,200}\{0\}\s*$/, /^go: (?:downloading|extracting|finding|found|added|upgraded|downgraded) /,
  /^(?:hint|remote|warning|error|fatal): /,
].map(({ source }) => source).join('|'));

/** Reads results; skips other lines (PASS, ok, logs); skips and reports broken results. Null past `maxValues`. */
export function readBenchText(text: string, words: UnitWords, maxValues: number): BenchFile | null {
  const file: BenchFile = { lines: [], badLines: [], badLineCount: 0, failure: null };
  // Copied only for the next result, not for every key: results with the same keys share one.
  const current = new Map<string, string>();
  let config: Map<string, string> | null = null;
  let count = 0;
  let lineNumber = 0;
  const bad = (message: string): void => {
    file.badLineCount++;
    if (file.badLines.length < MAX_BAD_LINES) file.badLines.push({ line: lineNumber, message });
  };
  for (const raw of text.split('\n')) {
    lineNumber++;
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (file.failure === null && FAILURE.test(line))
      file.failure = { line: lineNumber, text: line.slice(0, 100).trim() };
    if (line.length >= MAX_LINE) {
      bad('longer than 64 KiB');
    } else if (line.startsWith('Benchmark')) {
      const read = readResult(line.slice('Benchmark'.length));
      if (typeof read === 'string') bad(read);
      else if (read !== null) {
        count += read.values.length;
        if (count > maxValues) return null;
        config ??= new Map(current);
        file.lines.push({ ...read, config });
      }
    } else if (/^Unit(\s|$)/.test(line)) {
      readUnitWords(line, words);
    } else {
      const key = KEY_LINE.exec(line);
      if (key === null || key[1] === undefined || OF_RUNNER.test(line)) continue;
      // Unlike benchstat, trims trailing blanks, so that an editor that removes them does not change the machine.
      const value = (key[3] ?? '').slice(0, MAX_NAME).trimEnd().replace(/[ \t]{2,}/g, ' ');
      if ((current.get(key[1]) ?? '') === value) continue;
      config = null;
      if (value === '') current.delete(key[1]);
      else if (current.has(key[1]) || current.size < MAX_KEYS) current.set(key[1], value);
    }
  }
  return file;
}

/** Returns null for a name alone, which `go test -v` prints as the benchmark starts; an error text if it is broken. */
function readResult(rest: string): Omit<BenchLine, 'config'> | string | null {
  const [name = '', iterations, ...fields] = rest.split(SPACE);
  if (fields.at(-1) === '') fields.pop();
  if (iterations === undefined) return null;
  if (iterations === '') return 'missing iteration count';
  if (name.length > MAX_NAME) return `a name longer than ${MAX_NAME} characters`;
  if (!/^[+-]?\d{1,18}$/.test(iterations)) return 'the iteration count is not a number';
  if (fields.length === 0) return 'missing measurements';
  const values: BenchLine['values'] = [];
  for (let i = 0; i < fields.length; i += 2) {
    const value = parseMeasurement(fields[i] ?? '');
    const unit = fields[i + 1];
    if (value === null) return 'a measurement is not a finite number';
    if (unit === undefined) return 'missing units';
    if (unit.length > 200) return 'a unit longer than 200 characters';
    const tidy = tidyUnit(unit);
    // A value that the unit conversion does not change (0 ns/op) keeps its unit, as in benchstat.
    values.push(value * tidy.factor === value ? { value, unit } : { value: value * tidy.factor, unit: tidy.unit });
  }
  return { name, values, iterations: Number(iterations) };
}

function readUnitWords(line: string, words: UnitWords): void {
  const [, unit, ...pairs] = line.split(SPACE);
  if (unit === undefined || unit === '' || words.size >= MAX_KEYS) return;
  for (const pair of pairs) {
    const [key = '', value] = pair.split('=', 2);
    const id = `${tidyUnit(unit).unit} ${key}`;
    if (key !== '' && value !== undefined && !words.has(id)) words.set(id, value);
  }
}
