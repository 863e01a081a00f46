import type { Target } from '../../core/contract/contract.ts';
import { useTargets } from './queries.ts';
import { targetNamed } from '../../core/url/targetNamed.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';

export interface CurrentTarget {
  /** null while the list loads, when there is none, and when the URL names one that is not there. */
  target: Target | null;
  targets: Target[] | undefined;
  error: Error | null;
  range: TimeRange | null;
}

/** The target and range that the page is about. */
export function useCurrentTarget(): CurrentTarget {
  const { state } = useUrlState();
  const { data, error } = useTargets();
  const target = targetNamed(data ?? [], state.target);
  return { target, targets: data, error, range: state.range };
}
