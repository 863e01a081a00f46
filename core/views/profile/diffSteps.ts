/** Steps of an answer about a diff, as shown to a waiting reader. */
import type { DiffStep } from '../../contract/contract.ts';

const WORDS: Record<DiffStep, string> = {
  waiting: 'Waiting for other work on profiles', decoding: 'Decoding profiles', joining: 'Joining both sides',
  layout: 'Laying out stacks', functions: 'Summing functions', significance: 'Testing significance',
};

const STEPS: Record<'flame graph' | 'table', readonly DiffStep[]> = {
  'flame graph': ['decoding', 'joining', 'layout', 'significance'],
  // With profiles already decoded by another thread, these are the only two steps.
  table: ['functions', 'significance'],
};

/** Returns the step in words; null means that the server has not begun, or has just finished. */
export function stepWords(step: DiffStep | null, of: keyof typeof STEPS): string {
  if (step === null) return of === 'table' ? WORDS.functions : WORDS.decoding;
  const place = STEPS[of].indexOf(step);
  return place < 0 ? WORDS[step] : `${WORDS[step]} (step ${place + 1} of ${STEPS[of].length})`;
}
