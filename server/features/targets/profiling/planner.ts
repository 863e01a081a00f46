import type { Profiling } from '../../../../core/contract/contract.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';

/**
 * Decides when a profile of a target is due, and has `Captures` take it, which alone takes profiles and says who goes
 * first.
 */
export interface Planner {
  /**
   * Called after each scrape of a target. `isOn`: whether continuous profiling of it is on. What it rejects with is
   * logged, and costs no other planner anything.
   */
  onScrape(scraper: TargetScraper, isOn: boolean): void | Promise<void>;
  /** Returns the planner's part of the target's profiling state. */
  about?(scraper: TargetScraper, isOn: boolean): Partial<Profiling> | Promise<Partial<Profiling>>;
  /** Drops plans and state of a target that was removed, or restarts with other settings. */
  forget?(target: string): void;
}
