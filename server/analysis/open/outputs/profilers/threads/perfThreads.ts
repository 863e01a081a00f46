/** Says how many threads or processes the samples of perf script are of. Pure. */
import type { Look } from '../../../look/look.ts';

/** The first line of a sample: `app  9 [002] 203265.377019:`, or with the process before the thread: `app 7/9`. */
const HEAD = /^(\S[^\n\t]{0,60}?)[ \t]+(?:\d{1,9}\/)?(\d{1,9})[ \t]+(?:\[\d{1,5}\][ \t]+)?\d{1,9}\.\d{6,9}:/gm;
const IDLE = /^swapper(?:\/\d+)?$/;
const MAX_LISTED = 4;

/** Returns a sentence on the program with the most samples; null if they are of one thread. */
export function perfThreads({ text, isCut }: Pick<Look, 'text' | 'isCut'>): string | null {
  const byName = new Map<string, Map<string, number>>();
  for (const [, name = '', id = ''] of text.matchAll(HEAD)) {
    if (IDLE.test(name)) continue;
    const ids = byName.get(name) ?? new Map<string, number>();
    byName.set(name, ids);
    ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  const sum = (ids: ReadonlyMap<string, number>): number => [...ids.values()].reduce((all, one) => all + one, 0);
  const [most] = [...byName].sort(([, a], [, b]) => sum(b) - sum(a));
  if (isCut || most === undefined || most[1].size < 2) return null;
  const [name, ids] = most;
  return `The samples of ${name} are of ${ids.size} threads or processes: ${countsWords([...ids])}.`;
}

/** Returns `9, 10 and 11 have 5 each`, or the largest of them with their numbers. */
export function countsWords(counts: readonly (readonly [id: string, count: number])[]): string {
  const sorted = counts.toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other, 'en', { numeric: true }));
  const ids = sorted.map(([id]) => id);
  const isEqual = sorted.every(([, count]) => count === sorted[0]?.[1]);
  if (isEqual && sorted.length <= MAX_LISTED)
    return `${ids.slice(0, -1).join(', ')} and ${ids.at(-1) ?? ''} have ${sorted[0]?.[1] ?? 0} each`;
  const rest = sorted.length > MAX_LISTED ? `, and ${sorted.length - MAX_LISTED} more` : '';
  return `${sorted.slice(0, MAX_LISTED).map(([id, count]) => `${count} in ${id}`).join(', ')}${rest}`;
}
