/** Builds the finding of one run of `time` on each of three or more sides; the first is the base. */
import type { Finding, Part, TimeComparison } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { parts } from '../../../core/text/parts.ts';
import { compareTimes, shortChange } from './timeComparison.ts';
import type { TimeOutput } from './sides/timeOutput.ts';

const CPU = 'CPU, user and system';
const COMPARED: readonly [label: string, word: string][] =
  [[CPU, 'CPU'], ['Wall clock', 'wall clock'], ['Largest resident memory', 'largest resident memory']];

const rowOf = ({ rows }: TimeComparison, label: string): TimeComparison['rows'][number] | null =>
  rows.find((row) => row.label === label) ?? null;

/** `names` and `times`: of each side, at least three. */
export function timesFinding(names: readonly string[], [base, ...others]: readonly TimeOutput[]): Finding | null {
  const [first = '', ...rest] = names;
  if (base === undefined) return null;
  const compared = others.map((other, i) => ({ name: rest[i] ?? '', against: compareTimes(base, other) }));
  const sides = [
    { name: `${first} (the base)`, cpu: rowOf(compareTimes(base, base), CPU) },
    ...compared.map(({ name, against }) => ({ name, cpu: rowOf(against, CPU) })),
  ].flatMap(({ name, cpu }) => (cpu === null ? [] : [{ name, cpu }])).sort((a, b) => a.cpu.after - b.cpu.after);
  const [least, most] = [sides[0], sides.at(-1)];
  return finding({
    code: 'bench-time', severity: 'info', confidence: 'too-early',
    claim: least === undefined || most === undefined || least.cpu.afterText === most.cpu.afterText
      ? parts`CPU is the same in all ${String(names.length)} runs.`
      : parts`CPU is least in ${least.name}: ${least.cpu.afterText}; most in ${most.name}: ${most.cpu.afterText}.`,
    evidence: [
      ...compared.map(({ name, against }) => sideWords(`${name} against ${first}`, against)),
      parts`One run per side does not show how large the noise is.`,
    ],
  });
}

function sideWords(sides: string, against: TimeComparison): Part[] {
  const figures = COMPARED.flatMap(([label, what]) => {
    const row = rowOf(against, label);
    return row === null ? [] : [shortChange(row, what)];
  });
  return parts`${sides}: ${figures.join(', ')}.`;
}
