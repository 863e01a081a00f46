import type { Target } from '../../core/contract/contract.ts';
import { useTargets } from './queries.ts';
import { targetNamed } from '../../core/url/targetNamed.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';

export interface CurrentTarget {
  /** Null while the list loads, if it is empty, and if the URL names an unknown target. */
  target: Target | null;
  targets: Target[] | undefined;
  error: Error | null;
  range: TimeRange | null;
}

/** Returns the target and range of the page. */
export function useCurrentTarget(): CurrentTarget {
  const { state } = useUrlState();
  const { data, error } = useTargets();
  const target = targetNamed(data ?? [], state.target);
  return { target, targets: data, error, range: state.range };
}
