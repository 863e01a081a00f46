/** Builds the finding of runs of `time`: one before and one after, or one on each of three or more sides. */
import type { Finding, Part, TimeComparison } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { formatNumber } from '../../../core/text/format.ts';
import { parts } from '../../../core/text/parts.ts';
import { changeWords, compareTimes, shortChange } from './timeComparison.ts';
import type { CommandChange } from './sides/timeCommands.ts';
import type { TimeOutput } from './sides/timeOutput.ts';

const CPU = 'CPU, user and system';
const COMPARED: readonly [label: string, word: string][] =
  [[CPU, 'CPU'], ['Wall clock', 'wall clock'], ['Largest resident memory', 'largest resident memory']];

const rowOf = ({ rows }: Pick<TimeComparison, 'rows'>, label: string): TimeComparison['rows'][number] | null =>
  rows.find((row) => row.label === label) ?? null;

/** `names` and `times`: of each side, at least three; the first is the base. */
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

/** Minimum difference of disk reads to report. */
const COLD_BYTES = 16 * 2 ** 20;
const COLD_FACTOR = 10;
/** Factor from which memory is reported as a multiple, and relative difference of cores that is reported. */
const MANY_TIMES = 1.95;
const OTHER_CORES = 0.2;

function memoryWords({ rows }: TimeComparison, names: readonly string[]): Part[] | null {
  const row = rows.find(({ label }) => label === 'Largest resident memory');
  const [before = 'before', after = 'after'] = names;
  if (row === undefined) return null;
  const times = row.before > 0 && row.after >= MANY_TIMES * row.before
    ? `: ${formatNumber(row.after / row.before)} times as much` : '';
  return parts`Largest resident memory is ${row.beforeText} in ${before} and ${row.afterText} in ${after}${times}.`;
}

/** Says how many cores each side kept busy, if that differs: one may run less in parallel. */
function coresWords({ rows }: TimeComparison, [before = 'before', after = 'after']: readonly string[]): Part[] | null {
  const row = rows.find(({ label }) => label === 'Cores kept busy');
  return row === undefined || !(row.before > 0) || Math.abs(row.after / row.before - 1) < OTHER_CORES ? null
    : parts`It kept ${row.beforeText} cores busy in ${before} and ${row.afterText} in ${after}.`;
}

/** Says that the disk is no reason for a difference: neither side read from it, nor waited for a page of it. */
function withoutDiskWords({ rows }: TimeComparison): Part[] | null {
  const [read, faults] = ['Read from disk', 'Page faults from disk'].map((label) => rowOf({ rows }, label));
  return [read, faults].every((row) => row !== null && row !== undefined && row.before === 0 && row.after === 0)
    ? parts`Neither run read from disk or waited for a page from it: the difference is not the disk’s.` : null;
}

/** Warns if one side read far more from disk; the other may have used the page cache. */
function cacheWords({ rows }: TimeComparison): Part[] | null {
  const row = rows.find(({ label }) => label === 'Read from disk');
  if (row === undefined) return null;
  const [more, less] = [Math.max(row.before, row.after), Math.min(row.before, row.after)];
  if (more < COLD_BYTES || less * COLD_FACTOR > more) return null;
  const [side, other] = row.before > row.after ? ['before', 'after'] : ['after', 'before'];
  const [text, rest] = row.before > row.after ? [row.beforeText, row.afterText] : [row.afterText, row.beforeText];
  return parts`The run ${side} read ${text} from disk, that ${other} ${less === 0 ? 'nothing' : rest}: ${
    'part of the wall-clock difference may be a cold page cache'}.`;
}

/** `names`: of the two sides; `commands`: what differs between their commands, null if nothing that the texts show. */
export function timeFinding(
  time: TimeComparison, [before = 'before', after = 'after']: readonly string[], commands: CommandChange | null = null
): Finding {
  const said = (label: string, what: string): string | null => {
    const row = time.rows.find((one) => one.label === label);
    return row === undefined ? null : changeWords(row, { what, before, after }) ?? `${what} is not comparable`;
  };
  const claims = [said('Wall clock', 'wall clock'), said('CPU, user and system', 'CPU')]
    .filter((one) => one !== null);
  const claim = `${commands === null ? '' : `${commands.lead}: `}${claims.join('; ')}`;
  return finding({
    code: 'bench-time', severity: 'info', confidence: 'too-early',
    // A name such as that of a file is kept as it is.
    claim: parts`${claim.replace(/^\p{Ll}(?=\p{L}* )/u, (first) => first.toUpperCase())}.`,
    evidence: [
      commands === null ? null : parts`${commands.meaning}`, memoryWords(time, [before, after]),
      coresWords(time, [before, after]), cacheWords(time) ?? withoutDiskWords(time),
      parts`One run per side does not show how large the noise is.`,
    ].filter((each) => each !== null),
  });
}
