/**
 * Builds a tree of names from stacks and cuts it meanwhile: the samples of a frame are split by the next frame of
 * their stacks, and a frame too narrow to be visible is counted but not split. So the cost depends on the visible
 * frames, often three thousand of a million.
 *
 * ```
 *   order  [ s0 s1 s2 s3 s4 s5 ]      root, all samples
 *          [ s0 s3 | s1 s4 | s2 s5 ]  its children main, gc, idle: each a stretch of the same array
 *          [ s3 . s0 . ...            main's children, and so on
 * ```
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import type { FrameNames } from '../query/frameNames.ts';
import { GrowingFloat64, GrowingUint32 } from '../decode/growingArray.ts';
import type { Profile } from '../decode/profile.ts';
import { StackCursor } from './stackCursor.ts';
import type { StackView } from '../decode/stackView.ts';
import { LastFirst, WidestFirst, type Waiting } from './widestFirst.ts';

/** Node 0 is the root, or the frame zoomed into. A node's parent has a smaller number than the node. */
export interface PrunedTree {
  nodes: number;
  parent: Uint32Array;
  /** Name of the node, a slot of FrameNames (0 for the overall root, where it has no meaning). */
  slot: Uint32Array;
  /** Drawn width of the node, and its own part of it. */
  width: Float64Array;
  selfWidth: Float64Array;
  /** Signed sums for each column: of the node with all below it (cut or not), and of itself. */
  sums: Float64Array[];
  selfs: Float64Array[];
  /** Number of cut frames, each counted as one with all below it. */
  culled: number;
}

/** Stacks of one side or of both. `width` of a sample is not negative; samples without any are not in the tree. */
export interface Stacks {
  profile: Profile; view: StackView; names: FrameNames; width: Float64Array; columns: Float64Array[]
}

export interface Cut {
  /** Frames narrower than this share of the tree's root are cut. */
  minRatio: number;
  /** Names from the root (which is not named) to the frame that becomes the tree's root; empty = all. */
  zoom: readonly string[];
}

/** More than a page can draw; beyond it the narrowest are cut. */
const MAX_NODES = 100_000;
/** Deeper trees overflow the call stack of the engine's own JSON and message code. */
const MAX_DEPTH = 1000;
const NOTHING = new Float64Array(0);

/** Builds the tree. Error `not_found`: no sample has the frames of `zoom`. */
export function prunedTree(stacks: Stacks, cut: Cut): Result<PrunedTree> {
  // Depth first is faster, as neighbours are adjacent; widest first is needed if there are too many for one answer.
  for (const waiting of [new LastFirst(), new WidestFirst()]) {
    const builder = new Builder(stacks);
    const zoomed = builder.zoom(cut.zoom);
    if (zoomed !== null) return fail('not_found', zoomed);
    const tree = builder.build(cut.minRatio, waiting);
    if (tree !== null) return ok(tree);
  }
  throw new Error('a tree of the widest frames is always built');
}

interface Child { slot: number; width: number; start: number; end: number }

class Builder {
  /** Samples; those of one node are contiguous. */
  private readonly order: Uint32Array;
  private readonly sorted: Uint32Array;
  private readonly cursor: StackCursor;
  private count = 0;
  private rootSlot = 0;
  /** Child index by slot, for the node being split. */
  private readonly childOf: Int32Array;
  /** Child index by sample of the node; -1 for samples that end here. */
  private readonly childAt: Int32Array;
  /** Width and number of samples by child. */
  private readonly childWidth: Float64Array;
  private readonly childCount: Uint32Array;

  /** Values by sample, interleaved: its width, then its values in the columns that have any. */
  private readonly values: Float64Array;
  private readonly stride: number;
  private readonly filled: number[];

  constructor(private readonly stacks: Stacks) {
    const { profile, view, names, width, columns } = stacks;
    this.filled = columns.flatMap((column, index) => (column.some((value) => value !== 0) ? [index] : []));
    this.stride = 1 + this.filled.length;
    this.values = new Float64Array(profile.sampleCount * this.stride);
    [width, ...this.filled.map((index) => columns[index] ?? width)].forEach((column, place) => {
      for (let sample = 0; sample < profile.sampleCount; sample++)
        this.values[sample * this.stride + place] = column[sample] ?? 0;
    });
    this.order = new Uint32Array(profile.sampleCount);
    for (let sample = 0; sample < profile.sampleCount; sample++) {
      if (view.kept[sample] !== 0 && this.hasValue(sample)) this.order[this.count++] = sample;
    }
    this.sorted = new Uint32Array(this.count);
    this.childAt = new Int32Array(this.count);
    this.childOf = new Int32Array(names.names.length).fill(-1);
    this.childWidth = new Float64Array(names.names.length);
    this.childCount = new Uint32Array(names.names.length);
    this.cursor = new StackCursor(profile, view, names);
  }

  private hasValue(sample: number): boolean {
    for (let place = 0; place < this.stride; place++) if (this.values[sample * this.stride + place] !== 0) return true;
    return false;
  }

