/** Facts on profiles and thread dumps that are not read: Java, py-spy, flame graphs. Pure. */
import { isWaiting } from '../../../../../core/profile/waitingFunctions.ts';
import type { Look } from '../../look/look.ts';
import { counted, mostFrequent } from '../../look/named.ts';
import { sharedLineFacts } from './files/sharedLines.ts';
import { DEADLOCK_STEP, javaDeadlock } from './javaDeadlock.ts';

const MAX_LINES = 50_000;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const many = (value: number): string => value.toLocaleString('en-US');

function largestOf(sums: ReadonlyMap<string, number>): [string, number] | undefined {
  return [...sums].sort(([, a], [, b]) => b - a)[0];
}

const JAVA_THREAD = /^"([^"\n]{0,200})" ?(?:#|prio=|daemon|os_prio=|tid=)/;
const JAVA_STATE = /^\s{1,8}java\.lang\.Thread\.State: (\w{3,15})/;
const JAVA_FRAME = /^\s{1,8}at (?:[\w.@]{1,100}\/)?([\w.$<>/]{1,300})\(/;
const WAITS_TO_LOCK = /^\s{1,8}- waiting to lock <(0x[0-9a-f]{1,16})>(?: \(a ([\w.$[\];]{1,200})\))?/;
const LOCKED = /^\s{1,8}- locked <(0x[0-9a-f]{1,16})>/;
/** A thread that waits for a lock of java.util.concurrent; it may also park for work that is to come. */
const PARKS = new RegExp(String.raw`^\s{1,8}- parking to wait for {1,4}<(0x[0-9a-f]{1,16})>`
  + String.raw` \(a (java\.util\.concurrent\.locks\.Reentrant[\w.$]{1,100})\)`);
/** A lock of java.util.concurrent that a thread holds, in the list below its frames. */
const OWNED = /^\s{1,8}- <(0x[0-9a-f]{1,16})> \(a java\.util\.concurrent\.locks\./;
/** Frames in which a thread parks, on behalf of their caller. */
const OF_PARKING = /^(?:jdk\.internal\.misc|sun\.misc|java\.util\.concurrent)\./;

/** Frames that call the attribute of an MBean. */
const JMX_FRAME =
  /^\s{1,8}at (?:[\w.@]{1,100}\/)?(?:com\.sun\.jmx\.|javax\.management\.|sun\.reflect\.misc\.Trampoline)/;
/** A thread of the HTTP server of jmx_exporter. */
const SCRAPED = /^prometheus-http-/;

interface JavaThread {
  name: string; state: string; frame: string; waitsFor: string; lockClass: string; locked: string[]; isOfJmx: boolean;
}

/** Returns the threads of a dump of Java by state, and who holds the lock that most of the blocked ones wait for. */
export function javaThreadFacts({ text }: Look): string | null {
  const threads: JavaThread[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    const name = JAVA_THREAD.exec(line)?.[1];
    if (name !== undefined) threads.push({
      name, state: '', frame: '', waitsFor: '', lockClass: '', locked: [], isOfJmx: false,
    });
    const open = threads.at(-1);
    if (open === undefined) continue;
    const [, lock, lockClass = ''] = WAITS_TO_LOCK.exec(line) ?? PARKS.exec(line) ?? [];
    const locked = (LOCKED.exec(line) ?? OWNED.exec(line))?.[1];
    open.state ||= JAVA_STATE.exec(line)?.[1] ?? '';
    const frame = JAVA_FRAME.exec(line)?.[1] ?? '';
    if (open.frame === '' || (open.waitsFor !== '' && OF_PARKING.test(open.frame))) open.frame = frame || open.frame;
    if (lock !== undefined && open.waitsFor === '') [open.waitsFor, open.lockClass] = [lock, lockClass];
    open.isOfJmx ||= JMX_FRAME.test(line);
    if (locked !== undefined) open.locked.push(locked);
  }
  if (threads.length === 0) return null;
  const states = threads.map(({ state }) => state).filter((state) => state !== '');
  const running = threads.filter(({ state, frame }) => state === 'RUNNABLE' && frame !== '');
  const deadlock = javaDeadlock(text);
  const lead = deadlock === null ? jmxFacts(threads) : `${deadlock} ${DEADLOCK_STEP} `;
  return `${lead}It has ${counted(threads.length, 'thread')}${
    states.length === 0 ? '' : `: ${mostFrequent(states, 4)}`}.${
    deadlock?.includes(' holds') === true ? '' : blockedFacts(threads)}${
    running.length === 0 || deadlock !== null ? '' : ` Of the running ones, ${
      mostFrequent(running.map(({ frame }) => frame), 2)}.`}`;
}

/** Returns where a thread is, behind the words before it; "" if a cut text does not say it. */
const inFrame = ({ frame }: { frame: string }, words: string): string => (frame === '' ? '' : `${words}${frame}`);

function blockedFacts(threads: readonly JavaThread[]): string {
  const waits = new Map<string, number>();
  for (const { waitsFor } of threads) if (waitsFor !== '') waits.set(waitsFor, (waits.get(waitsFor) ?? 0) + 1);
  const [lock, count] = largestOf(waits) ?? [];
  const waiting = threads.find(({ waitsFor }) => waitsFor === lock);
  if (lock === undefined || count === undefined || waiting === undefined) return '';
  const holder = threads.find(({ locked, waitsFor }) => locked.includes(lock) && waitsFor !== lock);
  return ` ${many(count)} ${count === 1 ? 'waits' : 'wait'} for a lock${
    waiting.lockClass === '' ? '' : ` (${waiting.lockClass})`}${inFrame(waiting, ' in ')}${holder === undefined
    ? '; who holds it is not in the text' : `; "${holder.name}" holds it${inFrame(holder, ', in ')}`}.`;
}

/** Says that a thread which answers a scrape waits for an attribute of an MBean; "" without one. */
function jmxFacts(threads: readonly JavaThread[]): string {
  const found = threads.find(({ name, isOfJmx, waitsFor }) => isOfJmx && waitsFor !== '' && SCRAPED.test(name));
  return found === undefined ? '' : `The scrape hangs: "${found.name}" answers it and reads an attribute of an MBean, `
    + 'which waits for a lock. Leave such MBeans out of the exporter (excludeObjectNames, in older versions '
    + 'blacklistObjectNames). ';
}

const PY_THREAD = new RegExp(String.raw`^([ \t]{0,20})Thread ((?:0x)?[0-9A-Fa-f]{1,16}) \((active|idle)`
  + String.raw`([+\w]{0,20})\)(?:: "([^"\n]{0,200})")?`);

/** Returns the threads of a dump of py-spy, and where the active ones are; those of one lock first. */
export function pySpyFacts({ text }: Look): string | null {
  const threads: { id: string; isActive: boolean; hasLock: boolean; name: string; frame: string; callers: string[] }[] =
    [];
  let indent = '';
  for (const line of text.split('\n', MAX_LINES)) {
    const [, before = '', id = '', state, more = '', name = ''] = PY_THREAD.exec(line) ?? [];
    if (state !== undefined) indent = before;
    const own = line.startsWith(indent) ? line.slice(indent.length) : '';
    const frame = /^(?: {4}|\t)(\S.{0,300}?)\s*$/.exec(own)?.[1];
    const open = threads.at(-1);
    if (state !== undefined) threads.push({
      id, isActive: state === 'active', hasLock: more.includes('gil'), name, frame: '', callers: [],
    });
    else if (open !== undefined && frame !== undefined) {
      if (open.frame !== '') open.callers.push(frame);
      // Threads that were merged have one stack, below the last of them.
      for (let i = threads.length - 1; i >= 0; i -= 1) {
        const one = threads[i];
        if (one === undefined || one.frame !== '') break;
        one.frame = frame;
      }
    }
  }
  if (threads.length === 0) return null;
  const [odd, second] = threads.filter(({ isActive }) => !isActive);
  // Each of several processes has one.
  const areProcesses = threads.length > 2 && threads.every(({ name }) => name === 'MainThread');
  const behind = !areProcesses || odd === undefined || second !== undefined ? ''
    : ` Each is the main thread of a process. Only ${odd.id} is idle${inFrame(odd, ', in ')}${
      odd.callers[0] === undefined ? '' : `, called by ${odd.callers[0]}`}: the others may wait for it.`;
  const active = threads.filter(({ isActive }) => isActive);
  const shown = active.map(({ frame }) => frame).filter((frame) => frame !== '');
  const holder = threads.find(({ hasLock }) => hasLock);
  const [only] = threads;
  if (threads.length === 1 && active.length === 0 && only !== undefined && only.frame !== '')
    return `Its thread is idle, in ${only.frame}.`;
  const shared = sharedLineFacts(threads);
  return `${shared === null ? '' : `${shared} `}It has ${counted(threads.length, 'thread')}, ${
    active.length === 0 ? 'all idle'
    : `${active.length} active${shown.length === 0 ? '' : `: ${mostFrequent(shown)}`}`}.${
    holder === undefined || holder.frame === '' ? '' : ` The one in ${holder.frame} holds the GIL.`}${behind}`;
}

const PICTURED = new RegExp(String.raw`<title>([^<]{1,2000}?) \(([\d,.]{1,20}) ([^,()<]{1,30}), [\d.]{1,10}%[^<]{0,100}`
  + String.raw`\)</title>\s{0,10}<rect x="([\d.]{1,20})%?" y="([\d.]{1,20})" width="([\d.]{1,20})%?"`, 'g');
const ESCAPES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: '\'' };

/** Share of the samples of a flame graph that wait from which they are distinguished. */
const MIN_WAITING = 0.3;

/** Whether a frame of a flame graph waits: `epoll_wait`, `wait (threading.py:302)`. */
function waitsIn(frame: string): boolean {
  const [, name = frame, file = ''] = /^(.{1,300}?) \(([^():]{1,300}):\d{1,7}\)$/.exec(frame) ?? [];
  return isWaiting(name, file);
}

/** Returns the total of a flame graph as SVG, and its largest self value; null for another picture. */
export function flameGraphFacts({ text, isCut }: Look): string | null {
  if (!/func_g|id="frames"|Flame ?[Gg]raph/.test(text)) return null;
  const frames = [...text.matchAll(PICTURED)].map(([, name = '', value = '', unit = '', x, y, width]) => ({
    name: name.replace(/&(lt|gt|amp|quot|apos);/g, (whole, word: string) => ESCAPES[word] ?? whole),
    value: Number(value.replaceAll(',', '')), unit, x: Number(x), y: Number(y), end: Number(x) + Number(width),
    inner: 0,
  }));
  const root = frames.reduce<(typeof frames)[number] | null>((most, frame) =>
    (most === null || frame.value > most.value ? frame : most), null);
  if (root === null || isCut || !(root.value > 0)) return 'It is a flame graph.';
  const byHeight = new Map<number, typeof frames>();
  for (const frame of frames) {
    const level = byHeight.get(frame.y) ?? [];
    byHeight.set(frame.y, level);
    level.push(frame);
  }
  const levels = [...byHeight].sort(([a], [b]) => Math.abs(a - root.y) - Math.abs(b - root.y))
    .map(([, level]) => level.sort((a, b) => a.x - b.x));
  for (const [depth, level] of levels.entries()) {
    const below = levels[depth - 1] ?? [];
    let at = 0;
    for (const frame of level) {
      const middle = (frame.x + frame.end) / 2;
      while (at < below.length - 1 && (below[at]?.end ?? 0) < middle) at++;
      const parent = below[at];
      if (parent !== undefined && parent.x <= middle && middle <= parent.end) parent.inner += frame.value;
    }
  }
  const sums = new Map<string, number>();
  for (const { name, value, inner } of frames) sums.set(name, (sums.get(name) ?? 0) + Math.max(0, value - inner));
  const waits = [...sums].filter(([name]) => waitsIn(name));
  const waiting = waits.reduce((sum, [, value]) => sum + value, 0);
  const isNoted = waiting >= MIN_WAITING * root.value;
  const [most, self] = largestOf(isNoted ? new Map([...sums].filter(([name]) => !waitsIn(name))) : sums) ?? [];
  return `It is a flame graph of ${many(root.value)} ${root.unit}.${!isNoted ? ''
    : ` ${percent(waiting / root.value)} of them are in functions that wait, most in ${
      largestOf(new Map(waits))?.[0] ?? ''}.`}${most === undefined || self === undefined || self === 0 ? ''
    : ` ${isNoted ? 'Of the others, ' : ''}${most} has the highest self value: ${percent(self / root.value)}, ${
      many(self)} ${root.unit}.`}`;
}

/** Returns the row of a table with the largest number; `pattern` has the number and the name. */
export function largestRow(pattern: RegExp, words: (name: string, value: string) => string) {
  return ({ head }: Look): string | null => {
    let most: { name: string; value: string } | null = null;
    for (const [, value = '', name = ''] of head.matchAll(pattern))
      if (most === null || Number(value) > Number(most.value)) most = { name: name.trim(), value };
    return most === null ? null : words(most.name, most.value);
  };
}
