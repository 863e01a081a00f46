/**
 * Finds the cause below a line: where its message goes on, and in the stack of a Java log the innermost one, which
 * stands last. Pure; bounded.
 */
import { wholeMessage } from '../../crashes/java/exceptionLines.ts';
import { withoutKeys, type SaidLine } from '../lines/saidLine.ts';

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

const TRACEBACK = /^\s{0,8}Traceback \(most recent call last\):/;
/** Lines of a traceback: frames with their code, and what Twisted and chained exceptions put between them. */
const OF_TRACEBACK = /^(?:\s|--- <|$)/;
const RAISED = /^(?:\w{1,60}\.){0,8}[A-Z]\w{2,60}(?:: [^\n]{1,600}|$)/;

/** Returns the last line of the traceback below the line at `at`, which has the error; null without one. */
export function raisedBelow(lines: readonly { line: string }[], at: number): string | null {
  if (!TRACEBACK.test(lines[at + 1]?.line ?? '')) return null;
  const last = lines.slice(at + 2, at + 2 + MAX_LINES).find(({ line }) => !OF_TRACEBACK.test(line))?.line ?? '';
  return RAISED.exec(last)?.[0] ?? null;
}

/** The list of an error that names several, whose first one stands in the next line. */
const LISTED = /^\s{0,12}\* (\S.{0,600})/;

/** Takes the next line as the cause if the message goes on there, as errors of YAML and of Java do. */
export function withNext(
  one: SaidLine, next: string | undefined, innermost: () => string | null, raised: () => string | null = () => null
): SaidLine {
  if (next === undefined) return one;
  const begun = one.cause === '' ? one.message : one.cause;
  const item = begun.endsWith('occurred:') ? LISTED.exec(next)?.[1]?.trim() : undefined;
  if (item !== undefined) return { ...one, cause: one.cause === '' ? item : `${one.cause} ${item}` };
  if (one.cause !== '') return one;
  const error = raised();
  if (error !== null) return { ...one, cause: error };
  const goesOn = (/[:[(]$/.test(one.message) && /^\s{2,}\S/.test(next)) || EXCEPTION.test(next) || THROWN.test(next);
  return goesOn ? { ...one, cause: withCause(ownWords(next), innermost()) } : one;
}

/** Drops the keys behind a line, but not those that go on with what it says. */
function ownWords(line: string): string {
  const own = withoutKeys(line).trim();
  return own.endsWith(',') ? line.trim() : own;
}

/** The first line of an exception of Java, Python or C++. */
const EXCEPTION = /^\s{0,8}(?:Caused by: )?(?:[\w$]{1,60}[.:]{1,2}){0,9}\w{0,60}(?:Exception|Error)\b(?::|$)/;

/** A class of Java by its package, whose name does not say that it is an exception. */
const THROWN = /^\s{0,8}(?:[a-z][\w$]{0,40}\.){2,9}[A-Z][\w$]{1,60}: \S/;

/** Lines below an exception that may be the rest of its message, and the frame behind them. */
const MAX_WRAPPED = 7;

/** Returns the line below the one at `at`; of an exception with the rest of a message that was wrapped. */
export function lineBelow(lines: readonly { line: string }[], at: number): string | undefined {
  const next = lines[at + 1]?.line;
  if (next === undefined || !(EXCEPTION.test(next) || THROWN.test(next))) return next;
  const text = lines.slice(at + 1, at + 1 + MAX_WRAPPED).map(({ line }) => line).join('\n');
  return wholeMessage(text, next, next.length);
}
