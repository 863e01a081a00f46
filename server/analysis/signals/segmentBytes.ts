/** Computes the maximum size of a WAL segment. Pure. */
import type { Labels } from '../../../core/contract/terms/targetKind.ts';

const DEFAULT_SEGMENT_BYTES = 128 * 2 ** 20;
const UNIT_BYTES: Record<string, number> = {
  '': 1, B: 1, KB: 2 ** 10, KIB: 2 ** 10, MB: 2 ** 20, MIB: 2 ** 20, GB: 2 ** 30, GIB: 2 ** 30,
};

/** Returns the size from its flag; 128 MiB if not set. */
export function segmentBytesOf(flags: Labels): number {
  return sizeInBytes(flags['storage.tsdb.wal-segment-size'] ?? '') ?? DEFAULT_SEGMENT_BYTES;
}

/** Parses `10MB`, `128MiB`: powers of 1024 either way, as in Prometheus. Null for 0 and for anything but a size. */
export function sizeInBytes(text: string): number | null {
  const parts = /^(\d{1,9}(?:\.\d{1,6})?)\s*([A-Za-z]{0,3})$/.exec(text.trim());
  const unit = parts === null ? undefined : UNIT_BYTES[(parts[2] ?? '').toUpperCase()];
  const bytes = parts === null || unit === undefined ? 0 : Number(parts[1]) * unit;
  return bytes > 0 ? bytes : null;
}
