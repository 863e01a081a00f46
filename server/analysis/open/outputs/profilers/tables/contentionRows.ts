/** Says of a table of a mutex or block profile that it shows waiting, and who holds or wants the locks. Pure. */
import { isLocking, releasesLock, waitsForLock } from '../../../../../../core/profile/goWaits.ts';
import { shortName } from '../../../logs/crashes/crashPlace.ts';
import type { PprofRow } from '../pprofDifference.ts';

const OF_WAITS = /^(?:delay|contentions)$/;
/** Functions at the root of stacks, and those of Go that run the program's own. */
const ROOT = /^(?:runtime|testing|net\/http|net)\.|(?:^|\/)[\w-]{1,80}\.Benchmark\w|^main\.main$|\.func\d/;
const MIN_PERCENT = 5;
const MAX_NAMED = 3;
/** Functions that call each other have almost the same value. */
const SAME_PERCENT = 2;

const percent = (text: string): number => Number.parseFloat(text);
const bare = (name: string): string => name.replace(/ .*$/, '');

/** Returns null for a table of another type, and if its largest function is no lock. */
export function contentionRows(
  rows: readonly PprofRow[], most: PprofRow, { type, of }: { type: string | undefined; of: string }
): string | null {
  const name = bare(most.name);
  const isMutex = releasesLock(name);
  if (!OF_WAITS.test(type ?? '') || !(isMutex || waitsForLock(name))) return null;
  const places: PprofRow[] = [];
  const listed = rows.filter((row) => !isLocking(bare(row.name)) && !ROOT.test(row.name)
    && percent(row.cumShare) >= MIN_PERCENT).toSorted((a, b) => percent(b.cumShare) - percent(a.cumShare));
  for (const row of listed) {
    const isOfChain = places.some((one) => Math.abs(percent(one.cumShare) - percent(row.cumShare)) < SAME_PERCENT);
    if (!isOfChain && places.length < MAX_NAMED) places.push(row);
  }
  const isTime = type === 'delay';
  const who = places.map((row) => `${shortName(row.name)} ${row.cum} (${row.cumShare})`).join(', ');
  return [
    `${of === '' ? 'G' : `${of}g`}oroutines waited ${isTime ? '' : 'for locks '}${most.flat}${
      isTime ? ' for locks' : ' times'} (${most.share}).`,
    isMutex ? `It is a mutex profile, which shows waiting, no CPU time: ${name} is only where the wait of the others `
      + 'is booked, because the lock is released there.'
      : `It is a block profile, which shows waiting, no CPU time: goroutines wait in ${name}; who holds the locks `
        + 'meanwhile is in a mutex profile (/debug/pprof/mutex).',
    places.length === 0 ? null : `${isMutex ? 'Below these functions the locks were held'
      : 'Below these functions they wait'}, by what they call: ${who}.`,
    `go tool pprof -peek '${name.split('.').at(-1) ?? ''}$' shows each path${
      isTime ? ', and -sample_index=contentions how often' : ''}.`,
  ].filter((part) => part !== null).join(' ');
}
