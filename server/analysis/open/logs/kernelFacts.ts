/** Facts on the end of processes, from messages of the kernel, systemd and Kubernetes. */
import { formatBytes } from '../../../../core/text/format.ts';
import { distinct, joined, quoted } from '../look/factTools.ts';
import { wordOf } from '../look/format.ts';
import type { Look } from '../look/look.ts';

const PROBE =
  /(?:Liveness|Startup) probe failed[^\n]{0,120}|failed (?:liveness|startup) probe, will be restarted/;
const INVOKED = /(?:^|[\s\]:])([\w.:/()-]{1,40}) invoked oom-killer/m;
const OF_GROUP = new RegExp([
  /mem_cgroup_out_of_memory|Memory cgroup out of memory|CONSTRAINT_MEMCG|mem_cgroup_oom|limit \d+kB, failcnt/,
  // podman reports that its container ran out of memory.
  /\bconmon \S{1,80} <\w{1,10}>: OOM received/,
].map(({ source }) => source).join('|'));
/** Texts that the kernel writes only if the memory of the machine ran out. */
const OF_MACHINE = /__alloc_pages_slowpath|Mem-Info:|CONSTRAINT_NONE|\bOut of memory: Kill|global_oom/;
/** A row of the kernel's table: pid, uid, tgid, total_vm, rss, then page tables, swap and the score, and the name. */
const TASK = new RegExp(
  /\[ {0,6}(\d{1,8})\] {1,6}\d{1,10} {1,8}\d{1,8} {1,10}\d{1,12} {1,10}(\d{1,12})/.source
    + /(?: {1,16}-?\d{1,15}){3,6} (\S{1,20})\s*$/.source
);
export const OOM_TASK = new RegExp(TASK.source, 'm');
const PAGE_KIB = 4;
const GIB_KIB = 2 ** 20;
/** Returns a size in the unit that fits: `4 KiB`, `2.00 GiB`. */
const sizeOf = (kib: number): string => (kib >= GIB_KIB && kib < 999 * GIB_KIB
  ? `${(kib / GIB_KIB).toPrecision(3)} GiB` : formatBytes(kib * 1024));
/** The end of a service in a systemd log, before 2015 with a lower-case "main". */
const EXITED = /([\w@.-]{1,60})\.service: [Mm]ain process exited, code=(\w+), status=([\w/]{1,20})/g;
/** systemctl status: the unit, since when, and how its main process ended. */
const STATUS_UNIT = /^\W{0,8}([\w@.-]{1,60})\.service(?: - |$)/m;
const STATUS_SINCE = /^ {1,10}Active: [^\n]{1,80}? since ([^;\n]{1,40})/m;
const STATUS_END = /\bcode=(killed|dumped|exited), (?:signal|status)=([\w/]{1,20})\)/;
const DIED = /SyncLoop \(PLEG\): "([\w.-]{1,200})[^\n]{0,300}?"?ContainerDied"/;
const SUPERVISED = /exited: (\S{1,60}) \((exit status \d{1,3}|terminated by SIG\w{2,8}); not expected\)/g;
const PROBE_EVENT =
  /\(x(\d{1,9}) over (\w{1,12})\)[^\n]{0,200}?\b(Liveness|Startup|Readiness) probe failed/g;
const GO_STACK = /^\s*(?:goroutine \d+ |created by \S+\.\S+)|\.go:\d+ \+0x[0-9a-f]+/m;

/** Returns OOM kills, how services and containers ended, and failed probes; null without any. */
export function kernelFacts(look: Look): string | null {
  const text = distinct(look).join('\n');
  const kills = [
    ...text.matchAll(/Killed process (\d{1,10}) \(([^)\n]{1,60})\)(?:[^\n]{0,200}?anon-rss:(\d{1,15})kB)?/g),
  ];
  const said = kills.slice(0, 3).map(([, pid, name, rss]) => `${name} (pid ${pid}`
    + `${rss === undefined ? '' : `, ${sizeOf(Number(rss))} resident`})`);
  const status = statusEnd(text);
  const exits = [...text.matchAll(EXITED)].map(([, unit, code, how = '']) => ({ unit, code, status: how }));
  // systemctl status says of the last one since when, too.
  const others = exits.filter((one) => status === null || !status.startsWith(`systemd: ${one.unit} ${one.code}, `)
    || ![one.status, ...one.status.split('/')].some((part) => status.includes(` ${part},`)));
  const probes = PROBE.exec(text);
  const events = probeEvents(text);
  const died = wordOf(DIED, text);
  const limit = wordOf(/memory: usage \d{1,15}kB, limit (\d{1,15})kB/, text);
  const crashed = exits.some(({ status }) => status?.startsWith('2/')) && GO_STACK.test(text)
    && !/(?:panic|fatal error): \S/.test(text);
  return joined([
    said.length === 0 ? shortage(text, limit) : `The kernel killed ${said.join(', ')}${
      kills.length > said.length ? ` and ${kills.length - said.length} more` : ''} because ${limit !== undefined
      ? `its control group reached the limit of ${sizeOf(Number(limit))}`
      : OF_GROUP.test(text) ? 'its control group reached its memory limit' : 'memory ran out'}.`,
    others.length === 0 ? null : `systemd: ${[...new Set(others.map((one) =>
      `${one.unit} ${one.code}, status ${one.status}`))].slice(0, 3).join('; ')}.`,
    status, crashed ? 'Status 2 and goroutines are those of a Go crash; its reason is not in the log.' : null,
    supervised(text), died === undefined ? null
      : `The kubelet saw a container of ${died} end; its log says why (kubectl logs POD, with --previous).`,
    events.length > 0 ? events.join(' ') : probes === null ? null
      : `A probe failed: ${quoted(probes[0])}.`,
  ]);
}

