/** Names in the data folder: `<start>.duckdb` is sealed, `<start>.head.duckdb` is being written. */
import { createHash } from 'node:crypto';

/** Format of the files; incremented when older versions can no longer read them. */
export const FORMAT = 1;

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(\.head)?\.duckdb$/;

/** Returns the start of the clock-aligned partition that contains a time. */
export function partitionStart(timeMs: number, partitionMs: number): number {
  return Math.floor(timeMs / partitionMs) * partitionMs;
}

export function partitionFileName(startMs: number, head: boolean): string {
  const stamp = new Date(startMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${stamp}${head ? '.head' : ''}.duckdb`;
}

/** Parses a file name; null if it is not a partition. */
export function parsePartitionFileName(name: string): { startMs: number; head: boolean } | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, head] = match;
  const startMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return { startMs, head: head !== undefined };
}

/** Returns a folder name for any target name: readable, safe, and unique per name. */
export function targetSlug(name: string): string {
  const readable = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);
  return `${readable || 'target'}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
