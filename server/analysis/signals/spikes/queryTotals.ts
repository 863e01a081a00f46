/** Totals CPU spikes by the queries that a query log names for them. Pure. */
import type { LoggedQuery, QuantitySpike, SpikeQuery, SpikeQueryTotal } from '../../../../core/contract/contract.ts';
import { normalQuery } from '../../../../core/text/normalQuery.ts';
import { NO_TEXT, originWords } from '../../../../core/text/queryWords.ts';

const MAX_TOTALS = 20;
/** Maximum number of bars; more do not fit the width of a chart. */
const MAX_DRAWN = 200;

/** Returns totals by explained CPU above quiet, largest first. Queries named together are one entry. */
export function queryTotals(spikes: readonly QuantitySpike[]): SpikeQueryTotal[] {
  const totals = new Map<string, SpikeQueryTotal>();
  for (const { queries, area } of spikes) {
    if (queries === undefined) continue;
    const text = eachOnce(queries.named, (query) => (query.text === '' ? NO_TEXT : normalQuery(query.text)));
    const by = eachOnce(queries.named, (query) => originWords(query.origin));
    const key = `${text}\n${by}`;
    const total = totals.get(key) ?? { text, by, count: 0, coreSeconds: 0 };
    totals.set(key, { ...total, count: total.count + 1, coreSeconds: total.coreSeconds + area });
  }
  return [...totals.values()].sort((a, b) => b.coreSeconds - a.coreSeconds).slice(0, MAX_TOTALS);
}

function eachOnce(queries: readonly SpikeQuery[], word: (query: SpikeQuery) => string): string {
  return [...new Set(queries.map(word))].sort().join(' and ');
}

/** Returns the longest queries for the lane of a chart, ascending by start. */
export function longestQueries(queries: readonly LoggedQuery[]): LoggedQuery[] {
  return queries.toSorted((a, b) => b.evalSeconds - a.evalSeconds).slice(0, MAX_DRAWN)
    .sort((a, b) => a.start - b.start);
}