  /** Keeps the samples below the named frames; returns a sentence if there are none. */
  zoom(path: readonly string[]): string | null {
    const { names } = this.stacks.names;
    for (const [depth, name] of path.entries()) {
      const wanted = names.indexOf(name);
      let left = 0;
      for (let i = 0; i < this.count && wanted >= 0; i++) {
        const sample = this.order[i] ?? 0;
        if (this.cursor.next(sample) === wanted) this.order[left++] = sample;
      }
      if (left === 0) {
        return `no stack has ${JSON.stringify(name.slice(0, 200))} as frame ${depth + 1} of "zoom"; `
          + 'zoom into a frame of the flame graph with the same filters';
      }
      this.count = left;
      this.rootSlot = wanted;
    }
    return null;
  }

  /** Builds the tree; returns null if there are too many frames and `waiting` does not order them by width. */
  build(minRatio: number, waiting: Waiting): PrunedTree | null {
    const { columns } = this.stacks;
    const parent = new GrowingUint32();
    const slotOf = new GrowingUint32();
    const widthOf = new GrowingFloat64();
    const selfWidth = new GrowingFloat64();
    const sums = columns.map(() => new GrowingFloat64());
    const selfs = columns.map(() => new GrowingFloat64());
    const put = (into: GrowingFloat64[], all: Float64Array): void => {
      for (const each of into) each.push(0);
      this.filled.forEach((column, index) => into[column]?.add(parent.length - 1, all[1 + index] ?? 0));
    };
    const [total = 0] = this.sumsOf(0, this.count);
    const least = minRatio * total;
    waiting.push({ parent: 0, slot: this.rootSlot, depth: 0, width: total, start: 0, end: this.count });
    let culled = 0;
    for (let next = waiting.pop(); next !== null; next = waiting.pop()) {
      if (parent.length >= MAX_NODES) {
        if (!waiting.widestFirst) return null;
        culled += 1 + waiting.size;
        break;
      }
      const node = parent.length;
      parent.push(next.parent);
      slotOf.push(next.slot);
      widthOf.push(next.width);
      put(sums, columns.length === 0 ? NOTHING : this.sumsOf(next.start, next.end));
      const children = this.part(next.start, next.end);
      const own = this.sumsOf(children.end, next.end);
      selfWidth.push(own[0] ?? 0);
      put(selfs, own);
      for (const child of children.list) {
        if (child.width < least || next.depth >= MAX_DEPTH) culled++;
        else waiting.push({ parent: node, depth: next.depth + 1, ...child });
      }
    }
    return {
      nodes: parent.length, parent: parent.toArray(), slot: slotOf.toArray(),
      width: widthOf.toArray(), selfWidth: selfWidth.toArray(),
      sums: sums.map((each) => each.toArray()), selfs: selfs.map((each) => each.toArray()), culled,
    };
  }

  /** Returns the sums over a range of samples: width, then each filled column. */
  private sumsOf(start: number, end: number): Float64Array {
    const { order, values, stride } = this;
    const sums = new Float64Array(stride);
    for (let i = start; i < end; i++) {
      const sample = (order[i] ?? 0) * stride;
      for (let place = 0; place < stride; place++) sums[place] = (sums[place] ?? 0) + (values[sample + place] ?? 0);
    }
    return sums;
  }

  /** Sorts the range by each sample's next frame, first seen first; samples that end here are last, from `end` on. */
  private part(start: number, end: number): { list: Child[]; end: number } {
    const { order, sorted, childAt, childOf, cursor, childWidth, childCount, values, stride } = this;
    const found: number[] = [];
    for (let i = start; i < end; i++) {
      const sample = order[i] ?? 0;
      const slot = cursor.next(sample);
      if (slot < 0) { childAt[i] = -1; continue; }
      let child = childOf[slot] ?? -1;
      if (child < 0) {
        child = found.push(slot) - 1;
        childOf[slot] = child;
        childWidth[child] = childCount[child] = 0;
      }
      childAt[i] = child;
      childWidth[child] = (childWidth[child] ?? 0) + (values[sample * stride] ?? 0);
      childCount[child] = (childCount[child] ?? 0) + 1;
    }
    let next = start;
    const list = found.map((slot, child): Child => {
      childOf[slot] = -1;
      const from = next;
      next += childCount[child] ?? 0;
      // From here on: position of the child's next sample.
      childCount[child] = from;
      return { slot, width: childWidth[child] ?? 0, start: from, end: next };
    });
    const childrenEnd = next;
    for (let i = start; i < end; i++) {
      const child = childAt[i] ?? -1;
      const place = child < 0 ? next++ : (childCount[child] ?? 0);
      if (child >= 0) childCount[child] = place + 1;
      sorted[place] = order[i] ?? 0;
    }
    order.set(sorted.subarray(start, end), start);
    return { list, end: childrenEnd };
  }
}
