import type { DiscoveredJob } from '../../../core/contract/discovery.ts';
import type { DiscoveryJob } from '../../kernel/config/configTypes.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import { Discovery, type FoundTarget } from './discovery.ts';
import { DiscoveryFaults } from './discoveryFaults.ts';

export type { FoundTarget };

/** Longest wait of a start or a reload for sources; targets they find later are added later. */
const SOURCES_PATIENCE_MS = 3000;

export interface DiscoveryNeeds {
  /** Takes all targets found, after each change. */
  onFound: (targets: FoundTarget[]) => Promise<void>;
}

export interface OpenedDiscovery extends Opened {
  /** Takes over the sources of the previous jobs and stops removed ones. Reports nothing until `begin`. */
  configure: (jobs: readonly DiscoveryJob[]) => Promise<void>;
  /** Resolves when each source has answered once, or after 3 s. */
  begin: () => Promise<void>;
  /** Returns the current targets of each job. */
  views: () => DiscoveredJob[];
}

/** Finds targets in files, at HTTP endpoints, in DNS and in a Prometheus. */
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
