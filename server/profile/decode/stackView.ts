/**
 * A filtered profile: its samples, the part of each stack, the lines of each location. The profile itself never
 * changes, so one decoded profile serves any number of queries.
 */
import { at, type Profile } from './profile.ts';

export interface StackView {
  /** 1 for samples that are kept. */
  kept: Uint8Array;
  /**
   * Kept part of the stack of sample `s`: `frames[from[s]]` (leaf) to `frames[to[s] - 1]`, without hidden locations.
   */
  from: Uint32Array;
  to: Uint32Array;
  /** 1 for locations that are removed from every stack. */
  hidden: Uint8Array;
  /** Kept lines of a location, innermost first, if not all are kept. */
  lines: Map<number, number[]>;
}

export function wholeProfile(profile: Profile): StackView {
  return {
    kept: new Uint8Array(profile.sampleCount).fill(1),
    from: profile.frameStart.slice(0, profile.sampleCount),
    to: profile.frameStart.slice(1),
    hidden: new Uint8Array(profile.locations.count),
    lines: new Map(),
  };
}

/** Returns the lines of a location in the view, rows of `lineFunction` and `lineNumber`; empty if it has no symbols. */
export function linesOf(profile: Profile, view: StackView, location: number): number[] {
  const changed = view.lines.get(location);
  if (changed !== undefined) return changed;
  const { lineStart } = profile.locations;
  const lines: number[] = [];
  for (let line = at(lineStart, location); line < at(lineStart, location + 1); line++) lines.push(line);
  return lines;
}

export function functionName(profile: Profile, line: number): string {
  return profile.functions[at(profile.locations.lineFunction, line)]?.name ?? '';
}

export function functionFile(profile: Profile, line: number): string {
  return profile.functions[at(profile.locations.lineFunction, line)]?.file ?? '';
}

/** Returns the mapping file of a location; empty if it has none. */
export function objectFile(profile: Profile, location: number): string {
  return profile.mappings[at(profile.locations.mapping, location)]?.file ?? '';
}
