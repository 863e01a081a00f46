/** Converts queries of routes into queries for the profile workers. */
import type { ProfileQuery, ViewQuestion } from '../../data/store/files/profileCatalog.ts';

const USUAL = { limit: 500, minRatio: 0.0005 };

/** Parameters that do not affect the answer, removed because the query is the cache key. */
interface Look { format?: string; width?: number; theme?: string; scale?: number }

/** Returns the query of a profile or a diff, with default limits. */
export function profileQuery<Q extends ProfileQuery & Look>(
  { format: _, width: _w, theme: _t, scale: _s, ...asked }: Q
): Omit<Q, keyof Look> & typeof USUAL {
  return { ...USUAL, ...asked };
}

type AskedText = Pick<ViewQuestion, 'nodecount' | 'nodefraction' | 'edgefraction' | 'unit'> & { limit?: number };

/**
 * Returns the query of a report as `go tool pprof` prints it: without `limit`, pprof's own limits (drops rows under
 * half a percent); with it, that many rows, 0 = all.
 */
export function textQuestion(
  { limit, nodecount, nodefraction, edgefraction, unit }: AskedText, report: NonNullable<ViewQuestion['report']>,
): ViewQuestion & { limit: number } {
  const least = nodefraction ?? (limit === undefined ? undefined : 0);
  return {
    report, limit: limit ?? 0, nodecount: nodecount ?? limit ?? 0,
    ...(least === undefined ? {} : { nodefraction: least }),
    ...(edgefraction === undefined ? {} : { edgefraction }), ...(unit === undefined ? {} : { unit }),
  };
}
