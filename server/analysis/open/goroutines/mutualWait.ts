/** Finds two goroutines of a dump that wait for each other: each for a lock that the other one seems to hold. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { mostFrequent } from '../look/named.ts';
import type { WaitingStack } from './lockWaits.ts';

const HEADER = /^goroutine (\d{1,18}) [^\n[]{0,100}\[([^\],\n]{1,60})(?:, (\d{1,7}) minutes)?/;
/** A function with its arguments, and the place in the line below it. */
const FRAME = new RegExp(String.raw`^(?!created by )(\S[^\n]{0,500}?)\(([^()\n]{0,1000})\)[ \t]{0,8}\n`
  + String.raw`[ \t]{1,16}\S{0,500}?([^\s/]{1,100}):(\d{1,9})(?:[ \t]|$)`, 'gm');
/** An argument; a question mark says that the value may be stale. */
const VALUE = /\b(0x[0-9a-f]{1,16})\b(?!\?)/g;
/** Strings, slices and interfaces, such as a context, which are no objects with a lock. */
const GROUPED = /\{[^{}]{0,300}\}/g;
/** The type of a method. */
const TYPE = /^(.{1,400}\.\(\*\w{1,100}\))\.\w/;
const OF_GO = /^(?:runtime|internal|sync)(?:\/[\w./-]{1,100})?\./;
/** Smaller values are counts and flags. */
const MIN_VALUE = 0x100;
const MIN_ADDRESS = 0x10000;
/** A wait of less may end, and locks that were waited for since the same time differ by as much. */
const MIN_MINUTES = 1;
const MAX_WAITERS = 400;
const MAX_VALUES = 3;

interface Frame { name: string; values: readonly string[]; place: string }
/** `inner`: the innermost frame outside of Go, which wants the lock; `outer`: those that called it. */
interface Waiter { id: string; state: string; minutes: number; inner: Frame; outer: readonly Frame[] }

const short = (name: string): string => name.split('/').at(-1) ?? name;

function waiterOf({ text, isLocked }: WaitingStack): Waiter | null {
  const [, id, state, minutes = '0'] = HEADER.exec(text) ?? [];
  if (!isLocked || id === undefined || state === undefined || Number(minutes) < MIN_MINUTES) return null;
  const frames = [...text.matchAll(FRAME)].map(([, name = '', values = '', file = '', line = '']): Frame => ({
    name, place: `${file}:${line}`,
    values: [...values.replaceAll(GROUPED, '').matchAll(VALUE)].map(([, value = '']) => value)
      .filter((value) => Number(value) >= MIN_VALUE),
  }));
  const at = frames.findIndex(({ name }) => !OF_GO.test(name));
  const inner = frames[at];
  return inner === undefined ? null : { id, state, minutes: Number(minutes), inner, outer: frames.slice(at + 1) };
}

const isPointer = (value: string): boolean => Number(value) >= MIN_ADDRESS;
const valuesOf = ({ inner, outer }: Waiter): Set<string> =>
  new Set([inner, ...outer].flatMap(({ values }) => values));
const receiverOf = ({ inner: { name, values } }: Waiter): string | undefined =>
  (/\.\(\*\w{1,100}\)\./.test(name) ? values.slice(0, 1).find(isPointer) : undefined);

/**
 * Returns the values that two goroutines share if each may hold the lock of the other: the object of each is in the
 * calls above the other, or the innermost calls share an object and the goroutines at least one value more. Else none.
 */
function sharedBy(one: Waiter, other: Waiter): string[] {
  if (one.inner.name === other.inner.name || one.outer.length === 0 || other.outer.length === 0) return [];
  const [own, theirs] = [receiverOf(one), receiverOf(other)];
  const isAbove = (value: string, { outer }: Waiter): boolean => outer.some(({ values }) => values.includes(value));
  if (own !== undefined && theirs !== undefined && own !== theirs && isAbove(own, other) && isAbove(theirs, one))
    return [own, theirs];
  // Methods of one object wait for one lock.
  if (TYPE.exec(one.inner.name)?.[1] === TYPE.exec(other.inner.name)?.[1]) return [];
  const objects = one.inner.values.slice(1).filter((value) => isPointer(value) && other.inner.values.includes(value));
  const all = valuesOf(other);
  const shared = [...valuesOf(one)].filter((value) => all.has(value));
  return objects.length === 0 || shared.length <= objects.length ? []
    : [...objects, ...shared.filter((value) => !objects.includes(value))];
}

