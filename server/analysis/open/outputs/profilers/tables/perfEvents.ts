/** Says of which event the shares of perf are, if it is none of CPU time. Pure. */
import { joined } from '../../../look/factTools.ts';

const EVENT = String.raw`['"]?([\w.:/-]{1,120})`;
/** `# Samples: 249K of event 'cycles'`, in a file or above the screen of perf report. */
const OF_HEAD = new RegExp(String.raw`^[#\t ]{0,12}Samples: {0,4}\S{1,12} {1,4}of event {1,4}${EVENT}`, 'gm');
/** The command that recorded it: `perf record -e context-switches -a`. */
const OF_COMMAND = new RegExp(String.raw`\bperf (?:record|top)\b[^\n|;]{0,200}? (?:-e|--event)[ =]?${EVENT}`, 'g');
/** The suffix that restricts an event to the kernel or to programs, or says how exact it is. */
const MODIFIERS = /:[ukhGHIpPSDeW]{1,8}$/;
const WORDS: Readonly<Record<string, string>> = {
  'context-switches': 'context switches', 'cs': 'context switches', 'sched:sched_switch': 'context switches',
  'cpu-migrations': 'moves from one CPU to another', 'migrations': 'moves from one CPU to another',
  'page-faults': 'page faults', 'faults': 'page faults', 'minor-faults': 'page faults', 'major-faults': 'page faults',
  'instructions': 'instructions', 'branches': 'branches', 'branch-misses': 'mispredicted branches',
  'cache-misses': 'cache misses', 'cache-references': 'accesses to the cache',
};
/** Tracepoints, such as `block:block_rq_issue`, and misses of a cache, such as `LLC-load-misses`. */
const OTHERS = /^[a-z]\w{1,40}:\w{1,80}$|^[\w-]{1,40}-(?:misses|loads|stores)$/;
const SWITCHES = 'context switches';
/** A row of the idle task; the last share is its own. */
const IDLE = /^[-+ \t]{0,8}(?:[\d.]{1,6}% {1,12})?([\d.]{1,6})% {1,12}swapper\b/gm;

/** Functions that make many events, and what to do. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/\bstorage\/remote\.\(\*shards\)\.runShard\b/, 'Those are shards of remote write that wake up: '
    + 'see prometheus_remote_storage_shards, then lower max_shards, or send more at once (max_samples_per_send, '
    + 'batch_send_deadline).'],
];

/** Returns what to do about a function of a table of perf that makes many switches; null without a known one. */
export function eventStep(text: string, facts: string): string | null {
  return !facts.includes(SWITCHES) ? null : STEPS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Returns null for events of CPU time, for several events, and for one whose meaning is not known. */
export function eventFacts(text: string): string | null {
  const [heads, commands] = [OF_HEAD, OF_COMMAND].map((pattern) =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.replace(MODIFIERS, '')))]);
  const [event, second] = heads?.length === 0 ? commands ?? [] : heads ?? [];
  if (event === undefined || second !== undefined) return null;
  const words = WORDS[event] ?? (OTHERS.test(event) ? 'these events' : null);
  if (words === null) return null;
  const idle = [...text.matchAll(IDLE)].reduce((sum, [, share]) => sum + Number(share), 0);
  return joined([
    `The event is ${event}: the shares are of ${words}, not of CPU time.`,
    words !== SWITCHES || idle === 0 || idle > 100 ? null
      : `${Number(idle.toPrecision(4))} % are of swapper, the idle task of the kernel: they are no load.`,
  ]);
}
