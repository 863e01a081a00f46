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

/** The target and range that the page is about. */
export function useCurrentTarget(): CurrentTarget {
  const { state } = useUrlState();
  const { data, error } = useTargets();
  const targets = data ?? [];
  const target = state.target === null ? defaultTarget(targets)
    : (targets.find((one) => one.name === state.target) ?? null);
  return { target, targets: data, error, range: state.range };
}
