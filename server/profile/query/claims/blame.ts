/** Finds the function whose work the innermost ones of a stack do, such as those that copy, sort or allocate. Pure. */
import { worksForCaller } from '../../../../core/profile/helpers.ts';
import { isStandardLibrary, packageOf } from '../../../../core/profile/packages.ts';
import { GC_FUNCTION } from '../../../../core/profile/subsystemRules.ts';
import { isWaiting } from '../../../../core/profile/waitingFunctions.ts';

/**
 * What a profile counts: memory, the time or the samples of code that runs, or goroutines wherever they are; null for
 * others, such as waits.
 */
export type Blame = 'memory' | 'time' | 'goroutines' | null;

/** Types whose values are of waits, or of threads that need not run. */
const OF_WAITS = /^(?:delay|contentions|lock|goroutine|threadcreate|offcpu)/;
/** Libraries that every program of a language has, and frames in place of a function that is not known. */
const OF_LANGUAGE = new RegExp('^(?:runtime[./]|internal/runtime/|java[./]|javax[./]|jdk[./]|sun[./]|std::|core::'
  + '|alloc::|__rustc|0x[0-9a-f]|[[?]|[<(]?(?:unknown|truncated|broken|incomplete|not_walkable|skipped_frames|break_)'
  + '|no_Java_frame)');
/** Frames at the bottom of stacks, below which there is nothing of the program. */
const BOTTOM = /^(?:_{0,3}(?:libc_)?start(?:_main\w*|_call_main|_thread)?|_{0,2}clone3?|all|root|total)(?=$|[(@])/;

/** Packages of Go that serve a program, and are named only where none of its own functions is. */
const OF_NET = /^(?:net|syscall|golang\.org\/x\/(?:sync|sys|net))[./]/;

/** Whether a function is of Go's network or system packages, behind which the program's own may be. */
export const isServing = (name: string): boolean => OF_NET.test(name);

const OF_GO_RUNTIME = /^(?:internal\/)?runtime[./]/;
const ANY_WAIT = /^(?:internal\/)?sync\.runtime_Semacquire$/;
const NAMELESS = /^(?:[[<(?]|0x)/;

/** What a function may be; UNKNOWN until it is asked for. */
const [UNKNOWN, HELPER, OF_RUNTIME, SKIPPED, SERVING, OWN, LIBRARY] = [0, 1, 2, 3, 4, 5, 6];

/** Returns what the values of a type count; `isMemory`: whether they are of memory. */
export function blameKind(type: string, isMemory: boolean): Blame {
  return isMemory ? 'memory' : type === 'goroutine' ? 'goroutines' : OF_WAITS.test(type) ? null : 'time';
}

const MAX_NAMES = 100_000;
/** Caches kinds by name: profiles of one program have the same names. */
const knownKinds = new Map<string, number>();

function kindOf(name: string): number {
  let kind = knownKinds.get(name);
  if (kind === undefined) {
    if (knownKinds.size >= MAX_NAMES) knownKinds.clear();
    knownKinds.set(name, kind = kindOfNew(name));
  }
  return kind;
}

function kindOfNew(name: string): number {
  if (worksForCaller(name)) return HELPER;
  if (/^runtime\./.test(name) && !GC_FUNCTION.test(name) && !isWaiting(name, '')) return OF_RUNTIME;
  if (!name.includes('::') && isStandardLibrary(packageOf(name)))
    return OF_GO_RUNTIME.test(name) ? SKIPPED : LIBRARY;
  return OF_LANGUAGE.test(name) || BOTTOM.test(name) ? SKIPPED : isServing(name) ? SERVING : OWN;
}

/**
 * Places in a stack, innermost first: `at` of the function that its value counts for; `callee` of what that calls to
 * work for it, -1 without one; `entry` of the library function that a function of the program calls, -1 without one,
 * and `owner` of that function of the program. `isLibrary`: whether the value counts for the library function.
 */
export interface Blamed { at: number; callee: number; entry: number; owner: number; isLibrary: boolean }

const nobody = (): Blamed => ({ at: 0, callee: -1, entry: -1, owner: -1, isLibrary: false });

/**
 * Returns whose the value of a stack is: that of its innermost function, or, if that is a helper, of the first function
 * of the program that calls it; of the function of Go's library that the program calls, if the helper works for that.
 */
export function blameOf(names: readonly string[], blame: Blame): (slots: readonly number[]) => Blamed {
  if (blame === null) return nobody;
  const known = new Uint8Array(names.length);
  const kindAt = (slot: number | undefined): number => {
    if (slot === undefined) return UNKNOWN;
    if (known[slot] === UNKNOWN) known[slot] = kindOf(names[slot] ?? '');
    return known[slot] ?? OWN;
  };
  // The outermost frame may be the name of the process.
  const firstOf = (kind: number, slots: readonly number[], depth: number): number =>
    slots.findIndex((slot, at) => at >= depth && kindAt(slot) === kind
      && (at === depth || at < slots.length - 1 || blame === 'goroutines'));
  const callerFrom = (slots: readonly number[], depth: number): number => {
    const own = firstOf(OWN, slots, depth);
    return own >= 0 ? own : firstOf(SERVING, slots, depth);
  };
  if (blame === 'goroutines') return (slots) => {
    const at = Math.max(0, callerFrom(slots, 0));
    // The innermost function does not say whether it waits for a lock or for others.
    const inner = at > 1 && ANY_WAIT.test(names[slots[0] ?? 0] ?? '') ? 1 : 0;
    return { ...nobody(), at, callee: at > 0 ? inner : -1 };
  };
  const namedBelow = (slots: readonly number[], at: number): number => {
    for (let below = at - 1; below >= 0; below--) if (!NAMELESS.test(names[slots[below] ?? 0] ?? '')) return below;
    return at - 1;
  };
  const entryOf = (slots: readonly number[], owner: number): number => {
    if (owner <= 0 || !slots.some((slot, at) => at < owner && kindAt(slot) === LIBRARY)) return -1;
    let entry = namedBelow(slots, owner);
    // Such as a call through the runtime.
    while (entry > 0 && kindAt(slots[entry]) === OF_RUNTIME) entry = namedBelow(slots, entry);
    const kind = kindAt(slots[entry]);
    return kind === LIBRARY || kind === HELPER ? entry : -1;
  };
  return (slots) => {
    const owner = firstOf(OWN, slots, 0);
    const entry = entryOf(slots, owner);
    let depth = 0;
    let hasHelper = false;
    for (; depth < slots.length; depth++) {
      const kind = kindAt(slots[depth]);
      // In a heap, what the runtime itself allocates is its own.
      if (kind !== HELPER && (kind !== OF_RUNTIME || blame === 'memory')) break;
      hasHelper ||= kind === HELPER;
    }
    if (!hasHelper) return { at: 0, callee: -1, entry, owner, isLibrary: false };
    if (entry >= 0) return { at: entry, callee: namedBelow(slots, entry), entry, owner, isLibrary: true };
    const own = callerFrom(slots, depth);
    const at = own >= 0 ? own : blame === 'memory' && depth < slots.length ? depth : 0;
    return { at, callee: namedBelow(slots, at), entry, owner, isLibrary: false };
  };
}
