/** Names of a query and its origin in a sentence. Pure. */
import type { QueryOrigin, SpikeQueries, SpikeQuery } from '../contract/contract.ts';
import type { Part } from '../contract/terms/finding.ts';
import { cutMiddle, formatNumber } from './format.ts';
import { count, joined, parts, quantity, render } from './parts.ts';

const MAX_QUOTED = 120;

/** Placeholder for a text that is switched off or was removed. */
export const NO_TEXT = '(text not kept)';

/** Returns `10.0.0.1 /api/v1/query_range`, `rule group node`, `unknown`. */
export function originWords(origin: QueryOrigin): string {
  switch (origin.kind) {
    case 'http': return `${origin.client} ${origin.path}`.trim();
    case 'rule': return `rule group ${origin.group}`;
    case 'unknown': return 'unknown client';
  }
}

/** Returns the query in backquotes; replaces its own backquotes, which would end the quotation. */
export function quotedQuery(text: string, length = MAX_QUOTED): string {
  return text === '' ? NO_TEXT : `\`${cutMiddle(text, length).replaceAll('`', '\'')}\``;
}

/** Returns `41 M`, `1.2 k`. */
export function shortCount(value: number): string {
  const [scale, letter] = value >= 999.5e6 ? [1e9, ' G'] : value >= 999_500 ? [1e6, ' M'] : value >= 1000 ? [1e3, ' k']
    : [1, ''];
  return `${formatNumber(value / scale)}${letter}`;
}

/** Returns `41 M samples`; null if not known. */
export function sampleWords(samples: number | null): string | null {
  return samples === null ? null : `${shortCount(samples)} ${samples === 1 ? 'sample' : 'samples'}`;
}

/** Returns `query "sum(...)" by 10.0.0.1 /api/v1/query_range (3.2 s, 41 M samples)`, with the text in backquotes. */
export function queryParts(
  { text, origin, evalSeconds, samples, count: times = 1 }: Omit<SpikeQuery, 'count'> & { count?: number },
  length?: number,
): Part[] {
  const read = sampleWords(samples);
  const often = times === 1 ? null : parts`${count(times, 'time')}, `;
  const took = parts`${often}${quantity(evalSeconds, 'seconds')}${read === null ? '' : `, ${read}`}`;
  return parts`query ${quotedQuery(text, length)} by ${originWords(origin)} (${took})`;
}

/** Returns the queries of a spike: `query ... by ... (3.2 s, 41 M samples) and 4 shorter ones`. */
export function namedParts({ named, others }: SpikeQueries, length = MAX_QUOTED): Part[] {
  return parts`${joined(named.map((query) => queryParts(query, length)), ' and ')}${
    others === 0 ? '' : ` and ${others} shorter ${others === 1 ? 'one' : 'ones'}`}`;
}

export const namedWords = (queries: SpikeQueries): string => render(namedParts(queries, 80));
