/**
 * Rules that rename functions, as parameters and addresses have them: `old:new`, one a line.
 *
 * ```
 *   tsdb.(*Head).append:tsdb.(*Head).add      old is a whole name
 *   /\/v2\.:.                                 between slashes a regular expression (RE2); $1 in new is its first group
 * ```
 */
import { fail, ok, type Result } from '../result.ts';

export interface Rename { from: string; to: string; isRegex: boolean }

const MAX_RULES = 50;
/** A single colon, as separator; the double colons in names such as `std::vec` are not separators. */
const LONE_COLON = /(?<!:):(?!:)/;

/** Parses rules. Error `bad_data`: a rule without exactly one separator, an empty name, too many rules. */
export function readRenames(text: string): Result<Rename[]> {
  const rules: Rename[] = [];
  for (const line of text.split('\n').map((one) => one.trim()).filter((one) => one !== '')) {
    const rule = readRename(line);
    if (rule === null) {
      return fail(
        'bad_data', `rename: ${JSON.stringify(line.slice(0, 100))} is not old:new; write a whole name on each side, or `
          + '/regular expression/:new'
      );
    }
    rules.push(rule);
  }
  return rules.length > MAX_RULES
    ? fail('bad_data', `rename: ${rules.length} rules, and at most ${MAX_RULES} are applied; use a regular expression`)
    : ok(rules);
}

function readRename(line: string): Rename | null {
  if (line.startsWith('/')) {
    const end = line.lastIndexOf('/:');
    return end < 2 ? null : { from: line.slice(1, end), to: line.slice(end + 2), isRegex: true };
  }
  const [from = '', to = '', ...more] = line.split(LONE_COLON);
  return from === '' || to === '' || more.length > 0 ? null : { from, to, isRegex: false };
}

/** Returns the rule that renames exactly this function. */
export function renameRule(from: string, to: string): string {
  const plain = `${from}:${to}`;
  const read = readRename(plain);
  if (read !== null && !read.isRegex && read.from === from && read.to === to) return plain;
  return `/^${from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$/:${to.replaceAll('$', '$$$$')}`;
}

/** Returns the rules with the added ones at the end, without duplicates. */
export function withRenames(text: string | undefined, added: readonly string[]): string {
  return [...new Set([...(text ?? '').split('\n').filter((line) => line !== ''), ...added])].join('\n');
}
