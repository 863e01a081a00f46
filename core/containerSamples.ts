/** Counters of a target's container, from a cAdvisor or the kernel of this machine: an input of panels. */

/** Counters of one cgroup over time; a restarted container has a new one. */
export interface ContainerRun {
  timeMs: number[];
  /** Elapsed quota periods, those that used all of the quota, and throttled CPU seconds. */
  periods: number[];
  throttledPeriods: number[];
  throttledSeconds: number[];
}

export interface ContainerSamples {
  /** Set for the control group of a process on this machine; absent for a cAdvisor's. */
  source?: 'cgroup';
  /** Which container it is and how it was found, or why there is none. */
  sentence: string;
  /** Null if no container is known. */
  labels: Readonly<Record<string, string>> | null;
  /** Runs in ascending order, without overlap; empty without a CPU limit. */
  runs: ContainerRun[];
  /** Newest limits; null if none is set or exported. */
  limitCores: number | null;
  memoryLimitBytes: number | null;
}

export function noContainer(sentence: string): ContainerSamples {
  return { sentence, labels: null, runs: [], limitCores: null, memoryLimitBytes: null };
}
