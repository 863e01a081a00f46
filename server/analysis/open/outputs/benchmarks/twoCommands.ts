/** Says what the runs of two commands show beside their means: too few of them, CPU time, an order in time. Pure. */
import type { JsonResult } from '../../../../../core/text/benchmarks/jsonForms.ts';
import { formatNumber } from '../../../../../core/text/format.ts';
import { areFew, fewWeight, fewWords, openWords, type Measured } from './few/fewRuns.ts';

/** Relative change that is reported of the time and of the CPU time. */
const MIN_CHANGE = 0.01;
/** Standard errors of the difference of two means from which its direction is reported. */
const MIN_ERRORS = 1.5;
/** Share of the time beyond which a command works on several CPUs, so that its other time is no waiting. */
const ONE_CPU = 1.02;
/** Runs of a side that can rise or fall in turn. */
const MIN_ORDERED = 3;

const MAX_NAME = 60;

type Named = Pick<JsonResult, 'name'>;
/** The mean time of a command, and the CPU time of it. */
type Spent = Pick<JsonResult, 'name' | 'unit' | 'center' | 'spread' | 'runs' | 'cpuNs'>;

/** Returns the names without what is in parentheses behind them, such as a commit, if they differ without it. */
function labelsOf({ name: one }: Named, { name: other }: Named): [string, string] {
  const [first = '', second = ''] = [one, other].map((name) => name.replace(/(?<=\S) \([^()]{1,200}\)$/, ''));
  const cut = (name: string): string => (name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}\u2026`);
  return first === second ? [cut(one), cut(other)] : [cut(first), cut(second)];
}

const isTime = (unit: string): boolean => unit === 'ns' || unit === 'ns/op';
const percent = (change: number): string => `${formatNumber(Math.abs(100 * change))} %`;

const measured = ({ center, spread, values }: JsonResult): Measured => ({ center, spread, runs: values.length });

/** Whether no values of so many runs could be significant in a rank test. */
export const areTooFew = (one: JsonResult, other: JsonResult): boolean =>
  areFew(one.values.length, other.values.length);

/** Whether so few runs do not even make the difference likely. */
export const isOpenFew = (one: JsonResult, other: JsonResult): boolean =>
  fewWeight(measured(one), measured(other)) === 'open';

/** Returns by how much the means and the medians of two commands differ, which their runs cannot show. */
export function tooFewWords(fast: JsonResult, slow: JsonResult): string {
  const ratio = slow.center / fast.center - 1;
  const [fastName, slowName] = labelsOf(fast, slow);
  const medians = fast.median === null || slow.median === null || fast.median <= 0 ? null
    : slow.median / fast.median - 1;
  return `${slowName} takes ${percent(ratio)} longer than ${fastName} in the mean${
    medians === null ? '' : ` (${medians < 0 ? '\u2212' : ''}${percent(medians)} in the median)`}, but ${
    openWords(measured(slow), measured(fast))}.`;
}

/** Returns what two commands show by their CPU time and by the order of their runs, and how to measure again. */
export function sidesFacts(first: JsonResult, second: JsonResult): string[] {
  const found = [cpuWords(first, second), orderWords(first, second)].flatMap((one) => one ?? []);
  const weight = fewWeight(measured(first), measured(second));
  if (weight === 'clear' || weight === 'likely') return [...found, fewWords(measured(first), measured(second)) ?? ''];
  return found.length === 0 && weight === null ? found
    : [...found, 'Run both commands again in turns, at least 10 times each, with nothing else on the machine.'];
}

/** Says that the CPU time goes the other way than the time, so that one command waits more. */
export function cpuWords(first: Spent, second: Spent): string | null {
  if (first.cpuNs === null || second.cpuNs === null || !isTime(first.unit) || first.cpuNs <= 0) return null;
  const [time, cpu] = [second.center / first.center - 1, second.cpuNs / first.cpuNs - 1];
  if (Math.abs(time) < MIN_CHANGE || Math.abs(cpu) < MIN_CHANGE || time * cpu > 0) return null;
  const errors = [first, second].map(({ spread, runs }) => (spread ?? 0) / Math.sqrt(Math.max(1, runs ?? 1)));
  const parts = [first, second].map(({ cpuNs, center }) => (cpuNs ?? 0) / center);
  if (Math.abs(second.center - first.center) < MIN_ERRORS * Math.hypot(...errors)
    || parts.some((part) => part > ONE_CPU)) return null;
  const shares = parts.map((part) => `${formatNumber(100 * part)} %`);
  const [from, to] = labelsOf(first, second);
  return `From ${from} to ${to} the CPU time (user and system) ${cpu < 0 ? 'falls' : 'rises'} by ${
    percent(cpu)} while the time ${time > 0 ? 'rises' : 'falls'}: it is ${shares.join(' and ')} of the time, so ${
    time > 0 ? to : from} does not work more, it waits more, such as for the disk, the network or other programs.`;
}

/** Says that each run is slower, or faster, than the one before it, which is no property of a command. */
function orderWords({ values: some }: JsonResult, { values: others }: JsonResult): string | null {
  const way = (values: readonly number[]): number => {
    const steps = values.slice(1).map((value, i) => Math.sign(value - (values[i] ?? value)));
    return values.length >= MIN_ORDERED && steps.every((step) => step === steps[0]) ? steps[0] ?? 0 : 0;
  };
  const [one, other] = [way(some), way(others)];
  return one === 0 || one !== other ? null
    : `In both, each run is ${one > 0 ? 'slower' : 'faster'} than the one before: the machine or its state changes `
      + 'with time, as by heat, a cache or a growing file.';
}
