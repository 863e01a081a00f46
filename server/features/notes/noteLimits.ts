/** Limits on the number of notes. */

export const MAX_NOTES = 2000;
/** Limit for all targets together, also with opened files. */
const MAX_NOTES_IN_ALL = 20_000;

/** Returns why `more` notes of a target do not fit; null if they do. `counts`: notes of each target. */
export function fullness(
  counts: readonly (readonly [target: string, notes: number])[], target: string, more: number
): string | null {
  const own = counts.find(([name]) => name === target)?.[1] ?? 0;
  if (own + more > MAX_NOTES)
    return `"${target.slice(0, 100)}" has ${own} notes; at most ${MAX_NOTES} `
      + 'are kept for a target. Remove some first.';
  const all = counts.reduce((sum, [, notes]) => sum + notes, 0);
  return all + more > MAX_NOTES_IN_ALL
    ? `All targets together have ${all} notes; at most ${MAX_NOTES_IN_ALL} are kept. `
      + 'Remove some, or recordings that are done with.'
    : null;
}
