/** Sums the stacks of one profile of a series by the function that its values belong to. Pure. */
import type { TracesTable } from '../../../contract/contract.ts';
import { isAllocator } from '../../../profile/allocators.ts';
import { isOfWaiting, waitsForWork } from '../../../profile/goWaits.ts';
import { isOfGo, ownFunctionOf } from '../../../profile/ownFunction.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

/** What a profile has in all, and by function. */
export interface Amount { total: number; places: ReadonlyMap<string, number> }

const MAX_NAME_LETTERS = 60;
const OF_GOROUTINES = /^(?:goroutine|goroutineleak|threadcreate)$/;
const OF_MEMORY = /^(?:(?:inuse|alloc)_(?:space|objects)|space)$/;
const OF_WAITS = /^(?:delay|contentions)$/;
/** Separates a function from the caller that names the program, in a key. */
const CALLED = '\n';

/** Returns the function that a stack counts for, with the caller of a library function of Go that allocates. */
function placeOf(type: string, names: readonly string[]): string {
  if (OF_GOROUTINES.test(type)) return ownFunctionOf(names);
  if (OF_WAITS.test(type)) return names.find((one) => !isOfWaiting(one)) ?? names[0] ?? '';
  if (!OF_MEMORY.test(type)) return names[0] ?? '';
  const depth = Math.max(0, names.findIndex((one) => !isAllocator(one)));
  const leaf = names[depth] ?? '';
  const caller = isOfGo(leaf) ? names.slice(depth + 1).find((one) => !isOfGo(one)) : undefined;
  return caller === undefined ? leaf : `${leaf}${CALLED}${caller}`;
}

/** Returns the place as it is printed: `bytes.growSlice, called by shop.(*Cache).Put,`. */
export function placeText(place: string): string {
  const [leaf = '', caller] = place.split(CALLED).map((name) => nameWithin(name, MAX_NAME_LETTERS));
  return caller === undefined ? leaf : `${leaf}, called by ${caller},`;
}

/** Sums the stacks; those of goroutines that wait for work are not contention: waits omit them. */
export function amountOf(type: string, { total, rows }: Pick<TracesTable, 'total' | 'rows'>): Amount {
  const places = new Map<string, number>();
  let counted = 0;
  for (const { value, frames } of rows) {
    const names = frames.map(({ function: name }) => name);
    if (OF_WAITS.test(type) && waitsForWork(names[0] ?? '')) continue;
    const place = placeOf(type, names);
    places.set(place, (places.get(place) ?? 0) + value);
    counted += value;
  }
  return { total: OF_WAITS.test(type) ? counted : total, places };
}
