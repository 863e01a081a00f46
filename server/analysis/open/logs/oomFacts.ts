/** Facts on kills for memory, from the messages of the kernel. */
import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';
import { allIn, firstIn, fits, mayMatch } from '../../../../core/text/prefilter/fits.ts';
import { ageSeconds, joined, type TimedLine } from '../look/factTools.ts';
import { limitStep } from './messages/oomSteps.ts';
import { wordOf } from '../look/format.ts';
import { askedFrom, killNotShown } from './chains/oom/oomAskers.ts';
import { oomQos } from './chains/oom/oomQos.ts';
import { shareOfMachine } from './chains/oom/oomShare.ts';
import { isRough } from './chains/oom/roughAges.ts';

const INVOKED = /(?:^|[\s\]:])([\w.:/()-]{1,40}) invoked oom-killer/m;
const OF_GROUP = new RegExp([
  /mem_cgroup_out_of_memory|Memory cgroup out of memory|CONSTRAINT_MEMCG|mem_cgroup_oom|limit \d+kB, failcnt/,
  /killed as a result of limit of |Memory cgroup stats for /,
  // podman reports that its container ran out of memory.
  /\bconmon \S{1,80} <\w{1,10}>: OOM received/,
].map(({ source }) => source).join('|'));
/** Texts that the kernel writes only if the memory of the machine ran out. */
const OF_MACHINE = /__alloc_pages_slowpath|Mem-Info:|CONSTRAINT_NONE|\bOut of memory: Kill|global_oom/;
/** Limits of a process to some nodes of memory, beyond which it is out of memory, too. */
const OF_NODES = /CONSTRAINT_(?:CPUSET|MEMORY_POLICY)/;
/** A row of the kernel's table: pid, uid, tgid, total_vm, rss, then page tables, swap and the score, and the name. */
const TASK = new RegExp(
  /\[ {0,6}(\d{1,8})\] {1,6}\d{1,10} {1,8}\d{1,8} {1,10}\d{1,12} {1,10}(\d{1,12})/.source
    + /(?: {1,16}-?\d{1,15}){3,6} (\S{1,20})\s*$/.source
);
export const OOM_TASK = new RegExp(TASK.source, 'm');
/** The kill; a report that somebody shortened may lack the pid, or have its sizes in another unit. */
const KILLED = new RegExp(/Killed process (?:(\d{1,10})(?:, UID \d{1,10})?,? )?\(([^)\n]{1,60})\)/.source
  + /(?:[^\n]{0,40}?total-vm: ?(\d{1,15})kB)?/.source
  + /(?:[^\n]{0,200}?anon-rss: ?(?:(\d{1,15})kB(.{0,80})|(\d[\d.]{0,12} ?[MGT]i?B)))?/.source);
/** The choice of the kernel before 5.x, which killed a child instead if another line says so. */
const CHOSEN_BEFORE = /(?<!\S)Kill process (\d{1,10}) \(([^)\n]{1,60})\)/;
/** The same choice in the events of a description, whose next line has the kill: its age and its node. */
const DESCRIBED_EVENT =
  /^\s{1,8}Warning\s{1,8}OOMKilling\s{1,8}(\d{1,9}[dhms](?:\d{1,9}[hms])?)\s{1,8}kernel-monitor, (\S{1,253})\s/;
/** An event of Kubernetes that repeats the kernel's message: its age and its node. */
const NODE_EVENT =
  /^(?:[\w-]{1,63}\s{1,60})?(\d{1,9}[dhms](?:\d{1,9}[hms])?)\s.{0,80}?\bOOMKilling\s{1,40}node\/(\S{1,253})/;
