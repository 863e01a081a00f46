/** Facts on goroutines, from their dump or the text form of their profile: where most wait, and for what. Pure. */
import { packageOf, isStandardLibrary } from '../../../../core/profile/packages.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { isHeadless, NO_STATE, withFirstHeader } from '../../../profile/foreign/goroutineDump.ts';
import { lockWaits, WAL_MEANING, WAL_WRITER, type WaitingStack } from './lockWaits.ts';
import { gateWords, tellingGroup } from './requests/gates.ts';
import { heldLock } from './heldLock.ts';
import { lockHolder } from './lockHolder.ts';
import { lockOfType } from './lockOfType.ts';
import { longWaits } from './longWaits.ts';
import { mutualWait } from './mutualWait.ts';
import { normalWaits } from './normalWaits.ts';
import { packageShare } from './packageShare.ts';
import { onePlaceFacts } from './onePlace.ts';
import { pileWords } from './piles.ts';
import { quietWords } from './requests/quietServer.ts';
import { shutdownFacts } from './runGroups.ts';
import { sharedLock } from './sharedLock.ts';
import { stuckCall } from './stuckCall.ts';
import { wordOf } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { counted, mostFrequent } from '../look/named.ts';

const GOROUTINE = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[([^\],]{1,60})(?:, (\d{1,7}) minutes)?/;
/** A frame outside of Go's own packages, which have no domain in their path. */
const OWN_FRAME = /^([\w-]{1,60}\.[\w.-]{1,60}\/\S{1,500}?)\([^()\n]{0,2000}\)\s*$/m;
/** Any function of a dump, with its arguments. */
const DUMPED = /^((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.[^\s{}]{1,300}?)\((?:0x|\.\.\.|\{|\)|[\d-])[^\n]{0,2000}$/gm;
/** `4 @ 0x1 0x2`, and the frames below it, the innermost first. */
const COUNTED = /^[ \t>]{0,40}(\d{1,12}) @(?: 0x|\s*$)/;
/** A stack that was shortened to one function: `30 @ ... mysql.(*mysqlConn).startWatcher.func1`. */
const SHORTENED = new RegExp(String.raw`^[ \t>]{0,40}(\d{1,12}) @ (?:\.\.\.|\u2026) {1,4}([\w./~*()-]{1,300})`
  + String.raw`(?: (?:\.\.\.|\u2026|\(|\w).{0,200})?\s*$`);
/** The first line of any stack. */
const STACK = /^[ \t]*(\d{1,12}) @(?: 0x| \.\.\.| \u2026|\s*$)/gm;
const COUNTED_FRAME = new RegExp(String.raw`^[ \t>]{0,40}(?:#[ \t]{1,40})?0x[0-9a-f]{1,16}[ \t]{1,80}(\S{1,500}?)`
  + String.raw`\+0x[0-9a-f]{1,16}(?:[ \t]{1,200}(?:\S{0,400}\/)?([^\s/]{1,100}:\d{1,9}))?(?:\s|$)`);
/** A call of C, whose caller is the place in the program, also in the same package. */
const CALLS_C = /\._Cfunc_\w/;
/** Packages whose functions wait on behalf of their caller. */
const WAITS_FOR_CALLER = new RegExp(String.raw`^(?:runtime|sync|internal|time|io|bufio|os|syscall|net|context`
  + String.raw`|crypto/tls|reflect|golang\.org/x/(?:sync|sys|net))(?:/[\w./-]{1,100})?\.`);
/** Waits that have one meaning, by the function in which a goroutine waits, or by the innermost one. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [WAL_WRITER, WAL_MEANING],
  [/^database\/sql\.\(\*DB\)\.conn$/, 'They wait for a free connection of the pool (SetMaxOpenConns): all are in use, '
    + 'or not returned. See sql.DBStats (InUse, WaitCount), and look for rows and transactions that are not closed.'],
  [/(?<!^sync)\.\(\*\w{0,40}[pP]ool\w{0,40}\)\.(?:[gG]et|[aA]cquire|[wW]ait|[tT]ake|[bB]orrow)\w{0,40}$/,
    'They wait for a free connection of the pool: all are in use, or not returned.'],
  [/\bmysql\.\(\*mysqlConn\)\.startWatcher/, 'Each belongs to an open connection of MySQL, which is normal.'],
  [/semaphore\.\(\*Weighted\)\.Acquire$/, 'They wait for a semaphore.'],
  [/^(?:internal\/)?sync\.(?:\(\*(?:RW)?Mutex\)\.R?[lL]ock|runtime_Semacquire(?:RW)?Mutex)/, 'They wait for a lock.'],
  [/^net\/http\.\(\*persistConn\)\.(?:read|write)Loop$/, 'They belong to open connections of an HTTP client: close the '
    + 'bodies of its answers.'],
  [/^sync\.(?:\(\*WaitGroup\)\.Wait|runtime_SemacquireWaitGroup$)/, 'They wait for other goroutines '
    + '(sync.WaitGroup).'],
  [/^sync\.runtime_Semacquire$/, 'They wait for a lock, or for other goroutines (sync.WaitGroup).'],
  [/^(?:internal\/poll\.|net\.\(\*(?:netFD|conn)\))/, 'They wait for the network.'], [/^time\.Sleep$/, 'They sleep.'],
  [/\._Cfunc_\w/, 'Each is in a call of C (cgo), which holds an OS thread until it returns: limit how many '
    + 'run at once.'],
  [/^sync\.(?:runtime_notifyListWait|\(\*Cond\)\.Wait)$/, 'They wait for a condition (sync.Cond), which takes no CPU.'],
];
/** States of a goroutine that waits for a lock; Go before 1.20 has one for locks and wait groups. */
const LOCK_STATE = /^(?:semacquire|sync\.(?:RW)?Mutex\.R?Lock)/;
/** States of a goroutine that is at work, or whose work nothing shows. */
const IS_BUSY = new RegExp(`^(?:running|runnable|syscall|${NO_STATE})`);
/** Go's error when all goroutines wait for each other. */
const DEADLOCK = /^fatal error: all goroutines are asleep - deadlock!/m;
/** A last header that is cut within its minutes. */
const CUT_HEADER = /(?:^|\n)goroutine \d{1,20} \[([^\],\n]{1,60}), (\d{1,7})(?: m?i?n?u?t?e?s?)?\s*$/;
const WAIT_GROUP = /^(?:internal\/)?sync\.\(\*WaitGroup\)\.Wait/m;
const SENDS = 'chan send';
const MAX_GROUPS = 2;
const MAX_HEADER = 300;
const MAX_HEAD = 64 * 1024;
const MAX_CALLERS = 2;
/** Smallest group of a dump that is described, and its share. */
const MIN_GROUP = 10;
const MIN_SHARE = 0.2;
const MIN_SHARE_OF_MEANING = 0.4;

/** `places`: file and line of each function, if they are in the text. */
interface Stack { count: number; names: string[]; places?: string[] }
/**
 * Goroutines that wait in the same function, whatever called it. `inner`: the innermost function of most of them;
 * `requests`: how many of them answer a request; `lines`: file and line of the function in each stack.
 */
interface Group { count: number; at: string; inner: string; callers: string[]; requests: number; lines: string[] }
/** Functions that call the handler of a request, in the servers for HTTP and gRPC. */
const OF_REQUEST = new RegExp(String.raw`^(?:net/http\.serverHandler\.ServeHTTP`
  + String.raw`|google\.golang\.org/grpc\.\(\*Server\)\.process(?:Unary|Streaming)RPC)$`);
const NEARLY_ALL = 0.9;

/** The function of the runtime in which locks and wait groups wait: which it is, its caller says. */
const ANY_WAIT = /^(?:internal\/)?sync\.runtime_Semacquire$/;

/** Returns the method of package sync that waits, if the innermost function does not say for what. */
const waitingIn = ([innermost = '', caller = '']: readonly string[]): string | null =>
  (ANY_WAIT.test(innermost) && /^(?:internal\/)?sync\.\(\*/.test(caller) ? caller : null);

/** Groups the stacks by the innermost function that does not only wait for its caller; the largest group first. */
function groupsOf(stacks: readonly Stack[]): Group[] {
  const groups = new Map<string, {
    count: number; requests: number; inner: Map<string, number>; callers: Map<string, number>; lines: string[];
  }>();
  for (const { count, names, places } of stacks) {
    const [innermost] = names;
    if (innermost === undefined) continue;
    const own = names.findIndex((name) => !WAITS_FOR_CALLER.test(name));
    const at = names[Math.max(own, 0)] ?? innermost;
    const group = groups.get(at)
      ?? { count: 0, requests: 0, inner: new Map<string, number>(), callers: new Map<string, number>(), lines: [] };
    groups.set(at, group);
    group.count += count;
    group.lines.push(places?.[Math.max(own, 0)] ?? '');
    if (names.some((name) => OF_REQUEST.test(name))) group.requests += count;
    add(group.inner, waitingIn(names) ?? innermost, count);
    const owner = packageOf(at);
    const caller = names.findIndex((name, depth) => depth > Math.max(own, 0) && (CALLS_C.test(at)
      ? !CALLS_C.test(name) && !/^runtime\./.test(name)
      : packageOf(name) !== owner && !isStandardLibrary(packageOf(name))));
    const [named, place] = [names[caller], CALLS_C.test(at) ? places?.[caller] ?? '' : ''];
    if (named !== undefined) add(group.callers, `${named}${place === '' ? '' : ` (${place})`}`, count);
  }
  return [...groups].sort(([, a], [, b]) => b.count - a.count).map(([at, { inner, callers, ...group }]) => (
    { ...group, at, inner: largestFirst(inner)[0] ?? at, callers: largestFirst(callers) }
  ));
}

function add(sums: Map<string, number>, name: string, count: number): void {
  sums.set(name, (sums.get(name) ?? 0) + count);
}

const largestFirst = (sums: ReadonlyMap<string, number>): string[] =>
  [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
const short = (name: string): string => name.split('/').at(-1) ?? name;

/** Returns "7 (77.8 %) in sync.(*RWMutex).Lock, called by tsdb.(*isolation).newAppendID". */
function groupWords({ count, at, inner, callers, requests }: Group, total: number): string {
  const by = at === inner ? callers.slice(0, MAX_CALLERS) : [at];
  const share = count >= total ? '' : ` (${Number((100 * count / total).toPrecision(3))} %)`;
  return `${count.toLocaleString('en-US')}${share} in ${short(inner)}${
    by.length === 0 ? '' : `, called by ${by.map(short).join(' and ')}`}${
    requests < NEARLY_ALL * count ? '' : ', while they answer requests'}`;
}

function meaningOf(group: Group, total: number): string {
  if (group.count < MIN_SHARE_OF_MEANING * total || group.count < MIN_GROUP) return '';
  const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(group.at))
    ?? MEANINGS.find(([pattern]) => pattern.test(group.inner)) ?? [];
  return meaning === undefined ? '' : ` ${meaning}`;
}

/** Says where most goroutines of a profile are, over all stacks that wait in the same function, and for what. */
export function goroutineCounts({ head, text }: Pick<Look, 'head' | 'text'>): string {
  const all = Number(wordOf(/total (\d+)/, head));
  const stacks: Stack[] = [];
  for (const line of text.split('\n')) {
    const count = COUNTED.exec(line)?.[1];
    const [, name, place = ''] = COUNTED_FRAME.exec(line) ?? [];
    const [, shortened, only = ''] = SHORTENED.exec(line) ?? [];
    if (shortened !== undefined) stacks.push({ count: Number(shortened), names: [only] });
    else if (count !== undefined) stacks.push({ count: Number(count), names: [], places: [] });
    else if (name !== undefined) {
      stacks.at(-1)?.names.push(name);
      stacks.at(-1)?.places?.push(place);
    }
  }
  const groups = groupsOf(stacks);
  const [first] = groups;
  const total = counted(all, 'goroutine');
  if (first === undefined) return `It has ${total}.`;
  const shown = groups.slice(0, MAX_GROUPS).filter((group) => group === first || group.count >= MIN_SHARE * first.count
    && group.count >= MIN_GROUP);
  const lock = lockOfType(text, all);
  // The lock says what those groups wait for.
  if (lock !== null) return lock;
  const telling = tellingGroup(groups) ?? first;
  const meaning = gateWords(telling, groups) || meaningOf(first, all);
  const quiet = quietWords(stacks, { total: all, largest: first.count });
  return `${quiet}It has ${total}: ${shown.map((group) => groupWords(group, all)).join('; ')}.${meaning}${
    packageShare(groups, all) || (meaning === '' ? pileWords(groups, all) : '')}`;
}

/** Reports missing stacks: the first line counts all goroutines, also those whose stacks were not pasted. */
export function cutGoroutines({ text, isCut }: Look): string | null {
  const total = Number(wordOf(/total (\d+)/, text));
  const counts = [...text.matchAll(STACK)].map(([, count]) => Number(count));
  const listed = counts.reduce((sum, count) => sum + count, 0);
  return isCut || listed >= total ? null
    : `The stacks of ${counted(total - listed, 'goroutine')} are not in the text.`;
}

/** Counts goroutines by state (`goroutine 12 [chan receive, 3 minutes]:`), and says where most and the longest wait. */
export function goroutineStates({ text }: Look): string {
  const states = new Map<string, number>();
  const stacks: Stack[] = [];
  const waiting: WaitingStack[] = [];
  let longest = { state: '', minutes: 0, stack: '' };
  let locked = longest;
  for (const stack of withFirstHeader(text).split(/^(?=goroutine \d)/m)) {
    const [, state, minutes] = GOROUTINE.exec(stack) ?? [];
    if (state === undefined) continue;
    add(states, state, 1);
    const names = [...stack.matchAll(DUMPED)].map(([, name = '']) => name);
    const isLocked = LOCK_STATE.test(state) && !WAIT_GROUP.test(stack);
    stacks.push({ count: 1, names });
    waiting.push({ names, text: stack, isLocked });
    if (Number(minutes ?? 0) > longest.minutes) longest = { state, minutes: Number(minutes), stack };
    if (isLocked && Number(minutes ?? 0) > locked.minutes)
      locked = { state, minutes: Number(minutes), stack };
  }
  const total = stacks.length;
  const most = [...states].sort(([, a], [, b]) => b - a).slice(0, 3)
    .map(([state, count]) => `${count.toLocaleString('en-US')} ${
      state === NO_STATE ? 'whose state is not in the text' : `in "${state}"`}`);
  // A read may wait for ever without harm, a lock may not.
  const { state, minutes, stack } = locked.minutes > 0 ? locked : longest;
  const own = OWN_FRAME.exec(stack)?.[1];
  const at = own?.split('/').at(-1);
  // A function that waits itself has nothing between it and the state.
  const isOwn = own !== undefined && [...stack.matchAll(DUMPED)][0]?.[1] === own;
    const mutual = mutualWait(waiting);
    const held = mutual ?? heldLock(waiting);
    const called = held === null ? stuckCall(waiting.map((each) => each.text)) : null;
    const long = called ?? longWaits(waiting.map((each) => each.text));
  const shared = held ?? sharedLock(waiting);
  const normal = normalWaits(waiting.map((each) => each.text));
  const wait = minutes === 0 || shared !== null || called !== null || (long !== null && locked.minutes === 0) ? ''
    : locked.minutes === 0 && normal.age !== null ? normal.age
    : ` The longest wait${locked.minutes > 0 ? ' for a lock' : ''} is ${formatSeconds(minutes * 60)}, in "${state}"`
      + `${at === undefined ? '' : `${isOwn ? ' in' : ', called by'} ${at}`}.`;
  const [group] = groupsOf(stacks);
  const isSmall = group === undefined || group.count < MIN_GROUP || group.count < MIN_SHARE * total;
  const where = mutual !== null || isSmall ? ''
    : ` ${2 * group.count > total ? 'Most' : 'The most frequent'} are the ${
      groupWords(group, total)}.${meaningOf(group, total)}`;
  const locks = shared !== null ? '' : total < MIN_GROUP ? lockWaits(waiting, locked.minutes > 0) : '';
  // Goroutines that all wait may wait for each other.
  const isStill = total > 1 && long === null && where === '' && locked.minutes === 0 && locks === ''
    && ![...states.keys()].some((one) => IS_BUSY.test(one));
  const still = !isStill || group === undefined || group.count < MIN_SHARE * total ? ''
    : ` None of them runs: ${groupWords(group, total)}.`;
  const senders = waiting.filter((each) => GOROUTINE.exec(each.text)?.[1] === SENDS)
    .flatMap(({ names: [name] }) => (name === undefined ? [] : [short(name)]));
  const isTold = long !== null || still !== '' || total >= MIN_GROUP;
  const sent = isTold || senders.length < 2 || new Set(senders).size < 2 ? ''
    : ` Those in "${SENDS}": ${mostFrequent(senders)}.`;
  const dead = DEADLOCK.test(text) ? ' Go ended it for that, as a deadlock.' : normal.rest;
  const one = onePlaceFacts(waiting.map((each) => each.text), {
    isReady: [...states.keys()].every((each) => each === 'runnable'), isTold: where !== '',
  });
  const shutdown = shutdownFacts(waiting.map((each) => each.text));
  const leads = [long, shared].map((lead) => (lead === null ? '' : `${lead} `)).join('');
  return `${leads === '' ? normal.lead : leads}It has ${counted(total, 'goroutine')}: ${most.join(', ')}.${
    shutdown === null ? '' : ` ${shutdown}`}${where}${one}${still}${dead}${sent}${wait}${locks}${
    total < MIN_GROUP && held === null ? lockHolder(waiting) : ''}${lossesOf(text)}`;
}

/** Whether the goroutines of stacks all wait: a dump, or a deadlock, and no crash of one of them. */
export function allWait(text: string): boolean {
  const states = [...withFirstHeader(text).matchAll(new RegExp(GOROUTINE.source, 'gm'))].map(([, state = '']) => state);
  return states.length > 0 && !states.some((state) => IS_BUSY.test(state));
}

/** Says which headers are not in the text, or only in part. */
function lossesOf(text: string): string {
  const [, state, minutes] = CUT_HEADER.exec(text.slice(-MAX_HEADER)) ?? [];
  const isKnown = !withFirstHeader(text.slice(0, MAX_HEAD)).startsWith(`goroutine 0 [${NO_STATE}]`);
  return (isHeadless(text) && isKnown ? ' The header of the first one is not in the text: its state is taken from its '
    + 'innermost function.' : '')
    + (state === undefined ? '' : ` The last header is cut: that goroutine has been in "${state}" for at least ${
      formatSeconds(Number(minutes) * 60)}.`);
}
