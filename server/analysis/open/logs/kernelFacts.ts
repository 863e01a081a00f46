/** Facts on the end of processes, from messages of the kernel, systemd and Kubernetes. */
import { timesText } from '../../../../core/text/format.ts';
import { allIn, firstIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { joined, quoted, timedLines } from '../look/factTools.ts';
import { wordOf } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { failedSteps } from './crashes/failedSteps.ts';
import { failedCommands } from './chains/files/failedCommands.ts';
import { failedReads, isOfFileSystem } from './chains/files/failedReads.ts';
import { readOnlyDisks } from './chains/files/readOnlyDisks.ts';
import { statusSteps } from './chains/statusSteps.ts';
import { endText, faultFacts, restartFacts } from './crashes/segfaults.ts';
import { knownMeaning } from './messages/knownMessages.ts';
import { lineMeanings } from './said/lineMeanings.ts';
import { oomFacts } from './oomFacts.ts';
import { controlProcess } from './probes/controlProcess.ts';
import { kubeletKills } from './probes/kubeletKills.ts';
import { startingUnit } from './ordinary/startingUnit.ts';

const PROBE =
  /(?:Liveness|Startup) probe failed[^\n]{0,120}|failed (?:liveness|startup) probe, will be restarted/;
/** The end of a service in a systemd log, before 2015 with a lower-case "main". */
const EXITED = /([\w@.-]{1,60})\.service: [Mm]ain process exited, code=(\w+), status=([\w/]{1,20})/g;
/** systemctl status: the unit, since when, and how its main process ended. */
const STATUS_UNIT = /^\W{0,8}([\w@.-]{1,60})\.service(?: - |$)/m;
const STATUS_SINCE = /^ {1,10}Active: [^\n]{1,80}? since ([^;\n]{1,40})/m;
const ACTIVE = /^ {1,24}Active: \S/gm;
/** The time that a service ran before it ended. */
const DURATION = /^ {1,24}Duration: (\d[\w. ]{0,40}?)\s*$/m;
const STATUS_END = /\bcode=(killed|dumped|exited), (?:signal|status)=([\w/]{1,20})\)/;
/** A stop that somebody asked for, and the ends of a process that follow it. */
const STOPPING = /(?:^|: )Stopping \S/m;
const WISHED = /^(?:15\/TERM|2\/INT|0(?:\/SUCCESS)?|143(?:\/n\/a)?|TERM)$/;
const DIED = /SyncLoop \(PLEG\): "([\w.-]{1,200})[^\n]{0,300}?"?ContainerDied"/;
const SUPERVISED = /exited: (\S{1,60}) \((exit status \d{1,3}|terminated by SIG\w{2,8}); not expected\)/g;
const PROBE_EVENT =
  /\(x(\d{1,9}) over (\w{1,12})\)[^\n]{0,200}?\b(Liveness|Startup|Readiness) probe failed/g;
/** A start by supervisord, and a process that stayed up for long enough. */
const AGAIN = /spawned: '([^'\s]{1,60})' with pid (\d{1,10})/;
const STAYED_UP = /success: (\S{1,60}) entered RUNNING state, process has stayed up for > than (\d{1,6}) seconds/;
const GO_STACK = /^\s*(?:goroutine \d+ |created by \S+\.\S+)|\.go:\d+ \+0x[0-9a-f]+/m;

