/** Says how the largest functions came to run: callers, processes, own code, idle processors, threads of a Java VM. */
import type { NamedValue, StackFacts, StackLeaf } from '../../../core/contract/contract.ts';
import { isAllocator } from '../../../core/profile/allocators.ts';
import { isWaiting } from '../../../core/profile/waitingFunctions.ts';
import { isStandardLibrary, ownerOf } from '../../../core/profile/packages.ts';
import {
  isIdleFunction, isIdleTask, isInterrupt, isOfJvm, JVM_KINDS, jvmKindOf,
} from '../../../core/profile/threadKinds.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { StackView } from '../decode/stackView.ts';
import type { Column } from '../decode/values.ts';
import { packageFacts } from './claims/packageFacts.ts';
import { sampleFacts, Weights } from './claims/sampleFacts.ts';
import { threadFacts } from './claims/threadFacts.ts';
import type { FrameNames } from './frameNames.ts';

/** `isOfMemory`: what an allocator allocates counts for its caller. */
interface Asked { view: StackView; names: FrameNames; column: Column; isOfMemory: boolean }

const MAX_LEAVES = 20;
const MAX_CALLERS = 2;
/** Callers of a function that has several. */
const MAX_LEAF_CALLERS = 3;
/** Entries of a program, which are a caller like others where there are several. */
const ENTRY = /^(?:_*main(?=$|[(@])|main\.main$|<module>)/;
/** Labels that name the process of a sample, the best first. */
const PROCESS_LABELS = ['command', 'comm', 'process'];
/** Frames at the bottom of all stacks of a program, which tell nothing about a sample. */
const BOTTOM = new RegExp([
  /^(?:_*main|_*libc_start\w*|(?:_*|_dl_|java_|thread_|pthread_)start(?:_thread|_call_main)?|_*clone3?)(?=$|[(@])/,
  /^(?:all|root|MainThread|Thread-\d+)$/,
  /^(?:total|ret_from_fork|entry_SYSCALL|do_syscall|asm_|secondary_startup|runtime[./]|main\.main|<module>|thread_)/,
  /^(?:java[./]lang[./]Thread\.run|std::|core::|[[(<]|0x|\?)/,
].map(({ source }) => source).join('|'));
const NAMELESS = /^(?:[[<(]?(?:unknown|kernel\.kallsyms|kernel)[\])>]?|0x[0-9a-f]{1,16})$/i;
/** Flags of a function. */
const IDLE = 1;
const IN_INTERRUPT = 2;
const OF_IDLE_TASK = 4;
const WITHOUT_NAME = 8;
const IDLE_ALONE = 16;
const OF_ALLOCATOR = 32;

/** Returns null for a profile without values, or with negative ones: a difference has no stacks of its own. */
export function stackFacts(profile: Profile, asked: Asked): StackFacts | null {
  const { view, names, column } = asked;
  if (column.numbers.some((value) => value < 0)) return null;
  const processes = processesOf(profile);
  const hasIdleTask = processes.names.some(isIdleTask) || names.names.some(isIdleTask);
  const flags = flagsOf(names, { hasIdleTask, isOfMemory: asked.isOfMemory });
  const isOwn = ownCode(names, flags);
  const sums = new StackSums(names.names.length, isOwn);
  const kinds = names.names.some(isOfJvm) ? names.names.map(jvmKindOf) : null;
  const perKind = JVM_KINDS.map(() => 0);
  const counts = countsOf(profile);
  const slots: number[] = [];
  const weights = new Weights();
  let [idle, samples] = [0, 0];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const value = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || value === 0) continue;
    slotsOf(profile, asked, { sample, slots, isEnough: hasIdleTask || kinds !== null ? null : isOwn });
    const count = counts === null ? 0 : at(profile.values, sample * profile.sampleTypes.length + counts);
    if (isIdle(slots, flags, processes.nameOf(sample))) { idle += value; continue; }
    samples += count;
    weights.add(value, count);
    if (slots.length === 0) continue;
    const caller = asked.isOfMemory ? slots.findIndex((slot) => (at(flags, slot) & OF_ALLOCATOR) === 0) : 0;
    if (caller > 0) slots.splice(0, caller);
    sums.add(slots, { value, count, process: processes.rowOf(sample) });
    const kind = kinds === null ? -1 : kindOf(slots, kinds);
    if (kind >= 0) perKind[kind] = (perKind[kind] ?? 0) + value;
  }
  const leaves = sums.leaves(names.names, processes.names);
  return leaves.length === 0 && idle === 0 ? null : {
    ...(counts === null ? {} : { samples }), ...weights.equal(),
    ...sampleFacts(profile, asked), ...threadFacts(profile, asked), ...packageFacts(profile, asked),
    ...(idle === 0 ? {} : { idle: { value: idle } }),
    leaves, own: sums.own(names.names),
    threads: JVM_KINDS.flatMap((name, kind) => {
      const value = perKind[kind] ?? 0;
      return value === 0 ? [] : [{ name, value }];
    }),
  };
}

/** Returns the column of the number of samples; null if the profile has none. */
function countsOf({ sampleTypes }: Profile): number | null {
  const found = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  return found < 0 ? null : found;
}

function flagsOf(
  { names }: FrameNames, { hasIdleTask, isOfMemory: ofMemory }: { hasIdleTask: boolean; isOfMemory: boolean }
): Uint8Array {
  return Uint8Array.from(names, (name) => (!hasIdleTask ? 0 : (isIdleFunction(name) ? IDLE : 0)
    | (isInterrupt(name) ? IN_INTERRUPT : 0) | (isIdleTask(name) ? OF_IDLE_TASK : 0)
    | (NAMELESS.test(name) ? WITHOUT_NAME : 0)) | (name === '(idle)' ? IDLE_ALONE : 0)
    | (ofMemory && isAllocator(name) ? OF_ALLOCATOR : 0));
}

/**
 * Returns whether a function is outside of standard libraries, allocators, calls that wait and of the kernel; remembers
 * it for each name.
 */
function ownCode({ names, files }: FrameNames, flags: Uint8Array): (slot: number) => boolean {
  const [unknown, other, own] = [0, 1, 2];
  const known = new Uint8Array(names.length);
  return (slot) => {
    if (known[slot] === unknown) {
      const owner = ownerOf(names[slot] ?? '', files[slot] ?? '');
      const isOther = owner === '' || isStandardLibrary(owner) || (at(flags, slot) & OF_ALLOCATOR) !== 0
        || isWaiting(names[slot] ?? '', files[slot] ?? '');
      known[slot] = isOther ? other : own;
    }
    return known[slot] === own;
  };
}

/**
 * Replaces `slots` with the names of a stack, innermost first; with `isEnough`, those up to the caller of the first
 * function that it accepts, and the outermost one.
 */
function slotsOf(
  { frames }: Profile, { view, names }: Asked,
  { sample, slots, isEnough }: { sample: number; slots: number[]; isEnough: ((slot: number) => boolean) | null }
): void {
  slots.length = 0;
  let enough = -1;
  const to = at(view.to, sample);
  for (let frame = at(view.from, sample); frame < to; frame++) {
    const location = at(frames, frame);
    for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
      const slot = at(names.slots, line);
      slots.push(slot);
      if (isEnough === null || slot === enough) continue;
      if (enough >= 0) {
        slots.push(outermost(names, frames, { from: frame, to }) ?? slot);
        return;
      }
      if (isEnough(slot)) enough = slot;
    }
  }
}

function outermost(
  { start, slots }: FrameNames, frames: Uint32Array, { from, to }: { from: number; to: number }
): number | undefined {
  for (let frame = to - 1; frame >= from; frame--) {
    const location = at(frames, frame);
    if (at(start, location) < at(start, location + 1)) return at(slots, at(start, location + 1) - 1);
  }
  return undefined;
}

/** Whether the idle task waits; what interrupts it is work. */
function isIdle(slots: readonly number[], flags: Uint8Array, process: string | null): boolean {
  if ((at(flags, slots[0] ?? -1) & IDLE_ALONE) !== 0) return true;
  const isTask = process === null ? (at(flags, slots.at(-1) ?? -1) & OF_IDLE_TASK) !== 0 : isIdleTask(process);
  if (!isTask) return false;
  const all = slots.reduce((sum, slot) => sum | at(flags, slot), 0);
  if ((all & IN_INTERRUPT) !== 0) return false;
  return (all & IDLE) !== 0 || slots.every((slot) => (at(flags, slot) & (WITHOUT_NAME | OF_IDLE_TASK)) !== 0);
}

function kindOf(slots: readonly number[], kinds: readonly number[]): number {
  let least: number = JVM_KINDS.length;
  for (const slot of slots) {
    const kind = kinds[slot] ?? -1;
    if (kind >= 0 && kind < least) least = kind;
  }
  return least === JVM_KINDS.length ? -1 : least;
}

interface Processes {
  names: readonly string[]; rowOf: (sample: number) => number; nameOf: (sample: number) => string | null;
}

/** Returns the labels that name the process of each sample; row -1 if there is none. */
function processesOf({ labels }: Profile): Processes {
  const key = PROCESS_LABELS.map((name) => labels.strings.indexOf(name)).find((row) => row > 0
    && labels.key.includes(row)) ?? -1;
  const rowOf = (sample: number): number => {
    if (key < 0) return -1;
    for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++)
      if (at(labels.key, label) === key && at(labels.text, label) > 0) return at(labels.text, label);
    return -1;
  };
  return {
    names: labels.strings, rowOf,
    nameOf: (sample) => {
      const row = rowOf(sample);
      return row < 0 ? null : labels.strings[row] ?? null;
    },
  };
}

