/** Says whether two sides are of one build of a program. Pure. */
import type { Pair } from '../../query/pair.ts';

/** Returns whether the first profiles of both sides are of one build; null if a build is not known. */
export function areOneBuild({ sides }: Pick<Pair, 'sides'>): boolean | null {
  const [before, after] = [sides.before, sides.after].map(([one]) => one?.profile.mappings[0]?.buildId ?? '');
  return before === '' || after === '' ? null : before === after;
}
