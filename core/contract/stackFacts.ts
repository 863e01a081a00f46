/** What the stacks of a profile say. Part of contract.ts, which defines the units; import from there. */

export interface NamedValue { name: string; value: number }

/** What the stacks of a profile say beyond the sums of functions. */
export interface StackFacts {
  /** Number of samples without those of idle processors; absent if the profile does not count samples. */
  samples?: number;
  /** Value of idle processors, which total and rows include; absent if there is none. */
  idle?: { value: number };
  /**
   * Functions with the largest self values, those of idle processors aside. What works for its caller, such as an
   * allocator, is in the value of the first function of the program that calls it, or of the library function between.
   */
  leaves: StackLeaf[];
  /** Function outside of standard libraries with the largest value, library functions that it calls included. */
  own: { function: string; value: number; callers: NamedValue[] } | null;
  /** Values by kind of thread of a Java VM; empty for other programs. */
  threads: NamedValue[];
  /**
   * Value of the stacks in which a function reads the clock, and the outermost such function with most of it; absent if
   * none does.
   */
  clock?: NamedValue;
  /** Value of stacks that end in a frame without a name, so that callers are missing; absent if there are none. */
  withoutCallers?: { value: number };
  /** Number of samples of equal weight that are as certain; absent if the weights are about equal. */
  equalSamples?: number;
  /** Threads that a profile of time tells apart by labels, the largest first; absent if it names at most one. */
  ofThreads?: ThreadFacts[];
  /** Values by npm package, the largest first, native functions with their caller; absent for other programs. */
  ofPackages?: NamedValue[];
  /**
   * Value and number of waits for locks, and the functions that hold or want these, the largest first; absent for
   * profiles of another kind, and without such waits.
   */
  contention?: { value: number; waits: number; places: ContendedPlace[] };
  /**
   * Value of the stacks in Go's garbage collector, of those in its background workers and in assists, and the functions
   * of the program with the largest values in runtime.mallocgc; absent if no stack is in the collector.
   */
  collector?: { value: number; workers: number; assists: number; allocators: NamedValue[] };
  /**
   * Memory in use of stacks that evaluate a PromQL query: who asks with most of it, in words, and whether most of it is
   * of a subquery; absent for other profiles, and without such stacks.
   */
  queries?: { value: number; asker: string; isSub: boolean };
}

/** `caller` and `entry`: what calls it, and the outermost function, in nearly all of the stacks; null if several do. */
export interface ContendedPlace {
  function: string; value: number; waits: number; caller: string | null; entry: string | null;
}

export interface ThreadFacts {
  name: string;
  value: number;
  /** Its innermost functions, the largest first. */
  leaves: NamedValue[];
  /** The one line that all of its samples are in, if they are many; absent if they are in several. */
  still?: { function: string; file: string; line: number };
}

export interface StackLeaf {
  function: string;
  flat: number;
  /** Number of samples, if the profile counts them. */
  samples?: number;
  /** The largest of its callers, and of the processes and the outermost frames that it ran in; null if unknown. */
  caller: NamedValue | null;
  /** Its largest callers, at most three, those that all stacks begin with included; absent if it has one. */
  callers?: NamedValue[];
  process: NamedValue | null;
  bottom: NamedValue | null;
  /** The largest function that it calls to work for it, such as an allocator; absent if it has the value of none. */
  helper?: NamedValue;
  /** Whether all that works for it is an allocator; absent if not. */
  isOnlyAllocator?: true;
  /** Objects of a heap that it allocated, and those of them in use; absent for other profiles. */
  objects?: { inUse: number; allocated: number };
  /**
   * Its value with the library functions that it calls, and the function of the program that calls it most, with the
   * others if several do; absent if it is no library function with the value of what works for it.
   */
  library?: { value: number; caller: NamedValue | null; callers?: NamedValue[] };
}
