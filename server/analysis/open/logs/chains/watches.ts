/** Names the objects of Kubernetes that service discovery may list, but not watch. Pure. */

const REFUSED = /Failed to watch \*v1\.\w{2,40}: unknown \(get (\w{2,40})\)/;
const MAX_NAMED = 5;

/** Returns the objects of the lines; null for fewer than two, as the line of one names it. */
export function refusedWatches(lines: readonly string[]): string | null {
  const names = [...new Set(lines.flatMap((line) => REFUSED.exec(line)?.[1] ?? []))].slice(0, MAX_NAMED);
  return names.length < 2 ? null
    : `The watches of ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} are refused.`;
}

const QUOTE = String.raw`"[^"\n]{0,120}Failed to watch [^"\n]{1,100}"(?: \(\d{1,9} times\))?`;
/** The sentence that names the errors next to the most severe one. */
const BESIDE = new RegExp(` Also: ${QUOTE}\\.`
  + `| The lines have (?:another error|2 other errors): ${QUOTE}(?: and ${QUOTE})?\\.`, 'g');

/** Returns facts without the other watches, which are reported together. */
export const withoutOtherWatches = (facts: string | null, watches: string | null): string | null =>
  (watches === null ? facts : facts?.replace(BESIDE, '') ?? null);
