import type { Groups } from '../../../core/regex.ts';

/** `$name` includes every letter, digit and underscore that follows; `${name}` ends at the brace. */
const VARIABLE = /\$(?:(\$)|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu;

/**
 * Expands a template of Go's regexp package with the groups of a match: `$1`, `${1}`, `$name`, `$$` for a dollar sign.
 * Groups that do not exist or did not match are empty; a `$` before anything else is kept.
 */
export function expandTemplate(template: string, groups: Groups): string {
  return template.replace(VARIABLE, (_, dollar?: string, inBraces?: string, bare?: string) => {
    if (dollar !== undefined) return '$';
    const name = inBraces ?? bare ?? '';
    // A number with leading zeros is a name, as in Go.
    if (/^(?:0|[1-9]\d*)$/.test(name)) return groups.numbered[Number(name)] ?? '';
    return Object.hasOwn(groups.named, name) ? groups.named[name] ?? '' : '';
  });
}