/** Processes that share their memory are killed together; their sizes were read a moment apart. */
const TOGETHER_SECONDS = 60;
const SAME_SIZE_RATIO = 0.001;
const REAPED = /oom_reaper: reaped process (\d{1,10}) \(([^)\n]{1,60})\)/;
const CHOSEN = /oom-kill:constraint=\w[^\n]{0,2000}?,task=([^,\n]{1,60}),pid=(\d{1,10})/;
const OF_KILLS = new RegExp([KILLED, CHOSEN_BEFORE, REAPED, CHOSEN].map(({ source }) => source).join('|'));
const LIMIT_OF = /killed as a result of limit of (\/\S{1,500})/;
/** A control group of a pod, and none of its containers. */
const POD = /(?:-|\/)pod[\w-]{30,40}(?:\.slice)?$/;
/** `[Thu Apr 17 18:48:52 2025]` of dmesg -T; the day and the month are in the language of the reader. */
const DMESG = /^\[([^\]\n]{1,40}?) (\d\d):(\d\d):(\d\d) (\d{4})\] /;
const SINCE_BOOT = /^(?:[\w.-]{1,64}:? )?\[ {0,8}(\d{1,10}\.\d{6})\] /;
const KIB_PER_GIB = 2 ** 20;
const PAGE_SIZES_KIB = [4, 16, 64];
const MAX_NAMED = 3;

interface Moment { day: string; seconds: number; clock: string | null }
interface Kill {
  /** Null if the text leaves it out. */
  pid: string | null;
  name: string;
  /** Its resident memory as the text has it, if not in kB; else null. */
  asWritten: string | null;
  /** Size of its address space; null if the text does not show it. */
  virtualKib: number | null;
  residentKib: number | null;
  line: number;
  moment: Moment | null;
  node: string | null;
}
interface Task { pid: string; name: string; pages: number }

/** Returns what the kernel killed and why, and what it ran into again after that; null without such messages. */
export function oomFacts(lines: readonly TimedLine[]): string | null {
  const text = lines.map(({ line }) => line).join('\n');
  const limit = wordOf(/memory: usage \d{1,15}kB, limit (\d{1,15})kB/, text);
  const tasks = tasksOf(text);
  const kills = !mayMatch(OF_KILLS, text) ? [] : killsOf(lines, { tasks, pageKib: pageKibOf(text, tasks) });
  if (kills.length === 0) return shortage(text, limit, tasks);
  const after = afterKills(lines, kills);
  const clock = after === null ? null : kills[0]?.moment?.clock ?? null;
  const isShared = new Set(kills.map(({ name }) => name)).size > 1;
  const group = `${isShared ? 'a' : 'its'} ${POD.test(firstIn(LIMIT_OF, text)?.[1] ?? '') ? 'pod' : 'control group'}${
    isShared ? ' of theirs' : ''}`;
  return joined([
    `The kernel killed ${namesOf(kills)}${clock === null || kills.length > 1 ? '' : ` at ${clock}`} because ${
        limit !== undefined ? `${group} reached the limit of ${inGib(Number(limit))}`
          : fits(OF_GROUP, text) ? `${group} reached its memory limit`
            : `${shortOf(text)}${kills.length === 1 ? shareOfMachine(text, kills[0], tasks) : ''}`}.`,
    oomQos(text), after,
    nodesOf(kills), limit === undefined ? null : limitStep(kills.map(({ name }) => name)),
  ]);
}

/** Lists the killed processes; many of one name with their number. */
function namesOf(kills: readonly Kill[]): string {
  const sizes = kills.flatMap(({ residentKib }) => residentKib ?? []);
  const [first] = kills;
  if (first !== undefined && kills.length >= MAX_NAMED && kills.every(({ name }) => name === first.name))
    return `${first.name} ${kills.length} times${
      sizes.length === 0 ? '' : ` (at most ${resident(Math.max(...sizes))} resident)`}`;
  const said = kills.slice(0, MAX_NAMED).map(namedOf);
  return `${said.join(', ')}${kills.length > said.length ? ` and ${kills.length - said.length} more` : ''}`;
}

