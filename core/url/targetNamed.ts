/** Finds the target of an address; pure. */
import type { Target } from '../contract/contract.ts';

/** Returns a live target if there is one, else the first target. */
function defaultTarget(targets: readonly Target[]): Target | null {
  return targets.find((target) => target.state !== 'recorded') ?? targets[0] ?? null;
}

/** Returns whether the target name in a page address is itself an address: `?target=http://localhost:9090`. */
export function isTargetAddress(name: string | null): name is string {
  return name !== null && /^https?:\/\//i.test(name);
}

/** Returns the target of an address: the named one, also by the target's own address, else the default. */
export function targetNamed(targets: readonly Target[], name: string | null): Target | null {
  if (name === null) return defaultTarget(targets);
  const url = isTargetAddress(name) ? name.replace(/\/+$/, '').replace(/\/metrics$/, '') : null;
  return targets.find((one) => one.name === name)
    ?? targets.find((one) => url !== null && one.url === url && one.state !== 'recorded') ?? null;
}
