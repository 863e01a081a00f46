import { systemClock } from '../../../core/time/clock.ts';
import { compileRegex, type Matcher } from '../../../core/regex.ts';
import type { Result } from '../../../core/result.ts';

/**
 * Compiles a user's expression, tested on every name of a profile: the matcher throws ExpressionTooSlow after two
 * seconds.
 */
export function timedRegex(name: string, pattern: string): Result<Matcher> {
  return compileRegex(name, pattern, systemClock.steadyMs);
}