/** Returns OOM kills, how services and containers ended, and failed probes; null without any. */
export function kernelFacts(look: Look): string | null {
  const lines = timedLines(look);
  const text = lines.map(({ line }) => line).join('\n');
  const control = controlProcess(look.text);
  // What ended is that command then, and not the program.
  const status = control === null ? statusEnd(text) : null;
  const exits = allIn(EXITED, text)
    .map(([, unit = '', code = '', how = '']) => ({ unit, code, status: how }));
  // systemctl status says of the last one since when, too.
  const isStopping = fits(STOPPING, text);
  const unwished = exits.filter((one) => !isStopping || !WISHED.test(one.status));
  const others = unwished.filter((one) => status === null || !status.startsWith(`systemd: ${one.unit} ${one.code}, `)
    || ![one.status, ...one.status.split('/')].some((part) => status.includes(` ${part},`)));
  const killed = fits(DIED, text) || fits(/\bKilling container\b/, text)
    ? kubeletKills(lines.map(({ line }) => line)) : null;
  const probes = killed === null ? firstIn(PROBE, text) : null;
  const events = probeEvents(text);
  const died = killed === null ? wordOf(DIED, text) : undefined;
  const steps = failedSteps(lines, text);
  const hasReason = fits(/(?:panic|fatal error): \S/, text);
  const crashed = exits.some((one) => one.status.startsWith('2/')) && fits(GO_STACK, text) && !hasReason;
  // The word that systemd has for status 2 is not what Go means by it.
  const statusOf = (one: string): string => (one.startsWith('2/') && hasReason ? '2 (of a Go crash)' : one);
  const kills = oomFacts(lines);
  const disks = diskFacts(lines.map(({ line }) => line), kills !== null);
  return joined([
    kills, faultFacts(lines, text), killed, disks,
    exitedStart(text), startingUnit(text), control,
    others.length === 0 ? null : `systemd: ${[...new Set(others.map((one) =>
      endText(one.unit, one.code, statusOf(one.status))))].slice(0, 3).join('; ')}.`,
    // Of a service whose end only the status tells, its restarts follow.
    steps, ...others.length === 0 ? [status, restartFacts(lines, text)] : [restartFacts(lines, text), status],
    statusSteps(status, lines, kills !== null),
    steps === null ? meaningOfStart(text, status, unwished) : null,
    crashed ? 'Status 2 and goroutines are those of a Go crash; its reason is not in the log.' : null,
    supervised(text), died === undefined ? null
      : `The kubelet saw a container of ${died} end; its log says why (kubectl logs POD, with --previous).`,
    events.length > 0 ? events.join(' ') : probes === null ? null
      : `A probe failed: ${quoted(probes[0])}.`,
  ]);
}

/** Returns which file system became read-only, else which device fails, and what else the kernel reports of them. */
function diskFacts(lines: readonly string[], isKill: boolean): string | null {
  const readOnly = readOnlyDisks(lines);
  if (readOnly !== null) return readOnly;
  const failed = failedReads(lines);
  const commands = failed === null ? failedCommands(lines) : null;
  const others = failed !== null ? lines.filter((line) => !isOfFileSystem(line))
    : commands === null ? lines : lines.filter((line) => !commands.isTold(line));
  return joined([failed, commands?.facts ?? null, hardwareFacts(others, isKill)]);
}

/** The beginning of the kernel's message in a line: after its name, the mark of an excerpt, a time since boot. */
const BEFORE_MESSAGE = new RegExp([
  /^.{0,200}?\bkernel: |^<\d{1,3}>/,
  // The columns of an event.
  /^ {0,8}(?:Normal|Warning) {1,20}\w{2,40} {1,20}.{1,80}? kernel-monitor(?:, \S{1,253})? {1,20}/,
].map(({ source }) => source).join('|'));
const SINCE_BOOT = /^\[(?: {0,8}[+\d][\d.]{0,20}|[^\]\n]{1,40} \d\d:\d\d:\d\d \d{4})\] {0,4}/;
/** Messages of the killing of processes, which has facts of its own. */
const OF_OOM = /oom|out of memory|killable|memory\.oom/;
/** Programs whose messages are about disks, beside those of the kernel. */
const OF_HARDWARE: ReadonlySet<string> = new Set(['the kernel', 'ZFS', 'mdadm', 'smartd']);

/** Describes the kernel's messages on memory, CPUs, disks and file systems; null without a known message. */
const hardwareFacts = (lines: readonly string[], isKill: boolean): string | null => joined(lineMeanings(lines, {
  isTold: ({ program, message, kind }) => OF_HARDWARE.has(program) && kind !== 'state'
    && !(isKill && OF_OOM.test(message)),
  quoteOf: (line) => line.replace(BEFORE_MESSAGE, '').replace(SINCE_BOOT, '').trim(),
  subject: (program) => program.replace(/^the /, 'The '), max: 2,
}));

/** Statuses of systemd itself: it could not prepare the process. */
const OWN_STATUS = /\b2[0-4]\d\/[A-Z_]{3,30}\b/;

/** The line of systemd on the step that failed, which says more than the status. */
const FAILED_STEP = /\.service: ((?:Failed to (?:set up|locate|determine|load)|Changing to) [^\n]{1,200})/;

/** Explains why systemd did not start the last service that it says anything of; null for ends of other kinds. */
function meaningOfStart(
  text: string, status: string | null, exits: readonly { status: string }[]
): string | null {
  const step = knownMeaning(firstIn(FAILED_STEP, text)?.[1] ?? '');
  if (step !== null) return step;
  const own = OWN_STATUS.exec(status ?? exits.at(-1)?.status ?? '')?.[0];
  return own === undefined ? null : knownMeaning(`status=${own}`);
}

