/** Says whether the two profiles of a speedscope file are the same. Pure. */
import type { Look } from '../../../look/look.ts';
import { parsedJson } from './traceThreads.ts';

/** Returns null unless the file has two profiles or more of which all have the same stacks and values. */
export function speedscopeSides(look: Pick<Look, 'text' | 'isCut'>): string | null {
  const profiles: unknown = parsedJson(look)?.['profiles'];
  if (!Array.isArray(profiles) || profiles.length < 2) return null;
  const texts = profiles.map((profile: unknown) =>
    JSON.stringify(profile, (key, value: unknown) => (key === 'name' ? undefined : value)));
  return new Set(texts).size > 1 ? null
    : `Its ${profiles.length} profiles are the same but for their names: they show no difference, and are not to be `
      + 'added up.';
}