function namedOf({ pid, name, residentKib, asWritten }: Kill): string {
  const size = asWritten ?? (residentKib === null ? null : resident(residentKib));
  const facts = [pid === null ? null : `pid ${pid}`, size === null ? null : `${size} resident`]
    .filter((fact) => fact !== null);
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

/** Returns on which node the kills were, and how long ago, as events of Kubernetes show it. */
function nodesOf(kills: readonly Kill[]): string | null {
  const nodes = [...new Set(kills.flatMap(({ node }) => node ?? []))];
  const [only] = nodes;
  const ages = kills.flatMap(({ moment }) => (moment?.day === AGO ? -moment.seconds : []));
  if (only === undefined || ages.length === 0) return null;
  const where = nodes.length === 1 ? `on the node ${only}` : `on ${nodes.length} nodes`;
  return `The last one was ${where}, ${formatSeconds(Math.min(...ages))} before the text was made. ${SEE_POD}`;
}

const AGO = 'ago';
const SEE_POD = 'kubectl describe pod shows the limit and the restarts.';

/** Share of the pages of a machine that are free, from which its memory did not run out. */
const MUCH_FREE = 0.1;

/** Returns why memory was short, without a control group in the text. */
function shortOf(text: string): string {
  const [free, all] = [/^.*\bfree:(\d{1,15})(?=[\s#])(?!kB)/m, /\b(\d{1,15}) pages RAM\b/]
    .map((pattern) => Number(pattern.exec(text)?.[1] ?? NaN));
  const share = (free ?? NaN) / (all ?? NaN);
  if (!(share >= MUCH_FREE && share <= 1))
    return fits(/\bOut of memory: Kill/, text) && !fits(OF_NODES, text)
      ? 'the memory of the machine ran out' : 'memory ran out';
  return `memory could not be allocated, although ${Math.round(100 * share)} % of the machine’s was free: a limit `
    + 'was reached, as that of a control group, a memory node or a zone';
}

const inGib = (kib: number): string => `${(kib / KIB_PER_GIB).toPrecision(3)} GiB`;
const resident = (kib: number): string => (kib < KIB_PER_GIB / 4 ? formatBytes(kib * 1024) : inGib(kib));

/** Returns the killed processes, once each, although the kernel names one when it chooses, kills and reaps it. */
function killsOf(
  lines: readonly TimedLine[], { tasks, pageKib }: { tasks: readonly Task[]; pageKib: number }
): Kill[] {
  const kills = new Map<string, Kill>();
  const choices = choicesOf(lines);
  lines.forEach((timed, line) => {
    const [, chosen, chosenPid] = CHOSEN.exec(timed.line) ?? [];
    const [, pid = chosenPid, name = chosen, total, anon, others = '', asWritten = null] = KILLED.exec(timed.line)
      ?? REAPED.exec(timed.line) ?? (choices.onlyChosen.has(line) ? CHOSEN_BEFORE.exec(timed.line) : null) ?? [];
    if (name === undefined) return;
    const key = pid ?? `${name} ${anon ?? asWritten ?? ''}`;
    const before = kills.get(key);
    const kib = anon === undefined ? null : [...others.matchAll(/\b(?:file|shmem)-rss:(\d{1,15})kB/g)]
      .reduce((sum, [, one]) => sum + Number(one), Number(anon));
    if (before === undefined) kills.set(key, {
      pid: pid ?? null, name, virtualKib: total === undefined ? null : Number(total), residentKib: kib, asWritten, line,
      moment: momentOf(choices.event.get(key) ?? timed),
      node: NODE_EVENT.exec(timed.line)?.[2] ?? DESCRIBED_EVENT.exec(choices.event.get(key)?.line ?? '')?.[2] ?? null,
    });
    else kills.set(key, { ...before, residentKib: before.residentKib ?? kib, line });
  });
  const listedKib = (pid: string | null): number | null =>
    (tasks.find((task) => task.pid === pid)?.pages ?? NaN) * pageKib || null;
  return oncePerMemory([...kills.values()], choices.pids)
    .map((kill) => ({ ...kill, residentKib: kill.residentKib ?? listedKib(kill.pid) }));
}

interface Choices { onlyChosen: ReadonlySet<number>; pids: ReadonlySet<string>; event: ReadonlyMap<string, TimedLine> }

/** Returns the lines of choices without a later kill, and the event of Kubernetes on a choice, by pid. */
function choicesOf(lines: readonly TimedLine[]): Choices {
  const onlyChosen = new Set<number>();
  const [pids, event] = [new Set<string>(), new Map<string, TimedLine>()];
  let last: number | null = null;
  lines.forEach((timed, at) => {
    const pid = CHOSEN_BEFORE.exec(timed.line)?.[1];
    if (pid !== undefined) pids.add(pid);
    if (pid !== undefined && DESCRIBED_EVENT.test(timed.line)) event.set(pid, timed);
    if (/Killed process |oom_reaper: reaped/.test(timed.line)) {
      if (last !== null) onlyChosen.delete(last);
      last = null;
    } else if (pid !== undefined) {
      last = at;
      onlyChosen.add(at);
    }
  });
  return { onlyChosen, pids, event };
}

/** Counts processes that share their memory as one kill: of one name and size, within a minute, not each chosen. */
function oncePerMemory(kills: readonly Kill[], chosen: ReadonlySet<string>): Kill[] {
  const once: Kill[] = [];
  for (const kill of kills) {
    const at = once.findIndex((one) => one.name === kill.name && one.node === kill.node && isSameSize(one, kill)
      && isTogether(one.moment, kill.moment) && !(chosen.has(one.pid ?? '') && chosen.has(kill.pid ?? '')));
    const same = once[at];
    if (same === undefined) once.push(kill);
    else once[at] = {
      ...same, line: kill.line, residentKib: Math.max(same.residentKib ?? 0, kill.residentKib ?? 0) || null,
    };
  }
  return once;
}

const isSameSize = ({ virtualKib: one }: Kill, { virtualKib: other }: Kill): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= SAME_SIZE_RATIO * Math.max(one, other);

/** Whether two moments are less than a minute apart; without times, lines of one size are of one kill. */
const isTogether = (one: Moment | null, other: Moment | null): boolean => one === null || other === null
  || (one.day === other.day && Math.abs(one.seconds - other.seconds) < TOGETHER_SECONDS);

/** Returns how far apart the kills are, and whether the OOM killer was called again after the last one. */
function afterKills(lines: readonly TimedLine[], kills: readonly Kill[]): string | null {
  const [first, last] = [kills[0], kills.at(-1)];
  if (first === undefined || last === undefined) return null;
  const between = gapSeconds(first.moment, last.moment);
  const about = between !== null && isRough(between, lines) ? 'about ' : '';
  const at = lines.findIndex(({ line }, index) => index > last.line && INVOKED.test(line));
  const again = lines[at];
  const by = again === undefined ? undefined : INVOKED.exec(again.line)?.[1];
  const gap = again === undefined ? null : gapSeconds(last.moment, momentOf(again));
  return joined([
    between === null || between < 1 ? null : kills.length === 2 ? `They are ${about}${formatSeconds(between)} apart.`
      : `The last kill was ${about}${formatSeconds(between)} after the first.`,
    by === undefined ? null : `${
      gap === null ? 'Later' : gap < 1 ? 'In the same second' : `After another ${formatSeconds(gap)}`} ${
      by} called the OOM killer again; which process it killed then is not in the text.`,
  ]);
}

function momentOf({ line, stamp }: TimedLine): Moment | null {
  const [, day, hour = '', minute = '', second = '', year = ''] = DMESG.exec(line) ?? [];
  if (day !== undefined) return {
    day: `${day} ${year}`, seconds: Number(hour) * 3600 + Number(minute) * 60 + Number(second),
    clock: `${hour}:${minute}:${second}`,
  };
  const age = (NODE_EVENT.exec(line) ?? DESCRIBED_EVENT.exec(line))?.[1];
  if (age !== undefined) return { day: AGO, seconds: -ageSeconds(age), clock: null };
  const boot = SINCE_BOOT.exec(line)?.[1];
  if (boot !== undefined) return { day: 'since boot', seconds: Number(boot), clock: null };
  return stamp === null ? null : { day: 'stamp', seconds: stamp.ms / 1000, clock: null };
}

/** Returns the seconds between two moments of the same day or clock; null if they cannot be compared. */
function gapSeconds(from: Moment | null, to: Moment | null): number | null {
  return from === null || to === null || from.day !== to.day || to.seconds < from.seconds ? null
    : to.seconds - from.seconds;
}

function tasksOf(text: string): Task[] {
  return !fits(OOM_TASK, text) ? [] : text.split('\n').flatMap((line) => {
    const [, pid, rss, name = ''] = TASK.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid, name, pages: Number(rss) }];
  });
}

const largest = (tasks: readonly Task[]): Task | null =>
  tasks.reduce<Task | null>((best, one) => (best === null || one.pages > best.pages ? one : best), null);

/** Returns the page size of the machine, from a control group that has the pages of the largest process. */
function pageKibOf(text: string, tasks: readonly Task[]): number {
  const groups = allIn(/Memory cgroup stats for [^\n]{0,1000}? rss:(\d{1,15})KB/g, text);
  const perPage = Math.max(0, ...groups.map(([, kib]) => Number(kib))) / (largest(tasks)?.pages ?? Infinity);
  return PAGE_SIZES_KIB.find((size) => Math.abs(perPage / size - 1) < 0.1) ?? (fits(/loongarch64/, text) ? 16 : 4);
}

/** The table is printed before the kernel chooses one of its processes. */
const AFTER_TABLE = ': the line "Killed process" behind the table names it (dmesg -T); if it is NAME, give that more '
  + 'memory, or less to hold in it';

/** Describes a report of the OOM killer that ends before the kill; null without such a report. */
function shortage(text: string, limit: string | undefined, tasks: readonly Task[]): string | null {
  const by = firstIn(INVOKED, text)?.[1];
  const most = largest(tasks);
  const at = limit === undefined ? 'its memory limit' : `the limit of ${inGib(Number(limit))}`;
  const pageKib = pageKibOf(text, tasks);
  const isReport = fits(/\boom_kill_process\+0x/, text) || fits(LIMIT_OF, text);
  const group = POD.test(firstIn(LIMIT_OF, text)?.[1] ?? '') ? 'pod' : 'control group';
  return joined([
    by === undefined ? null : fits(OF_GROUP, text)
      ? `The kernel’s OOM killer ran because the control group of ${by}${askedFrom(text, by)} reached ${at}.`
      : fits(OF_MACHINE, text) ? `The kernel’s OOM killer ran because memory ran out when ${by} needed some.`
        : `The kernel’s OOM killer ran when ${by} needed memory. Whether the machine ran out of it or a control `
          + 'group reached its limit is not in the text.',
    most === null ? null : `${tasks.length === 1
      ? `The only process in the kernel’s OOM report is ${most.name} (pid ${most.pid}):`
      : `Of the ${tasks.length} processes in the kernel’s OOM report, ${most.name} (pid ${
        most.pid}) has the most memory:`} ${inGib(most.pages * pageKib)} resident, in pages of ${pageKib} KiB.`,
    by !== undefined || !isReport ? null
      : `The kernel’s OOM killer ran because ${fits(OF_GROUP, text) ? `a ${group} reached ${at}`
        : fits(OF_MACHINE, text) ? 'the memory of the machine ran out' : 'memory ran out'}.`,
    by === undefined && most === null && !isReport ? null : most !== null && tasks.length > 1
      ? `Which process it killed is not in the text${AFTER_TABLE.replace('NAME', () => most.name)}.`
      : killNotShown(by === undefined || !fits(OF_GROUP, text) ? null : by),
  ]);
}
