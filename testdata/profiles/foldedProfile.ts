/** Profiles for tests, drawn as folded stacks: `main;run;read 3`, root first, one sample a line. */
import type { Profile } from '../../server/profile/decode/profile.ts';

/**
 * A CPU profile (samples/count, cpu/nanoseconds) with the number as count and 10 ms each. A frame `a+b` is b inlined
 * into a.
 */
export function foldedProfile(text: string, changes: Partial<Profile> = {}): Profile {
  const functions: Profile['functions'] = [];
  const locationRow = new Map<string, number>();
  const lineStart = [0];
  const lineFunction: number[] = [];
  const frames: number[] = [];
  const frameStart = [0];
  const values: number[] = [];
  const functionOf = (name: string): number => {
    const row = functions.findIndex((each) => each.name === name);
    return row >= 0 ? row
      : functions.push({ name, systemName: name, file: `/src/${name.split('.')[0] ?? name}.go`, startLine: 1 }) - 1;
  };
  const locationOf = (frame: string): number => {
    const known = locationRow.get(frame);
    if (known !== undefined) return known;
    lineFunction.push(...frame.split('+').reverse().map(functionOf));
    lineStart.push(lineFunction.length);
    locationRow.set(frame, lineStart.length - 2);
    return lineStart.length - 2;
  };
  for (const line of text.trim().split('\n')) {
    const space = line.trimEnd().lastIndexOf(' ');
    const stack = line.slice(0, space).trim();
    const count = Number(line.slice(space + 1));
    frames.push(...(stack === '-' ? [] : stack.split(';').reverse().map(locationOf)));
    frameStart.push(frames.length);
    values.push(count, count * 1e7);
  }
  const count = lineStart.length - 1;
  const sampleCount = frameStart.length - 1;
  return {
    sampleTypes: [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }],
    defaultSampleType: '',
    sampleCount,
    values: Float64Array.from(values),
    exactValues: null,
    frameStart: Uint32Array.from(frameStart),
    frames: Uint32Array.from(frames),
    labels: {
      start: new Uint32Array(sampleCount + 1), key: new Uint32Array(), text: new Int32Array(),
      number: new BigInt64Array(),
      unit: new Uint32Array(), strings: [''],
    },
    locations: {
      count,
      mapping: new Int32Array(count).fill(-1),
      address: BigUint64Array.from({ length: count }, (_, i) => BigInt(4096 * (i + 1))),
      folded: new Uint8Array(count), lineStart: Uint32Array.from(lineStart),
      lineFunction: Uint32Array.from(lineFunction),
      lineNumber: Float64Array.from(lineFunction, (_, i) => i + 1), lineColumn: new Float64Array(lineFunction.length),
    },
    functions,
    mappings: [],
    dropFrames: '', keepFrames: '', timeNanos: 0n, durationNanos: 0n, period: 10_000_000n,
    periodType: { type: 'cpu', unit: 'nanoseconds' }, comments: [], docUrl: '',
    ...changes,
  };
}

/** A tree back to text: one line for each node, `name value self`, children indented. */
export function drawTree<N extends {
  name: string; children: N[]
}>(node: N, say: (node: N) => string, indent = ''): string[] {
  return [
    `${indent}${node.name} ${say(node)}`, ...node.children.flatMap((child) => drawTree(child, say, `${indent}  `))
  ];
}
