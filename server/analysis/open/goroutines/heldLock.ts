/** Finds a lock for which several goroutines of a dump wait, and the one within the same object. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import type { WaitingStack } from './lockWaits.ts';
import { waitOf } from './longWaits.ts';

const ID = /^goroutine (\d{1,18}) /;
/** The receiver of a method, with its address. */
const METHOD = /^(?:[\w.~-]{1,100}\/){0,20}([\w-]{1,100}\.\(\*\w{1,100}\))\.\w{1,100}\((0x[0-9a-f]{6,16})\b/gm;
const OF_GO = /^(?:runtime|internal|sync|syscall|os|poll)\./;
/** A write to standard output or standard error. */
const STD_WRITE = /^syscall\.[wW]rite\(0x([12]),/m;
/** What to look at if a goroutine holds a lock and waits for a channel, by its state. */
const CHANNEL_STEPS: Record<string, string | undefined> = {
  'chan send': 'It waits for one that receives from its channel',
  'chan receive': 'It waits for one that sends to its channel',
};
const RESTART = 'Only a restart ends it: keep this dump, and see whether a newer version has a fix.';
const DEADLOCK = `: if that is one of those that wait for the lock, this is a deadlock. ${RESTART}`;
const MIN_WAITERS = 2;
const MIN_ADDRESS = 0x10000;
const MAX_SHOWN = 3;

/** Returns what it means that a goroutine which holds a lock waits for a channel; null for another state. */
export function channelStep(state: string): string | null {
  const words = CHANNEL_STEPS[state];
  return words === undefined ? null : `${words}${DEADLOCK}`;
}

interface Within { type: string; at: string }

const short = (name: string): string => name.split('/').at(-1) ?? name;

/** Returns the objects in whose methods a goroutine is, the innermost first. */
export const objectsOf = (text: string): Within[] => [...text.matchAll(METHOD)].flatMap(([, type = '', at = '']) =>
  (OF_GO.test(type) || !(Number(at) >= MIN_ADDRESS) ? [] : [{ type, at }]));

/** What stands still with a loop, by the name of its function. */
const STOPS: readonly (readonly [RegExp, string])[] = [
  [/^scrape\.\(\*scrapeLoop\)\.run$/, 'their targets are not scraped'],
  [/^rules\.\(\*Group\)\.run$/, 'their rules are not evaluated'],
];

/** Returns what stands still with the goroutines that begin in a function; "" for those that are not known. */
export const stopsWith = (name: string): string => {
  const words = STOPS.find(([pattern]) => pattern.test(name))?.[1];
  return words === undefined ? '' : ` (${words})`;
};

/** Returns the most frequent first functions of goroutines, with their number. */
export function whoWaits(stacks: readonly WaitingStack[]): string {
  const counts = new Map<string, number>();
  for (const { names } of stacks) {
    const name = short(names.at(-1) ?? '');
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts].sort(([, a], [, b]) => b - a);
  return all.slice(0, MAX_SHOWN).map(([name, count]) => `${
    count === 1 ? '' : `${count} of `}${name}${stopsWith(name)}`).join(', ');
}

const kindOf = ({ names }: WaitingStack): string => names.at(-1) ?? '';

/** Returns the only waiter of its kind that has waited for as long as the holder; null for none or several. */
function likelyPartner(waiters: readonly WaitingStack[], holder: WaitingStack, minutes: number): WaitingStack | null {
  const [one, another] = waiters.filter((stack) => kindOf(stack) !== kindOf(holder)
    && (waitOf(stack.text)?.minutes ?? 0) >= minutes - 1
    && waiters.every((other) => other === stack || kindOf(other) !== kindOf(stack)));
  return one === undefined || another !== undefined ? null : one;
}

/** Names both members of the circle of a holder that waits for a channel; null if no waiter is its likely other end. */
function circleWords(waiters: readonly WaitingStack[], holder: WaitingStack, id: string): string | null {
  const wait = waitOf(holder.text);
  const words = wait === null ? undefined : CHANNEL_STEPS[wait.state];
  const partner = wait === null ? null : likelyPartner(waiters, holder, wait.minutes);
  const other = ID.exec(partner?.text ?? '')?.[1];
  return words === undefined || partner === null || other === undefined || waiters.length < MIN_WAITERS ? null
    : `${words}, probably goroutine ${other} (${short(kindOf(partner))}), the only one of its kind that waits for the `
      + `lock: then goroutine ${id} waits for goroutine ${other}, and goroutine ${other} for the lock of goroutine ${
        id}, a deadlock. ${RESTART}`;
}

/**
 * Returns who waits for a lock of one object, and which goroutine has been within that object for as long in something
 * else; null without both.
 */
export function heldLock(stacks: readonly WaitingStack[]): string | null {
  const groups = new Map<string, WaitingStack[]>();
  for (const stack of stacks) {
    const [own] = stack.isLocked ? objectsOf(stack.text) : [];
    if (own === undefined) continue;
    const key = `${own.type} ${own.at}`;
    groups.set(key, [...groups.get(key) ?? [], stack]);
  }
  const [most] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < MIN_WAITERS) return null;
  const [key, waiters] = most;
  const longest = Math.max(...waiters.map(({ text }) => waitOf(text)?.minutes ?? 0));
  const holders = stacks.filter(({ isLocked, text }) => !isLocked && longest > 0
    && (waitOf(text)?.minutes ?? 0) >= longest && objectsOf(text).some(({ type, at }) => `${type} ${at}` === key));
  const [holder, another] = holders;
  const wait = holder === undefined ? null : waitOf(holder.text);
  const id = ID.exec(holder?.text ?? '')?.[1];
  if (holder === undefined || wait === null || id === undefined || another !== undefined) return null;
  const stream = STD_WRITE.exec(holder.text)?.[1];
  const why = stream === undefined
    ? circleWords(waiters, holder, id) ?? channelStep(wait.state) ?? 'See what it waits for.'
    : `It writes to ${stream === '2' ? 'stderr' : 'stdout'} (file descriptor ${stream}): whatever reads that stream, `
      + 'such as a pipe, journald or a container runtime, does not take the data. See '
      + `ls -l /proc/PID/fd/${stream}, let the reader run again, then restart the process if it stays stuck.`;
  return `${waiters.length} goroutines wait for one lock, in ${key.replace(' ', ' (')}), the longest for ${
    formatSeconds(longest * 60)}. Goroutine ${id} has been in "${wait.state}" in ${wait.at} for ${
    formatSeconds(wait.minutes * 60)}, at least as long as the others wait: it may hold that lock. ${
    why} Those that wait stand still: ${whoWaits(waiters)}.`;
}
