/** Gives the step for a program that the kernel killed at the limit of its control group. Pure. */

/** The main users of memory in each program, and where they are shown. */
const WHERE: Readonly<Record<string, string>> = {
  prometheus: 'in Prometheus the series of the head (/api/v1/status/tsdb), queries and a heap profile '
    + '(/debug/pprof/heap)',
};

/** Returns null if several programs were killed, or one of which nothing more is known. */
export function limitStep(names: readonly string[]): string | null {
  const [name, other] = new Set(names);
  const where = name === undefined || other !== undefined ? undefined : WHERE[name];
  return where === undefined ? null
    : `Raise that limit if there is memory for it, and find what takes it: ${where}.`;
}
