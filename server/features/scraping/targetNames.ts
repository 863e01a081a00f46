import { createHash } from 'node:crypto';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';

/** Longest name that routes accept. */
const MAX_NAME = 200;

/** Names in use. `urlOf`: the address each name was recorded with before, so that its target gets it again. */
export interface NamesInUse { taken: ReadonlySet<string>; urlOf: ReadonlyMap<string, string> }

/**
 * Names discovered targets, in their order: `instance`, else `job/instance` if that is taken, else with the address. A
 * target that had one of these names before gets it again, even if other targets were found since.
 */
export function nameTargets<T extends Omit<TargetConfig, 'name'>>(
  found: readonly T[], { taken, urlOf }: NamesInUse
): (T & { name: string })[] {
  const given = new Set(taken);
  const names = new Map<T, string>();
  const give = (target: T, name: string | undefined): void => {
    if (name === undefined) return;
    given.add(name);
    names.set(target, name);
  };
  for (const target of found)
    give(target, candidates(target).find((name) => !given.has(name) && urlOf.get(name) === target.url));
  for (const target of found) {
    if (names.has(target)) continue;
    // May reuse a name recorded with another address: the same `instance` means the same target, with a new address.
    give(target, candidates(target).find((name) => !given.has(name)));
  }
  return found.flatMap((target) => {
    const name = names.get(target);
    return name === undefined ? [] : [{ ...target, name }];
  });
}

function candidates({ labels, url, metricsPath = '' }: Omit<TargetConfig, 'name'>): string[] {
  const instance = safe(labels['instance'] ?? '');
  const job = safe(labels['job'] ?? '');
  const all = [instance, `${job}/${instance}`, `${instance} (${url}${safe(metricsPath)})`];
  return all.filter((name) => name.trim() !== '' && name !== '.' && name !== '..').map(cut);
}

/** Shortens a long name with a hash, so that long names with the same start stay different. */
function cut(name: string): string {
  if (name.length <= MAX_NAME) return name;
  return `${safe(name.slice(0, MAX_NAME - 9))}~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** Replaces control characters, because names appear in URLs and logs. */
function safe(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '\uFFFD');
}
