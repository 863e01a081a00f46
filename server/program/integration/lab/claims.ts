/** Every claim that a real server's state brought about, held to the bounds of a headline. */
import type { Finding } from '../../../../core/contract/terms/finding.ts';
import { claimMistakes } from '../../../../core/finding.ts';

/** What the findings anywhere in an answer claim too much of, each once; series of numbers are not walked. */
export function claimMistakesIn(answer: unknown): string[] {
  const mistakes = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      // Series may be long, and hold nothing but numbers and gaps.
      if (typeof value.find((one) => one !== null) !== 'number') value.forEach(walk);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if ('claim' in value && 'confidence' in value && 'code' in value) {
      const { code, claim } = value as Finding;
      // A diff's headline has a number for each of the largest changes, as its page is laid out.
      const mayCount = code.startsWith('diff-');
      for (const mistake of claimMistakes(claim)) if (!mayCount || !/^\d+ numbers/.test(mistake)) mistakes.add(mistake);
    }
    Object.values(value).forEach(walk);
  };
  walk(answer);
  return [...mistakes];
}
