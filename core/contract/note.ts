/**
 * Notes and marks that people put on a target's time axis. Part of contract.ts, which says the units; import from
 * there.
 */

export interface Note {
  /** 16 hex digits. */
  id: string;
  time: number;
  /** null: it marks a moment, not a span. */
  endTime: number | null;
  /** Plain text, lines ended by `\n`; at most 4,096 bytes. Never to be read as HTML or Markdown. */
  text: string;
  /** As the writer gave it; nobody checks it. null = not given. */
  author: string | null;
  createdAt: number;
  /** When it was last changed; `createdAt` until then. */
  updatedAt: number;
  /** 1 at first, one more with each change. A change or removal names the one it was made on. */
  revision: number;
}
