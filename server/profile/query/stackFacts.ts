/** Says how the largest functions came to run: callers, processes, own code, idle processors, threads of a Java VM. */
import type { StackFacts } from '../../../core/contract/contract.ts';
import { worksForCaller } from '../../../core/profile/helpers.ts';
import { isWaiting } from '../../../core/profile/waitingFunctions.ts';
import { isStandardLibrary, ownerOf } from '../../../core/profile/packages.ts';
import {
  isIdleFunction, isIdleTask, isInterrupt, isOfJvm, JVM_KINDS, jvmKindOf,
} from '../../../core/profile/threadKinds.ts';
import { at, type Profile } from '../decode/profile.ts';
import { readSlots } from '../decode/stackSlots.ts';
import type { StackView } from '../decode/stackView.ts';
import type { Column } from '../decode/values.ts';
import { blameOf, isServing, type Blame } from './claims/blame.ts';
import { collectorFacts } from './claims/collectorFacts.ts';
import { contentionFacts } from './claims/contentionFacts.ts';
import { packageFacts } from './claims/packageFacts.ts';
import { queryFacts } from './claims/queryFacts.ts';
import { sampleFacts, Weights } from './claims/sampleFacts.ts';
import { StackSums, type Counted } from './claims/stackSums.ts';
import { threadFacts } from './claims/threadFacts.ts';
import type { FrameNames } from './frameNames.ts';

/** `blame`: what the profile counts, by which functions that work for their callers count for these. */
interface Asked {
  view: StackView; names: FrameNames; column: Column; blame: Blame;
  /** Whether values are of memory in use. */
  isInUse?: boolean;
}

/** Labels that name the process of a sample, the best first. */
const PROCESS_LABELS = ['command', 'comm', 'process'];
const NAMELESS = /^(?:[[<(]?(?:unknown|kernel\.kallsyms|kernel)[\])>]?|0x[0-9a-f]{1,16})$/i;
/** Flags of a function. */
const IDLE = 1;
const IN_INTERRUPT = 2;
const OF_IDLE_TASK = 4;
const WITHOUT_NAME = 8;
const IDLE_ALONE = 16;
const OF_HELPER = 32;

/** Returns null for a profile without values, or with negative ones: a difference has no stacks of its own. */
export function stackFacts(profile: Profile, asked: Asked): StackFacts | null {
  const { view, names, column } = asked;
  if (column.numbers.some((value) => value < 0)) return null;
  const processes = processesOf(profile);
  const hasIdleTask = processes.names.some(isIdleTask) || names.names.some(isIdleTask);
  const flags = flagsOf(names, { hasIdleTask, blame: asked.blame });
  const isOwn = ownCode(names, flags);
  const blamed = blameOf(names.names, asked.blame);
  const isEnough = hasIdleTask || names.names.some(isOfJvm) ? null
    : (slot: number): boolean => isOwn(slot) && !isServing(names.names[slot] ?? '');
  const sums = new StackSums(names.names.length);
  const kinds = names.names.some(isOfJvm) ? names.names.map(jvmKindOf) : null;
  const perKind = JVM_KINDS.map(() => 0);
  const counts = countsOf(profile);
  const objects = asked.isInUse === true ? objectsOf(profile) : null;
  const slots: number[] = [];
  const weights = new Weights();
  let [idle, samples] = [0, 0];
  const counted = new CountedSamples(profile.sampleCount);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const value = column.numbers[sample] ?? 0;
    // Of a heap, also what is allocated and no longer in use counts.
    if (view.kept[sample] === 0 || (value === 0 && objects === null)) continue;
    readSlots(profile, asked, { sample, slots, isEnough });
    const count = counts === null ? 0 : at(profile.values, sample * profile.sampleTypes.length + counts);
    if (isIdle(slots, flags, processes.nameOf(sample))) { idle += value; continue; }
    samples += count;
    weights.add(value, count);
    if (slots.length === 0) continue;
    const kind = kinds === null ? -1 : kindOf(slots, kinds);
    if (kind >= 0) perKind[kind] = (perKind[kind] ?? 0) + value;
    const { at: caller, entry, isLibrary } = blamed(slots);
    const leaf = slots[caller] ?? -1;
    if (objects !== null) sums.addObjects(leaf, objects(sample));
    if (value === 0) continue;
    const stack = { leaf, own: firstFrom(slots, caller, isOwn), entry: slots[entry] ?? -1, isFolded: isLibrary };
    sums.add(stack, { value, count });
    counted.set(sample, stack);
  }
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const [leaf, own, entry] = [counted.leaf(sample), counted.own(sample), counted.entry(sample)];
    if (leaf < 0 || !sums.isWanted(leaf, own, entry)) continue;
    readSlots(profile, asked, { sample, slots, isEnough });
    const { at: caller, callee, entry: entryAt, owner } = blamed(slots);
    const stack = { leaf, own, entry, owner: entryAt < 0 ? -1 : slots[owner] ?? -1 };
    const helper = slots[callee] ?? -1;
    const value = column.numbers[sample] ?? 0;
    const from = caller > 0 ? slots.slice(caller) : slots;
    sums.addPartners(from, stack, { value, process: processes.rowOf(sample), helper });
  }
  const leaves = sums.leaves(names.names, processes.names);
  return leaves.length === 0 && idle === 0 ? null : {
    ...(counts === null ? {} : { samples }), ...weights.equal(),
    ...sampleFacts(profile, asked), ...threadFacts(profile, asked), ...packageFacts(profile, asked),
    ...contentionFacts(profile, asked),
    ...(asked.blame === 'time' ? collectorFacts(profile, { ...asked, isOwn }) : {}),
    ...(asked.isInUse === true ? queryFacts(profile, asked) : {}),
    ...(idle === 0 ? {} : { idle: { value: idle } }),
    leaves, own: sums.own(names.names),
    threads: JVM_KINDS.flatMap((name, kind) => {
      const value = perKind[kind] ?? 0;
      return value === 0 ? [] : [{ name, value }];
    }),
  };
}

