/**
 * Reads a `.cpuprofile` of V8, written by `node --cpu-prof` or DevTools: a tree of frames, and the node of each sample
 * with the microseconds since the previous one. It covers the main thread, including idle time, so it is wall time.
 * Samples keep their time; too many are summed by stack instead.
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
import type { Profile } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { listAt, numberAt, objectAt, textOr, type JsonObject } from './jsonValue.ts';
import { MAX_TIMED, timeLabels } from './sampleTime.ts';
import { StackProfile } from './stackProfile.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

export function isCpuProfile(file: JsonObject): boolean {
  return Array.isArray(file['nodes']) && Array.isArray(file['samples']) && typeof file['endTime'] === 'number';
}

/** A century, in microseconds. */
const MAX_MICROS = 3.2e15;
/** Maximum number of frames in the stacks of all samples, if each keeps its time. */
const MAX_FRAMES = 4_000_000;

interface Node { row: number; parent: Node | null; isRoot: boolean; count: number; micros: number }

export function readCpuProfile(file: JsonObject): Profile {
  const stacks = new StackProfile([{ type: 'samples', unit: 'count' }, { type: 'wall', unit: 'nanoseconds' }]);
  const nodes = readNodes(file, stacks);
  const nodeOf = (id: unknown): Node => {
    const node = nodes.get(id);
    if (node !== undefined) return node;
    throw new ForeignError(`a sample names node ${String(id).slice(0, 20)}, which it does not have`);
  };
  const samples = listAt(file['samples'], '"samples"').map(nodeOf);
  const deltas = listAt(file['timeDeltas'], '"timeDeltas"').map((delta) => numberAt(delta, 'a time'));
  if (deltas.length !== samples.length)
    throw new ForeignError(`it has ${samples.length} samples and ${deltas.length} times`);
  const [start, end] = [numberAt(file['startTime'], '"startTime"'), numberAt(file['endTime'], '"endTime"')];
  const isTimed = samples.length <= MAX_TIMED && framesOf(samples) <= MAX_FRAMES;
  const stackOfNode = new Map<Node, number[]>();
  let time = start;
  for (const [at, node] of samples.entries()) {
    time += deltas[at] ?? 0;
    // Time until the next sample; deltas are negative if a sample came late.
    const next = deltas[at + 1] ?? end - time;
    if (isTimed) {
      const stack = stackOfNode.get(node) ?? stackOf(node, stacks);
      stackOfNode.set(node, stack);
      stacks.add(stack, [1, Math.max(0, next) * 1e3], timeLabels(time * 1e3));
    } else {
      node.count++;
      node.micros += Math.max(0, next);
    }
  }
  for (const node of nodes.values())
    if (node.count > 0) stacks.add(stackOf(node, stacks), [node.count, node.micros * 1e3]);
  const micros = Math.round(end - start);
  return stacks.finish({ durationNanos: micros > 0 && micros < MAX_MICROS ? BigInt(micros) * 1000n : 0n });
}

function readNodes(file: JsonObject, stacks: StackProfile): Map<unknown, Node> {
  const nodes = new Map<unknown, Node>();
  const children: [parent: Node, ids: readonly unknown[]][] = [];
  for (const value of listAt(file['nodes'], '"nodes"')) {
    const node = objectAt(value, 'a node');
    const call = isRecord(node['callFrame']) ? node['callFrame'] : {};
    const name = textOr(call['functionName'], '(anonymous)');
    const line = call['lineNumber'];
    const row = stacks.frame({
      name, file: textOr(call['url'], ''), ...(typeof line === 'number' ? { line: line + 1 } : {}),
    });
    const own: Node = { row, parent: null, isRoot: name === '(root)', count: 0, micros: 0 };
    if (nodes.has(node['id'])) throw new ForeignError(`two nodes have the id ${String(node['id']).slice(0, 20)}`);
    nodes.set(node['id'], own);
    if (node['children'] !== undefined) children.push([own, listAt(node['children'], 'the children of a node')]);
  }
  for (const [parent, ids] of children) {
    for (const id of ids) {
      const child = nodes.get(id);
      if (child === undefined) throw new ForeignError(`node ${String(id).slice(0, 20)}, a child, is missing`);
      if (child.parent !== null) throw new ForeignError('a node has two parents');
      child.parent = parent;
    }
  }
  return nodes;
}

/** Counts the frames in the stacks of all samples; exceeds MAX_FRAMES if a node is its own ancestor. */
function framesOf(samples: readonly Node[]): number {
  const depthOf = new Map<Node, number>();
  let frames = 0;
  for (const node of samples) {
    let depth = depthOf.get(node) ?? 0;
    for (let at = depth === 0 ? node : null; at !== null && depth <= MAX_FRAMES; at = at.parent) depth++;
    depthOf.set(node, depth);
    frames += depth;
    if (frames > MAX_FRAMES) break;
  }
  return frames;
}

/** Returns the stack of a node, innermost first, without the root of the tree. */
function stackOf(node: Node, stacks: StackProfile): number[] {
  const stack: number[] = [];
  for (let at: Node | null = node; at !== null && !(at.isRoot && at.parent === null); at = at.parent) {
    // Throws if a node is its own ancestor, once the frames exceed the limit.
    stacks.meet(1);
    stack.push(at.row);
  }
  return stack;
}
