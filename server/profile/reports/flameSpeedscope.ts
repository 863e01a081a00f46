/**
 * Writes a flame graph as a speedscope file: one profile with the own values of its frames, for a diff one for each
 * side. https://www.speedscope.app/file-format-schema.json
 */
import type { DiffFlameGraph, DiffFlameNode, FlameGraph, FlameNode } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { paths, TOO_LARGE } from './flameFolded.ts';

/** Limit of frames in all stacks; about 8 characters each. */
export const MAX_FRAMES = 8_000_000;
const UNITS = new Set(['bytes', 'nanoseconds', 'microseconds', 'milliseconds', 'seconds']);

/** Returns the unit; speedscope shows values of other units as plain numbers. */
export function speedscopeUnit(unit: string): string {
  return UNITS.has(unit) ? unit : 'none';
}

export function speedscope(graph: FlameGraph, title: string): Result<string> {
  // speedscope refuses negative weights, so increases and decreases are two profiles.
  return fileOf<FlameNode>(graph, title, graph.root.net === undefined
    ? [{ name: graph.sampleType, self: ({ self }) => self }] : [
      { name: `${graph.sampleType}, increase`, self: ({ selfNet = 0 }) => Math.max(0, selfNet) },
      { name: `${graph.sampleType}, decrease`, self: ({ selfNet = 0 }) => Math.max(0, -selfNet) },
    ]);
}

export function diffSpeedscope(graph: DiffFlameGraph, title: string): Result<string> {
  return fileOf<DiffFlameNode>(graph, title, [
    { name: 'before', self: ({ selfBefore }) => selfBefore }, { name: 'after', self: ({ selfAfter }) => selfAfter },
  ]);
}

interface Side<Node> { name: string; self: (node: Node) => number }

function fileOf<Node extends { name: string; children: Node[] }>(
  { root, unit }: { root: Node; unit: string }, title: string, sides: readonly Side<Node>[],
): Result<string> {
  const frames = new Map<string, number>();
  const profiles = sides.map(({ name }) => ({
    type: 'sampled', name, unit: speedscopeUnit(unit), startValue: 0, endValue: 0,
    samples: [] as number[][], weights: [] as number[],
  }));
  let count = 0;
  for (const path of paths(root)) {
    const node = path.at(-1) ?? root;
    for (const [at, { self }] of sides.entries()) {
      const weight = self(node);
      const profile = profiles[at];
      if (weight === 0 || profile === undefined) continue;
      count += path.length;
      if (count > MAX_FRAMES) return fail('too_large', TOO_LARGE);
      // Omits the root, which represents the whole.
      profile.samples.push(path.slice(1).map(({ name }) => {
        const row = frames.get(name) ?? frames.size;
        frames.set(name, row);
        return row;
      }));
      profile.weights.push(weight);
      profile.endValue += weight;
    }
  }
  return ok(JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json', exporter: 'tsdbscope', name: title,
    activeProfileIndex: 0, shared: { frames: Array.from(frames.keys(), (name) => ({ name })) }, profiles,
  }));
}
