/** Words on how the largest function of a profile came to run: callers, processes, own code, a Java VM. Pure. */
import type { Part, StackFacts, StackLeaf, TopTable } from '../../../contract/contract.ts';
import { isIdleTask } from '../../../profile/threadKinds.ts';
import { count, joined, parts, profileQuantity, quantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

/** Number of samples below which a share means nothing. */
const FEW_SAMPLES = 10;
const MAX_NAME_LETTERS = 70;
/** Share of a function's value from which its caller is named, and from which it is named without its share. */
const MIN_CALLER = 0.3;
const NEARLY_ALL = 0.95;
/** Share of the total from which own code and the Java VM are named, and from which the latter leads. */
const MIN_OWN = 0.3;
const MIN_VM = 0.1;
const LEADING_VM = 0.5;
/** Share of the first function from which the next ones are named. */
const NEARLY_FIRST = 0.7;
const MAX_NEXT = 2;
const JAVA_CODE = 'Java code';
const MAX_KINDS = 2;

/** Returns the value of the profile without idle processors. */
export function busyTotal({ total, stacks }: Pick<TopTable, 'total' | 'stacks'>): number {
  const idle = stacks?.idle?.value ?? 0;
  return total > idle ? total - idle : total;
}

/** Returns the rows without idle processors. */
export function busyRows({ rows, stacks }: Pick<TopTable, 'rows' | 'stacks'>): Pick<StackLeaf, 'function' | 'flat'>[] {
  return stacks?.idle === undefined || stacks.leaves.length === 0 ? rows : stacks.leaves;
}

const leafOf = (stacks: StackFacts | undefined, name: string): StackLeaf | undefined =>
  stacks?.leaves.find((leaf) => leaf.function === name);

/** A method of Java, whose package most readers know: `com.a.b.Table.get`. */
const JAVA_METHOD = /^(?:[a-z_][\w$]*[./]){2,}([A-Z_$][\w$]*\.[\w$<>]+)$/;

const shown = (name: string): string => nameWithin(JAVA_METHOD.exec(name)?.[1] ?? name, MAX_NAME_LETTERS);

/** Returns `called by vfs_read, in process cat`; empty if neither is known. */
function whereWords({ flat, caller, process, bottom }: StackLeaf): Part[] {
  const share = (value: number): Part[] => (value >= NEARLY_ALL * flat ? [] : parts` (${ratio(value / flat)} of it)`);
  const below = process === null ? bottom : null;
  return joined([
    caller === null || caller.value < MIN_CALLER * flat ? null
      : parts`called by ${shown(caller.name)}${share(caller.value)}`,
    process === null ? null : isIdleTask(process.name) ? `in an interrupt of the idle task (${process.name})`
      : parts`in process ${process.name}${share(process.value)}`,
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
  return where.length === 0 ? [] : parts`${shown(name)} is ${where}.`;
}

/** Returns the claim of a profile with so few samples that shares mean nothing; null for others. */
export function fewSamplesClaim(
  stacks: StackFacts | undefined, { name, flat, unit, type }: { name: string; flat: number; unit: string; type: string }
): Part[] | null {
  const samples = stacks?.samples;
  if (samples === undefined || samples <= 0 || samples >= FEW_SAMPLES) return null;
  const leaf = leafOf(stacks, name);
  const where = leaf === undefined ? [] : whereWords(leaf);
  const after = where.length === 0 ? [] : parts`, ${where}`;
  const value = unit === 'count' ? '' : parts`, ${profileQuantity(flat, unit)} of ${type}`;
  const event = unit === 'count' && type !== 'samples' ? ` of ${type}` : '';
  return samples === 1 ? parts`Only 1 sample${event}, too few for a share: it is in ${shown(name)}${value}${after}.`
    : parts`Only ${count(samples, 'sample')}${event}, too few for shares: ${
      leaf?.samples === undefined ? 'most are' : leaf.samples === 1 ? 'the largest is'
        : quantity(leaf.samples, 'count')} in ${shown(name)}${value}${after}.`;
}

/** Returns the largest function outside of standard libraries, if the function with the most self value is another. */
export function ownCodeStatement(
  stacks: StackFacts | undefined, first: { name: string; flat: number }, total: number
): Part[] {
  const own = stacks?.own ?? null;
  if (own === null || own.function === first.name || own.value < MIN_OWN * total || own.value < first.flat) return [];
  // Its only caller is named already.
  if (own.value === first.flat && leafOf(stacks, first.name)?.caller?.name === own.function) return [];
  const callers = own.callers.map(({ name, value }) =>
    parts`${shown(name)} (${ratio(value / total)})`);
  const by = callers.length === 0 ? '' : parts`, called by ${joined(callers, ' and ')}`;
  return parts`${shown(own.function)} has ${
    ratio(own.value / total)} with the library functions that it calls${by}.`;
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

/** Returns the next rows, if they have nearly as much as the first one; empty otherwise. */
export function nextStatement(
  rows: readonly Pick<StackLeaf, 'function' | 'flat'>[], first: { name: string; flat: number }, total: number
): Part[] {
  const next = rows.filter(({ function: name, flat }) =>
    name !== first.name && flat <= first.flat && flat >= NEARLY_FIRST * first.flat).slice(0, MAX_NEXT);
  const each = next.map(({ function: name, flat }) => parts`${shown(name)} has ${ratio(flat / total)}`);
  return total <= 0 || next.length === 0 ? [] : parts`${joined(each, ', ')}.`;
}

/** Returns what was left out of the shares; empty if nothing was. */
export function idleStatement(stacks: StackFacts | undefined, unit: string, type: string): Part[] {
  return stacks?.idle === undefined ? []
    : parts`Samples of idle processors are left out: ${profileQuantity(stacks.idle.value, unit)} of ${type}.`;
}
