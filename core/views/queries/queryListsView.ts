/** Texts on a VictoriaMetrics's query statistics. Pure. */
import type { TargetQueryLists } from '../../contract/contract.ts';
import { formatNumber } from '../../text/format.ts';

export interface QueryListsView {
  /** The note on tables without rows; null if both have rows. */
  note: string | null;
  /** Cost of asking; null if nothing was asked. */
  cost: string | null;
}

export function queryListsView(
  { top, running, time, sentence, requests, failed }: TargetQueryLists
): QueryListsView {
  const none = time === null ? 'Not asked yet.'
    : top.length === 0 && running.length === 0 ? 'No query was evaluated in the last ten minutes.'
    : running.length === 0 ? 'No query was being evaluated when it was last asked.' : null;
  return {
    note: sentence ?? none,
    cost: requests === 0 ? null
      : `Asked at most twice a minute: ${formatNumber(requests)} GETs so far, ${formatNumber(failed)} failed.`,
  };
}
