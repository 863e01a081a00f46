import type { DiscoveredJob } from '../../../core/contract/discovery.ts';
import type { DiscoveryJob } from '../../kernel/config/configTypes.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import { Discovery, type FoundTarget } from './discovery.ts';
import { DiscoveryFaults } from './discoveryFaults.ts';

export type { FoundTarget };

/** How long a start or a reload waits for sources that do not answer; what they find later comes later. */
const SOURCES_PATIENCE_MS = 3000;

export interface DiscoveryNeeds {
  /** Takes every target that is found, after each change. */
  onFound: (targets: FoundTarget[]) => Promise<void>;
}

export interface OpenedDiscovery extends Opened {
  /** Takes over the sources of the jobs before and ends those that are gone. Hands nothing on until `begin`. */
  configure: (jobs: readonly DiscoveryJob[]) => Promise<void>;
  /** Resolves when each source has answered once, or after 3 s. */
  begin: () => Promise<void>;
  /** Returns what each job finds now. */
  views: () => DiscoveredJob[];
}

/** Finds targets in files, at addresses, in DNS and in a Prometheus. */
export const discoveryFeature: Feature<DiscoveryNeeds, OpenedDiscovery> = {
  name: 'discovery',
  open({ faults: all, clock }, { onFound }) {
    const faults = new DiscoveryFaults(all);
    let current: Discovery | null = null;
    let stopping: Promise<void> | undefined;
    return {
      async configure(jobs) {
        const previous = current;
        current = jobs.length === 0 ? null : new Discovery({
          jobs, clock, previous, onFound, onProblems: (key, problems) => { faults.set(key, problems); },
        });
        await previous?.stop();
        faults.clear();
      },
      begin: async () => { await current?.start(SOURCES_PATIENCE_MS); },
      views: () => current?.views() ?? [],
      quiet: () => { stopping = current?.stop(); },
      stop: async () => { await stopping; },
    };
  },
};
