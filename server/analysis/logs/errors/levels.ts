/** Classifies the levels of log lines, in any spelling. Pure. */

const ERROR = /^(?:e|err|eror|error|f|fatal|crit|critical|panic|dpanic|emerg|alert)$/;
const WARNING = /^(?:w|wrn|warn|warning)$/;

/** Returns the gravity of a level in lower case; null for one that is no warning. */
export function gravityOfLevel(level: string): 'error' | 'warning' | null {
  return ERROR.test(level) ? 'error' : WARNING.test(level) ? 'warning' : null;
}