const lockWords = (state: string): string => (/RWMutex\.RLock/.test(state) ? 'a read lock'
  : /RWMutex\.Lock/.test(state) ? 'the write lock' : /Mutex\.Lock/.test(state) ? 'a mutex' : 'a lock');

const listed = (all: readonly string[]): string => `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;

function words({ id, state, inner, outer: [caller] }: Waiter): string {
  return `goroutine ${id} waits for ${lockWords(state)} in ${short(inner.name)} (${inner.place})${
    caller === undefined ? '' : `, called by ${short(caller.name)}`}`;
}

/** Fewer wait for each other as a pair; more may share an object by chance. */
const MIN_CIRCLE = 3;
const MAX_CIRCLE = 8;

/**
 * Returns goroutines of which each waits for an object that only the next one has in the calls above its own wait, and
 * the last one for that of the first; empty without such a circle.
 */
function circleOf(waiters: readonly Waiter[]): Waiter[] {
  const next = new Map<Waiter, Waiter>();
  for (const one of waiters) {
    const own = receiverOf(one);
    if (own === undefined) continue;
    const [holder, another] = waiters.filter((other) => other !== one && receiverOf(other) !== own
      && other.outer.some(({ values }) => values.includes(own)));
    if (holder !== undefined && another === undefined) next.set(one, holder);
  }
  for (const first of next.keys()) {
    const circle = [first];
    let at = next.get(first);
    while (at !== undefined && !circle.includes(at) && circle.length < MAX_CIRCLE) {
      circle.push(at);
      at = next.get(at);
    }
    if (at === first && circle.length >= MIN_CIRCLE) return circle;
  }
  return [];
}

/** Says who else waits for a lock, as behind the members of a deadlock; empty without others. */
function behindThem(stacks: readonly WaitingStack[], members: readonly Waiter[], who: string): string {
  const ids = members.map(({ id }) => id);
  const behind = stacks.filter(({ isLocked, text }) => isLocked && !ids.includes(HEADER.exec(text)?.[1] ?? ''));
  if (behind.length === 0) return '';
  const places = behind.flatMap(({ names }) => short(names.find((name) => !OF_GO.test(name)) ?? ''));
  const isWriter = members.some(({ state }) => /RWMutex\.Lock/.test(state))
    && behind.some(({ text }) => /RWMutex\.RLock/.test(HEADER.exec(text)?.[2] ?? ''));
  const where = behind.length === 1 ? places.join('') : mostFrequent(places);
  return ` ${behind.length === 1 ? 'Another goroutine waits for a lock'
    : `${behind.length} other goroutines wait for locks`}, as behind ${who}: ${where}.${
    isWriter ? ' A writer that waits also stops the readers that come after it.' : ''}`;
}

const STEP = 'A deadlock does not resolve on its own: keep this dump, restart the process (kill -9 if it does not '
  + 'stop), and look for a version in which these calls take the locks in one order, or report it.';

/** Returns the members of a deadlock, who waits behind them and the step; null without members that waited longest. */
export function mutualWait(stacks: readonly WaitingStack[]): string | null {
  const waiters = stacks.flatMap((stack) => waiterOf(stack) ?? []);
  const longest = waiters.reduce((most, { minutes }) => Math.max(most, minutes), 0);
  const oldest = waiters.filter(({ minutes }) => minutes >= longest - MIN_MINUTES).slice(0, MAX_WAITERS);
  const pairs = oldest.flatMap((one, i) => oldest.slice(i + 1).map((other) => ({
    one, other, shared: sharedBy(one, other),
  }))).filter(({ shared }) => shared.length > 1).sort((a, b) => b.shared.length - a.shared.length);
  const [pair, next] = pairs;
  const time = formatSeconds(longest * 60);
  if (pair === undefined) {
    const circle = circleOf(oldest);
    return circle.length === 0 ? null
      : `${circle.length} goroutines seem to wait for each other in a circle (a deadlock), for ${time}: ${
        circle.map(words).join('; ')}. Each waits for an object that the next of them has in its calls, and the last `
        + `one for that of the first, so each may hold what the one before it waits for.${
          behindThem(stacks, circle, 'these')} ${STEP}`;
  }
  // Several pairs that share as much show one lock with many waiters.
  if (next !== undefined && next.shared.length === pair.shared.length) return null;
  const { one, other, shared } = pair;
  return `Two goroutines seem to wait for each other (a deadlock), for ${time}: ${words(one)}; ${
    words(other)}. Both have ${listed(shared.slice(0, MAX_VALUES))} in their calls, so each may hold what the other `
    + `waits for.${behindThem(stacks, [one, other], 'these two')} ${STEP}`;
}
