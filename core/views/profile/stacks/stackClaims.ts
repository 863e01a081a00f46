/** Words on how the largest function of a profile came to run: callers, processes, own code, a Java VM. Pure. */
import type { Part, StackFacts, StackLeaf, TopTable } from '../../../contract/contract.ts';
import { isIdleTask } from '../../../profile/threadKinds.ts';
import { count, joined, parts, profileQuantity, quantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';
import { calledBy, NEARLY_ALL, shareOf, shown } from './callers.ts';
import { libraryMark } from './libraryClaims.ts';

/** Number of samples below which a share means nothing, and below which the first function must be clearly ahead. */
const FEW_SAMPLES = 10;
const MANY_SAMPLES = 30;
/** Number of samples below which the uncertainty of a share is reported, and the smallest one that is, in points. */
const ENOUGH_SAMPLES = 100;
const MIN_POINTS = 5;
/** Standard deviations of a difference of counts, and of a share, that are beyond chance. */
const CLEAR = 2;
const CONFIDENCE_95 = 1.96;
const MAX_NAME_LETTERS = 70;
/** Share of the total from which own code and the Java VM are named, and from which the latter leads. */
const MIN_OWN = 0.3;
const MIN_VM = 0.1;
/** Share of the total from which own code leads, and how much more it has than the first function that it calls. */
const LEADING_OWN = 0.9;
const MUCH_MORE = 1.3;
const LEADING_VM = 0.5;
/** Share of the first function from which the next ones are named, the second with a least share of the total. */
const NEARLY_FIRST = 0.7;
const HALF = 0.5;
const MIN_NEAR = 0.03;
/** Share of the total up to which others are named, least share of each, and share from which their sum is. */
const ENOUGH = 0.8;
const MIN_NEXT = 0.1;
const MUCH_TOLD = 0.7;
const MAX_NEXT = 3;
/** Share of idle time from which a thread has time to spare. */
const SPARE = 0.3;
/** Next functions of a profile with few samples, and the share of the samples up to which they are named. */
const MAX_SECOND = 3;
const MOST = 0.9;
const JAVA_CODE = 'Java code';
/** The handlers and writers of Go's own profiles. */
const OF_PROFILING = /^(?:net\/http|runtime)\/pprof\./;
const MAX_KINDS = 2;

/** Returns the value of the profile without idle processors. */
export function busyTotal({ total, stacks }: Pick<TopTable, 'total' | 'stacks'>): number {
  const idle = stacks?.idle?.value ?? 0;
  return total > idle ? total - idle : total;
}

type Rows = Pick<TopTable, 'unit' | 'rows' | 'stacks'>;

/** Returns the rows without idle processors, with what works for its caller in the value of that, if anything does. */
export function busyRows({ rows, stacks }: Rows): Pick<StackLeaf, 'function' | 'flat'>[] {
  if (stacks === undefined || stacks.leaves.length === 0) return rows;
  return stacks.idle !== undefined || stacks.leaves.some(({ helper }) => helper !== undefined) ? stacks.leaves : rows;
}

/** Returns `with the allocator that it calls (malloc)`: what is in the value of a function; null if nothing is. */
export function helperOf(
  { unit, stacks, sampleType }: Pick<TopTable, 'sampleType'> & Rows, name: string
): string | null {
  const { helper: found, isOnlyAllocator } = leafOf(stacks, name) ?? {};
  const helper = found?.name;
  return helper === undefined ? null : sampleType === 'goroutine' ? `in ${shown(helper)}`
    : isOfMemory(unit) && isOnlyAllocator === true ? `with the allocator that it calls (${shown(helper)})`
      : `with calls such as ${shown(helper)}`;
}

/** Whether a profile may be of memory: of its bytes, or of the number of its objects. */
const isOfMemory = (unit: string): boolean => unit === 'bytes' || unit === 'count';

const leafOf = (stacks: StackFacts | undefined, name: string): StackLeaf | undefined =>
  stacks?.leaves.find((leaf) => leaf.function === name);

/** A path of Rust or C++ without arguments, and its last two segments. */
const LONG_PATH = /^[\w:]{1,400}::(\w{1,60}::\w{1,60})$/;
const MAX_REPEATED = 40;

/** Returns the name of a function that was named already, without the front of a long path. */
export const again = (name: string): string => (name.length <= MAX_REPEATED ? shown(name)
  : LONG_PATH.exec(name)?.[1] ?? shown(name));

/** Returns `called by vfs_read, in process cat`; empty if neither is known. */
function whereWords(leaf: StackLeaf): Part[] {
  const { flat, process, bottom } = leaf;
  const below = process === null ? bottom : null;
  return joined([
    calledBy(leaf),
    process === null ? null : isIdleTask(process.name) ? `in an interrupt of the idle task (${process.name})`
      : parts`in process ${process.name}${shareOf(process.value, flat)}`,
    below === null || below.value < NEARLY_ALL * flat ? null : parts`below ${shown(below.name)}`,
  ], ', ');
}

/** A class of Java: the innermost frame of a profile of locks is the class of the object, which nothing calls. */
const JAVA_CLASS = /^(?:[a-z_][\w$]*[./]){1,20}[A-Z_$][\w$]*(?:\[\]|_\[\w\])?$/;

/** Returns who called the function; empty if that is not known. `isOfLocks`: the profile is of time for locks. */
export function calledStatement(stacks: StackFacts | undefined, name: string, isOfLocks: boolean): Part[] {
  const leaf = leafOf(stacks, name);
  if (isOfLocks && leaf !== undefined && JAVA_CLASS.test(name)) return leaf.caller === null ? []
    : parts`Threads wait for locks of ${nameWithin(name, MAX_NAME_LETTERS)} in ${shown(leaf.caller.name)}.`;
  const where = leaf === undefined ? [] : whereWords(leaf);
  return where.length === 0 ? [] : parts`${again(name)} is ${where}.`;
}

/** Returns the claim of a profile with so few samples that shares mean nothing; null for others. */
export function fewSamplesClaim(
  stacks: StackFacts | undefined, { name, flat, unit, type }: { name: string; flat: number; unit: string; type: string }
): Part[] | null {
  const samples = stacks?.samples;
  if (samples === undefined || samples <= 0 || samples >= MANY_SAMPLES) return null;
  if (samples >= FEW_SAMPLES && isClear(stacks)) return null;
  const leaf = leafOf(stacks, name);
  const where = leaf === undefined ? [] : whereWords(leaf);
  const after = where.length === 0 ? [] : parts`, ${where}`;
  const value = unit === 'count' ? '' : parts`, ${profileQuantity(flat, unit)} of ${type}`;
  const event = unit === 'count' && type !== 'samples' ? ` of ${type}` : '';
  return samples === 1 ? parts`Only 1 sample${event}, too few for a share: it is in ${shown(name)}${value}${after}.`
    : parts`Only ${count(samples, 'sample')}${event}, too few for shares: ${
      leaf?.samples === undefined ? 'most are' : leaf.samples === 1 ? 'the largest is'
        : quantity(leaf.samples, 'count')} in ${shown(name)}${value}${after}${secondWords(stacks, name)}.`;
}

/** Returns the next functions of a profile with few samples, up to most of it, that have more than one of them. */
function secondWords(stacks: StackFacts | undefined, name: string): Part[] | string {
  const leaves = stacks?.leaves ?? [];
  if ((leafOf(stacks, name)?.samples ?? 0) < 2) return '';
  const all = stacks?.samples ?? 0;
  let told = leafOf(stacks, name)?.samples ?? 0;
  const next = leaves.filter((leaf) => leaf.function !== name && (leaf.samples ?? 0) > 1)
    .sort((a, b) => (b.samples ?? 0) - (a.samples ?? 0)).slice(0, MAX_SECOND).flatMap((leaf) => {
      if (told >= MOST * all) return [];
      told += leaf.samples ?? 0;
      return [parts`; ${quantity(leaf.samples ?? 0, 'count')} in ${shown(leaf.function)}`];
    });
  return next.length === 0 ? '' : next.flat();
}

/** Whether the first function has so many more samples than the second that chance does not explain it. */
function isClear(stacks: StackFacts | undefined): boolean {
  const [first = 0, second = 0] = (stacks?.leaves ?? []).map(({ samples = 0 }) => samples).sort((a, b) => b - a);
  return first - second > CLEAR * Math.sqrt(first + second);
}

/** Returns by how much the share of a function may be wrong, if the samples are few; empty otherwise. */
export function uncertainStatement(
  stacks: StackFacts | undefined, { name, flat }: { name: string; flat: number }, total: number
): Part[] {
  const all = stacks?.samples ?? 0;
  const equal = stacks?.equalSamples ?? all;
  if (all <= 0 || total <= 0 || equal >= ENOUGH_SAMPLES) return [];
  const share = Math.min(1, flat / total);
  const points = Math.round(100 * CONFIDENCE_95 * Math.sqrt(share * (1 - share) / equal));
  return points < MIN_POINTS ? []
    : parts`With ${count(all, 'sample')}${
      stacks?.equalSamples === undefined ? '' : ' of unequal weight'}, the share of ${again(name)} is uncertain by ${
      `\u00b1${points}`} points (95 % confidence).`;
}

/** Whether nearly all is in one function outside of standard libraries, over several that it calls. */
export function isOwnLeading(stacks: StackFacts | undefined, first: { flat: number }, total: number): boolean {
  const value = stacks?.own?.value ?? 0;
  return value >= LEADING_OWN * total && value >= MUCH_MORE * first.flat;
}

/**
 * Returns the largest function outside of standard libraries, if the function with the most self value is another.
 * `type`: what the share is of, if no sentence before it says so.
 */
export function ownCodeStatement(
  stacks: StackFacts | undefined, first: { name: string; flat: number }, total: number, type = ''
): Part[] {
  const own = stacks?.own ?? null;
  if (own === null || own.function === first.name || own.value < MIN_OWN * total || own.value < first.flat) return [];
  // Its only caller is named already.
  if (own.value === first.flat && leafOf(stacks, first.name)?.caller?.name === own.function) return [];
  const callers = own.callers.map(({ name, value }) =>
    parts`${shown(name)} (${ratio(value / total)})`);
  const by = callers.length === 0 ? '' : parts`, called by ${joined(callers, ' and ')}`;
  return parts`${shown(own.function)} has ${
    ratio(own.value / total)}${type === '' ? '' : ` of ${type}`} with the library functions that it calls${by}.${
    OF_PROFILING.test(own.function) ? ' That is the cost of profiling itself.' : ''}`;
}

/** Returns what the compiler and the collector of a Java VM take, and whether that leads; null for other programs. */
export function javaStatement(
  stacks: StackFacts | undefined, total: number, type: string
): { leads: boolean; vm: Part[]; code: Part[] } | null {
  const threads = stacks?.threads ?? [];
  const vm = threads.filter(({ name }) => name !== JAVA_CODE).sort((a, b) => b.value - a.value);
  const sum = vm.reduce((all, { value }) => all + value, 0);
  if (total <= 0 || sum < MIN_VM * total) return null;
  const java = threads.find(({ name }) => name === JAVA_CODE)?.value ?? 0;
  const kinds = vm.slice(0, MAX_KINDS).map(({ name, value }) => parts`${name} ${ratio(value / total)}`);
  return {
    leads: sum >= LEADING_VM * total,
    vm: parts`The Java VM itself takes ${ratio(sum / total)} of ${type}: ${joined(kinds, ', ')}.`,
    code: java === 0 ? parts`No Java code is in it.` : parts`Java code takes ${ratio(java / total)}.`,
  };
}

/** What was named before, and whose helpers are known. */
interface Told { total: number; ties: readonly { flat: number }[]; helpers: readonly StackLeaf[] }

/**
 * Returns the next rows until most of the total is named, and those that have at least half of the first one; empty if
 * there is none. `rows`: the largest first.
 */
export function nextStatement(
  rows: readonly Pick<StackLeaf, 'function' | 'flat'>[], first: { name: string; flat: number },
  { total, ties, helpers }: Told
): Part[] {
  let told = first.flat + ties.reduce((sum, { flat }) => sum + flat, 0);
  let hasLibrary = helpers.some((one) => one.function === first.name && one.library !== undefined);
  const next: Part[][] = [];
  for (const { function: name, flat } of rows) {
    if (name === first.name || flat > first.flat || (ties.length > 0 && flat === first.flat)) continue;
    const isNear = flat >= NEARLY_FIRST * first.flat || (flat >= HALF * first.flat && flat >= MIN_NEAR * total);
    if (next.length >= MAX_NEXT || !(isNear || (told < ENOUGH * total && flat >= MIN_NEXT * total))) break;
    const { helper, library } = helpers.find((one) => one.function === name) ?? {};
    hasLibrary ||= library !== undefined;
    told += flat;
    next.push(parts`${shown(name)}${library !== undefined ? libraryMark(library)
      : helper === undefined ? '' : ` (with ${shown(helper.name)})`} ${
      next.length === 0 ? 'has ' : ''}${ratio((library?.value ?? flat) / total)}`);
  }
  if (total <= 0 || next.length === 0) return [];
  // The values of library functions may include those of other functions that are named.
  return parts`${joined(next, ', ')}${hasLibrary || told < MUCH_TOLD * total || told > total ? ''
    : parts`: ${ratio(told / total)} with ${again(first.name)}`}.`;
}

/** Returns what was left out of the shares; empty if nothing was. */
export function idleStatement(
  stacks: StackFacts | undefined, { sampleType, unit, total }: Pick<TopTable, 'sampleType' | 'unit' | 'total'>,
  type: string
): Part[] {
  if (stacks?.idle === undefined) return [];
  const { value } = stacks.idle;
  return sampleType === 'wall' ? parts`The thread is idle for ${ratio(value / total)} of ${
    profileQuantity(total, unit)}, which the shares leave out${
    value < SPARE * total ? '' : ': it is not short of CPU'}.`
    : parts`Samples of idle processors are left out: ${profileQuantity(value, unit)} of ${type}.`;
}