/** Returns how a service ended according to systemctl status, with signals as in `status=9/KILL`. */
function statusEnd(text: string): string | null {
  const [, code, status] = STATUS_END.exec(text) ?? [];
  const since = STATUS_SINCE.exec(text)?.[1];
  if (code === undefined || since === undefined) return null;
  const unit = STATUS_UNIT.exec(text)?.[1] ?? 'the service';
  if (status === '0/SUCCESS' || status === '0') return !/^ {1,10}Active: (?:inactive|failed) /m.test(text) ? null
    : `systemd: ${unit} ended with status 0, since ${since.trim()}: it was stopped, or ended by itself.`;
  return `systemd: ${unit} ${code}, ${
    code === 'exited' ? 'status' : 'signal'} ${status}, since ${since.trim()}.`;
}

/** Returns the three most frequent unexpected ends of programs in a supervisord log. */
function supervised(text: string): string | null {
  const counts = new Map<string, number>();
  for (const [, name, how] of text.matchAll(SUPERVISED))
    counts.set(`${name} ended (${how})`, (counts.get(`${name} ended (${how})`) ?? 0) + 1);
  const said = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3)
    .map(([what, times]) => `${what}${times === 1 ? '' : ` ${times} times`}`);
  return said.length === 0 ? null : `supervisord: ${said.join('; ')}.`;
}

const NO_RESTART = 'that takes it out of its Service, and restarts nothing';

/** Returns failed probes by the events that count them; readiness probes, which restart nothing, come last. */
function probeEvents(text: string): string[] {
  const said = [...text.matchAll(PROBE_EVENT)].map(([, times, span, kind = '']) => {
    const effect = kind === 'Readiness' ? NO_RESTART : 'several failures in a row restart the container';
    return `The ${kind.toLowerCase()} probe failed ${times} times in ${span}; ${effect}.`;
  });
  const isHarmless = (sentence: string): number => Number(sentence.includes(NO_RESTART));
  return [...new Set(said)].sort((a, b) => isHarmless(a) - isHarmless(b)).slice(0, 3);
}

/** Describes a report of the OOM killer that ends before the kill; null without such a report. */
function shortage(text: string, limit: string | undefined): string | null {
  const by = INVOKED.exec(text)?.[1];
  const tasks = text.split('\n').flatMap((line) => {
    const [, pid, rss, name] = TASK.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid, name, pages: Number(rss) }];
  });
  const most = tasks.reduce<(typeof tasks)[number] | null>((best, one) =>
    (best === null || one.pages > best.pages ? one : best), null);
  const at = limit === undefined ? 'its memory limit' : `the limit of ${sizeOf(Number(limit))}`;
  return joined([
    by === undefined ? null : OF_GROUP.test(text)
      ? `The kernel’s OOM killer ran because the control group of ${by} reached ${at}.`
      : OF_MACHINE.test(text) ? `The kernel’s OOM killer ran because memory ran out when ${by} needed some.`
        : `The kernel’s OOM killer ran when ${by} needed memory. Whether the machine ran out of it or a control `
          + 'group reached its limit is not in the text.',
    most === null ? null : `Of the ${tasks.length} processes in the kernel’s OOM report, ${most.name} (pid ${
      most.pid}) has the most memory: ${sizeOf(most.pages * PAGE_KIB)} resident, in pages of 4 KiB.`,
    by !== undefined || !/\boom_kill_process\+0x/.test(text) ? null
      : `The kernel’s OOM killer ran because ${OF_GROUP.test(text) ? `a control group reached ${at}`
        : OF_MACHINE.test(text) ? 'the memory of the machine ran out' : 'memory ran out'}.`,
    by === undefined && most === null && !/\boom_kill_process\+0x/.test(text) ? null
      : 'Which process it killed is not in the text.',
  ]);
}
