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

/** What a stack counts for, as slots of functions; -1 for none. */
export interface Counted {
  leaf: number;
  /** The innermost function of the program's own code. */
  own: number;
  /** A library function that the program calls, and the function that calls it. */
  entry: number;
  owner: number;
  /** Whether the stack counts for that library function, by functions that work for it. */
  isFolded: boolean;
}

/**
 * Sums stacks in two passes: `add` every stack, then `addPartners` of those that `isWanted`, which are few even where
 * a profile has many functions. A pair of functions is one number.
 */
export class StackSums {
  private readonly flat: SlotSums;
  private readonly counts: SlotSums;
  private readonly ownValues: SlotSums;
  /** Values of library functions with what they call, and which have a value of helpers. */
  private readonly libraries: SlotSums;
  private readonly folded = new Set<number>();
  /** Objects in use, and allocated ones. */
  private readonly inUse: SlotSums;
  private readonly allocated: SlotSums;
  private readonly callers = new Map<number, number>();
  private readonly processes = new Map<number, number>();
  private readonly bottoms = new Map<number, number>();
  /** What works for a function, by function. */
  private readonly helpers = new Map<number, number>();
  private readonly libraryCallers = new Map<number, number>();
  private readonly ownCallers = new Map<number, number>();
  private wanted: ReadonlySet<number> | null = null;
  private largestOwn = -1;

  constructor(private readonly width: number) {
    [this.flat, this.counts, this.ownValues, this.libraries, this.inUse, this.allocated] = [
      new SlotSums(width), new SlotSums(width), new SlotSums(width), new SlotSums(width), new SlotSums(width),
      new SlotSums(width),
    ];
  }

  add(
    { leaf, own, entry, isFolded }: Omit<Counted, 'owner'>, { value, count }: { value: number; count: number }
  ): void {
    this.flat.add(leaf, value);
    if (count > 0) this.counts.add(leaf, count);
    if (own >= 0) this.ownValues.add(own, value);
    if (isFolded) this.folded.add(leaf);
    if (entry >= 0) this.libraries.add(entry, value);
    if (leaf !== entry) this.libraries.add(leaf, value);
  }

  /** Adds objects of a heap to the function that they count for. */
  addObjects(leaf: number, { inUse, allocated }: { inUse: number; allocated: number }): void {
    this.inUse.add(leaf, inUse);
    this.allocated.add(leaf, allocated);
  }

  /** Whether a stack, of those that were all added, has partners of functions that are reported. */
  isWanted(leaf: number, own: number, entry: number): boolean {
    if (this.wanted === null) {
      this.wanted = new Set(this.flat.largest(MAX_LEAVES).map(([slot]) => slot));
      this.largestOwn = this.ownValues.largest(1)[0]?.[0] ?? -1;
    }
    return this.wanted.has(leaf) || (own >= 0 && own === this.largestOwn) || this.wanted.has(entry);
  }

  /** `slots` begin with the leaf; `helper`: what that calls to work for it; -1 if it is the innermost function. */
  addPartners(
    slots: readonly number[], { leaf, own, entry, owner }: Omit<Counted, 'isFolded'>,
    { value, process, helper }: { value: number; process: number; helper: number }
  ): void {
    if (helper >= 0) put(this.helpers, this.pair(leaf, helper), value);
    const caller = slots.find((slot) => slot !== leaf);
    if (caller !== undefined) put(this.callers, this.pair(leaf, caller), value);
    if (process >= 0) put(this.processes, process * this.width + leaf, value);
    const bottom = slots.at(-1) ?? leaf;
    if (bottom !== leaf && bottom !== caller) put(this.bottoms, this.pair(leaf, bottom), value);
    if (entry >= 0) put(this.libraryCallers, this.pair(entry, owner), value);
    if (own < 0) return;
    const depthOfOwn = slots.indexOf(own);
    const above = slots.find((slot, depth) => depth > depthOfOwn && slot !== own);
    if (above !== undefined) put(this.ownCallers, this.pair(own, above), value);
  }

  private pair(first: number, second: number): number {
    return second * this.width + first;
  }

  leaves(names: readonly string[], processes: readonly string[]): StackFacts['leaves'] {
    const most = this.flat.largest(MAX_LEAVES);
    const wanted = new Set(most.map(([leaf]) => leaf));
    const [callers, processesOfLeaf, bottoms, helpers, libraryCallers] = [
      this.callers, this.processes, this.bottoms, this.helpers, this.libraryCallers,
    ].map((pairs) => this.partners(pairs, wanted));
    return most.map(([leaf, flat]) => {
      const isTelling = ([slot]: readonly [number, number]): boolean => !BOTTOM.test(names[slot] ?? '');
      return {
        function: names[leaf] ?? '', flat, ...(this.counts.has(leaf) ? { samples: this.counts.get(leaf) } : {}),
        caller: namedValue(names, callers?.get(leaf)?.find(isTelling)),
        ...callersOf(names, callers?.get(leaf) ?? []),
        process: namedValue(processes, processesOfLeaf?.get(leaf)?.[0]),
        bottom: namedValue(names, bottoms?.get(leaf)?.find(isTelling)), ...helperOf(names, helpers?.get(leaf) ?? []),
        ...(!this.allocated.has(leaf) ? {} : {
          objects: { inUse: this.inUse.get(leaf), allocated: this.allocated.get(leaf) },
        }),
        ...(!this.folded.has(leaf) ? {} : {
          library: {
            value: this.libraries.has(leaf) ? this.libraries.get(leaf) : flat,
            caller: namedValue(names, libraryCallers?.get(leaf)?.[0]),
            ...callersOf(names, libraryCallers?.get(leaf) ?? []),
          },
        }),
      };
    });
  }

  own(names: readonly string[]): StackFacts['own'] {
    const [first] = this.ownValues.largest(1);
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

/** Sums by slot; equal ones are in the order in which they were met. */
class SlotSums {
  private readonly sums: Float64Array;
  private readonly isMet: Uint8Array;
  private readonly met: number[] = [];

  constructor(width: number) {
    this.sums = new Float64Array(width);
    this.isMet = new Uint8Array(width);
  }

  add(slot: number, value: number): void {
    if (this.isMet[slot] === 0) {
      this.isMet[slot] = 1;
      this.met.push(slot);
    }
    this.sums[slot] = (this.sums[slot] ?? 0) + value;
  }

  has(slot: number): boolean {
    return this.isMet[slot] === 1;
  }

  get(slot: number): number {
    return this.sums[slot] ?? 0;
  }

  /** Picks the few largest, without sorting all of them. */
  largest(max: number): [number, number][] {
    const found: [number, number][] = [];
    for (const slot of this.met) {
      const value = this.get(slot);
      if (found.length === max && value <= (found.at(-1)?.[1] ?? 0)) continue;
      const place = found.findIndex(([, other]) => other < value);
      found.splice(place < 0 ? found.length : place, 0, [slot, value]);
      if (found.length > max) found.pop();
    }
    return found;
  }
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
