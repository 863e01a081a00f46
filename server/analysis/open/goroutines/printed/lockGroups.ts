/** Says which goroutines of counted stacks wait for locks, who is within the same types, and what that means. Pure. */
import { counted } from '../../../../../core/text/format.ts';
import { stopsWith } from '../heldLock.ts';

/** Equal goroutines: their functions, the innermost first; `object`: the receiver of the first one outside of Go. */
export interface Counted { count: number; names: readonly string[]; state: string | null; object: string | null }

const OF_GO = /^(?:runtime|internal|sync)(?:\/[\w./-]{1,100})?\./;
const ROOT = /^runtime\.(?:goexit|main)$/;
const LOCKS = /^(?:internal\/)?sync\.(?:\(\*(?:RW)?Mutex\)\.R?[lL]ock|runtime_Semacquire(?:RW)?Mutex)/;
const READS = /^(?:internal\/)?sync\.(?:\(\*RWMutex\)\.RLock|runtime_SemacquireRWMutexR)/;
const WRITES = /^(?:internal\/)?sync\.(?:\(\*RWMutex\)\.Lock|runtime_SemacquireRWMutex$)/;
/** The type of a method. */
const TYPE = /^(.{1,400}\.\(\*\w{1,100}\))\.\w/;
const MOVES = /^run(?:ning|nable)\b/;
/** Number of waiting goroutines, and share of all, from which locks are what the stacks show. */
const MIN_WAITERS = 10;
const MIN_SHARE = 0.1;
const MAX_PLACES = 4;

/** `at`: the innermost function of a type whose lock others wait for. */
interface Within extends Counted { at: string }
interface Place { count: number; lock: string; at: string; below: string; type: string }

const short = (name: string): string => name.split('/').at(-1) ?? name;
const many = (count: number): string => count.toLocaleString('en-US');
const sumOf = (stacks: readonly { count: number }[]): number => stacks.reduce((sum, { count }) => sum + count, 0);

/** Returns the functions of Go's own packages within which a goroutine is, up to the first other one. */
const inner = ({ names }: Counted): readonly string[] => {
  const own = names.findIndex((name) => !OF_GO.test(name));
  return names.slice(0, Math.max(0, own));
};

const isLocked = (stack: Counted): boolean => inner(stack).some((name) => LOCKS.test(name));
/** Whether it runs, or could: one that waited for a lock has just been woken. */
const isMoving = ({ state }: Counted): boolean => state !== null && MOVES.test(state);

function placeOf(stack: Counted): Place {
  const names = inner(stack);
  const at = stack.names[names.length] ?? '';
  const outer = stack.names.filter((name) => !ROOT.test(name)).at(-1) ?? at;
  return {
    count: stack.count, at, below: outer === at ? '' : short(outer), type: TYPE.exec(at)?.[1] ?? '',
    lock: names.some((name) => READS.test(name)) ? 'a read lock'
      : names.some((name) => WRITES.test(name)) ? 'the write lock' : 'a mutex',
  };
}

/** Returns the places that differ, the most frequent first. */
function placesOf(waiting: readonly Counted[]): Place[] {
  const places = new Map<string, Place>();
  for (const place of waiting.map(placeOf)) {
    const key = `${place.lock} ${place.at} ${place.below}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, place);
    else known.count += place.count;
  }
  return [...places.values()].sort((a, b) => b.count - a.count);
}

const placeWords = ({ count, lock, at, below }: Place): string => `${many(count)} for ${lock} in ${short(at)}${
  below === '' ? '' : ` (below ${below}${stopsWith(below).replace(' (', ': ').replace(')', '')})`}`;

const withinName = ({ names }: Counted, types: ReadonlySet<string>): string =>
  short(names.find((name) => types.has(TYPE.exec(name)?.[1] ?? '')) ?? '');

/** Returns null unless many of the goroutines wait for locks. */
export function lockGroups(stacks: readonly Counted[]): string | null {
  const total = sumOf(stacks);
  const waiting = stacks.filter((stack) => isLocked(stack) && !isMoving(stack));
  const count = sumOf(waiting);
  if (count < MIN_WAITERS || count < MIN_SHARE * total) return null;
  const places = placesOf(waiting);
  const types = new Set(places.map(({ type }) => type).filter((type) => type !== ''));
  const objects = new Set(waiting.map(({ object }) => object));
  const [object] = objects;
  const within = stacks.filter((stack) => !isLocked(stack)
    && stack.names.some((name) => types.has(TYPE.exec(name)?.[1] ?? '')));
  const rest = places.length - MAX_PLACES;
  const isStopping = places.some(({ lock }) => lock === 'the write lock')
    && places.some(({ lock }) => lock === 'a read lock');
  return `${many(count)} of ${counted(total, 'goroutine')} wait for locks${
    objects.size === 1 && object !== undefined && object !== null ? ` of one object (${object})` : ''}: ${
    places.slice(0, MAX_PLACES).map(placeWords).join(', ')}${
    rest <= 0 ? '' : `, ${many(sumOf(places.slice(MAX_PLACES)))} in ${counted(rest, 'other place')}`}.${
    isStopping ? ' A writer that waits also stops the readers that come after it.' : ''} ${
    holderWords(within.map((stack) => ({ ...stack, at: withinName(stack, types) })), places,
      stacks.some((stack) => isLocked(stack) && isMoving(stack)))}${
    othersWords(stacks.filter((stack) => !isLocked(stack)))}`;
}

/** Says who may hold the lock, whether it passes on, and the step. `isPassed`: whether one that waited was woken. */
function holderWords(within: readonly Within[], places: readonly Place[], isPassed: boolean): string {
  const moving = within.find(isMoving);
  if (moving !== undefined || isPassed)
    return `${moving === undefined ? 'Some that waited for it are runnable' : `${many(moving.count)} ${
      moving.count === 1 ? 'is' : 'are'} ${moving.state ?? ''} in ${moving.at}`}: the lock passes on, so this is `
      + 'contention within the program rather than a deadlock. Compare with the version before, and report it with a '
      + 'mutex or block profile of this one.';
  const step = 'Fetch /debug/pprof/goroutine?debug=2 twice, some seconds apart: it has for how long each waits, and '
    + 'for which object.';
  const [holder] = within;
  if (holder !== undefined) return `${many(sumOf(within))} ${sumOf(within) === 1 ? 'is' : 'are'} within the same type `
    + `without waiting for a lock, as in ${holder.at}: see what ${sumOf(within) === 1 ? 'it waits' : 'they wait'} `
    + `for, because it may hold the lock. ${step}`;
  const isCrossed = new Set(places.map(({ at: name }) => name)).size > 1;
  return `No goroutine in the text is within the types of those calls without waiting for a lock${
    isCrossed ? ', so those that wait may hold what others of them wait for (a deadlock): which locks each holds is '
      + 'not in the stacks' : ', so who holds it is not shown'}. ${step} If the same ones still wait, only a restart `
    + 'ends it: keep the dumps, and look for a version in which these calls take the locks in one order, or report it.';
}

/** Says where most of those are that do not wait for a lock, which matter least. */
function othersWords(others: readonly Counted[]): string {
  const sums = new Map<string, number>();
  for (const { count, names } of others) {
    const name = short(names.find((one) => !OF_GO.test(one)) ?? names[0] ?? '');
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const [most] = [...sums].sort(([, a], [, b]) => b - a);
  const total = sumOf(others);
  return most === undefined ? '' : ` The other ${many(total)} wait for no lock${
    most[1] === total ? `: they are in ${most[0]}` : `; most (${many(most[1])}) are in ${most[0]}`}.`;
}