/** Sums by pairs of a function and its caller, its process or its bottom frame; a pair is one number. */
class StackSums {
  private readonly flat = new Map<number, number>();
  private readonly counts = new Map<number, number>();
  private readonly callers = new Map<number, number>();
  private readonly processes = new Map<number, number>();
  private readonly bottoms = new Map<number, number>();
  private readonly ownValues = new Map<number, number>();
  private readonly ownCallers = new Map<number, number>();

  constructor(private readonly width: number, private readonly isOwn: (slot: number) => boolean) {}

  add(slots: readonly number[], { value, count, process }: { value: number; count: number; process: number }): void {
    const leaf = slots[0] ?? 0;
    put(this.flat, leaf, value);
    if (count > 0) put(this.counts, leaf, count);
    const caller = slots.find((slot) => slot !== leaf);
    if (caller !== undefined) put(this.callers, this.pair(leaf, caller), value);
    if (process >= 0) put(this.processes, process * this.width + leaf, value);
    const bottom = slots.at(-1) ?? leaf;
    if (bottom !== leaf && bottom !== caller) put(this.bottoms, this.pair(leaf, bottom), value);
    const own = slots.findIndex(this.isOwn);
    if (own < 0) return;
    const ownSlot = slots[own] ?? 0;
    put(this.ownValues, ownSlot, value);
    const above = slots.find((slot, depth) => depth > own && slot !== ownSlot);
    if (above !== undefined) put(this.ownCallers, this.pair(ownSlot, above), value);
  }

