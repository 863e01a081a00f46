/** Words on samples of threads that wait, which a profile of wall time or of all threads contains. Pure. */
import type { Part, TopRow, TopTable } from '../../../contract/contract.ts';
import { isWaiting } from '../../../profile/waitingFunctions.ts';
import { count, joined, parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';
import { callersWords } from './callers.ts';

/** Types whose samples may be of threads that wait. */
export const MAY_WAIT: ReadonlySet<string> = new Set(['samples', 'wall', 'time']);
const MAX_NAME_LETTERS = 70;
const MAX_NAMED = 2;
/** Share of the total from which waiting is all that the profile shows, and from which it is mentioned. */
const NEARLY_ALL = 0.9;
const NOTED = 0.3;
/** Share of wall time from which waiting leads: samples may be of threads that wait beside those that work. */
const MOST = 0.5;
/** Share of a function's value from which its caller is named. */
const MAIN_CALLER = 0.95;

interface Waits { value: number; rows: readonly TopRow[]; isMost: boolean }
type Asked = Pick<TopTable, 'sampleType' | 'unit' | 'rows' | 'stacks'>;

/**
 * Returns whether a profile with these types samples the CPU, so that its threads do not wait. Beside CPU samples, a
 * profile may have samples of wall time, whose threads may.
 */
export function isOnCpu(types: readonly { type: string }[], sampleType: string): boolean {
  return sampleType !== 'wall' && types.some(({ type }) => /^(?:cpu|task-clock|cycles|instructions)/.test(type));
}

/** Returns what is spent in functions that wait; null if that is little, or the profile is of another kind. */
export function waitsOf({ sampleType, rows, stacks }: Asked, total: number): Waits | null {
  if (!MAY_WAIT.has(sampleType) || total <= 0) return null;
  const own = rows.filter((row) => row.flat > 0 && (isWaiting(row.function, row.file) || isCalledToWait(row, stacks)));
  const value = own.reduce((sum, { flat }) => sum + flat, 0);
  const isFirst = own[0] !== undefined && rows.every(({ flat }) => flat <= (own[0]?.flat ?? 0));
  const isMost = sampleType !== 'samples' && value >= MOST * total;
  return value < NOTED * total && !isFirst ? null
    : { value, rows: own, isMost };
}

/** Returns whether waiting is all that the profile shows. */
export const isNearlyAll = (value: number, total: number): boolean => value >= NEARLY_ALL * total;

/** Returns how many of a few samples wait, so that they are not taken for work; empty if none does. */
export function fewWaitsStatement({ sampleType, unit, rows, stacks }: Asked, total: number): Part[] {
  if (!MAY_WAIT.has(sampleType) || unit !== 'count') return [];
  const own = rows.filter((row) => row.flat > 0 && (isWaiting(row.function, row.file) || isCalledToWait(row, stacks)));
  const value = own.reduce((sum, { flat }) => sum + flat, 0);
  const names = joined(own.slice(0, MAX_NAMED).map((row) => parts`${called(row)}`), ', ');
  return value <= 0 || value >= total ? []
    : parts`${profileQuantity(value, unit)} of them ${value === 1 ? 'waits' : 'wait'}, which is no work: ${names}.`;
}

/** Cores below which a profile is of a process with little to do, and below which one of few samples is. */
const HARDLY_ANY = 0.05;
const LITTLE_CORES = 0.15;
const FEW_SAMPLES = 100;

/** Returns that so little CPU explains no high load; "" for others. */
export const littleWords = (cores: number, stacks: Asked['stacks']): string =>
  (cores >= ((stacks?.samples ?? FEW_SAMPLES) >= FEW_SAMPLES ? HARDLY_ANY : LITTLE_CORES) ? ''
    : ' That is no high load: if there is one at other times, record then.');

/** Functions of Go for any call of the system, which wait if their caller does. */
const ANY_CALL = /^(?:runtime|(?:internal\/runtime\/)?syscall|golang\.org\/x\/sys\/unix)\.(?:raw)?syscall\w{0,12}$/i;
/** The call in which event loops of BSD and macOS wait. */
const EVENT_LOOP = /^(?:syscall|golang\.org\/x\/sys\/unix|runtime)\.[kK]event$/;

/** Whether a call of the system is nearly always one in which an event loop waits. */
function isCalledToWait({ function: name, flat }: TopRow, stacks: Asked['stacks']): boolean {
  const caller = ANY_CALL.test(name) ? stacks?.leaves.find((one) => one.function === name)?.caller ?? null : null;
  return caller !== null && EVENT_LOOP.test(caller.name) && caller.value >= MAIN_CALLER * flat;
}

/** A bare name, as Python has it, says little without its file. */
const called = ({ function: name, file }: TopRow): string =>
  `${nameWithin(name, MAX_NAME_LETTERS)}${file === '' || /\W/.test(name) ? '' : ` (${file})`}`;

/** Returns `999 of 1,000 samples are in functions that wait.` */
export function waitsClaim({ value }: Waits, { unit, type, total }: {
  unit: string; type: string; total: number;
}): Part[] {
  if (unit !== 'count') return parts`${ratio(value / total)} of ${type} is spent in functions that wait, ${
    profileQuantity(value, unit)} of ${profileQuantity(total, unit)}.`;
  if (total === 1) return parts`The only sample is in a function that waits.`;
  return value === total ? parts`All ${count(total, 'sample')} are in functions that wait.`
    : parts`${profileQuantity(value, unit)} of ${count(total, 'sample')} are in functions that wait.`;
}

/** Returns that a thread was idle for nearly all of its time; null for other profiles. */
export function idleClaim({ sampleType, unit, total, stacks }: Asked & Pick<TopTable, 'total'>): Part[] | null {
  const idle = stacks?.idle?.value ?? 0;
  return sampleType !== 'wall' || total <= 0 || idle < NEARLY_ALL * total ? null
    : parts`The thread is idle for ${ratio(idle / total)} of wall time, ${profileQuantity(idle, unit)} of ${
      profileQuantity(total, unit)}.`;
}

/** Returns which functions wait, and what calls them. */
export function waitersStatement({ rows }: Waits, { stacks, unit }: Asked): Part[] {
  const most = rows.slice(0, MAX_NAMED).map((row) => {
    const leaf = stacks?.leaves.find((one) => one.function === row.function);
    const caller = leaf?.caller ?? null;
    const several = leaf === undefined ? [] : callersWords(leaf);
    const by = several.length > 0 ? parts`, called by ${several}`
      : caller === null || caller.value < MAIN_CALLER * row.flat ? ''
      : parts`, called by ${nameWithin(caller.name, MAX_NAME_LETTERS)}`;
    return parts`${profileQuantity(row.flat, unit)} in ${called(row)}${by}`;
  });
  return parts`Waiting: ${joined(most, '; ')}.`;
}

/** Returns where the samples are that do not wait; empty if there are none. */
export function workStatement(waits: Waits, { rows, unit }: Asked, total: number): Part[] {
  const first = rows.find((row) => row.flat > 0 && !waits.rows.includes(row));
  const rest = total - waits.value;
  if (first === undefined || rest <= 0) return [];
  const value = profileQuantity(rest, unit);
  return first.flat === rest ? parts`The rest, ${value}, is in ${called(first)}.`
    : parts`Of the rest, ${value}, most is in ${called(first)}: ${profileQuantity(first.flat, unit)}.`;
}

/** Says what such a profile can tell. */
export const WAITING_NEXT: Part[] = [{
  text: 'Waiting takes no CPU: for the cost of code, record under load, or on the CPU only; for a slow answer, look at '
    + 'what is waited for.',
}];
