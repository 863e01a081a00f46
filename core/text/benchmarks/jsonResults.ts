/** Finds the form of benchmark results in JSON, and writes them as lines of go test -bench. Pure. */
import { jsonBenchmarkProgram } from '../benchmarkText.ts';
import { FORMS, type JsonBenchmarks, type JsonResult } from './jsonForms.ts';

/** Returns the results of a text; null if its form is not known, if it is cut, or has none. */
export function readJsonBenchmarks(text: string): JsonBenchmarks | null {
  const program = jsonBenchmarkProgram(text);
  const form = FORMS.find((one) => one.program === program);
  if (form === undefined) return null;
  let root: unknown;
  try {
    root = JSON.parse(text.trim().replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const results = form.results(root);
  return results.length === 0 && (form.doubts?.(root, results) ?? []).length === 0 ? null : {
    program: form.program, spreadName: form.spreadName, runName: form.runName, results,
    machine: form.machine?.(root) ?? null, doubts: form.doubts?.(root, results) ?? [],
  };
}

/** A rate of operations, for which more is better. */
const RATE = /^ops\/\w{1,4}$/;

/** Returns the results as lines of go test -bench, one for each measured value; null for other texts. */
export function benchmarkLines(text: string): string | null {
  const read = readJsonBenchmarks(text);
  if (read === null || read.results.length === 0) return null;
  // The only command of a side is compared with that of the other, although its name differs.
  const isOne = read.program === 'hyperfine' && read.results.length === 1;
  return [
    ...read.machine === null ? [] : [`cpu: ${read.machine.replace(/\s+/g, ' ')}`],
    ...[...new Set(read.results.map(({ unit }) => unit))].filter((unit) => RATE.test(unit))
      .map((unit) => `Unit ${unit} better=higher`),
    ...read.results.flatMap((result) => linesOf(isOne ? { ...result, name: 'run' } : result)), '',
  ].join('\n');
}

function linesOf({ name, unit, values, bytes }: JsonResult): string[] {
  const words = name.trim().replace(/[\s\u0085]+/g, '_');
  return values.filter((value) => Number.isFinite(value)).map((value) =>
    `Benchmark${words} 1 ${value} ${unitOf(unit)}${bytes === null ? '' : ` ${bytes} B/op`}`);
}

const unitOf = (unit: string): string => (unit === 'ns' ? 'ns/op' : unit.replace(/\s+/g, '') || 'value');
