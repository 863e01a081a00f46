/** Targets that discovery found, and their sources. */
import type { Labels } from './terms/targetKind.ts';

/** One item of `scrape_configs`, or the top level of the configuration, whose name is `''`. */
export interface DiscoveredJob {
  job: string;
  sources: DiscoverySourceView[];
  /** Targets after relabeling; an address can occur twice but is scraped once. */
  active: DiscoveredTarget[];
  /** The first of `droppedCount` dropped targets. */
  dropped: DroppedTarget[];
  droppedCount: number;
}

export interface DiscoverySourceView {
  kind: 'static' | 'file' | 'http' | 'dns' | 'prometheus';
  /** Files, address or names, without credentials. */
  where: string;
  targets: number;
  /** Time of its last answer; null if it never answered. */
  lastRead: number | null;
  /** What is wrong, why, and what to do; earlier targets remain in the meantime. */
  problems: string[];
}

export interface DiscoveredTarget {
  /** Labels before relabeling, with the defaults of the job. */
  discoveredLabels: Labels;
  labels: Labels;
  scrapeUrl: string;
}

/** A dropped target. `reason`: the end of a sentence; null if a rule dropped it. */
export interface DroppedTarget { discoveredLabels: Labels; reason: string | null }

/** Which targets can be added, and which were. */
export interface AddedTargetsView {
  /** Allowed targets as configured; empty if none. */
  allow: string[];
  /** Whether the default applies because the configuration sets nothing. */
  isDefault: boolean;
  targets: AddedTarget[];
}

export interface AddedTarget {
  name: string;
  url: string;
  /** User who added it; null if no login was required. */
  addedBy: string | null;
  addedTime: number;
  /** Why it is not scraped: the configuration no longer allows it; null if scraped. */
  refusal: string | null;
}
