/**
 * Classifies how a process ended, from one line of its log or of a supervisor: Go's runtime, the kernel, systemd,
 * Kubernetes and Docker. One table, tested row by row (`processEnds.test.ts`); pure, and bounded by the line's length.
 */
import { isProse } from './excerpt/leftOut.ts';

/**
 * `asked`: a signal or a request to stop. `gave-up`: the server logs that it cannot continue. `exit`: an exit status
 * without a cause. `restarts`: its supervisor counts restarts or gives up. `probe`: a probe or a timeout ends it.
 * `stopping`: its parts are stopped, for a reason in other lines.
 */
export type EndKind =
  | 'oom-kill' | 'go-memory' | 'panic' | 'runtime' | 'gave-up' | 'refused' | 'probe' | 'killed' | 'asked' | 'exit'
  | 'trace' | 'restarts' | 'stopping' | 'bye';

export interface ProcessEnd {
  kind: EndKind;
  /** The matching part of the line, at most 300 characters. */
  said: string;
  /** False for a state reported later, as by `kubectl describe`: its line may be anywhere. */
  inOrder: boolean;
}

interface Row { kind: EndKind; pattern: RegExp; inOrder?: false }

/** Matches before a program's output: the beginning of the line, or the end of a wrapper's prefix. */
const BEGIN = String.raw`(?:^|[\s\]|>:"])`;
/** Matches program names, of which the kernel keeps the first 15 characters. */
const SERVERS = String.raw`(?:prometheus|thanos|mimir|cortex|loki|victoria|influxd|etcd|otelcol|tempo|pyroscope`
  + String.raw`|vm(?:agent|storage|insert|select|single|alert))[\w.-]*`;

const raw = (text: string): RegExp => new RegExp(BEGIN + text, '');
const named = (text: string): RegExp => new RegExp(text.replace('SERVER', SERVERS), 'i');