/** For each sample the slots of the functions that it counts for; -1 without one. */
class CountedSamples {
  private readonly slots: Int32Array;

  constructor(samples: number) {
    this.slots = new Int32Array(3 * samples).fill(-1);
  }

  set(sample: number, { leaf, own, entry }: Pick<Counted, 'leaf' | 'own' | 'entry'>): void {
    this.slots[3 * sample] = leaf;
    this.slots[3 * sample + 1] = own;
    this.slots[3 * sample + 2] = entry;
  }

  leaf(sample: number): number {
    return this.slots[3 * sample] ?? -1;
  }

  own(sample: number): number {
    return this.slots[3 * sample + 1] ?? -1;
  }

  entry(sample: number): number {
    return this.slots[3 * sample + 2] ?? -1;
  }
}

/** Returns the first slot from a depth on that is accepted, or -1. */
function firstFrom(slots: readonly number[], depth: number, isAccepted: (slot: number) => boolean): number {
  for (let place = depth; place < slots.length; place++) {
    const slot = slots[place] ?? -1;
    if (isAccepted(slot)) return slot;
  }
  return -1;
}

/** Returns the column of the number of samples; null if the profile has none. */
function countsOf({ sampleTypes }: Profile): number | null {
  const found = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  return found < 0 ? null : found;
}

/** Returns the objects in use and allocated of each sample of a heap; null for others. */
function objectsOf(
  { sampleTypes, values }: Profile
): ((sample: number) => { inUse: number; allocated: number }) | null {
  const [inUse = -1, allocated = -1] = ['inuse_objects', 'alloc_objects']
    .map((name) => sampleTypes.findIndex(({ type }) => type === name));
  if (inUse < 0 || allocated < 0) return null;
  return (sample) => ({
    inUse: at(values, sample * sampleTypes.length + inUse),
    allocated: at(values, sample * sampleTypes.length + allocated),
  });
}

function flagsOf(
  { names }: FrameNames, { hasIdleTask, blame }: { hasIdleTask: boolean; blame: Blame }
): Uint8Array {
  return Uint8Array.from(names, (name) => (!hasIdleTask ? 0 : (isIdleFunction(name) ? IDLE : 0)
    | (isInterrupt(name) ? IN_INTERRUPT : 0) | (isIdleTask(name) ? OF_IDLE_TASK : 0)
    | (NAMELESS.test(name) ? WITHOUT_NAME : 0)) | (name === '(idle)' ? IDLE_ALONE : 0)
    | (blame !== null && worksForCaller(name) ? OF_HELPER : 0));
}

/**
 * Returns whether a function is outside of standard libraries, allocators and the like, calls that wait and of the
 * kernel; remembers it for each name.
 */
function ownCode({ names, files }: FrameNames, flags: Uint8Array): (slot: number) => boolean {
  const [unknown, other, own] = [0, 1, 2];
  const known = new Uint8Array(names.length);
  return (slot) => {
    if (known[slot] === unknown) {
      const owner = ownerOf(names[slot] ?? '', files[slot] ?? '');
      const isOther = owner === '' || isStandardLibrary(owner) || (at(flags, slot) & OF_HELPER) !== 0
        || isWaiting(names[slot] ?? '', files[slot] ?? '');
      known[slot] = isOther ? other : own;
    }
    return known[slot] === own;
  };
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

