/** Splits patterns into their alternatives, of which a text rules out most. Pure. */
import { neededTexts } from './needs.ts';

/** An alternative, and what a text must have for it to match; null for one that any text may match. */
export interface Alternative { source: string; needs: ReturnType<typeof neededTexts> }

/** Escaped characters, classes, and what begins, ends or divides groups. */
const TOKENS = /\\.|\[\^?(?:\\.|[^\]\\])*\]|[()|]/gs;
/** A reference to a group by its number, which is another one without the alternatives before it, or by its name. */
const REFERENCE = /\\[1-9k]/;

/** Returns the alternatives of a pattern in their order; null if none of them needs anything. */
export function alternativesOf({ source, flags }: RegExp): readonly Alternative[] | null {
  const all = sourcesOf(source, flags).map((one) => ({ source: one, needs: neededTexts({ source: one, flags }) }));
  return all.some(({ needs }) => needs !== null) ? all : null;
}

function sourcesOf(source: string, flags: string): string[] {
  if (!source.includes('|') || flags.includes('v') || REFERENCE.test(source)) return [source];
  const sources: string[] = [];
  let [from, depth] = [0, 0];
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === '|' && depth === 0) {
      sources.push(source.slice(from, index));
      from = index + 1;
    }
  }
  return [...sources, source.slice(from)];
}
