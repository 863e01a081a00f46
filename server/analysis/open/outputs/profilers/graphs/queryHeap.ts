/** Names the kind of the query that holds most of a heap, by its largest record (`debug=1`) or by table rows. Pure. */
import {
  ANY_ASKER, ASKERS, EVALUATES, MIN_QUERY_SHARE, queryWords, SUBQUERY,
} from '../../../../../../core/profile/queryFrames.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { valueOf } from '../rows/printedRows.ts';

/** Twice the mean of bytes between two samples. */
const RATE = /^heap profile: [^\n]{0,200} @ heap\/(\d{1,12})/m;
const RECORD = /^(\d{1,15}): (\d{1,18}) \[\d{1,15}: \d{1,18}\] @ 0x[^\n]{0,4000}\n((?:#[^\n]{0,1000}\n?){1,200})/gm;

/** Returns the bytes for which those of sampled objects stand: small objects are sampled seldom. */
const unsampled = (objects: number, bytes: number, rate: number): number =>
  (objects === 0 || rate <= 1 ? bytes : bytes / (1 - Math.exp(-bytes / objects / rate)));

/** Returns which queries hold the memory, and how to find them; null if no query holds half of it. */
export function queryHeap(text: string): string | null {
  const double = RATE.exec(text)?.[1];
  if (double === undefined) return null;
  const records = [...text.matchAll(RECORD)].map(([, objects, bytes, stack = '']) =>
    ({ bytes: Number(bytes) === 0 ? 0 : unsampled(Number(objects), Number(bytes), Number(double) / 2), stack }));
  const all = records.reduce((sum, { bytes }) => sum + bytes, 0);
  const first = records.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (first === undefined || all === 0 || first.bytes < MIN_QUERY_SHARE * all || !EVALUATES.test(first.stack))
    return null;
  const asker = ASKERS.find(([frame]) => frame.test(first.stack))?.[1] ?? ANY_ASKER;
  return queryWords({ asker, isSub: SUBQUERY.test(first.stack) }).join(' ');
}

/** Returns the same of the rows of a table, of which those with most of the memory are in its stacks. */
export function queryOfRows(rows: readonly PprofRow[], type: string | undefined): string | null {
  const most = rows.filter(({ cumShare }) => valueOf(cumShare) >= 100 * MIN_QUERY_SHARE);
  const has = (pattern: RegExp): boolean => most.some(({ name }) => pattern.test(name));
  if (type !== 'inuse_space' || !has(EVALUATES)) return null;
  const asker = ASKERS.find(([frame]) => has(frame))?.[1] ?? ANY_ASKER;
  return queryWords({ asker, isSub: has(SUBQUERY) }).join(' ');
}
