import { systemClock } from '../../../core/time/clock.ts';
import { compileRegex, type Matcher } from '../../../core/regex.ts';
import type { Result } from '../../../core/result.ts';

/** Of a question, and tried on every name of a profile: its matcher throws ExpressionTooSlow after two seconds. */
export function timedRegex(name: string, pattern: string): Result<Matcher> {
  return compileRegex(name, pattern, systemClock.steadyMs);
}
