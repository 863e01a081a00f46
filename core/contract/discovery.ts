/** Which targets were found, and where. */
import type { Labels } from './terms/targetKind.ts';

/** One item of `scrape_configs`, or what is at the top level of the configuration, whose name is `''`. */
export interface DiscoveredJob {
  job: string;
  sources: DiscoverySourceView[];
  /** After relabeling; the same address may be here twice, and is scraped once. */
  active: DiscoveredTarget[];
  /** The first of `droppedCount`. */
  dropped: DroppedTarget[];
  droppedCount: number;
}

export interface DiscoverySourceView {
  kind: 'static' | 'file' | 'http' | 'dns' | 'prometheus';
  /** Files, address or names; never with credentials. */
  where: string;
  targets: number;
  /** When it last answered; null: never. */
  lastRead: number | null;
  /** What is wrong, why, and what to do; targets of before stay meanwhile. */
  problems: string[];
}

export interface DiscoveredTarget {
  /** Before relabeling, with the defaults of the job. */
  discoveredLabels: Labels;
  labels: Labels;
  scrapeUrl: string;
}

/** `reason`: the end of a sentence; null where a rule dropped it. */
export interface DroppedTarget { discoveredLabels: Labels; reason: string | null }

/** What may be added as a target, and what was. */
export interface AddedTargetsView {
  /** As the configuration has them; empty: nothing. */
  allow: string[];
  /** The configuration does not say. */
  isDefault: boolean;
  targets: AddedTarget[];
}

export interface AddedTarget {
  name: string;
  url: string;
  /** null: nobody had to log in. */
  addedBy: string | null;
  addedTime: number;
  /** Why it is not scraped: the configuration does not allow it any more; null while it is. */
  refusal: string | null;
}
