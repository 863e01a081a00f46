/** Samples along time. Part of contract.ts, which says the units; import from there. */
import type { ProfileHead } from './profileView.ts';

/**
 * The samples of a profile in the order in which they were taken: what ran when. Times are seconds since the first
 * sample. A frame is a stretch of samples that follow each other and have the same callers.
 */
export interface Timeline extends ProfileHead {
  /** Unix seconds of the first sample; null: the profile has a clock of its own. */
  startTime: number | null;
  /** From the first sample to the end of the last. */
  durationSeconds: number;
  /** What `frames` are of. */
  window: { start: number; end: number };
  /** Within the filters, with a time; and those that carry none, which are not shown. */
  samples: number;
  samplesWithoutTime: number;
  /** What lanes are by, such as `thread name`; null: all samples are in one. */
  laneLabel: string | null;
  /** Most samples first. `depth`: frames of its deepest stack within the window. */
  lanes: { name: string; samples: number; depth: number }[];
  lanesLeftOut: number;
  /** By lane, depth and start. */
  frames: TimelineFrame[];
  /** Narrower than a thousandth of the window, or beyond what is sent. */
  culledFrames: number;
}

/** `depth` 0: the outermost. */
export interface TimelineFrame {
  lane: number; depth: number; function: string; start: number; end: number; value: number; samples: number
}
