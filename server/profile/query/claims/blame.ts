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

/** What a function may be; UNKNOWN until it is asked for. */
const [UNKNOWN, HELPER, OF_RUNTIME, SKIPPED, SERVING, OWN] = [0, 1, 2, 3, 4, 5];

/** Returns what the values of a type count; `isMemory`: whether they are of memory. */
export function blameKind(type: string, isMemory: boolean): Blame {
  return isMemory ? 'memory' : type === 'goroutine' ? 'goroutines' : OF_WAITS.test(type) ? null : 'time';
}

function kindOf(name: string): number {
  if (worksForCaller(name)) return HELPER;
  if (/^runtime\./.test(name) && !GC_FUNCTION.test(name) && !isWaiting(name, '')) return OF_RUNTIME;
  const isOfGo = !name.includes('::') && isStandardLibrary(packageOf(name));
  return isOfGo || OF_LANGUAGE.test(name) || BOTTOM.test(name) ? SKIPPED : isServing(name) ? SERVING : OWN;
}

/**
 * Returns the place in a stack, innermost first, of the function that its value counts for: 0, or the first function of
 * the program that calls a helper.
 */
export function blameOf(names: readonly string[], blame: Blame): (slots: readonly number[]) => number {
  if (blame === null) return () => 0;
  const known = new Uint8Array(names.length);
  const kindAt = (slot: number): number => {
    if (known[slot] === UNKNOWN) known[slot] = kindOf(names[slot] ?? '');
    return known[slot] ?? OWN;
  };
  // The outermost frame may be the name of the process.
  const callerFrom = (slots: readonly number[], depth: number): number => {
    const first = (kind: number): number => slots.findIndex((slot, at) => at >= depth && kindAt(slot) === kind
      && (at === depth || at < slots.length - 1 || blame === 'goroutines'));
    const own = first(OWN);
    return own >= 0 ? own : first(SERVING);
  };
  if (blame === 'goroutines') return (slots) => Math.max(0, callerFrom(slots, 0));
  return (slots) => {
    let depth = 0;
    let hasHelper = false;
    for (; depth < slots.length; depth++) {
      const kind = kindAt(slots[depth] ?? 0);
      // In a heap, what the runtime itself allocates is its own.
      if (kind !== HELPER && (kind !== OF_RUNTIME || blame === 'memory')) break;
      hasHelper ||= kind === HELPER;
    }
    if (!hasHelper) return 0;
    const own = callerFrom(slots, depth);
    return own >= 0 ? own : blame === 'memory' && depth < slots.length ? depth : 0;
  };
}
