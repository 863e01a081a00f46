/** Finds in a profile of goroutines as text the type whose lock most wait for, and who is inside it meanwhile. Pure. */
import { counted } from '../../../../core/text/format.ts';

const COUNTED = /^[ \t>]{0,40}(\d{1,12}) @(?: (0x[0-9a-f]{1,16}))?/;
const FRAME = /^[ \t>]{0,40}#[ \t]{1,40}(0x[0-9a-f]{1,16})[ \t]{1,80}(\S{1,500}?)\+0x[0-9a-f]{1,16}(?:\s|$)/;
const OF_GO = /^(?:runtime|internal|sync)(?:\/[\w./-]{1,100})?\./;
const LOCKS = /^(?:internal\/)?sync\.(?:\(\*(?:RW)?Mutex\)\.R?[lL]ock|runtime_SemacquireR?W?Mutex)/;
/** The type of a method: `example.com/shop/queue.(*Broker)`, and the method. */
const METHOD = /^(.{1,400}\.\(\*\w{1,100}\))\.([\w.]{1,200})/;
/** Number of goroutines, and share of all, from which a lock is what a profile shows. */
const MIN_WAITERS = 10;
const MIN_SHARE = 0.3;
const MAX_METHODS = 3;
const MAX_LINES = 50_000;

interface Counted { count: number; first: string | null; at: string | null; names: string[] }

const short = (name: string): string => name.split('/').at(-1) ?? name;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

function stacksOf(text: string): Counted[] {
  const stacks: Counted[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    const [, count, first = null] = COUNTED.exec(line) ?? [];
    if (count !== undefined) stacks.push({ count: Number(count), first, at: null, names: [] });
    const [, at, name] = FRAME.exec(line) ?? [];
    const last = stacks.at(-1);
    if (at === undefined || name === undefined || last === undefined) continue;
    last.at ??= at;
    last.names.push(name);
  }
  return stacks;
}

/** Whether a stack waits for a lock, by what it calls below its own functions. */
const isLocked = ({ names }: Counted): boolean => {
  const own = names.findIndex((name) => !OF_GO.test(name));
  return names.slice(0, Math.max(0, own)).some((name) => LOCKS.test(name));
};

/** Whether a goroutine ran: the list of addresses begins with its innermost function, not with that which parks it. */
const isRunning = ({ first, at }: Counted): boolean =>
  first !== null && at !== null && Math.abs(Number(first) - Number(at)) <= 1;

/** Returns the innermost function outside of Go's own packages. */
const placeOf = ({ names }: Counted): string => names.find((name) => !OF_GO.test(name)) ?? '';

/** Names those that wait for other locks: one of them may hold the first lock meanwhile. */
function elsewhereWords(others: readonly Counted[]): string {
  const named = others.filter((stack) => placeOf(stack) !== '').toSorted((a, b) => b.count - a.count);
  return named.length === 0 ? '' : ` Others wait for a lock in ${named.slice(0, MAX_METHODS)
    .map((stack) => `${short(placeOf(stack))} (${stack.count.toLocaleString('en-US')})`).join(', ')}: one of them may `
    + 'hold the first lock meanwhile, which would be a deadlock if it waits for one of those.';
}

/** Returns null unless many of the goroutines wait for locks in methods of one type. */
export function lockOfType(text: string, total: number): string | null {
  const stacks = stacksOf(text);
  const types = new Map<string, { count: number; methods: Map<string, number> }>();
  for (const stack of stacks.filter(isLocked)) {
    const [, type, method = ''] = METHOD.exec(stack.names.find((name) => !OF_GO.test(name)) ?? '') ?? [];
    if (type === undefined) continue;
    const one = types.get(type) ?? { count: 0, methods: new Map<string, number>() };
    types.set(type, one);
    one.count += stack.count;
    one.methods.set(method, (one.methods.get(method) ?? 0) + stack.count);
  }
  const [most] = [...types].sort(([, a], [, b]) => b.count - a.count);
  if (most === undefined || most[1].count < MIN_WAITERS || most[1].count < MIN_SHARE * total) return null;
  const [type, { count, methods }] = most;
  const where = [...methods].sort(([, a], [, b]) => b - a).slice(0, MAX_METHODS)
    .map(([method, many]) => `${many.toLocaleString('en-US')} in ${method}`).join(', ');
  const within = stacks.filter((stack) => !isLocked(stack) && stack.names.some((name) => name.startsWith(`${type}.`)));
  return `${count >= total ? `All ${counted(total, 'goroutine')}`
    : `${count.toLocaleString('en-US')} of ${counted(total, 'goroutine')} (${percent(count / total)})`} wait for the ${
    `lock of ${short(type)}: ${where}`}. ${
    withinWords(within, type)}${within.length > 0 ? '' : elsewhereWords(stacks.filter((stack) => isLocked(stack)
      && !placeOf(stack).startsWith(`${type}.`)))} One profile cannot distinguish contention from a lock that is never `
    + 'released: fetch it again after some seconds, or with debug=2, which has how long each has waited.';
}

function withinWords(within: readonly Counted[], type: string): string {
  const holders = [...within.filter(isRunning), ...within.filter((stack) => !isRunning(stack))];
  const [holder] = holders;
  if (holder === undefined) return 'No goroutine in the profile is within that type without waiting for it, so who '
    + 'holds it is not shown.';
  const at = holder.names.find((name) => !OF_GO.test(name)) ?? '';
  const method = holder.names.find((name) => name.startsWith(`${type}.`)) ?? '';
  const all = holders.reduce((sum, { count }) => sum + count, 0);
  return `${all.toLocaleString('en-US')} ${all === 1 ? 'is' : 'are'} within it and ${
    all === 1 ? 'does' : 'do'} not wait for it: ${isRunning(holder) ? 'running' : 'waiting'} in ${short(at)}${
    method === at || method === '' ? '' : `, called by ${short(method)}`}, and probably ${
    all === 1 ? 'holds' : 'one of them holds'} the lock.`;
}
