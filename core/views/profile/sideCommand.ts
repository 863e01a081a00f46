/** Commands of `go tool pprof` that filter one side of a diff: each writes a profile for the comparison. */
import type { SideFilters } from '../../contract/contract.ts';
import { filtersOfSide, type Side } from '../../profile/sideFilters.ts';

/** Returns one word of a POSIX shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the steps per side. `sources`: arguments for a side's profiles; a side with its own filters is read from
 * `before.pb.gz` or `after.pb.gz`, which its step writes.
 */
export function sideSteps(
  filters: SideFilters, sources: Record<Side, readonly string[]>
): { steps: string[]; sources: Record<Side, readonly string[]> } {
  const steps: string[] = [];
  const left = { ...sources };
  for (const side of ['before', 'after'] as const) {
    const own = Object.entries(filtersOfSide(filters, side));
    if (own.length === 0) continue;
    const words = own.map(([name, text]) => shellWord(`-${name}=${text}`));
    steps.push(['go tool pprof -proto', `-output=${side}.pb.gz`, ...words, ...sources[side]].join(' '));
    left[side] = [`${side}.pb.gz`];
  }
  return { steps, sources: left };
}
