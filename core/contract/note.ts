/** Notes and marks on a target's time axis. Part of contract.ts, which defines the units; import from there. */

export interface Note {
  /** Id of 16 hex digits. */
  id: string;
  time: number;
  /** Null if it marks a moment, not a span. */
  endTime: number | null;
  /** Plain text with lines ended by `\n`; at most 4,096 bytes. Never render it as HTML or Markdown. */
  text: string;
  /** Author as given, not verified; null if not given. */
  author: string | null;
  createdAt: number;
  /** Time of the last change; initially `createdAt`. */
  updatedAt: number;
  /** Revision, starting at 1 and incremented by each change. A change or removal names the revision it was based on. */
  revision: number;
}
