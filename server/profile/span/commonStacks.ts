/**
 * Stores tables, label sets and stacks of several profiles, each once. The stacks of a profile's samples are determined
 * once and cached while the profile is in memory, so that adding it up again costs one addition per sample.
 */
import { Tables, type TableRows } from '../query/combine.ts';
import { GrowingUint32 } from '../decode/growingArray.ts';
import type { Mapping, Profile } from '../decode/profile.ts';
import { LabelSets } from './labelSets.ts';

export interface Places extends TableRows {
  /** Row of each sample's stack with its labels. */
  stacks: Uint32Array;
}

export class CommonStacks {
  readonly tables = new Tables();
  readonly labels = new LabelSets();
  /** Fields by stack. */
  readonly frameStart = new GrowingUint32();
  readonly frames = new GrowingUint32(4096);
  readonly labelSet = new GrowingUint32();
  /** First stack of each hash, + 1; `following` links to the next one with the same hash, 0 at the end. */
  private readonly first = new Map<number, number>();
  private readonly following = new GrowingUint32();
  private readonly known = new WeakMap<Profile, Places>();

  /** `mappings`: those that every profile must have; null accepts all. */
  constructor(private readonly mappings: readonly Mapping[] | null = null) { this.frameStart.push(0); }

  get count(): number { return this.labelSet.length; }

  /** Returns whether the profile fits: if mappings differ, the row of a location depends on the other profiles. */
  takes(profile: Profile): boolean {
    return this.mappings === null || this.known.has(profile) || areSame(this.mappings, profile.mappings);
  }

  placesOf(profile: Profile): Places {
    const known = this.known.get(profile);
    if (known !== undefined) return known;
    const rows = this.tables.place(profile);
    const { frames, frameStart, sampleCount } = profile;
    const stacks = new Uint32Array(sampleCount);
    const stack = new Uint32Array(longestStack(profile));
    for (let sample = 0; sample < sampleCount; sample++) {
      const from = frameStart[sample] ?? 0;
      const depth = (frameStart[sample + 1] ?? 0) - from;
      const labels = this.labels.setOf(profile, sample);
      let hash = mixed(depth, labels);
      for (let frame = 0; frame < depth; frame++) {
        const location = rows.locations[frames[from + frame] ?? 0] ?? 0;
        stack[frame] = location;
        hash = mixed(hash, location);
      }
      stacks[sample] = this.stackOf(stack, depth, labels, hash);
    }
    const places = { ...rows, stacks };
    this.known.set(profile, places);
    return places;
  }

  private stackOf(stack: Uint32Array, depth: number, labels: number, hash: number): number {
    const head = this.first.get(hash) ?? 0;
    for (let row = head; row > 0; row = this.following.get(row - 1)) {
      const start = this.frameStart.get(row - 1);
      if (this.labelSet.get(row - 1) !== labels || this.frameStart.get(row) - start !== depth) continue;
      let frame = 0;
      while (frame < depth && this.frames.get(start + frame) === stack[frame]) frame++;
      if (frame === depth) return row - 1;
    }
    const row = this.labelSet.length;
    this.first.set(hash, row + 1);
    this.following.push(head);
    this.labelSet.push(labels);
    const frames = this.frames.room(depth);
    for (let frame = 0; frame < depth; frame++) frames[this.frames.length++] = stack[frame] ?? 0;
    this.frameStart.push(this.frames.length);
    return row;
  }
}

/** Maximum of processes whose stacks are kept. */
const MAX_KEPT = 2;
/** Limit of frames kept per process: a few MB. */
const MAX_FRAMES = 500_000;

/**
 * Keeps stacks between merges, for profiles with the same mappings, as those of one process and nearly always of its
 * successor.
 */
export class KeptStacks {
  /** Ordered by last use, oldest first. */
  private kept: { mappings: readonly Mapping[]; stacks: CommonStacks }[] = [];

  of({ mappings }: Profile): CommonStacks {
    const own = this.kept.find((one) => areSame(one.mappings, mappings))
      ?? { mappings, stacks: new CommonStacks(mappings) };
    this.kept = [...this.kept.filter((one) => one !== own), own].slice(-MAX_KEPT);
    return own.stacks;
  }

  /** Drops large stacks; called after they were used. */
  trim(): void {
    this.kept = this.kept.filter(({ stacks }) => stacks.frames.length <= MAX_FRAMES);
  }
}

function areSame(some: readonly Mapping[], others: readonly Mapping[]): boolean {
  return some === others || (some.length === others.length && some.every((one, row) => {
    const other = others[row];
    return other !== undefined && (Object.keys(one) as (keyof Mapping)[]).every((key) => one[key] === other[key]);
  }));
}

function longestStack({ frameStart, sampleCount }: Profile): number {
  let longest = 0;
  for (let sample = 0; sample < sampleCount; sample++)
    longest = Math.max(longest, (frameStart[sample + 1] ?? 0) - (frameStart[sample] ?? 0));
  return longest;
}

function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x9e3779b1);
  return next ^ (next >>> 15);
}