  private pair(first: number, second: number): number {
    return second * this.width + first;
  }

  leaves(names: readonly string[], processes: readonly string[]): StackFacts['leaves'] {
    const most = largest(this.flat, MAX_LEAVES);
    const wanted = new Set(most.map(([leaf]) => leaf));
    const [callers, processesOfLeaf, bottoms] = [this.callers, this.processes, this.bottoms]
      .map((pairs) => this.partners(pairs, wanted));
    return most.map(([leaf, flat]) => {
      const isTelling = ([slot]: readonly [number, number]): boolean => !BOTTOM.test(names[slot] ?? '');
      return {
        function: names[leaf] ?? '', flat, ...(this.counts.has(leaf) ? { samples: this.counts.get(leaf) ?? 0 } : {}),
        caller: namedValue(names, callers?.get(leaf)?.find(isTelling)),
        ...callersOf(names, callers?.get(leaf) ?? []),
        process: namedValue(processes, processesOfLeaf?.get(leaf)?.[0]),
        bottom: namedValue(names, bottoms?.get(leaf)?.find(isTelling)),
      };
    });
  }

  own(names: readonly string[]): StackFacts['own'] {
    const [first] = largest(this.ownValues, 1);
    return first === undefined ? null : {
      function: names[first[0]] ?? '', value: first[1],
      callers: (this.partners(this.ownCallers, new Set([first[0]])).get(first[0]) ?? [])
        .filter(([slot]) => !BOTTOM.test(names[slot] ?? '')).slice(0, MAX_CALLERS)
        .flatMap((pair) => namedValue(names, pair) ?? []),
    };
  }

  /** Returns the other ones of the pairs of each wanted function, the largest first. */
  private partners(
    pairs: ReadonlyMap<number, number>, wanted: ReadonlySet<number>
  ): Map<number, [number, number][]> {
    const found = new Map<number, [number, number][]>();
    for (const [pair, value] of pairs) {
      const slot = pair % this.width;
      if (!wanted.has(slot)) continue;
      const others = found.get(slot) ?? [];
      found.set(slot, others);
      others.push([Math.floor(pair / this.width), value]);
    }
    for (const others of found.values()) others.sort(([, a], [, b]) => b - a);
    return found;
  }
}

function put(sums: Map<number, number>, key: number, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

function largest(sums: ReadonlyMap<number, number>, max: number): [number, number][] {
  return [...sums].sort(([, a], [, b]) => b - a).slice(0, max);
}

function callersOf(
  names: readonly string[], pairs: readonly (readonly [number, number])[]
): Pick<StackLeaf, 'callers'> {
  const named = pairs.flatMap((pair) => namedValue(names, pair) ?? [])
    .filter(({ name }) => !BOTTOM.test(name) || ENTRY.test(name));
  return named.length < 2 ? {} : { callers: named.slice(0, MAX_LEAF_CALLERS) };
}

function namedValue(names: readonly string[], pair: readonly [number, number] | undefined): NamedValue | null {
  return pair === undefined ? null : { name: names[pair[0]] ?? '', value: pair[1] };
}
