/**
 * A profile as a filter leaves it: which samples, which stretch of each stack, which lines of each location. The
 * profile itself is never changed, so one decoded profile serves any number of questions.
 */
import { at, type Profile } from './profile.ts';

export interface StackView {
  /** 1 for samples that are left. */
  kept: Uint8Array;
  /** The stack of sample `s` that is left: `frames[from[s]]` (leaf) to `frames[to[s] - 1]`, less hidden locations. */
  from: Uint32Array;
  to: Uint32Array;
  /** 1 for locations that are removed from every stack. */
  hidden: Uint8Array;
  /** Lines that are left of a location, innermost first, where they are not all of them. */
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

/** Lines of a location in the view, rows of `lineFunction` and `lineNumber`; empty where it has no symbols. */
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

/** Mapping file of a location; empty where it has none. */
export function objectFile(profile: Profile, location: number): string {
  return profile.mappings[at(profile.locations.mapping, location)]?.file ?? '';
}
