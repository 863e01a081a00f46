/** First requests of a page to its server; pure. Used by both sides: the server lists them in the page's HTML. */
import { apiAddress } from '../client/apiClient.ts';
import type { Target } from '../contract/contract.ts';
import { isPanelName } from '../panels.ts';
import { targetNamed } from './targetNamed.ts';
import { judgedQuery, windowQuery } from './panelWindow.ts';
import type { UrlState } from './urlState.ts';

/** Returns addresses from `/api/v1` on: that of the line drawn first, then that of the claim. `now` in Unix seconds. */
export function firstQuestions(
  { page, target: name, range }: Pick<UrlState, 'page' | 'target' | 'range'>, targets: readonly Target[], now: number
): string[] {
  const target = targetNamed(targets, name);
  if (target === null || (page !== 'overview' && !isPanelName(page))) return [];
  const path = { target: target.name };
  const asked = { path, query: judgedQuery(range, target, now) };
  return [
    apiAddress('/targets/{target}/lines', { path, query: windowQuery(range, target, now) }),
    page === 'overview' ? apiAddress('/targets/{target}/findings', asked)
      : apiAddress(`/targets/{target}/panels/${page}`, asked),
  ];
}

/** Tolerance in s between the ends of windows that end now, for a page that loads slowly. */
const NEAR_SECONDS = 30;

/** Returns whether both addresses ask the same, except for the moment at which they were made. */
export function isSameQuestion(one: URL, other: URL): boolean {
  if (one.origin !== other.origin || one.pathname !== other.pathname) return false;
  const keys = new Set([...one.searchParams.keys(), ...other.searchParams.keys()]);
  return [...keys].every((key) => {
    const [left, right] = [one.searchParams.get(key), other.searchParams.get(key)];
    if (left === right) return true;
    return (key === 'start' || key === 'end') && Math.abs(Number(left ?? NaN) - Number(right ?? NaN)) <= NEAR_SECONDS;
  });
}
