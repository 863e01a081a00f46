import type { Profiling } from '../../../../core/contract/contract.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';

/**
 * Decides when a profile of a target is due, and lets `Captures` take it, the only part that takes profiles and decides
 * their priority.
 */
export interface Planner {
  /**
   * Called after each scrape of a target. `isOn`: whether continuous profiling of it is on. A rejection is logged and
   * does not affect other planners.
   */
  onScrape(scraper: TargetScraper, isOn: boolean): void | Promise<void>;
  /** Returns the planner's part of the target's profiling state. */
  about?(scraper: TargetScraper, isOn: boolean): Partial<Profiling> | Promise<Partial<Profiling>>;
  /** Drops plans and state of a target that was removed, or restarts with other settings. */
  forget?(target: string): void;
}
