/** Finds the side from which on a text measures a changed benchmark: earlier sides did other work. Pure. */
import type { NamedText } from './sections.ts';

const WORK = String.raw`(?:(?:the|this|its) )?benchmarks?\b(?! (?:results?|numbers?|outputs?|runs?)\b)`;
/** Matches `After changing benchmark`; not `Updated benchmarks`, which may be new results of the same benchmarks. */
const CHANGED = new RegExp([
  String.raw`\bafter (?:chang|updat|modify|fix|adjust|correct|rewrit|extend)ing ${WORK}`,
  String.raw`\bwith (?:the )?(?:changed|modified|fixed|corrected|adjusted|rewritten) benchmarks?\b`,
].join('|'), 'i');

interface SameWork {
  /** The sides that ran the changed benchmark, or all of them. */
  sides: NamedText[] | null;
  /** Names of the sides before the benchmark was changed. */
  earlier: string[];
}

/** Returns the sides that may be compared: those from the changed benchmark on, if another one follows it. */
export function ofSameWork(sides: NamedText[] | null): SameWork {
  const at = (sides ?? []).findIndex(({ name }) => CHANGED.test(name));
  return sides === null || at < 1 || at === sides.length - 1 ? { sides, earlier: [] }
    : { sides: sides.slice(at), earlier: sides.slice(0, at).map(({ name }) => name) };
}

/** Begins what a note says of sides that are left out. */
export const NOT_COMPARED = ' Not compared: ';

/** Says why earlier sides are not compared; "" without any. */
export const earlierNote = (earlier: readonly string[]): string => (earlier.length === 0 ? ''
  : `${NOT_COMPARED}${earlier.join(' and ')}, measured before the benchmark was changed, which is other work.`);
