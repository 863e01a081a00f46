/** What routes about profiles ask of the profile workers, from what was asked of them. */
import type { ProfileQuery, ViewQuestion } from '../../data/store/files/profileCatalog.ts';

const USUAL = { limit: 500, minRatio: 0.0005 };

/** What the answer does not depend on: cached answers are found by their questions. */
interface Look { format?: string; width?: number; theme?: string; scale?: number }

/** Of one profile, and of a diff. */
export function profileQuery<Q extends ProfileQuery & Look>(
  { format: _, width: _w, theme: _t, scale: _s, ...asked }: Q
): Omit<Q, keyof Look> & typeof USUAL {
  return { ...USUAL, ...asked };
}

type AskedText = Pick<ViewQuestion, 'nodecount' | 'nodefraction' | 'edgefraction' | 'unit'> & { limit?: number };

/**
 * For a report as `go tool pprof` prints it: without `limit` with its own limits (rows under half a percent are
 * dropped), with one that many rows, 0 = all.
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
