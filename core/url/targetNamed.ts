/** Which target an address is about; pure. */
import type { Target } from '../contract/contract.ts';

/** A live target before a recording, else the first there is. */
function defaultTarget(targets: readonly Target[]): Target | null {
  return targets.find((target) => target.state !== 'recorded') ?? targets[0] ?? null;
}

/** Whether the name of a target in an address of this page is an address itself: `?target=http://localhost:9090`. */
export function isTargetAddress(name: string | null): name is string {
  return name !== null && /^https?:\/\//i.test(name);
}

/** The target that an address is about: the one it names, also by the target's own address, else the default. */
export function targetNamed(targets: readonly Target[], name: string | null): Target | null {
  if (name === null) return defaultTarget(targets);
  const url = isTargetAddress(name) ? name.replace(/\/+$/, '').replace(/\/metrics$/, '') : null;
  return targets.find((one) => one.name === name)
    ?? targets.find((one) => url !== null && one.url === url && one.state !== 'recorded') ?? null;
}
