/** Uses the output of commands in another file as evidence of the fault of a log: counters, flags and limits. Pure. */
import { MAPS, OPEN_FILES } from '../../parts/evidence/faults.ts';
import { countedLimits, isReached } from '../../parts/evidence/limits/counts.ts';
import { featuresOn } from '../../parts/evidence/shell/features.ts';
import { pastedMetrics } from '../../parts/evidence/shell/pastedMetrics.ts';
import type { BesideState, StateFile } from './stateFile.ts';

/** The places to look at where memory or a mapping is refused. */
const GUESSES = [
  / Go got no memory from the host: look at [^\n]{1,240}?\.(?= [A-Z]|$)/,
  / The kernel refused memory or a mapping: look at [^\n]{1,240}?\.(?= [A-Z]|$)/,
];

/** Returns what the other file shows of the fault; null if it has nothing of it. */
export function outputState(log: StateFile, { name, text }: StateFile): BesideState | null {
  const { sentence } = log;
  const metrics = pastedMetrics(sentence, text, `of ${name}`);
  if (metrics !== null) return { said: metrics, without: [] };
  const limited = MAPS.test(sentence) ? 'maps' : OPEN_FILES.test(sentence) ? 'files' : null;
  const reached = countedLimits(limited, text);
  if (reached !== null) return {
    said: reached.replace(' by the text', () => ` by ${name}`), without: isReached(reached) ? GUESSES : [],
  };
  const features = featuresOn(sentence, text);
  return features === null ? null
    : { said: features.replace(/^In the text, /, () => `In ${name}, `), without: [] };
}
