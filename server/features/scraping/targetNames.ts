import { createHash } from 'node:crypto';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';

/** The longest name that a route takes. */
const MAX_NAME = 200;

/** How names are given; `urlOf` says under which address a name was recorded before, so that it is given again. */
export interface NamesInUse { taken: ReadonlySet<string>; urlOf: ReadonlyMap<string, string> }

/**
 * Names for discovered targets, in their order: `instance`, where that is taken `job/instance`, and else with the
 * address. A target that had one of them before has it again, whatever else was found since.
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
    // Also one under which another address was recorded: where an address changes, `instance` says that it is the same.
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

/** Two long names that begin alike stay two. */
function cut(name: string): string {
  if (name.length <= MAX_NAME) return name;
  return `${safe(name.slice(0, MAX_NAME - 9))}~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** Names stand in addresses and logs. */
function safe(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '\uFFFD');
}
