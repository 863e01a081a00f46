/** Finds in the stack below a line of a Java log the innermost cause, which stands last. Pure; bounded. */

const CAUSED = /^\s{0,12}Caused by: (.{1,600})/;
/** Lines of a stack: frames, how many are as above, and further exceptions. */
const OF_STACK = new RegExp([
  /^\s{0,12}(?:at [\w$.<>/@]{1,300}\(|\.\.\. \d{1,5} (?:more|common)|Suppressed: |Caused by: )/,
  /^\s{0,12}[\w$.]{3,200}(?:Exception|Error)\b/,
].map(({ source }) => source).join('|'));
const MAX_LINES = 300;

/** Returns the last cause that the stack below the line at `at` names; null without one. */
export function innermostCause(lines: readonly { line: string }[], at: number): string | null {
  let cause: string | null = null;
  for (const { line } of lines.slice(at + 1, at + 1 + MAX_LINES)) {
    if (!OF_STACK.test(line)) break;
    cause = CAUSED.exec(line)?.[1]?.trim() ?? cause;
  }
  return cause;
}

/** Returns an error with the cause behind it, unless it states that already. */
export function withCause(error: string, cause: string | null): string {
  const words = cause?.replace(/^(?:[\w$]{1,60}\.){1,9}/, '') ?? '';
  return cause === null || error.includes(words) ? error : `${error}, caused by ${cause}`;
}
