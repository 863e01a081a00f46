/** Search of frames by a regular expression, and the sum of the matches. */
import { cumOf } from './flameGraphData.ts';
import type { Frame } from './flameGraphData.ts';

export type Search =
  | { state: 'none' }
  | { state: 'invalid'; message: string }
  | { state: 'found'; keys: Set<number>; functions: number; before: number; after: number };

/**
 * Returns the frames whose name matches `pattern`. Lower case matches both cases; a capital in the pattern, except in
 * escapes such as \\W, makes it case-sensitive. `before` and `after` are the cum of the matches, each stack counted
 * once (a match below a match adds nothing); a single profile has its sum in both. An empty pattern finds nothing; an
 * invalid one is reported, not thrown.
 */
export function searchFrames(frames: Frame[], pattern: string): Search {
  if (pattern === '') return { state: 'none' };
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, /\p{Lu}/u.test(pattern.replace(/\\./gu, '')) ? '' : 'i');
  } catch {
    return {
      state: 'invalid',
      message: 'Not a regular expression: check brackets, or put \\ before ( ) [ * + ? to mean the sign itself.',
    };
  }
  const verdicts = new Map<string, boolean>();
  const matches = (name: string): boolean => {
    const known = verdicts.get(name);
    if (known !== undefined) return known;
    const verdict = expression.test(name);
    verdicts.set(name, verdict);
    return verdict;
  };
  const keys = new Set<number>();
  const covered = new Set<number>();
  let before = 0;
  let after = 0;
  // Parents have smaller keys than their children, so one pass is enough.
  for (const frame of frames) {
    const parentCovered = frame.parentKey !== null && covered.has(frame.parentKey);
    const isMatch = frame.depth > 0 && matches(frame.name);
    if (isMatch) keys.add(frame.key);
    if (isMatch && !parentCovered) {
      before += cumOf(frame.weight, 'before');
      after += cumOf(frame.weight, 'after');
    }
    if (isMatch || parentCovered) covered.add(frame.key);
  }
  return { state: 'found', keys, functions: new Set([...keys].map((key) => frames[key]?.name)).size, before, after };
}

/**
 * Returns the search result in words: `3 functions, 4.2 s`. `functions`: of the whole profile, if `sum` is too;
 * `isPart`: the sum omits frames too small to be sent. '' without a search.
 */
export function searchWords(
  search: Search, { functions, sum, isPart }: { functions: number | undefined; sum: string; isPart: boolean }
): string {
  if (search.state !== 'found') return '';
  const count = functions ?? search.functions;
  const where = isPart ? ' in the frames shown' : '';
  return count === 0 ? `no match${where}` : `${count} ${count === 1 ? 'function' : 'functions'}, ${sum}${where}`;
}