/** Rows in order of certainty; the first match decides. */
const OF_TEXT: readonly Row[] = [
  // Kernel, and programs that relay its messages.
  { kind: 'oom-kill', pattern: named(String.raw`(?:out of memory: )?kill(?:ed)? process \d+ \(SERVER\)`) },
  { kind: 'oom-kill', pattern: named(String.raw`oom-kill:constraint=\w+(?=\S{0,400}task=SERVER)`) },
  { kind: 'oom-kill', pattern: named(String.raw`oom_reaper: reaped process \d+ \(SERVER\)`) },
  { kind: 'oom-kill', pattern: named(String.raw`system oom encountered, victim process: SERVER`) },
  { kind: 'oom-kill', pattern: named(String.raw`sending sig\w+ to process \d+ .{0,40}"SERVER"`) },
  { kind: 'oom-kill', pattern: named(String.raw`killed \S{0,200}SERVER\.service due to memory`) },
  { kind: 'oom-kill', pattern: /A process of this unit has been killed by the OOM killer|result 'oom-kill'/ },
  { kind: 'oom-kill', pattern: /\bTaskOOM\b/ },
  { kind: 'oom-kill', pattern: /\bOOMKilled\b(?!"?:\s?false)/, inOrder: false },
  // Go's runtime, which writes to stderr and not to the log.
  {
    kind: 'go-memory',
    pattern: raw(String.raw`(?:fatal error: (?:runtime: )?(?:out of memory|cannot allocate memory).*`
      + String.raw`|runtime: (?:out of memory: )?cannot (?:allocate|map|reserve) .*)`),
  },
  { kind: 'runtime', pattern: raw(String.raw`unexpected fault address 0x[0-9a-f]+`) },
  // The reason is in the log before it.
  { kind: 'gave-up', pattern: raw(String.raw`panic: Unable to create mmap-ed active query log`) },
  { kind: 'panic', pattern: raw(String.raw`panic: \S.*`) },
  { kind: 'runtime', pattern: raw(String.raw`fatal error: \S.*`) },
  {
    kind: 'runtime', pattern: raw(String.raw`runtime: (?:goroutine stack exceeds|program exceeds|failed to create) .*`),
  },
  { kind: 'runtime', pattern: raw(String.raw`runtime/cgo: pthread_create failed.*`) },
  { kind: 'runtime', pattern: raw(String.raw`\[?(?:signal )?SIG(?:BUS|SEGV|ABRT|ILL|FPE|QUIT|SYS|TRAP): [a-z].*`) },
  { kind: 'trace', pattern: /\bpromql\.NewActiveQueryTracker\b/ },
  { kind: 'trace', pattern: raw(String.raw`goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[running[^\]]{0,40}\]:`) },
  // Kubernetes.
  { kind: 'probe', pattern: /\b(?:startup|liveness) probe failed.*/i, inOrder: false },
  { kind: 'probe', pattern: /\bfailed (?:startup|liveness) probe, will be restarted.*/i, inOrder: false },
  { kind: 'restarts', pattern: /\bCrashLoopBackOff\b|back-off .{0,20}restarting failed container.*/i, inOrder: false },
  { kind: 'asked', pattern: /\bThe node (?:was|had) low on resource: .*|\bStopping container \S+/, inOrder: false },
  // Exit codes, of kubectl, Docker, supervisord and shells.
  { kind: 'killed', pattern: /\bexit(?:ed)?[ -]?(?:with )?(?:code|status)"?[:=]? *(?:137|\(137\)).*/i, inOrder: false },
  { kind: 'runtime', pattern: /\bexit(?:ed)?[ -]?(?:with )?(?:code|status)"?[:=]? *(?:13[2-68-9]).*/i, inOrder: false },
  { kind: 'asked', pattern: /\bexit(?:ed)?[ -]?(?:with )?(?:code|status)"?[:=]? *(?:143|130).*/i, inOrder: false },
  { kind: 'trace', pattern: /\bexit(?:ed)?[ -]?(?:with )?(?:code|status)"?[:=]? *2\b.*/i, inOrder: false },
  { kind: 'exit', pattern: /\bexit(?:ed)?[ -]?(?:with )?(?:code|status)"?[:=]? *(?!0\b)\d{1,3}\b.*/i, inOrder: false },
  { kind: 'killed', pattern: /\bterminated by SIGKILL.*|\bsignal: killed\b.*/ },
  { kind: 'runtime', pattern: /\bterminated by SIG(?:SEGV|ABRT|BUS).*|\b(?:Segmentation fault|Bus error|Aborted)\b.*/ },
  { kind: 'killed', pattern: named(String.raw`(?:^|\s)killed\s+\S*SERVER|(?:^|: line \d+: +\d+ )killed\s*$|^killed$`) },
  { kind: 'restarts', pattern: /\bentered FATAL state, too many start retries too quickly.*/ },
  // systemd.
  { kind: 'killed', pattern: /[Mm]ain process exited, code=killed, status=9\/KILL/ },
  { kind: 'asked', pattern: /[Mm]ain process exited, code=killed, status=(?:15\/TERM|2\/INT)/ },
  { kind: 'runtime', pattern: /[Mm]ain process exited, code=(?:dumped|killed), status=\S+/ },
  { kind: 'trace', pattern: /[Mm]ain process exited, code=exited, status=2\/\w+/ },
  { kind: 'exit', pattern: /[Mm]ain process exited, code=exited, status=(?!0\/)\S+/ },
  { kind: 'probe', pattern: /start operation timed out\. Terminating.*|Watchdog timeout.*/i },
  { kind: 'probe', pattern: /result '(?:timeout|watchdog)'/ },
  { kind: 'killed', pattern: /State '[\w-]+' timed out\. Killing.*/ },
  { kind: 'killed', pattern: /Killing process \d+ \(.{1,20}\) with signal SIGKILL/ },
  { kind: 'restarts', pattern: /Start request repeated too quickly|result 'start-limit-hit'/ },
  { kind: 'restarts', pattern: /Scheduled restart job, restart counter is at \d+/i },
];

/** Messages in the servers' own logs: Prometheus 1.x to 3.x and servers built on it. */
const OF_MESSAGE: readonly Row[] = [
  { kind: 'asked', pattern: /^received (?:sig(?:term|int|quit)|an os signal|os signal|termination request|signal )/i },
  { kind: 'asked', pattern: /^(?:caught signal|=== received sig)/i },
  { kind: 'bye', pattern: /^see you next time/i },
  { kind: 'stopping', pattern: /^stopping (?:scrape|notify) discovery manager|^stopping (?:scrape|target) manager/i },
  { kind: 'gave-up', pattern: /^opening storage(?: failed|:)|^error opening (?:\w+ ){0,2}storage/i },
  { kind: 'gave-up', pattern: /^fatal error$|^error running goroutines|^\w+ command failed|^module failed$/i },
  // Thanos prints its last error with the stack; the outermost message comes last.
  { kind: 'gave-up', pattern: /(?:\n|\\n|; )(?:preparing )?\w{2,20} command failed(?:\n|\\n|$)/ },
  { kind: 'gave-up', pattern: /^error opening query log file/i },
  { kind: 'gave-up', pattern: /^unable to start (?:web )?listener|^error initiali[sz]ing/i },
  { kind: 'refused', pattern: /^(?:error loading|couldn't load|unable to validate web) config/i },
  { kind: 'refused', pattern: /^error parsing command ?line/i },
];

/** All rows in the order of `endOfLine`: messages before texts. */
export const END_ROWS: readonly { kind: EndKind; pattern: RegExp }[] = [...OF_MESSAGE, ...OF_TEXT];

/** Matches one word of every row, to skip the table for most lines. */
const WORDS = new RegExp([
  'kill', 'oom', 'panic', 'fatal', 'fault', 'runtime', 'SIG', 'goroutine', 'probe', 'back-?off', 'node (?:was|had) low',
  'stopping container', 'exit', 'aborted', 'bus error', 'timed out', 'watchdog', 'timeout', 'start request', 'restart',
  'start-limit', 'received', 'signal', 'next time', 'storage', 'command', 'module', 'listener', 'initiali', 'config',
  'ActiveQueryTracker', 'stopping ', 'query log',
].join('|'), 'i');

const MAX_TEXT = 1024;
/** Longer than `MAX_TEXT`, because the last error may follow a stack. */
const MAX_MESSAGE = 4096;
const MAX_SAID = 300;

/**
 * Returns the end that a line reports; null for most. `isStructured`: the text is the message of the server's own log
 * line with keys and values, and only messages are matched.
 */
export function endOfLine(text: string, isStructured: boolean): ProcessEnd | null {
  const bounded = text.slice(0, isStructured ? MAX_MESSAGE : MAX_TEXT);
  if (!WORDS.test(bounded)) return null;
  const end = endBy(OF_MESSAGE, bounded) ?? (isStructured ? null : endBy(OF_TEXT, bounded));
  // A sentence or a heading about restarts is no state of a pod.
  return end?.kind === 'restarts' && /^CrashLoop/i.test(end.said) && isProse(bounded) ? null : end;
}

function endBy(rows: readonly Row[], text: string): ProcessEnd | null {
  for (const { kind, pattern, inOrder } of rows) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const said = rows === OF_MESSAGE ? text : match[0];
    return { kind, said: said.replace(/^[\s\]|>:"]+/, '').trim().slice(0, MAX_SAID), inOrder: inOrder !== false };
  }
  return null;
}

/** Kinds by certainty: a panic explains the exit status that follows it, and an OOM kill explains both. */
const CERTAINTY: readonly EndKind[] = [
  'oom-kill', 'go-memory', 'panic', 'runtime', 'gave-up', 'refused', 'probe', 'asked', 'killed', 'trace', 'exit', 'bye',
  'stopping',
];

/** Returns the end that explains the others, the earliest of its kind; null without one (`restarts` is none). */
export function mainEnd<T extends ProcessEnd>(ends: readonly T[]): T | null {
  const rank = ({ kind }: T): number => CERTAINTY.indexOf(kind);
  return ends.filter((end) => rank(end) >= 0)
    .reduce<T | null>((best, end) => (best === null || rank(end) < rank(best) ? end : best), null);
}
