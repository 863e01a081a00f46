/** What a cAdvisor, or the kernel of this machine, counts of the container of a target: an input of panels. */

/** Counters of one cgroup, by moment; a container that starts again has a new one. */
export interface ContainerRun {
  timeMs: number[];
  /** Periods of the quota that passed, those in which all of it was used, and seconds of CPUs that waited then. */
  periods: number[];
  throttledPeriods: number[];
  throttledSeconds: number[];
}

export interface ContainerSamples {
  /** The control group of a process of this machine; absent: a cAdvisor's. */
  source?: 'cgroup';
  /** Which container it is and how it was found, or why there is none. */
  sentence: string;
  /** Null: no container is known. */
  labels: Readonly<Record<string, string>> | null;
  /** Ascending, apart from each other; empty without a CPU limit. */
  runs: ContainerRun[];
  /** The newest; null: none is set, or not exported. */
  limitCores: number | null;
  memoryLimitBytes: number | null;
}

export function noContainer(sentence: string): ContainerSamples {
  return { sentence, labels: null, runs: [], limitCores: null, memoryLimitBytes: null };
}
