import type { Feature, Opened } from '../../kernel/feature.ts';
import { SharedWork } from '../../data/scrape/sharedWork.ts';
import type { DiscoveryNeeds, OpenedDiscovery } from '../discovery/feature.ts';
import { discoveryRoutes } from './discoveryRoutes.ts';
import { LiveTargets, type LiveTargetsParts } from './liveTargets.ts';
import { TargetManager, type TargetManagerOptions } from './targetManager.ts';

export { namesNone } from './targetManager.ts';

export interface ScrapingNeeds
  extends Omit<LiveTargetsParts, 'shared' | 'faults'>, Omit<TargetManagerOptions, 'live' | 'faults' | 'openDiscovery'> {
  openDiscovery: (needs: DiscoveryNeeds) => Promise<OpenedDiscovery>;
}

export interface OpenedScraping extends Opened {
  live: LiveTargets;
  watching: TargetManager;
}

/** Scrapes the configured, added and discovered targets. */
export const scrapingFeature: Feature<ScrapingNeeds, OpenedScraping> = {
  name: 'scraping',
  open({ faults, clock }, needs) {
    const live = new LiveTargets({ ...needs, shared: new SharedWork(clock), faults });
    const watching = new TargetManager({
      ...needs, live, faults,
      openDiscovery: () => needs.openDiscovery({ onFound: (targets) => live.found(targets) }),
    });
    return { live, watching, routes: [discoveryRoutes(watching)] };
  },
};
