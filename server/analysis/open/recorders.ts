/** Names the profiler that a command in a paste runs. Pure. */

const RECORDERS: readonly (readonly [RegExp, string])[] = [
  [/\bkubectl[ -]gadget\b|\big run \S|\bInspektor Gadget\b/, 'Inspektor Gadget'],
  [/\bpy-spy (?:record|dump)\b/, 'py-spy'], [/\brbspy record\b/, 'rbspy'],
  [/\basprof \S|\bprofiler\.sh \S|\bjattach \d{1,8} load\b/, 'async-profiler'],
  [/\b(?:profile|offcputime|stackcount|memleak)(?:-bpfcc|\.py)(?: |$)/m, 'BCC'],
  [/\bbpftrace -/, 'bpftrace'], [/\bdtrace -/, 'DTrace'], [/\bcargo flamegraph\b/, 'cargo-flamegraph'],
  [/\bheaptrack_print\b/, 'heaptrack'], [/\bperf (?:record|script)\b/, 'perf'],
];

const PROMPT = /^\s{0,8}[^;\n]{0,60}[$#>%] \S/;
const MAX_LINES = 30;

/** Returns the first lines that begin with a prompt: a function of a profile may have any name. */
export function commandsOf(text: string): string {
  return text.split('\n', MAX_LINES).filter((line) => PROMPT.test(line)).join('\n');
}

/** Returns the first profiler of the table that occurs; null if none does. */
export function recorderOf(text: string): string | null {
  return RECORDERS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
