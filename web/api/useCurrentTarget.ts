import type { Target } from '../../core/contract/contract.ts';
import { useTargets } from './queries.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';

export interface CurrentTarget {
  /** null while the list loads, when there is none, and when the URL names one that is not there. */
  target: Target | null;
  targets: Target[] | undefined;
  error: Error | null;
  range: TimeRange | null;
}

/** A live target before a recording, else the first there is. */
function defaultTarget(targets: readonly Target[]): Target | null {
  return targets.find((target) => target.state !== 'recorded') ?? targets[0] ?? null;
}

/** The target that an address is about: the one it names, else the default. */
export function targetNamed(targets: readonly Target[], name: string | null): Target | null {
  return name === null ? defaultTarget(targets) : (targets.find((one) => one.name === name) ?? null);
}

/** The target and range that the page is about. */
export function useCurrentTarget(): CurrentTarget {
  const { state } = useUrlState();
  const { data, error } = useTargets();
  const target = targetNamed(data ?? [], state.target);
  return { target, targets: data, error, range: state.range };
}
