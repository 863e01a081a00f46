/**
 * Regular expressions as in `go tool pprof` and PromQL (RE2: https://github.com/google/re2/wiki/Syntax). Those of
 * JavaScript differ in syntax ((?i), \A, \pL, [[:alpha:]]) and can take exponential time; RE2 is linear in the text.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { fail, ok, type Result } from './result.ts';

export interface Matcher { test(text: string): boolean }

const MAX_PATTERN_LENGTH = 2000;
/**
 * Time limit over all texts that a filter is matched against; all names of a large profile usually take milliseconds.
 */
const MAX_MATCHING_MS = 2000;
/** Limit of the result, because a replacement can repeat its match. */
const MAX_REPLACED_LENGTH = 10_000;

/** An expression exceeded its time limit; the message is for the user. */
export class ExpressionTooSlow extends Error {}

/**
 * Limit of compiled instructions, because nested repetitions multiply. At 20,000, a text of 5,000 characters takes at
 * most about 300 ms.
 */
const MAX_INSTRUCTIONS = 20_000;
const TOO_LARGE = 'it grows too large by its repetitions';
const NO_LOOK_AROUND = 'look-around and back references do not exist in this syntax';

/**
 * Compiles a filter's expression, which matches anywhere in the text unless anchored. `name` is the filter's, for the
 * message. Error `bad_data`: one sentence on what is wrong. With a `clock` (ms) the matcher throws ExpressionTooSlow
 * after two seconds in total.
 */
export function compileRegex(name: string, pattern: string, clock?: () => number): Result<Matcher> {
  const compiled = compileProgram(name, pattern);
  if (!compiled.ok) return compiled;
  const regex = compiled.value;
  const known = new Map<string, boolean>();
  let spentMs = 0;
  return ok({
    test(text) {
      // Names repeat: every line of a function matches the same one.
      const before = known.get(text);
      if (before !== undefined) return before;
      const begunMs = clock?.() ?? 0;
      const matched = regex.test(text);
      spentMs += (clock?.() ?? 0) - begunMs;
      if (spentMs > MAX_MATCHING_MS) throw tooSlow(name, pattern);
      known.set(text, matched);
      return matched;
    },
  });
}

/** Returns the text with every match replaced; `$1` is the first group, `$$` a dollar sign. */
export type Replacer = (text: string) => string;

/** Compiles a replacement. Errors and ExpressionTooSlow as in `compileRegex`. */
export function compileReplacer(
  name: string, pattern: string, replacement: string, clock: () => number
): Result<Replacer> {
  const compiled = compileProgram(name, pattern);
  if (!compiled.ok) return compiled;
  let spentMs = 0;
  return ok((text) => {
    const begunMs = clock();
    const replaced = compiled.value.matcher(text).replaceAll(replacement);
    spentMs += clock() - begunMs;
    if (spentMs > MAX_MATCHING_MS) throw tooSlow(name, pattern);
    return replaced.slice(0, MAX_REPLACED_LENGTH);
  });
}

function tooSlow(name: string, pattern: string): ExpressionTooSlow {
  return new ExpressionTooSlow(
    `${name} takes too long on what it is tried on (${JSON.stringify(pattern.slice(0, 80))}); `
      + 'use fewer repetitions, or a shorter expression'
  );
}

/** Groups by number (0 is the whole match) and by name; undefined for a group that did not participate in the match. */
export interface Groups {
  numbered: readonly (string | undefined)[];
  named: Readonly<Record<string, string | undefined>>;
}

/** Matches only whole texts, with `.` for every character, as Prometheus does; null if there is no match. */
export type WholeMatcher = (text: string) => Groups | null;

/** Compiles an expression for whole texts, with groups. Error `bad_data` as in `compileRegex`. */
export function compileWhole(name: string, pattern: string): Result<WholeMatcher> {
  // Compiles it alone first: "a)|(b" is invalid, but would be valid between the anchors.
  const alone = compileProgram(name, pattern);
  if (!alone.ok) return alone;
  const whole = compileProgram(name, `^(?s:${pattern})$`);
  if (!whole.ok) return whole;
  const regex = whole.value;
  return ok((text) => {
    const found = regex.exec(text) as ((string | undefined)[] & { groups?: Groups['named'] }) | null;
    return found === null ? null : { numbered: found, named: found.groups ?? {} };
  });
}

function compileProgram(name: string, pattern: string): Result<RE2JS> {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return fail('bad_data', `${name} is longer than ${MAX_PATTERN_LENGTH} characters; shorten the expression`);
  }
  const wrong = (reason: string): Result<RE2JS> =>
    fail('bad_data', `${name} is not a regular expression: ${reason} in ${JSON.stringify(pattern.slice(0, 80))}`);
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return wrong(inOurWords(error.error, error.input ?? ''));
  }
  return regex.programSize() > MAX_INSTRUCTIONS ? wrong(TOO_LARGE) : ok(regex);
}

/** Returns the reason in our own words; `part` is the piece of the expression that re2js reports. */
function inOurWords(reason: string, part: string): string {
  switch (reason) {
    case 'missing closing )': return 'a ( has no )';
    case 'missing closing ]': return 'it ends too early: a [ has no ]';
    case 'trailing backslash at end of expression': return 'it ends too early: nothing follows the last \\';
    case 'invalid or unsupported Perl syntax': return `${part} is not known (${NO_LOOK_AROUND})`;
    case 'invalid named capture':
      return /^\(\?<[=!]/.test(part)
        ? `${part.slice(0, 4)} is not known (${NO_LOOK_AROUND})`
        : `the name of a group is invalid: ${part}`;
    case 'duplicate capture group name': return `two groups are named ${part}`;
    case 'invalid escape sequence': return `${part} is not known`;
    case 'missing argument to repetition operator': return `nothing stands before the ${part}`;
    case 'invalid nested repetition operator': return 'two repetitions follow each other; put the first in a group';
    case 'invalid repeat count':
      return `the repetition ${part} is not allowed, or too large (at most 1000, nested repetitions multiplied)`;
    case 'invalid character class range':
      return /^\\|^\[:/.test(part) ? `${part} is not known` : `the range ${part} is upside down`;
    case 'expression nests too deeply': return 'groups are nested too deeply';
    case 'expression too large': return TOO_LARGE;
    // `unexpected )` and reasons added in later versions are readable as they are.
    default: return reason;
  }
}
