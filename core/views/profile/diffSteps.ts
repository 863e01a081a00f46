/** The steps of an answer about a diff, as a reader who waits sees them. */
import type { DiffStep } from '../../contract/contract.ts';

const WORDS: Record<DiffStep, string> = {
  waiting: 'Waiting for other work on profiles', decoding: 'Decoding profiles', joining: 'Joining both sides',
  layout: 'Laying out stacks', functions: 'Summing functions', significance: 'Testing significance',
};

const STEPS: Record<'flame graph' | 'table', readonly DiffStep[]> = {
  'flame graph': ['decoding', 'joining', 'layout', 'significance'],
  // Of profiles that another thread has decoded, these two are all.
  table: ['functions', 'significance'],
};

/** null: the server has not begun, or has just finished. */
export function stepWords(step: DiffStep | null, of: keyof typeof STEPS): string {
  if (step === null) return of === 'table' ? WORDS.functions : WORDS.decoding;
  const place = STEPS[of].indexOf(step);
  return place < 0 ? WORDS[step] : `${WORDS[step]} (step ${place + 1} of ${STEPS[of].length})`;
}
