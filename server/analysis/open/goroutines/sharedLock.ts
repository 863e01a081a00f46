/** Groups the goroutines of a dump that wait for a lock by the object whose method they are in. Pure. */
import { packageOf } from '../../../../core/profile/packages.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { whoWaits } from './heldLock.ts';
import type { WaitingStack } from './lockWaits.ts';

const HEADER = /^goroutine (\d{1,18}) [^\n[]{0,100}\[([^\],\n]{1,60})(?:, (\d{1,7}) minutes)?/;
/** A method with the address of its receiver: `example.com/a/store.(*Store).Get(0xc000749ce0, ...`. */
const METHOD = /^((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.\(\*\w{1,100}\))\.(\w{1,100})\((0x[0-9a-f]{6,16})\b/gm;
const OF_GO = /^(?:runtime|internal|sync)(?:\/[\w./-]{1,100})?\./;
const MIN_ADDRESS = 0x10000;
/** Number of waits up to which each is reported, and of goroutines up to which no other lock may be waited for. */
const MAX_EACH = 3;
const MAX_GOROUTINES = 9;
/** A lock that is held for longer is not only busy. */
const LONG_MINUTES = 1;

interface Wait {
  id: string; lock: string; minutes: number; method: string; below: string | null; type: string; at: string;
}

const short = (name: string): string => name.split('/').at(-1) ?? name;

/** Returns the object in whose method a goroutine waits for a lock; null without one. */
function waitOf({ text, names, isLocked }: WaitingStack): Wait | null {
  const [, id, state = '', minutes = '0'] = HEADER.exec(text) ?? [];
  const own = names.find((name) => !OF_GO.test(name));
  const found = [...text.matchAll(METHOD)].find(([, type = '', method = '']) => `${type}.${method}` === own);
  const [, type = '', method = '', at = ''] = found ?? [];
  if (!isLocked || id === undefined || found === undefined || !(Number(at) >= MIN_ADDRESS)) return null;
  const last = names.at(-1);
  return {
    id, type: short(type), at, method, minutes: Number(minutes),
    lock: /RLock/.test(state) || /RWMutexR|\.RLock\b/.test(text) ? 'a read lock'
      : /RWMutex/.test(state) || /sync\.\(\*RWMutex\)\.Lock/.test(text) ? 'the write lock' : 'a lock',
    below: last === undefined || packageOf(last) === packageOf(own ?? '') ? null : short(last),
  };
}

/** Returns how many goroutines wait for which lock in which method, the most first. */
function methodsOf(waits: readonly Wait[]): string[] {
  const methods = new Map<string, Wait[]>();
  for (const wait of waits) {
    const key = `for ${wait.lock} in ${wait.method}`;
    methods.set(key, [...methods.get(key) ?? [], wait]);
  }
  return [...methods].sort(([, a], [, b]) => b.length - a.length).map(([words, [only, another, ...more]]) =>
    (another === undefined ? `1 ${words} (goroutine ${only?.id ?? ''})` : `${more.length + 2} ${words}`));
}

/** Returns the waits for the object with most of them. */
function largestGroup(waits: readonly Wait[]): Wait[] {
  const groups = new Map<string, Wait[]>();
  for (const wait of waits) {
    const group = groups.get(`${wait.type} ${wait.at}`) ?? [];
    groups.set(`${wait.type} ${wait.at}`, group);
    group.push(wait);
  }
  return [...groups.values()].reduce<Wait[]>((most, group) => (group.length > most.length ? group : most), []);
}

/**
 * Returns which goroutines wait for locks of one object, and that its holder is not in the text; null unless at least
 * two do, for long, as most of those that wait for a lock, and nothing else in the text is within its type.
 */
export function sharedLock(stacks: readonly WaitingStack[]): string | null {
  const all = stacks.flatMap((stack) => waitOf(stack) ?? []);
  const waits = largestGroup(all);
  const [first] = waits;
  const longest = waits.reduce((most, { minutes }) => Math.max(most, minutes), 0);
  const isMost = stacks.length > MAX_GOROUTINES ? 2 * waits.length > all.length : waits.length === all.length;
  if (first === undefined || waits.length < 2 || !isMost || longest < LONG_MINUTES) return null;
  const isHeld = stacks.some(({ names, isLocked }) => !isLocked
    && names.some((name) => short(name).startsWith(`${first.type}.`)));
  if (isHeld) return null;
  const isSame = waits.every(({ minutes }) => minutes === first.minutes);
  const time = (minutes: number): string => ` for ${formatSeconds(minutes * 60)}`;
  const isMany = waits.length > MAX_EACH;
  const each = isMany ? methodsOf(waits) : waits.map(({ id, lock, method, below, minutes }) =>
    `goroutine ${id} waits for ${lock} in ${method}${below === null ? '' : ` (below ${below})`}${
      isSame ? '' : time(minutes)}`);
  const howLong = isSame ? `, ${waits.length === 2 ? 'both' : 'all'}${time(first.minutes)}`
    : isMany ? `, the longest${time(longest)}` : '';
  const hasWriter = waits.some(({ lock }) => lock === 'the write lock')
    && waits.some(({ lock }) => lock === 'a read lock');
  const ids = new Set(waits.map(({ id }) => id));
  const still = isMany ? ` Those that wait stand still: ${
    whoWaits(stacks.filter(({ text }) => ids.has(HEADER.exec(text)?.[1] ?? '')))}.` : '';
  return `${waits.length} goroutines wait in methods of the same ${first.type} (${first.at})${howLong}: ${
    each.join('; ')}.${
    hasWriter ? ' A writer that waits also stops the readers that come after it.' : ''}${still} Who holds the lock is `
    + `not in the text: take the whole dump (/debug/pprof/goroutine?debug=2), and look in it for a goroutine within ${
    first.type} that does not wait for a lock. A restart ends the wait, but not its cause.`;
}
