/** Applies `rename=old:new`: gives functions another name, so that one that was only renamed is one row of a diff. */
import { systemClock } from '../../../core/time/clock.ts';
import { compileReplacer, type Replacer } from '../../../core/regex.ts';
import { readRenames, type Rename } from '../../../core/profile/renames.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Profile } from '../decode/profile.ts';

/** The last result for each profile. */
const lastMade = new WeakMap<Profile, { rules: string; made: Profile }>();

/**
 * Applies each rule to the result of the one before, for every function of the profile. Without rules: the profile.
 * Error `bad_data`: an invalid rule.
 */
export function renamedProfile(profile: Profile, rules: string | undefined): Result<Profile> {
  if (rules === undefined || rules === '') return ok(profile);
  const last = lastMade.get(profile);
  if (last?.rules === rules) return ok(last.made);
  const read = readRenames(rules);
  if (!read.ok) return read;
  const replacers: Replacer[] = [];
  for (const rule of read.value) {
    const replacer = replacerOf(rule);
    if (!replacer.ok) return replacer;
    replacers.push(replacer.value);
  }
  const made = {
    ...profile,
    functions: profile.functions.map((row) => {
      const name = replacers.reduce((now, replacer) => replacer(now), row.name);
      return name === row.name ? row : { ...row, name };
    }),
  };
  lastMade.set(profile, { rules, made });
  return ok(made);
}

function replacerOf({ from, to, isRegex }: Rename): Result<Replacer> {
  if (!isRegex) return ok((name) => (name === from ? to : name));
  const compiled = compileReplacer('rename', from, to, systemClock.steadyMs);
  return compiled.ok ? compiled : fail('bad_data', compiled.error.message);
}
