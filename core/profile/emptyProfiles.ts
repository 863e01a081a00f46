/** Says why a profile of Go may have no samples, by the type of its values. Pure. */

const WAITS = 'Go records waits only if the program turns it on (runtime.SetMutexProfileFraction, '
  + 'runtime.SetBlockProfileRate; of Prometheus with the environment variable DEBUG). Off, it is empty however often '
  + 'it is fetched; on, nothing has waited since.';
const NO_RATE = 'A program with runtime.MemProfileRate 0 records none.';
const NO_CPU = 'The program used no CPU while it was recorded.';
const REASONS: Readonly<Record<string, string>> = {
  delay: WAITS, contentions: WAITS,
  inuse_space: NO_RATE, inuse_objects: NO_RATE, alloc_space: NO_RATE, alloc_objects: NO_RATE, cpu: NO_CPU,
};

/** Returns null for a type whose absence has no usual reason. */
export const emptyReason = (sampleType: string): string | null => REASONS[sampleType] ?? null;
