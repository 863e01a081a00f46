/** Sums stacks by their innermost function, its callers and what works for it, and by the program's own code. */
import type { NamedValue, StackFacts, StackLeaf } from '../../../../core/contract/contract.ts';
import { isAllocator } from '../../../../core/profile/allocators.ts';

const MAX_LEAVES = 20;
const MAX_CALLERS = 2;
/** Callers of a function that has several. */
const MAX_LEAF_CALLERS = 3;
/** Entries of a program, which are a caller like others where there are several. */
const ENTRY = /^(?:_*main(?=$|[(@])|main\.main$|<module>)/;
/** Frames at the bottom of all stacks of a program, which tell nothing about a sample. */
const BOTTOM = new RegExp([
  /^(?:_*main|_*libc_start\w*|(?:_*|_dl_|java_|thread_|pthread_)start(?:_thread|_call_main)?|_*clone3?)(?=$|[(@])/,
  /^(?:all|root|MainThread|Thread-\d+)$/,
  /^(?:total|ret_from_fork|entry_SYSCALL|do_syscall|asm_|secondary_startup|runtime[./]|main\.main|<module>|thread_)/,
  /^(?:java[./]lang[./]Thread\.run|std::|core::|[[(<]|0x|\?)/,
].map(({ source }) => source).join('|'));

/** Sums by pairs of a function and its caller, its process or its bottom frame; a pair is one number. */
export class StackSums {
  private readonly flat = new Map<number, number>();
  private readonly counts = new Map<number, number>();
  private readonly callers = new Map<number, number>();
  private readonly processes = new Map<number, number>();
  private readonly bottoms = new Map<number, number>();
  /** What works for a function, by function. */
  private readonly helpers = new Map<number, number>();
  /** Values of library functions with what they call, of those that call them, and which have a value of helpers. */
  private readonly libraries = new Map<number, number>();
  private readonly libraryCallers = new Map<number, number>();
  private readonly folded = new Set<number>();
  /** Objects in use, and allocated ones. */
  private readonly inUse = new Map<number, number>();
  private readonly allocated = new Map<number, number>();
  private readonly ownValues = new Map<number, number>();
  private readonly ownCallers = new Map<number, number>();

  constructor(private readonly width: number, private readonly isOwn: (slot: number) => boolean) {}

  /** `helper`: what the first of `slots` calls to work for it; -1 if that is the innermost one. */
  add(
    slots: readonly number[],
    { value, count, process, helper }: { value: number; count: number; process: number; helper: number }
  ): void {
    const leaf = slots[0] ?? 0;
    put(this.flat, leaf, value);
    if (helper >= 0) put(this.helpers, this.pair(leaf, helper), value);
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

  /**
   * Adds the value of a stack to the library function `entry`, which `owner` calls; -1 without one. `leaf`: what the
   * stack counts for, `isFolded` if by functions that work for it.
   */
  addLibrary(
    value: number, { entry, owner, leaf, isFolded }: { entry: number; owner: number; leaf: number; isFolded: boolean }
  ): void {
    if (isFolded) this.folded.add(leaf);
    if (entry >= 0) {
      put(this.libraries, entry, value);
      put(this.libraryCallers, this.pair(entry, owner), value);
    }
    if (leaf !== entry) put(this.libraries, leaf, value);
  }

  /** Adds objects of a heap to the function that they count for. */
  addObjects(leaf: number, { inUse, allocated }: { inUse: number; allocated: number }): void {
    put(this.inUse, leaf, inUse);
    put(this.allocated, leaf, allocated);
  }

  private pair(first: number, second: number): number {
    return second * this.width + first;
  }

  leaves(names: readonly string[], processes: readonly string[]): StackFacts['leaves'] {
    const most = largest(this.flat, MAX_LEAVES);
    const wanted = new Set(most.map(([leaf]) => leaf));
    const [callers, processesOfLeaf, bottoms, helpers, libraryCallers] = [
      this.callers, this.processes, this.bottoms, this.helpers, this.libraryCallers,
    ].map((pairs) => this.partners(pairs, wanted));
    return most.map(([leaf, flat]) => {
      const isTelling = ([slot]: readonly [number, number]): boolean => !BOTTOM.test(names[slot] ?? '');
      return {
        function: names[leaf] ?? '', flat, ...(this.counts.has(leaf) ? { samples: this.counts.get(leaf) ?? 0 } : {}),
        caller: namedValue(names, callers?.get(leaf)?.find(isTelling)),
        ...callersOf(names, callers?.get(leaf) ?? []),
        process: namedValue(processes, processesOfLeaf?.get(leaf)?.[0]),
        bottom: namedValue(names, bottoms?.get(leaf)?.find(isTelling)), ...helperOf(names, helpers?.get(leaf) ?? []),
        ...(!this.allocated.has(leaf) ? {} : {
          objects: { inUse: this.inUse.get(leaf) ?? 0, allocated: this.allocated.get(leaf) ?? 0 },
        }),
        ...(!this.folded.has(leaf) ? {} : {
          library: {
            value: this.libraries.get(leaf) ?? flat, caller: namedValue(names, libraryCallers?.get(leaf)?.[0]),
            ...callersOf(names, libraryCallers?.get(leaf) ?? []),
          },
        }),
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

function helperOf(
  names: readonly string[], pairs: readonly (readonly [number, number])[]
): Pick<StackLeaf, 'helper' | 'isOnlyAllocator'> {
  const helper = namedValue(names, pairs[0]);
  if (helper === null) return {};
  return { helper, ...(pairs.every(([slot]) => isAllocator(names[slot] ?? '')) ? { isOnlyAllocator: true } : {}) };
}

function namedValue(names: readonly string[], pair: readonly [number, number] | undefined): NamedValue | null {
  return pair === undefined ? null : { name: names[pair[0]] ?? '', value: pair[1] };
}
