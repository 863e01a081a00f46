/** Tests the patterns of the table: each is compiled when a text first has the literal that it needs. */

interface Pattern { literal: string; expression: RegExp | null }

/** Compiled patterns by source; all come from the table, so there are a few hundred. */
const patterns = new Map<string, Pattern>();

/** Reports whether the pattern is found in the text. */
export function matches(pattern: string, text: string): boolean {
  let known = patterns.get(pattern);
  if (known === undefined) {
    known = { literal: neededLiteral(pattern), expression: null };
    patterns.set(pattern, known);
  }
  return text.includes(known.literal) && (known.expression ??= new RegExp(pattern)).test(text);
}

/** Matches a group without groups in it, a class, an escape, a quantifier, or any other character. */
const TOKEN = /\((?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\)|\[(?:[^\]\\]|\\.)*\]|\\.|\{\d+(?:,\d*)?\}|[^]/g;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/;
/** Matches an escaped metacharacter, which means itself. */
const ESCAPED = /^\\[^\w]$/;
const PLAIN = /^[^\\()[\]{}|*+?.^$]$/;

/** Returns the longest text that every match of the pattern has; `""` if none is certain. */
export function neededLiteral(pattern: string): string {
  let longest = '';
  let run = '';
  const end = (): void => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (const [token] of pattern.matchAll(TOKEN)) {
    // Alternatives and nested groups have no certain text.
    if (token === '|' || token === '(' || token === ')') return '';
    if (PLAIN.test(token)) run += token;
    else if (ESCAPED.test(token)) run += token.slice(1);
    else {
      // A quantified character may be absent.
      if (QUANTIFIER.test(token)) run = run.slice(0, -1);
      end();
    }
  }
  end();
  return longest;
}