/** The commands that systemd runs besides the service, whose failure does not end it. */
const OF_STOP = /^ {1,24}Process: \d{1,10} Exec(?:Stop|StopPost|Reload)=[^\n]{0,600}$/gm;
/** A service whose start command ended well, and that systemd holds active. */
const EXITED_START = /^ {1,24}Active: active \(exited\) since ([^;\n]{1,40})/m;
const EDIT = /\bedit (\/etc\/default\/[\w.-]{1,60})/;
const SET = /\bset the "?(\w{2,40})"? variable to "?(\w{1,20})"?/;

/** Returns that the start command of a service ended, and what its script asks for; null for other services. */
function exitedStart(text: string): string | null {
  const since = firstIn(EXITED_START, text)?.[1];
  if (since === undefined) return null;
  const unit = STATUS_UNIT.exec(text)?.[1] ?? 'the service';
  const file = EDIT.exec(text)?.[1];
  const [, name, value] = SET.exec(text) ?? [];
  const asked = file === undefined || name === undefined ? ''
    : ` The script did not start the program: set ${name}=${value} in ${file}, then start the service again.`;
  return `systemd: ${unit} is active (exited) since ${since.trim()}: its start command ended, and left no process that `
    + `systemd knows.${asked}`;
}

/** Returns how a service ended according to systemctl status, with signals as in `status=9/KILL`. */
function statusEnd(text: string): string | null {
  const isRunning = fits(EXITED_START, text);
  const since = firstIn(STATUS_SINCE, text)?.[1];
  const [, code, status] = STATUS_END.exec(isRunning || since === undefined ? '' : text.replace(OF_STOP, '')) ?? [];
  if (code === undefined || since === undefined) return null;
  // systemd calls a service that TERM ended "failed" unless it was stopped.
  if (code === 'killed' && WISHED.test(status ?? '') && fits(/^ {1,24}Active: inactive \(dead\)/m, text)) return null;
  const unit = STATUS_UNIT.exec(text)?.[1] ?? 'the service';
  if (status === '0/SUCCESS' || status === '0') return !fits(/^ {1,10}Active: (?:inactive|failed) /m, text) ? null
    : `systemd: ${unit} ended with status 0, since ${since.trim()}: it was stopped, or ended by itself.`;
  const ran = [...text.matchAll(ACTIVE)].length === 1 ? DURATION.exec(text)?.[1] : undefined;
  return `systemd: ${unit} ${code}, ${code === 'exited' ? 'status' : 'signal'} ${status}, ${
    ran === undefined ? '' : `${ran} after its start, `}since ${since.trim()}.`;
}

/** Returns the three most frequent unexpected ends of programs in a supervisord log. */
function supervised(text: string): string | null {
  const counts = new Map<string, number>();
  for (const [, name, how] of allIn(SUPERVISED, text))
    counts.set(`${name} ended (${how})`, (counts.get(`${name} ended (${how})`) ?? 0) + 1);
  const said = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3)
    .map(([what, times]) => `${what}${times === 1 ? '' : ` ${times} times`}`);
  if (said.length === 0) return null;
  const last = Math.max(text.lastIndexOf(' exited: '), text.lastIndexOf(' stopped: '));
  const [, again, pid] = AGAIN.exec(text.slice(last + 1)) ?? [];
  const [, name, seconds] = STAYED_UP.exec(text) ?? [];
  return joined([
    `supervisord: ${said.join('; ')}.`,
    again === undefined ? null : `It started ${again} again (pid ${pid}), whose end is not in the text.`,
    name === undefined ? null : `Its RUNNING says only that ${name} stayed up for ${seconds} s, not that it was ready.`,
  ]);
}

const NO_RESTART = 'enough failures in a row take it out of its Service, and restart nothing';

/** Returns failed probes by the events that count them; readiness probes, which restart nothing, come last. */
function probeEvents(text: string): string[] {
  const said = allIn(PROBE_EVENT, text).map(([, times, span, kind = '']) => {
    const effect = kind === 'Readiness' ? NO_RESTART : 'several failures in a row restart the container';
    return `The ${kind.toLowerCase()} probe failed ${timesText(Number(times))} in ${span}; ${effect}.`;
  });
  const isHarmless = (sentence: string): number => Number(sentence.includes(NO_RESTART));
  return [...new Set(said)].sort((a, b) => isHarmless(a) - isHarmless(b)).slice(0, 3);
}
