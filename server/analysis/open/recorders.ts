/** Names the profiler that a command in a paste runs. Pure. */

const RECORDERS: readonly (readonly [RegExp, string])[] = [
  [/\bkubectl[ -]gadget\b|\big run \S|\bInspektor Gadget\b/, 'Inspektor Gadget'],
  [/\bpy-spy (?:record|dump)\b/, 'py-spy'], [/\brbspy record\b/, 'rbspy'],
  [/\basprof \S|\bprofiler\.sh \S|\bjattach \d{1,8} load\b/, 'async-profiler'],
  [/\b(?:profile|offcputime|stackcount|memleak)(?:-bpfcc|\.py)(?: |$)/m, 'BCC'],
  [/\bbpftrace -/, 'bpftrace'], [/\bdtrace -/, 'DTrace'], [/\bcargo flamegraph\b/, 'cargo-flamegraph'],
  [/\bheaptrack_print\b/, 'heaptrack'], [/\bperf (?:record|script)\b/, 'perf'],
];

/** Returns the first profiler of the table that occurs; null if none does. */
export function recorderOf(text: string): string | null {
  return RECORDERS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
