/** Reads queries that ran when the previous process ended, which Prometheus names at its next start. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { count, joined, parts, seconds } from '../../../../../core/text/parts.ts';
import { quotedQuery } from '../../../../../core/text/queryWords.ts';

export interface UnfinishedQuery { text: string; startMs: number }

/** Matches an entry of `[{"query":"up","timestamp_sec":1567002604}]`, which may be cut off. */
const ENTRY = /\{"query":("(?:[^"\\]|\\.){0,4000}"),"timestamp_sec":(\d{9,11})\}/g;
/** Prometheus allows 20 at once by default. */
const MAX_QUERIES = 1000;
const MAX_NAMED = 3;
const MAX_TEXT = 500;

/** Returns the queries, oldest first. */
export function unfinishedOf(field: string | undefined): UnfinishedQuery[] {
  const found: UnfinishedQuery[] = [];
  for (const [, quoted = '', stamp] of (field ?? '').matchAll(ENTRY)) {
    if (found.length >= MAX_QUERIES) break;
    const text = textOf(quoted);
    if (text !== null) found.push({ text: text.slice(0, MAX_TEXT), startMs: 1000 * Number(stamp) });
  }
  return found.sort((a, b) => a.startMs - b.startMs);
}

function textOf(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Describes the oldest ones with an upper bound of their age: the process ended before the next one began. Empty
 * without one. That a query ran does not mean that it ended the process.
 */
export function unfinishedEvidence(queries: readonly UnfinishedQuery[], nextStartMs: number): Part[] {
  if (queries.length === 0) return [];
  const named = queries.slice(0, MAX_NAMED).map(({ text, startMs }) => {
    const age = (nextStartMs - startMs) / 1000;
    const begun = age >= 1 ? parts`, begun ${seconds(age)} before this start` : null;
    return parts`${quotedQuery(text)}${begun}`;
  });
  const more = queries.length - named.length;
  return parts`${count(queries.length, 'query', 'queries')} ran when the process before ended: ${joined(named, '; ')}${
    more === 0 ? '' : `; and ${more} more`}.`;
}

/** Returns texts that ran at the end of more than one process of a log; empty without one. */
export function repeatedEvidence(ends: readonly (readonly UnfinishedQuery[])[]): Part[] {
  const counts = new Map<string, number>();
  for (const queries of ends) for (const text of new Set(queries.map((query) => query.text)))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  const told = ends.filter((queries) => queries.length > 0).length;
  return most === undefined || most[1] < 2 ? []
    : parts`${quotedQuery(most[0])} ran at the end of ${count(most[1], 'process', 'processes')}, of ${
      String(told)} whose queries are known.`;
}
